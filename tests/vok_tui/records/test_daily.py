"""The daily game: its setup on a date, which attempt counts, and the line to share."""

from datetime import date
from itertools import count
from pathlib import Path

import pytest

from ai.levels import LEVELS
from ai.value_file import CURRENT_VALUES
from engine import GAMES
from engine.core.game import HUMAN, Seat
from saves import Shelf
from saves.format.entries import SaveLabel
from saves.save_info import SaveInfo
from tests.games.more_games import ALL_GAMES, register_more_games
from tests.vok_tui.records.finished_games import attempt
from vok_tui.game.autosave import OpenGame, new_game
from vok_tui.game.daily_deal import FILE_NAME, RULES_FACTOR, deal_of, note_begun, read_begun, seed_of_day
from vok_tui.records.daily import (
    daily_date_of,
    daily_draw,
    daily_setup,
    daily_streak,
    days_played,
    first_attempt,
    first_words,
    share_line,
    share_line_if_finished,
    share_lines,
)
from vok_tui.records.daily_days import GONE, read_days
from vok_tui.records.helped import NOT_IN_DAILY, why_no_help
from vok_tui.records.save_list import title_of

DAY = date(2026, 11, 23)
# The days of a November that were played, today, the days in a row until now, and the most ever.
STREAKS = [
    ((), 5, 0, 0),
    ((5,), 5, 1, 1),
    ((4,), 5, 1, 1),
    ((3,), 5, 0, 1),
    ((1, 2, 3), 3, 3, 3),
    ((1, 2, 3), 4, 3, 3),
    ((1, 2, 3), 5, 0, 3),
    ((3, 1, 2), 4, 3, 3),
    ((1, 2, 3, 5), 5, 1, 3),
    ((1, 2, 4, 5, 6), 6, 3, 3),
    ((1, 3, 5), 5, 1, 1),
]


def all_saves(home: Path) -> list[SaveInfo]:
    return Shelf(home).list_saves_and_bin(GAMES)


def play_some(game: OpenGame) -> None:
    """Answer the first question of a game at the table, and leave it."""
    assert game.autosave is not None
    match = game.sitting.match
    match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
    game.autosave.keep(match)
    game.autosave.close()


@pytest.mark.parametrize(
    ("day", "edition", "seats"),
    [
        (date(2026, 11, 9), "base", ("shabti", HUMAN, "scribe")),
        (date(2026, 11, 8), "afterlife", ("priest", "priest", HUMAN, "priest")),
        (date(2026, 11, 16), "mixed", (HUMAN, "vizier")),
    ],
)
def test_a_date_always_has_the_same_game(day: date, edition: str, seats: tuple[str, ...]) -> None:
    """If this fails, players of two versions would compare different games: raise the rules number, or draw as before."""
    setup = daily_setup(day, "valley")
    assert setup.seed == int(f"{day:%Y%m%d}004")
    assert setup.edition == edition
    assert tuple(seat.level for seat in setup.seats) == seats


# The days of November 2026 by rules 3: the edition, the opponents, and the seat that begins.
PAST_DAYS: dict[int, tuple[str, list[str], int]] = {
    14: ("base", ["vizier", "priest", "priest"], 2),
    15: ("base", ["priest", "vizier", "priest"], 3),
    16: ("afterlife", ["priest", "scribe", "priest"], 3),
    17: ("mixed", ["shabti", "shabti"], 2),
    18: ("afterlife", ["priest", "scribe"], 2),
    19: ("base", ["priest"], 1),
    20: ("mixed", ["shabti"], 2),
    21: ("afterlife", ["shabti"], 1),
    22: ("mixed", ["shabti", "shabti", "scribe"], 1),
    23: ("mixed", ["priest"], 2),
}


def test_past_days_keep_their_opponents_when_levels_are_added() -> None:
    for day, drawn in PAST_DAYS.items():
        for game in ("valley", "thieves", "tal"):
            _, levels, first = daily_draw(seed_of_day(date(2026, 11, day), 3), game)
            assert (levels, first) == drawn[1:], (game, day)
        assert daily_draw(seed_of_day(date(2026, 11, day), 3), "valley") == drawn, day


def test_every_game_has_a_daily_game_against_opponents_without_a_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    register_more_games(monkeypatch)
    for game in ALL_GAMES:
        for day in range(1, 29):
            setup = daily_setup(date(2026, 2, day), game, "Ann")
            GAMES[game].start(setup)
            assert [seat.name for seat in setup.seats if seat.level == HUMAN] == ["Ann"]
            assert not any(LEVELS[seat.level].budget.milliseconds for seat in setup.seats if seat.level != HUMAN)


def test_the_date_is_recognised_from_the_setup_with_any_player_name() -> None:
    setup = daily_setup(DAY, "valley", "Ann")
    assert daily_date_of(setup) == DAY
    assert daily_date_of(setup.with_values("values-1")) == DAY, (
        "it keeps its title when the opponents have learned more"
    )
    assert daily_date_of(setup.with_rules(1)) is None
    assert daily_date_of(setup.with_seats_and_seed(setup.seats, 7)) is None
    assert daily_date_of(setup.with_seats_and_seed(setup.seats[::-1], setup.seed)) == DAY, "the cards are the same"
    assert daily_date_of(setup.with_seats_and_seed(setup.seats, 99999999002)) is None


def test_the_first_attempt_counts_even_in_the_bin(tmp_path: Path) -> None:
    setup = daily_setup(DAY, "valley", "Ann")
    assert first_attempt(all_saves(tmp_path), {}, setup) is None
    attempt(tmp_path, daily_setup(date(2026, 11, 22), "valley"), 1_700_000_000, 3)
    later = attempt(tmp_path, setup, 1_700_000_200, 3)
    first = attempt(tmp_path, setup, 1_700_000_100, 3)
    attempted = first_attempt(all_saves(tmp_path), {}, setup)
    assert attempted is not None
    assert attempted.path == first
    binned = Shelf(tmp_path).move_to_bin(first)
    attempted = first_attempt(all_saves(tmp_path), {}, setup)
    assert attempted is not None
    assert attempted.path == binned != later


def test_a_game_with_the_same_cards_counts_as_the_attempt_whoever_plays(tmp_path: Path) -> None:
    setup = daily_setup(DAY, "valley")
    shabtis = tuple(Seat(seat.name, HUMAN if seat.level == HUMAN else "shabti") for seat in setup.seats)
    rehearsal = setup.with_seats_and_seed(shabtis[::-1], setup.seed)
    path = attempt(tmp_path, rehearsal, 1_700_000_000)
    attempt(tmp_path, setup, 1_700_000_100)
    first = first_attempt(all_saves(tmp_path), {}, setup)
    assert first is not None
    assert first.path == path
    assert share_line_if_finished(Shelf(tmp_path), setup).endswith("; other opponents")
    assert days_played(all_saves(tmp_path), {}) == {}
    assert why_no_help(rehearsal, may_look_back=True) == NOT_IN_DAILY
    other = setup.with_seats_and_seed(setup.seats, setup.seed + RULES_FACTOR)
    assert first_attempt(all_saves(tmp_path), {}, other) is None


def test_that_an_attempt_was_begun_outlives_its_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = count(1_700_000_000)  # the id of a game follows from the second in which it begins
    monkeypatch.setattr("vok_tui.game.autosave.time_now", lambda: next(times))
    shelf, setup = Shelf(tmp_path), daily_setup(DAY, "valley")
    seen = new_game(shelf, setup, None)
    assert seen.autosave is not None
    seen.autosave.keep(seen.sitting.match)
    assert read_begun(tmp_path) == {}, "nothing was answered yet"
    play_some(seen)
    begun = read_begun(tmp_path)
    (save,) = all_saves(tmp_path)
    assert begun == {deal_of(setup): save.game_id}
    shelf.move_to_bin(save.path)
    shelf.empty_bin()
    assert first_attempt(all_saves(tmp_path), begun, setup) is None
    assert "does not count" in first_words(shelf, setup, "today")
    play_some(new_game(shelf, setup, None))
    assert len(all_saves(tmp_path)) == 1
    assert read_begun(tmp_path) == begun
    assert first_attempt(all_saves(tmp_path), begun, setup) is None
    days = read_days(all_saves(tmp_path), begun, "valley", DAY)
    assert (days.state_of(DAY), days.own_days) == (GONE, {})


BAD_LINES = [
    b"",
    b"{",
    b"[]",
    b'{"game": 1}',
    b"x" * 100_000,
    b'{"game":"v","edition":"b","players":"x","seed":"1","id":""}',
    b'{"game":"v","edition":"b","players":1e999,"seed":"1","id":""}',
    b'{"game":"v","edition":"b","players":2,"seed":1e999,"id":""}',
]


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_line_of_begun_games_that_cannot_be_read_costs_only_itself(tmp_path: Path, line: bytes) -> None:
    setup = daily_setup(DAY, "valley")
    (tmp_path / FILE_NAME).write_bytes(line + b"\n")
    note_begun(tmp_path, setup, "first")
    note_begun(tmp_path, setup, "second")
    assert read_begun(tmp_path) == {deal_of(setup): "first"}


def test_an_imported_game_does_not_count_as_an_attempt(tmp_path: Path) -> None:
    setup = daily_setup(DAY, "valley")
    attempt(tmp_path, setup, 1_700_000_000, 3)
    (save,) = all_saves(tmp_path)
    imported = save._replace(label=save.label._replace(imported=1))
    assert first_attempt([imported], {}, setup) is None


def test_the_line_to_share_has_date_rules_and_scores_only(tmp_path: Path) -> None:
    setup = daily_setup(date(2026, 11, 3), "valley", "Ann")
    label = SaveLabel(over=True, scores=(40, 43, 38), winner_bits=0b010)
    save = SaveInfo(Path("a.vok"), 0.0, "", "valley", setup.edition, setup.seats, label, None, setup)
    line = share_line(date(2026, 11, 3), save)
    start = f"Vok daily 2026-11-03, rules 4, {CURRENT_VALUES}: won, 43 to 40, 38; "
    assert line == f"{start}not peeked"
    other = save._replace(setup=setup.with_values("values-1"))
    assert share_line(date(2026, 11, 3), other) == f"{start.replace(CURRENT_VALUES, 'values-1')}not peeked", (
        "other opponents: another game"
    )
    peeked = save._replace(label=label._replace(peeked=True))
    assert share_line(date(2026, 11, 3), peeked) == f"{start}peeked"


def test_three_short_lines_to_share_name_no_card() -> None:
    setup = daily_setup(date(2026, 11, 3), "valley", "Ann")
    label = SaveLabel(over=True, scores=(40, 43, 38), winner_bits=0b010)
    save = SaveInfo(Path("a.vok"), 0.0, "", "valley", setup.edition, setup.seats, label, None, setup)
    first, second, third = share_lines(date(2026, 11, 3), save, (10_000, -1, None), 4)
    assert first.startswith("Vok daily 3 Nov · Valley of the Kings")
    assert second in ("✓ 43 : 40 : 38 ▇▇▇▇▇▁▁▁▁▁", "× 40 : 43 : 38 ▇▇▇▇▇▁▁▁▁▁", "× 38 : 40 : 43 ▇▇▇▇▇▁▁▁▁▁")
    assert third == "better than 1 of 2 levels · 4 days in a row"
    assert share_lines(date(2026, 11, 3), save, (), 1)[2] == "vok daily plays the same deal"


def test_the_line_to_share_is_that_of_the_finished_first_attempt(tmp_path: Path) -> None:
    shelf, setup = Shelf(tmp_path), daily_setup(date(2026, 11, 7), "valley")
    assert share_line_if_finished(shelf, setup) == ""
    attempt(tmp_path, setup, 1_700_000_100)
    line = share_line_if_finished(shelf, setup)
    assert line.startswith(f"Vok daily 2026-11-07, rules 4, {CURRENT_VALUES}: ")
    attempt(tmp_path, setup, 1_700_000_000, 3)
    assert share_line_if_finished(shelf, setup) == ""


def test_the_list_of_saves_shows_the_date_of_a_daily_game(tmp_path: Path) -> None:
    attempt(tmp_path, daily_setup(date(2026, 11, 16), "valley", "Ann"), 1_700_000_000, 3)
    (save,) = all_saves(tmp_path)
    assert title_of(save).startswith("Daily 2026-11-16, a mixed game, Ann ")


def test_a_daily_game_without_points_has_a_line_to_share(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    register_more_games(monkeypatch)
    setup = daily_setup(DAY, "tictactoe")
    attempt(tmp_path, setup, 1_700_000_000)
    line = share_line_if_finished(Shelf(tmp_path), setup)
    assert line.startswith(f"Vok daily 2026-11-23, Tic-tac-toe, rules 4, {CURRENT_VALUES}: ")
    assert line.split(": ")[1] in ("won; not peeked", "lost; not peeked", "shared; not peeked")


def test_a_streak_are_days_in_a_row_that_today_may_still_continue() -> None:
    for days, today, now, longest in STREAKS:
        streak = daily_streak([date(2026, 11, day) for day in days], date(2026, 11, today))
        assert (streak.now, streak.longest) == (now, longest), f"{days} played, today is {today}"
