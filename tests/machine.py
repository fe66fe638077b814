"""The machine on which the tests of a run think they are: drawn from a seed, so that ordinary runs meet different ones.

The header of a run prints the seed. `pytest --machine SEED` runs the tests once more on the same machine.
"""

import os
import random
import time
from collections.abc import Mapping
from typing import Final, NamedTuple

MAX_SEED: Final = 9999
LONGEST_FOLDER: Final = 75  # characters: with it, paths are as long as those of temporary folders on macOS
FOLDER_WORDS: Final = "Spiele und Säfte "
# POSIX texts, which need no files of time zones: UTC, an early and a late one, with summer time, and one with half hours.
TIME_ZONES: Final = (
    "UTC0",
    "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "PST8PDT,M3.2.0,M11.1.0",
    "NPT-5:45",
    "WET0WEST,M3.5.0/1,M10.5.0",
)
# What the terminal and the account of a developer say. Tests that need one of these set it.
FORGOTTEN: Final = (
    "CLICOLOR", "COLORTERM", "COLUMNS", "DISPLAY", "EDITOR", "FORCE_COLOR", "LANG", "LANGUAGE", "LINES", "MANPAGER", "NO_COLOR",
    "PAGER", "PYTHONDONTWRITEBYTECODE", "PYTHONSAFEPATH", "STY", "TERM", "TERM_PROGRAM", "TMUX", "TZ", "VISUAL", "ZELLIJ",
)  # fmt: skip
FORGOTTEN_PREFIXES: Final = ("LC_", "SSH_", "TEXTUAL", "VOK_", "XDG_")


class Machine(NamedTuple):
    """`folder`: what each temporary folder lies in, to make paths long; "" for nothing. `order` is the seed of the order."""

    seed: int
    folder: str
    time_zone: str
    no_color: bool
    order: int

    @staticmethod
    def drawn_from(seed: int) -> "Machine":
        """The machine of a seed."""
        draw = random.Random(seed)
        length = draw.randint(0, LONGEST_FOLDER)
        folder = (FOLDER_WORDS * LONGEST_FOLDER)[:length].strip()
        return Machine(seed, folder, draw.choice(TIME_ZONES), draw.random() < 0.5, draw.getrandbits(32))

    def environment(self, old: Mapping[str, str], home: str) -> dict[str, str]:
        """The environment variables of tests on this machine, from those of the developer."""
        kept = {
            name: value
            for name, value in old.items()
            if name not in FORGOTTEN and not name.startswith(FORGOTTEN_PREFIXES)
        }
        no_color = {"NO_COLOR": "1"} if self.no_color else {}
        return {**kept, "HOME": home, "LANG": "C.UTF-8", "TERM": "xterm-256color", "TZ": self.time_zone, **no_color}

    def __str__(self) -> str:
        colors = "NO_COLOR=1" if self.no_color else "no NO_COLOR"
        return f"--machine {self.seed}: TZ={self.time_zone}, {colors}, paths {len(self.folder)} characters longer"


def drawn_seed() -> int:
    """Another seed in each run."""
    return random.SystemRandom().randint(0, MAX_SEED)


def use_environment(new: Mapping[str, str]) -> None:
    """Replace all environment variables of this process, and let its clock follow the time zone."""
    os.environ.clear()
    os.environ.update(new)
    time.tzset()
