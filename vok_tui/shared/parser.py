"""An argument parser whose errors are single sentences (UsageError) that suggest the nearest known name."""

import argparse
import os
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NoReturn

from vok_tui.shared.detection import USUAL_SIZE, window_size
from vok_tui.shared.errors import UsageError, suggestion_clause

MAX_WORKERS: Final = 256
NEVER_SUGGESTED: Final = ("--trust-bots",)
NEGATIVE_NUMBER: Final = re.compile(r"-\d")


class Parser(argparse.ArgumentParser):
    """The parser of one command. Options cannot be abbreviated, because a new option could break an abbreviation."""

    def __init__(self, command: str, summary: str, argv: Sequence[str] = ()) -> None:
        """`argv` is the command line that will be parsed. It is needed now, because the value of one option may decide which
        other options exist."""
        self.command = command
        self.argv: Final = tuple(argv)
        self.flags: list[str] = []
        self.declared: list[argparse.Action] = []  # all arguments except --help, in their order
        self.help_footer: Callable[[], str] = str  # the text below the help; only built when the help is shown
        columns, _ = window_size(os.environ) or USUAL_SIZE
        super().__init__(
            prog=f"vok {command}",
            description=summary[:1].upper() + summary[1:] + ".",
            allow_abbrev=False,
            formatter_class=partial(argparse.HelpFormatter, width=columns - 2),
        )

    def format_help(self) -> str:
        footer = self.help_footer()
        return super().format_help() + (f"\n{footer}\n" if footer else "")

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        action = super().add_argument(*names, **settings)
        self.flags += [name for name in names if name.startswith("--")]
        if "--help" not in names:
            self.declared.append(action)
        return action

    def add_number(
        self, flag: str, limits: tuple[int, int], help_text: str, default: int = 0, metavar: str = "N"
    ) -> None:
        """Add an option for a whole number within limits. The help ends with the default; 0 stands for no number."""
        text = f"{help_text} (default: {default})" if default else help_text
        self.add_argument(flag, metavar=metavar, type=whole_number(*limits), default=default, help=text)

    def add_seed(self, max_seed: int) -> None:
        """Add `--seed S` to a command that plays many games."""
        self.add_number("--seed", (0, max_seed), "seed of the first game", default=1, metavar="S")

    def add_players(self, help_text: str = "number of players") -> None:
        """Add `--players N` to a command that plays games against each other."""
        text = f"{help_text} (default: 2)"
        self.add_argument("--players", metavar="N", type=player_count(2), default=2, help=text)

    def add_workers(self) -> None:
        """Add `--workers N`; 0 stands for one process per core."""
        text = "number of processes; it does not change the results (default: one per core)"
        self.add_number("--workers", (1, MAX_WORKERS), text)

    def add_json(self, help_text: str = "print one JSON object") -> None:
        """Add `--json`."""
        self.add_argument("--json", action="store_true", help=f"{help_text}, for programs")

    def value_before_parsing(self, flag: str) -> str:
        """The value of one option on the command line, before the other options are known; "" if it is not given."""
        for index, word in enumerate(self.argv):
            if word == flag and index + 1 < len(self.argv):
                return self.argv[index + 1]
            if word.startswith(f"{flag}="):
                return word.partition("=")[2]
        return ""

    def parse(self) -> argparse.Namespace:
        """The parsed arguments. Raises UsageError for unknown arguments."""
        args, rest = self.parse_known_intermixed_args(self._with_joined_negative_values(self.argv))
        for word in rest:
            if word.startswith("-"):
                name = word.partition("=")[0]
                raise UsageError(f'{self.command} has no option "{name}"{suggestion_clause(name, self._suggested)}')
            raise UsageError(f'{self.command} can do nothing with "{word}"; see {self.prog} --help')
        return args

    @property
    def _suggested(self) -> list[str]:
        """The options that may be proposed: not one that lets the code of others run."""
        return [flag for flag in self.flags if flag not in NEVER_SUGGESTED]

    def _with_joined_negative_values(self, argv: Sequence[str]) -> list[str]:
        """The arguments with negative values joined to their option, as in `--sprt=-20,0`: alone they look like options."""
        joined: list[str] = []
        for word in argv:
            if joined and joined[-1] in self.flags and NEGATIVE_NUMBER.match(word):
                joined[-1] += f"={word}"
            else:
                joined.append(word)
        return joined

    def error(self, message: str) -> NoReturn:
        """Raise an error of argparse as UsageError."""
        hint = "" if message.endswith("?") else f"; see {self.prog} --help"
        raise UsageError(f"{self.command}: {message.removeprefix('argument ')}{hint}")


def whole_number(minimum: int, maximum: int) -> Callable[[str], int]:
    """A parser for whole numbers from `minimum` to `maximum`."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = minimum - 1
        if not minimum <= number <= maximum:
            raise argparse.ArgumentTypeError(f'a whole number from {minimum} to {maximum}, not "{text}"')
        return number

    return read


def player_count(minimum: int) -> Callable[[str], int]:
    """A parser for a number of players. Whether an edition allows it is checked with the setup."""

    def read(text: str) -> int:
        from engine.core.game import MAX_SEATS

        return whole_number(minimum, MAX_SEATS)(text)

    return read


def one_of(noun: str, names: Callable[[], list[str]]) -> Callable[[str], str]:
    """A parser for one of some names. `names` is only called when needed; `noun` says in the error what they name."""

    def read(text: str) -> str:
        known = names()
        if text not in known:
            raise argparse.ArgumentTypeError(f'there is no {noun} "{text}"{suggestion_clause(text, known)}')
        return text

    return read
