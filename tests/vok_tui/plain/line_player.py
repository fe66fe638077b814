"""Plays the plain mode in this process: what is written is kept, and each line that is read comes from a player function.

    python -m tests.vok_tui.plain.line_player --game tal --seed 5

prints a game of random answers, with the typed lines after a sign; `--answers 6` ends it after six of them.
"""

import io
import random
import re
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path

from ai.levels import SHABTI
from saves import Shelf
from tests.vok_tui.screens.table.table_helpers import LocalThinker
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.thinker import Thinker
from vok_tui.plain.conversation import wrapped
from vok_tui.plain.terminal import DEFAULT_WIDTH, TextLines, converse
from vok_tui.shared.errors import ExitCode

ANSWER = re.compile(r"(\d+)\. (.*)")
END = "What next?"
MAX_LINES = 3000
WIDE = 10_000  # columns: each sentence is a line
Player = Callable[["Transcript"], str | None]


class Transcript:
    """What was written, as a list of blocks of lines: one for each line that was read, and the one before the first."""

    def __init__(self) -> None:
        self.blocks: list[list[str]] = [[]]
        self.typed: list[str] = []

    @property
    def lines(self) -> list[str]:
        return [line for block in self.blocks for line in block]

    @property
    def answers(self) -> list[str]:
        """The answers of the list that was read last."""
        return [text for _, text in self._last_list()]

    @property
    def numbers(self) -> list[str]:
        """The numbers of that list."""
        return [number for number, _ in self._last_list()]

    def _last_list(self) -> list[tuple[str, str]]:
        listed: list[tuple[str, str]] = []
        before = ""
        for line in self.lines:
            found = ANSWER.match(line)
            if found is not None:
                listed = [*listed, (found[1], found[2])] if ANSWER.match(before) else [(found[1], found[2])]
            before = line
        return listed


class KeptLines(io.StringIO):
    """Keeps what is written in a transcript."""

    def __init__(self, transcript: Transcript) -> None:
        super().__init__()
        self._transcript = transcript

    def write(self, text: str) -> int:
        self._transcript.blocks[-1] += text.splitlines()
        return len(text)


class PlayedLines(io.StringIO):
    """Reads the lines that a player types."""

    def __init__(self, transcript: Transcript, player: Player) -> None:
        super().__init__()
        self._transcript, self._player = transcript, player

    def readline(self, size: int | None = -1) -> str:
        del size
        line = self._player(self._transcript) if len(self._transcript.typed) < MAX_LINES else None
        if line is None:
            return ""
        self._transcript.typed.append(line)
        self._transcript.blocks.append([])
        return f"{line}\n"


def hold(home: Path, player: Player, start: StartOptions, thinker: Thinker | None = None) -> tuple[int, Transcript]:
    """Hold a conversation. Returns its exit code and what was written."""
    transcript = Transcript()
    ends = TextLines(PlayedLines(transcript, player), KeptLines(transcript), WIDE)
    return converse(ends, Shelf(home), start, thinker or LocalThinker(), 0.0), transcript


def typing(lines: Sequence[str]) -> Player:
    """A player who types these lines, then ends the input."""
    rest = list(lines)
    return lambda _: rest.pop(0) if rest else None


def random_player(seed: int, commands: Sequence[str] = ()) -> Player:
    """A player who gives random answers until the game is over, and types one of these commands now and then."""
    rng = random.Random(seed)

    def play(transcript: Transcript) -> str | None:
        if END in transcript.lines:
            return None
        if commands and rng.random() < 0.2:
            return rng.choice(commands)
        return rng.choice(transcript.numbers)

    return play


def new_game(game: str, seed: int, level: str = SHABTI, **more: object) -> StartOptions:
    """The options of a new game against a level."""
    options = StartOptions(new=True, game=game, levels=(level,), seed=seed)
    return options.__class__(**{**vars(options), **more})


def said(home: Path, typed: list[str], start: StartOptions) -> list[list[str]]:
    """What is said before each of these lines, and after the last one."""
    transcript, lines = Transcript(), iter(typed)
    ends = TextLines(PlayedLines(transcript, lambda _: next(lines, None)), KeptLines(transcript), WIDE)
    assert converse(ends, Shelf(home), start, None, 0.0) == ExitCode.OK
    return transcript.blocks


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default=SHABTI)
    parser.add_argument("--answers", type=int, default=MAX_LINES)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        _, transcript = hold(Path(home), random_player(args.seed), new_game(args.game, args.seed, args.level))
    for number, block in enumerate(transcript.blocks[: args.answers + 1]):
        typed = f"> {transcript.typed[number - 1]}\n" if number else ""
        lines = [part for line in block for part in wrapped(line, DEFAULT_WIDTH)]
        sys.stdout.write(typed + "".join([f"{line}\n" for line in lines]))


if __name__ == "__main__":
    main()
