"""`vok shell`: what an SSH server runs for a player on a host. The player can play, and nothing else."""

import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import Final

from vok_tui.errors import CommandError, NoTerminal
from vok_tui.parser import Parser
from vok_tui.terminal import detection

PLAYERS: Final = "players"
NOT_ISOLATED_FLAG: Final = "--without-walls"


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--player",
        metavar="NAME",
        required=True,
        help="who logs in: small letters, digits, - and _; each player has a folder with this name",
    )
    parser.add_argument(
        "--home",
        metavar="FOLDER",
        type=Path,
        help=f"the folder of all players (default: {PLAYERS} in the data folder of the account)",
    )
    parser.add_argument(
        NOT_ISOLATED_FLAG,
        dest="has_walls",
        action="store_false",
        help="play even if the kernel cannot keep players apart; only for players whom you trust with this account",
    )


def run(args: Namespace) -> int:
    from vok_tui.sessions import hosted

    name = hosted.check_player_name(args.player)
    if any(variable.startswith("PYTHON") for variable in os.environ) and not sys.flags.isolated:
        run_again_without_environment(args, name)
    home = (args.home or account_data_folder() / PLAYERS).absolute()
    check_walls(has_walls=args.has_walls)
    folder = hosted.make_player_folder(home, name)
    environment = hosted.clean_environment(folder, name)
    hosted.enter_folder(folder, environment)
    explain = hosted.explaining_to_guest(explain_error, folder)
    try:
        return play(home.resolve(), folder, name, explain, has_walls=args.has_walls)
    except (CommandError, KeyboardInterrupt):
        raise
    except Exception as error:
        sentence, code = explain(error)
        raise NotPlayed(sentence, code) from None


def check_walls(*, has_walls: bool) -> None:
    """Raise CommandError if the kernel cannot keep players apart, and shall."""
    from ai.process.walls import why_no_walls

    problem = why_no_walls() if has_walls else ""
    if problem:
        raise CommandError(f"{problem}; the host can let players in nevertheless with {NOT_ISOLATED_FLAG}")


def play(home: Path, folder: Path, name: str, explain: "Explain", *, has_walls: bool) -> int:
    """Play in the session of this player, or in lines on a terminal without a cursor. Returns the exit code."""
    from vok_tui.new_game import StartOptions
    from vok_tui.sessions import hosted
    from vok_tui.sessions.client import enter_session

    prepare = hosted.confining(home, folder, name, has_walls=has_walls)
    if detection.shows_only_lines(os.environ):
        from vok_tui.plain.terminal import run_plain

        return run_plain(prepare(StartOptions()), notice=detection.ONLY_LINES_NOTICE)
    try:
        detection.require_terminal(os.environ)
    except NoTerminal:
        raise NoTerminal("here you can only play, and this connection has no terminal: connect with ssh -t") from None

    def begin() -> str:
        import gc

        from vok_tui.sessions.process import begin_session

        gc.disable()
        problem = begin_session(str(folder), StartOptions(), hosted.explaining_to_guest(explain_error, folder), prepare)
        gc.enable()
        return problem

    code, problem = enter_session(str(folder), None, begin, may_suspend=False)
    if code is None:
        raise CommandError(problem)
    return code


def account_data_folder() -> Path:
    """The data folder of the account that runs this command, whatever the environment says."""
    import pwd

    return Path(pwd.getpwuid(os.getuid()).pw_dir) / ".local/share/vok"


def run_again_without_environment(args: Namespace, name: str) -> None:
    """Replace this process by one in which no variable has told Python what to do."""
    from vok_tui.library import packages_folder
    from vok_tui.sessions.hosted import KEPT_VARIABLES

    kept = {word: os.environ[word] for word in KEPT_VARIABLES if word in os.environ}
    places = [str(Path(__file__).resolve().parents[2]), str(packages_folder())]
    code = "import sys; sys.path[:0] = sys.argv[1:3]; del sys.argv[1:3]; from vok_tui.__main__ import main; sys.exit(main())"
    words = ["shell", "--player", name]
    words += ["--home", str(args.home.absolute())] if args.home else []
    words += [] if args.has_walls else [NOT_ISOLATED_FLAG]
    os.execve(sys.executable, [sys.executable, "-I", "-c", code, *places, *words], kept)
