"""Whole games in lines: nothing twice, no long list. More games than here:

python -m tests.vok_tui.plain.test_whole_games 50
"""

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from engine.games import GAMES
from saves import Shelf, load
from tests.vok_tui.plain.line_player import END, Transcript, hold, new_game, random_player
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.sitting import Sitting
from vok_tui.plain.conversation import MAX_LISTED, lines_of

TIMES = re.compile(r"(.*), (\d+) times\.")
DRAWING = re.compile(r"[\u2500-\u259f\u25a0-\u25ff\u2190-\u21ff\x1b\t]|[|*_#]| {2,}")
COMMANDS = (
    "look", "hand", "tomb", "opponents", "deck", "points", "since", "log", "why", "undo", "redo", "redeale", "repeat", "more",
    "back", "help", "hand 1", "read 10", "rules 1",
)  # fmt: skip
GAMES_PLAYED = [("valley", 1), ("thieves", 2), ("tal", 2)]


def counted_lines(lines: Iterable[str]) -> Counter[str]:
    """How often each line was said; "..., 3 times" counts three times."""
    counts: Counter[str] = Counter()
    for line in lines:
        found = TIMES.fullmatch(line)
        if found is not None:
            counts[f"{found[1]}."] += int(found[2])
        else:
            counts[line] += 1
    return counts


def story_lines(home: Path, *, of_others: bool = False) -> list[str]:
    """The story of the only game on the shelf, as it is said to its human; with `of_others`, only what others did, without what
    happens in every turn."""
    (save,) = Shelf(home).list_saves(GAMES)
    match = load(save.path, GAMES).match
    sitting, reader = Sitting(match), table_kit_of(match.game).line_reader(match)
    sentences = [sentence for chapter in sitting.story() for sentence in chapter.sentences]
    return [
        line
        for sentence in sentences
        if not (of_others and (sentence.seat == sitting.viewer or reader.is_routine(sentence)))
        for line in lines_of(reader.say(sentence.text))
    ]


def check_form(transcript: Transcript, home: Path) -> None:
    """Check the length of all lists, and that lines hold no drawing. A path is said as it is."""
    paths = {str(save.path) for save in Shelf(home).list_saves(GAMES)}
    lines = [line for line in transcript.lines if line not in paths]
    assert [line for line in lines if DRAWING.search(line) or not line.strip()] == []
    numbers = [int(line.partition(". ")[0]) for line in transcript.lines if re.match(r"\d+\. ", line)]
    assert max(numbers) <= MAX_LISTED


def check_story(transcript: Transcript, home: Path) -> None:
    """Check that everything that others did was said, and nothing more often than it happened."""
    said, story = counted_lines(transcript.lines), Counter(story_lines(home))
    later = counted_lines(
        [line for block in transcript.blocks[1:] for line in block]
    )  # the first block reads the table too
    assert {line: later[line] for line in story if later[line] > story[line]} == {}
    others = Counter(story_lines(home, of_others=True))
    assert {line: said[line] for line in others if said[line] < others[line]} == {}


def check_no_line_is_said_twice_in_a_row(transcript: Transcript) -> None:
    for block in transcript.blocks:
        assert [line for line, following in pairwise(block) if line == following] == []


@pytest.mark.nightly(reason="plays whole games", keep="thieves-2")
@pytest.mark.parametrize(("game", "seeds"), GAMES_PLAYED)
def test_each_sentence_of_a_game_is_said_once(tmp_path: Path, game: str, seeds: int) -> None:
    for seed in range(seeds):
        home = tmp_path / str(seed)
        code, transcript = hold(home, random_player(seed), new_game(game, seed))
        assert (code, END in transcript.lines) == (0, True)
        check_form(transcript, home)
        check_story(transcript, home)
        check_no_line_is_said_twice_in_a_row(transcript)


@pytest.mark.nightly(reason="plays whole games", keep=("tal-2", "thieves-2"))
@pytest.mark.parametrize(("game", "seeds"), GAMES_PLAYED)
def test_commands_change_neither_the_form_nor_the_end_of_a_game(tmp_path: Path, game: str, seeds: int) -> None:
    for seed in range(1):
        home = tmp_path / str(seed)
        code, transcript = hold(home, random_player(seed, COMMANDS), new_game(game, seed))
        assert (code, END in transcript.lines) == (0, True)
        check_form(transcript, home)


def words_per_answer(transcript: Transcript) -> float:
    return sum(len(line.split()) for line in transcript.lines) / len(transcript.typed)


def main(arguments: Sequence[str]) -> None:
    for game in GAMES:
        words = []
        for seed in range(int(arguments[0])):
            with tempfile.TemporaryDirectory() as folder:
                home = Path(folder) / "home"
                _, transcript = hold(home, random_player(seed), new_game(game, seed))
                check_form(transcript, home)
                check_story(transcript, home)
                check_no_line_is_said_twice_in_a_row(transcript)
                words.append(words_per_answer(transcript))
        sys.stdout.write(f"{game}: {len(words)} games, {sum(words) / len(words):.0f} words for each answer\n")


if __name__ == "__main__":
    main(sys.argv[1:])
