"""Reading a file takes a bounded amount of work, whatever it says, and a game of any length stays below the bound.

The tests count work: how often the rules were applied, and how far the budget was spent. They measure no time.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from engine.core.action import Action
from engine.core.game import Game, Seat, Setup
from engine.core.journal import NOTE, Annotated
from engine.core.match import RULES_WORK, SNAPSHOT_EVERY_PLIES, Match
from engine.games import GAMES as REAL_GAMES
from saves import Header, SaveFile, SaveInfo, Shelf, TooMuchWork, load
from saves.format.entries import write_record
from saves.format.file_start import open_for_reading
from saves.format.frames import U64_MASK
from saves.format.header import write_header
from saves.match_reader import BASE_WORK, MAX_ENTRIES, WORK_PER_NODE, WorkBudget, load_from_fd
from saves.save_info import MAX_FILE_WORK, MAX_LIST_WORK, read_save_info
from saves.shelf import MAX_STARTUP_SAVES
from saves.text import TextRefused, read_game
from saves.text.json_lines import write_json
from saves.text.record import recorded_game_of
from tests.games.kuhn import KUHN
from tests.saves.heap import APP, CREATED, SETUP, Heap, HeapState, write_unclosed_save
from tests.saves.raw import goto, play, save

PROMISED = sorted((Path(__file__).parent / "promised").rglob("*.vok"))
STONES = 900
LONG_HEAP = Heap(stones=STONES)
GAMES = {"heap": LONG_HEAP, "kuhn": KUHN}
LINE = 400  # moves of one stone that a hostile file begins with
NESTED = 499
MANY = 4_000
KUHN_SETUP = Setup("kuhn", (Seat("Ann", "human"), Seat("Bob")), 1)
Bodies = Iterator[object]


def header_of(setup: Setup) -> object:
    return write_header(Header(APP, GAMES[setup.game].fingerprint(setup), CREATED, setup))


def line() -> Bodies:
    yield header_of(SETUP)
    yield from [play("take", 1)] * LINE


def jumps() -> Bodies:
    yield from line()
    yield from (goto(node) for node in islice(cycle((0, LINE)), MANY))


def jumps_with_checks() -> Bodies:
    match = Match(LONG_HEAP, SETUP)
    for _ in range(LINE):
        match.play(Action("take", (1,)))
    checks = [[65, "", match.at(node).digest() & U64_MASK, 1] for node in range(LINE)]
    yield from line()
    for step in range(MANY):
        node = 37 * step % LINE  # never near the positions that were left last
        yield goto(node)
        yield checks[node]


def tried_answers() -> Bodies:
    yield from line()
    for node in islice(cycle(range(SNAPSHOT_EVERY_PLIES - 1, LINE, SNAPSHOT_EVERY_PLIES)), MANY):
        yield [76, "take", node, 1]


def nested_reshuffles() -> Bodies:
    """Reshuffles, one in the other. Before them each seat has seen something new, so no jump across them is cheap."""
    yield header_of(KUHN_SETUP)
    yield from ([3, "{}", node, 0, 0, 1] for node in range(NESTED))
    yield from (goto(node) for node in islice(cycle((NESTED, 0)), MANY))


HOSTILE: dict[str, Callable[[], Bodies]] = {
    bodies.__name__: bodies
    for bodies in (
        jumps,
        jumps_with_checks,
        tried_answers,
    )
}


@pytest.mark.parametrize("name", HOSTILE)
def test_reading_stops_where_the_work_exceeds_that_of_any_game(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.vok"
    path.write_bytes(save(*HOSTILE[name]()))
    applied, apply = [0], HeapState.apply

    def counted(self: HeapState, move: int) -> None:
        applied[0] += 1
        apply(self, move)

    monkeypatch.setattr(HeapState, "apply", counted)
    budget = WorkBudget(BASE_WORK // 10, WORK_PER_NODE // 10)
    with open_for_reading(path) as fd:
        loaded = load_from_fd(path, fd, GAMES, budget)
    assert isinstance(loaded.damage, TooMuchWork)
    assert str(loaded.damage).count("\n") == 0
    assert "takes more work to read than any game" in str(loaded.damage)
    allowed = budget.base + budget.per_node * len(loaded.match.log)
    assert applied[0] <= allowed // RULES_WORK + SNAPSHOT_EVERY_PLIES
    assert len(loaded.match.log.journal) < 2 * MANY - LINE, "what follows is neither read nor kept"


def test_a_jump_across_nested_reshuffles_does_not_visit_them(tmp_path: Path) -> None:
    path = tmp_path / "a.vok"
    path.write_bytes(save(*islice(nested_reshuffles(), NESTED + 2_000)))
    loaded = load(path, GAMES)
    assert loaded.damage is None
    match = loaded.match
    for node in (0, NESTED):
        before = match.work
        match.goto(node)
        assert match.work - before < NESTED / 8


def test_the_cost_of_a_jump_does_not_grow_with_the_game() -> None:
    costs = []
    for length in (40, 800):
        match = Match(LONG_HEAP, Setup("heap", (Seat("Ann", "human"), Seat("Bob")), 7))
        for _ in range(length):
            match.play(Action("take", (1,)))
        before = match.work
        for _ in range(10):
            match.goto(match.log.head - 2)
            match.play(Action("take", (1,)))
            match.play(Action("take", (1,)))
        assert match.state.digest() == match.at(match.log.head).digest()
        costs.append(match.work - before)
    assert costs[0] == costs[1]


def spent_on(path: Path) -> tuple[int, int]:
    """The work of reading a save, and how much it may take."""
    budget = WorkBudget()
    with open_for_reading(path) as fd:
        loaded = load_from_fd(path, fd, REAL_GAMES, budget)
    assert loaded.damage is None
    return budget.spent, BASE_WORK + WORK_PER_NODE * len(loaded.match.log)


def test_a_game_in_which_every_move_is_taken_back_several_times_is_far_below_the_bound(tmp_path: Path) -> None:
    match = Match(LONG_HEAP, SETUP)
    while not match.is_over:
        head = match.log.head
        for stones in (1, 2, 3)[: match.state.move_count] * 2:
            match.play(Action("take", (stones,)))
            match.goto(head)
        match.goto(0 if head % 20 == 0 else head)
        match.goto(head)
        match.play(Action("take", (1,)))
    bodies = [write_record(entry) for entry in match.log.journal]
    path = tmp_path / "a.vok"
    path.write_bytes(save(header_of(SETUP), *bodies))
    budget = WorkBudget()
    with open_for_reading(path) as fd:
        loaded = load_from_fd(path, fd, GAMES, budget)
    assert loaded.damage is None
    assert len(loaded.match.log.journal) > 10 * STONES
    assert budget.spent < WORK_PER_NODE * len(loaded.match.log) / 2


@pytest.mark.parametrize("path", PROMISED[::4], ids=lambda path: path.name)
def test_real_games_take_a_small_part_of_what_is_allowed(path: Path) -> None:
    spent, allowed = spent_on(path)
    assert spent < allowed / 4


def test_the_list_replays_only_a_bounded_part_of_hostile_files(shelf: Shelf) -> None:
    for number in range(6):
        (shelf.folder / f"{number}.vok").write_bytes(save(*islice(jumps_with_checks(), LINE + 1_200)))
    write_unclosed_save(shelf.folder / "honest.vok", [1] * 20)
    budget = WorkBudget(MAX_LIST_WORK, per_node=0)
    rows = [read_save_info(path, 0, GAMES, budget) for path in sorted(shelf.folder.glob("*.vok"))]
    assert all("too long for the list" in row.damage + row.unread for row in rows if row.path.stem != "honest")
    assert budget.spent <= MAX_LIST_WORK + len(rows) * RULES_WORK * SNAPSHOT_EVERY_PLIES
    assert budget.spent >= MAX_FILE_WORK


def test_a_text_that_takes_too_much_work_is_refused_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saves.text.playing.WorkBudget", lambda: WorkBudget(base=52_000, per_node=0))
    match = Match(KUHN, KUHN_SETUP)
    for _ in range(NESTED // 10):
        match.repeat_redraw(match.log.head, 0, "{}")
    header = Header(APP, KUHN.fingerprint(KUHN_SETUP), CREATED, KUHN_SETUP)
    *lines, end = write_json(recorded_game_of(match, header), match).splitlines()
    text = "\n".join([*lines, *islice(cycle(('{"go": 0}', f'{{"go": {NESTED // 10}}}')), 4_900), end])
    for step in ('{"node": 50, "parent": 49, "action": ["fly"]}', ""):
        hostile = "\n".join([*text.splitlines()[:-1], step])
        with pytest.raises(TextRefused, match="takes more work to play than any game"):
            read_game(hostile.encode(), GAMES)


def test_the_start_reads_a_bounded_number_of_saves(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(MAX_STARTUP_SAVES + 50):
        (shelf.folder / f"{number}.vok").touch()
    read: list[Path] = []

    def count(path: Path, modified: float, games: Mapping[str, Game[Any]], budget: WorkBudget) -> SaveInfo:
        read.append(path)
        return read_save_info(path, modified, games, budget)

    monkeypatch.setattr("saves.shelf.read_save_info", count)
    assert not shelf.is_empty
    assert read == []
    assert shelf.latest_unfinished(GAMES) is None
    assert len(read) == MAX_STARTUP_SAVES
    assert not shelf.has_human_finished_game(GAMES, "heap")
    assert len(read) == 2 * MAX_STARTUP_SAVES
    assert len(shelf.list_saves(GAMES)) == MAX_STARTUP_SAVES + 50


@pytest.mark.parametrize("kind", ["undo and redo", "seats", "notes"])
def test_as_many_entries_as_are_written_are_read_again(kind: str, tmp_path: Path) -> None:
    """A file of the greatest length that `SaveFile` allows is below the bound, whatever its entries are."""
    match, count = Match(LONG_HEAP, SETUP), 320
    match.play(Action("take", (1,)))
    while len(match.log.journal) < count:
        if kind == "undo and redo":
            match.goto(1 - match.log.head)
        elif kind == "seats":
            match.change_seat(1, "x" * 100)
        else:
            match.log.annotate(Annotated(NOTE, text="x" * NOTE.max_chars))
    path = tmp_path / "a.vok"
    with SaveFile.create(path, SETUP, LONG_HEAP, APP, CREATED) as file:
        file.keep(match)
    budget = WorkBudget()
    with open_for_reading(path) as fd:
        load_from_fd(path, fd, GAMES, budget)
    assert budget.spent * MAX_ENTRIES / count < BASE_WORK + WORK_PER_NODE
