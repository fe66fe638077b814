"""argparse, taught to speak in single sentences: every refusal is a UsageError that names the nearest right thing."""

import argparse
import re
from collections.abc import Callable
from typing import Any, Final, NoReturn

from vok_tui.errors import UsageError
from vok_tui.nearest import nearest

BELOW_ZERO: Final = re.compile(r"-\d")


class Parser(argparse.ArgumentParser):
    """A parser for one command. Options are never abbreviated: a script that does so breaks when one is added."""

    def __init__(self, command: str, summary: str) -> None:
        self.command = command
        self.flags: list[str] = []
        self.more: Callable[[], str] = str  # what stands below the help; made only if somebody reads it
        super().__init__(prog=f"vok {command}", description=summary[:1].upper() + summary[1:] + ".", allow_abbrev=False)

    def format_help(self) -> str:
        more = self.more()
        return super().format_help() + (f"\n{more}\n" if more else "")

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        self.flags += [name for name in names if name.startswith("--")]
        return super().add_argument(*names, **settings)

    def read(self, argv: list[str]) -> argparse.Namespace:
        """The arguments. Raises UsageError for what the command does not take."""
        args, rest = self.parse_known_args(self._joined(argv))
        for word in rest:
            if word.startswith("-"):
                name = word.partition("=")[0]
                raise UsageError(f'{self.command} has no option "{name}"{nearest(name, self.flags)}')
            raise UsageError(f'{self.command} can do nothing with "{word}"; see {self.prog} --help')
        return args

    def _joined(self, argv: list[str]) -> list[str]:
        """With a value that begins below zero behind its option, as in `--sprt=-20,0`: by itself argparse takes it for one."""
        joined: list[str] = []
        for word in argv:
            if joined and joined[-1] in self.flags and BELOW_ZERO.match(word):
                joined[-1] += f"={word}"
            else:
                joined.append(word)
        return joined

    def error(self, message: str) -> NoReturn:
        """argparse's own complaints, in our shape."""
        more = "" if message.endswith("?") else f"; see {self.prog} --help"
        raise UsageError(f"{self.command}: {message.removeprefix('argument ')}{more}")


def whole(what: str, least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` to `most`; `what` names the number in the refusal."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f'{what} is a whole number from {least} to {most}, not "{text}"')
        return number

    return read


def one_of(what: str, names: Callable[[], list[str]]) -> Callable[[str], str]:
    """A reader of a name out of a list that is not asked for before it is needed."""

    def read(text: str) -> str:
        known = names()
        if text not in known:
            raise argparse.ArgumentTypeError(f'there is no {what} "{text}"{nearest(text, known)}')
        return text

    return read
