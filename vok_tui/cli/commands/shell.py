"""`vok shell`: what an SSH server runs for a player on a host. The player can play, and nothing else."""

import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vok_tui.shared import detection
from vok_tui.shared.errors import CommandError, ExitCode, NoTerminal
from vok_tui.shared.parser import Parser

if TYPE_CHECKING:
    from vok_tui.sessions.beginning import GetStart
    from vok_tui.sessions.protocol import Explain

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


class NotPlayed(CommandError):
    """An unexpected error, in a sentence that names no place on the host."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.exit_code = ExitCode(code)


def run(args: Namespace) -> int:
    from vok_tui.sessions import hosted

    name = hosted.check_player_name(args.player)
    if any(variable.startswith("PYTHON") for variable in os.environ) and not sys.flags.isolated:
        run_again_without_environment(args, name)
    home = (args.home or account_data_folder() / PLAYERS).absolute()
    folder = hosted.make_player_folder(home, name)
    hosted.enter_folder(folder, hosted.clean_environment(os.environ, folder, name))
    code = enter_waiting_session(folder)
    if code is not None:
        return code
    check_walls(has_walls=args.has_walls)
    explain = hosted.explaining_to_guest(explain_error, folder)
    get_start = hosted.confining(folder.parent, folder, name, has_walls=args.has_walls)
    try:
        return play(folder, get_start, explain)
    except CommandError:
        raise
    except Exception as error:  # noqa: BLE001  whatever it is, its sentence must name no place
        raise NotPlayed(*explain(error)) from None


def enter_waiting_session(folder: Path) -> int | None:
    """Play in the session that waits for this player, behind the walls that it has raised. Returns the exit code; None if
    there is none, or if this terminal cannot show it. Nothing of a game is imported for this."""
    from vok_tui.sessions.client import enter_session

    if detection.shows_only_lines(os.environ):
        return None
    try:
        detection.require_terminal(os.environ)
    except NoTerminal:
        return None
    return enter_session(str(folder), may_suspend=False)[0]


def explain_error(error: Exception) -> tuple[str, int]:
    """A sentence about an error, and the exit code."""
    from vok_tui.cli.commands import play

    return play.explain_error(error)


def check_walls(*, has_walls: bool) -> None:
    """Raise CommandError if the kernel cannot keep players apart, and shall."""
    from ai.process.walls import why_no_walls

    problem = why_no_walls() if has_walls else ""
    if problem:
        raise CommandError(f"{problem}; the host can let players in nevertheless with {NOT_ISOLATED_FLAG}")


def play(folder: Path, get_start: "GetStart", explain: "Explain") -> int:
    """Play in the session of this folder, or in lines on a terminal without a cursor. Returns the exit code."""
    from vok_tui.sessions.client import enter_session

    if detection.shows_only_lines(os.environ):
        return play_in_lines(folder, get_start)
    try:
        detection.require_terminal(os.environ)
    except NoTerminal:
        raise NoTerminal("here you can only play, and this connection has no terminal: connect with ssh -t") from None

    def begin() -> str:
        import gc

        from vok_tui.sessions.beginning import begin_session

        gc.disable()
        problem = begin_session(str(folder), get_start, explain)
        gc.enable()
        return problem

    code, problem = enter_session(str(folder), None, begin, may_suspend=False)
    if code is None:
        raise CommandError(problem)
    return code


def play_in_lines(folder: Path, get_start: "GetStart") -> int:
    """Play in lines, in place of a session that waits. Returns the exit code. Raises CommandError if another login does so."""
    import fcntl

    from vok_tui.plain.terminal import run_plain
    from vok_tui.sessions.client import end_session, end_waiting_session
    from vok_tui.sessions.protocol import LOCK

    end_session(str(folder))
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CommandError("you play here in another login already: leave that one first") from None
    return run_plain(get_start(), end_waiting_session, notice=detection.ONLY_LINES_NOTICE)


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
