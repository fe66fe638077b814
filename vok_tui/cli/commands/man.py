"""`vok man`: prints the manual page as text."""

from argparse import Namespace

from vok_tui.shared.errors import ExitCode
from vok_tui.shared.parser import Parser


def add_arguments(parser: Parser) -> None:
    del parser  # it takes none


def run(args: Namespace) -> int:
    from shutil import get_terminal_size

    from vok_tui.cli.shell_files import man_text

    del args
    print(man_text(get_terminal_size().columns), end="")
    return ExitCode.OK
