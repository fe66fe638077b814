"""Runs a command line and returns an exit code. Every exception becomes one sentence, never a traceback."""

import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from typing import TYPE_CHECKING, Final, Protocol, cast

from vok_tui import __version__
from vok_tui.shared.errors import EXIT_MEANINGS, NO_MEMORY, CommandError, ExitCode, NoTerminal, UsageError
from vok_tui.shared.interrupts import was_interrupted

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from vok_tui.shared.parser import Parser

COMMANDS: Final = {
    "play": "continue your last game, or start one",
    "learn": "play a guided first game",
    "daily": "play the game of the day",
    "practise": "try the mistakes of your games again, until you find better",
    "puzzle": "play the best turn, or find the one answer that is clearly best",
    "open": "open a save",
    "plain": "play in lines: for speech, braille, pipes and programs",
    "saves": "list your saves",
    "sessions": "say which game goes on without a terminal, or end it",
    "serve": "let friends play here over SSH: one command, no accounts",
    "shell": "on a host: let a player play who logs in over SSH, and do nothing else",
    "stats": "print statistics of your finished games",
    "goals": "print what you can reach, and how far you have come",
    "analyse": "say what your decisions in a game have cost you",
    "verify": "replay a save and check it",
    "export": "print a game as text",
    "import": "read a game from a text",
    "watch": "watch a game that is being played, step by step",
    "replay": "print the table after any turn",
    "cards": "list the cards, or read one",
    "completion": "print the completion script for bash, zsh or fish",
    "doctor": "check Vok on this machine, and print a page for a bug report",
    "man": "print the manual page",
}
PLAIN_COMMANDS: Final = ("play", "daily", "open", "practise", "puzzle", "learn")  # that `vok plain` plays in lines
LAB_COMMANDS: Final = {  # those of the laboratory, which is another program
    "simulate": "let opponents play games without a screen",
    "arena": "measure which of two or more opponents is stronger",
    "ladder": "measure how strong every level is",
    "puzzles": "find puzzles in simulated games",
    "calibrate": "fit what values of the search are worth as chances to win",
    "marks": "measure how true the marks of an analysis are",
    "facts": "fit which countable facts tell winners from losers",
    "missing": "list what was not learned or measured, and what stands in",
    "distill": "strengthen a learned value by what its search finds",
    "bench": "measure the engine on this machine",
}
OTHER_SPELLINGS: Final = {"analyze": "analyse", "practice": "practise"}  # of commands; not listed


def module_name_of(command: str) -> str:
    """The full name of the module of a command, also of the laboratory, of which the game itself imports nothing.

    A command that is a keyword of Python, such as `import`, gets an underscore."""
    if command in LAB_COMMANDS:
        return f"lab.commands.{command}"
    return f"vok_tui.cli.commands.{command}{'_' if iskeyword(command) else ''}"


HELP: Final = """\
Card games in your terminal: unofficial fan implementations.

  vok                 continue your last game, or start one
  vok play            the same, with your choice of:
        --players N       number of players, as the edition allows
        --game GAME       which game, if there are several
        --edition E       which edition; vok play --help names them, and the options of each
        --cards FILE      play with cards of your own
        --level LEVEL     an opponent, from shabti to pharaoh, or equal, which adapts to you;
                          once for all or once for each (vok play --help names them)
        --seat NAME       the name of a player, yours first; may be repeated
        --seed S          the same seed deals the same game
        --first WHO       who takes the first turn: you, a seat (1 is yours), or lot
        --pace SECONDS    how long each step of an opponent stays visible; the key . shows the next one
        --new             start a new game even if the last one is not finished
        --trust-bots      run the bots that a save names without asking; vok open takes it too
  vok learn           play a guided first game: ten minutes, one idea at a time; --game names it
  vok daily           play the game of the day, the same for everybody; the first attempt counts
  vok practise        what you missed comes back: find better; vok practise what to buy drills one kind of decision
  vok puzzle          the puzzle of the day, the same for everybody; then others at your level
  vok open FILE       open a save
  vok plain           play in lines, for speech, braille, slow lines and pipes; also vok plain daily, vok plain open FILE
  vok saves           list your saves; rename, delete and restore them
  vok sessions        say which game goes on without a terminal, or end it: vok sessions end
  vok serve           let friends play here over SSH; vok serve invite NAME says what a friend types
  vok shell           on a host: what sshd runs for a player (see docs/hosting.md)
  vok stats           print statistics of your finished games: results, margins, streaks, rating
  vok goals           print what you can reach in each game, and how far you are
  vok analyse FILE    say what your decisions in a game have cost you, and what was better
  vok verify FILE     replay a save and check it
  vok export FILE     print a game as text: to read, for programs, or as one line to paste
  vok import FILE     read a game from such a text, or from the line itself
  vok watch FILE      watch a game that is being played in another process, step by step
  vok replay FILE     print the table after any turn, as a seat saw it
  vok cards [NAME]    list the cards, or read one
  vok cards export    write all cards as TOML to correct them; vok cards check FILE lists the faults
  vok completion SH   print the completion script for bash, zsh or fish
  vok doctor          check Vok on this machine, and print a page for a bug report
  vok-lab             contests, training and measurements of the opponents: another program
  vok man             print the manual page: all commands with all options

  vok COMMAND --help  all options of a command; vok help COMMAND prints the same
  vok --version       the version

Examples:
  vok play --level priest --players 3            a new game against two priests
  vok play --new --seed fasod-bodul-hohor-didus  the deal of which a friend has told you the words
  vok export GAME --format line                  a game as one line, for vok import

See also: vok man, and docs/ in the sources

At the table, ? shows all keys. Nothing is ever lost: each move is on disk before you see it.
Saves are in your data folder; VOK_HOME=FOLDER puts saves and configuration elsewhere.

Exit codes:"""


class Command(Protocol):
    """The interface of a command module."""

    def add_arguments(self, parser: "Parser") -> None:
        """Declare the arguments of the command."""

    def run(self, args: "Namespace") -> int:
        """Run the command. Returns the exit code."""


def run(argv: list[str]) -> int:
    """Run a command line. Always returns an exit code; on failure, prints one sentence to stderr."""
    return run_safely(find_and_run_command, argv)


def run_safely(find_and_run: "Callable[[list[str]], int]", argv: list[str]) -> int:
    """Run a command line by `find_and_run`. Always returns an exit code; on failure, prints one sentence to stderr."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a name may contain characters that this locale cannot write
    try:
        code = find_and_run(argv)
        if sys.stdout is not None:
            sys.stdout.flush()
    except CommandError as refused:
        print_error(str(refused))
        return refused.exit_code
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # otherwise the interpreter complains again when it closes stdout
        return ExitCode.BROKEN_PIPE
    except Exception as error:  # noqa: BLE001  the only place that catches everything
        if was_interrupted(error):
            return ExitCode.INTERRUPTED
        sentence, code = NO_MEMORY, ExitCode.FAILED
        with suppress(MemoryError):
            from vok_tui.shared.compiled import restart_interpreted, why_not_loadable

            if not isinstance(error, OSError) and (reason := why_not_loadable()):
                restart_interpreted(reason)
            from vok_tui.cli.crash_report import explain_or_report

            sentence, code = explain_or_report(error, argv)
        print_error(sentence)
    return code


def find_and_run_command(argv: list[str]) -> int:
    """Find the command and run it. Without a command, `play`."""
    word = argv[0] if argv else ""
    if word in ("--version", "-V"):
        print(f"vok {__version__}")
        return ExitCode.OK
    if word == "help" and len(argv) > 1 and not argv[1].startswith("-"):
        return find_and_run_command([*argv[1:], "--help"])
    if word in ("--help", "-h", "help"):
        return print_help(HELP)
    if argv in ([], ["play"]) and (code := enter_waiting_session()) is not None:
        return code
    if not word or word.startswith("-"):
        return run_command(module_name_of("play"), "play", COMMANDS["play"], argv)
    word = OTHER_SPELLINGS.get(word, word)
    commands = {**COMMANDS, **LAB_COMMANDS}
    if word not in commands:
        raise unknown_command(word, commands)
    return run_command(module_name_of(word), word, commands[word], argv[1:])


def enter_waiting_session() -> int | None:
    """Play in the session that waits for this player. Returns the exit code; None if there is none, or if this terminal cannot
    show it. Nothing of a game is imported for this."""
    from vok_tui.sessions.protocol import SOCKET, session_folder

    folder = session_folder()
    if not (folder and os.path.lexists(f"{folder}/{SOCKET}")):
        return None
    from vok_tui.sessions.client import enter_session
    from vok_tui.shared.detection import require_terminal

    try:
        require_terminal(os.environ)
    except NoTerminal:
        return None
    return enter_session(folder)[0]


def print_help(text: str) -> int:
    """Print the help of a program, and the exit codes. Returns the exit code."""
    print(text, *(f"  {code:<5}{meaning}" for code, meaning in EXIT_MEANINGS.items()), sep="\n")
    return ExitCode.OK


def run_command(module_name: str, name: str, summary: str, argv: list[str]) -> int:
    """Run the command of a module, or print its help. Raises what the command raises."""
    from ai.process.bounded_files import find_data_folder_by
    from vok_tui.shared.parser import Parser

    find_data_folder_by(find_data_folder)
    module = cast(Command, import_module(module_name))
    parser = Parser(name, summary, argv)
    module.add_arguments(parser)
    try:
        args = parser.parse()
    except SystemExit:  # argparse has printed the help
        return ExitCode.OK
    return module.run(args)


def find_data_folder() -> "Path":
    """The player's data folder. What finds it is only loaded if a command needs it. Raises NoHomeFolder."""
    from vok_tui.shared.paths import data_folder

    return data_folder()


def print_error(sentence: str) -> None:
    """Print one line to stderr, without control characters, if stderr is open."""
    if sys.stderr is None:  # stderr is closed; the line must not go to stdout instead
        return
    with suppress(OSError):
        print(f"vok: {visible_text(sentence)}", file=sys.stderr)


def visible_text(text: str) -> str:
    """A text without control characters, even if our own packages are broken."""
    try:
        from saves.clean_text import visible
    except (ImportError, MemoryError):
        return "".join(filter(str.isprintable, text))
    return visible(text)


def unknown_command(word: str, known: "Iterable[str]") -> UsageError:
    """The error for a word that is no command. It suggests the nearest of the known ones."""
    from pathlib import Path

    from vok_tui.shared.errors import suggestion_clause

    if Path(word).is_file():
        return UsageError(f'there is no command "{word}"; to open that file: vok open {word}')
    return UsageError(f'there is no command "{word}"{suggestion_clause(word, known)}')
