"""The daily game: its setup on a date, which attempt counts, and the line to share."""

from datetime import date
from pathlib import Path

import pytest

from ai.levels import LEVELS
from ai.value_file import CURRENT_VALUES, FIRST_VALUES
from engine import GAMES
from engine.core.game import HUMAN
from saves import Shelf
from saves.format.entries import SaveLabel
from saves.save_info import SaveInfo
from tests.games.more_games import ALL_GAMES, register_more_games
from tests.vok_tui.records.finished_games import attempt
from vok_tui.records.daily import daily_date_of, daily_setup, first_attempt, share_line, share_line_if_finished
from vok_tui.records.save_list import title_of

DAY = date(2026, 11, 23)


def all_saves(home: Path) -> list[SaveInfo]:
    return Shelf(home).list_saves_and_bin(GAMES)


@pytest.mark.parametrize(
    ("day", "edition", "seats"),
    [
        (date(2026, 11, 5), "base", (HUMAN, "scribe", "shabti")),
        (date(2026, 11, 7), "afterlife", ("vizier", "scribe", HUMAN, "shabti")),
        (date(2026, 11, 23), "mixed", ("priest", HUMAN)),
    ],
)
def test_a_date_always_has_the_same_game(day: date, edition: str, seats: tuple[str, ...]) -> None:
    """If this fails, players of two versions would compare different games: raise the rules number, or draw as before."""
    setup = daily_setup(day, "valley")
    assert setup.seed == int(f"{day:%Y%m%d}003")
    assert setup.edition == edition
    assert tuple(seat.level for seat in setup.seats) == seats


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
    assert daily_date_of(setup.with_values(FIRST_VALUES)) == DAY, (
        "it keeps its title when the opponents have learned more"
    )
    assert daily_date_of(setup.with_rules(1)) is None
    assert daily_date_of(setup.with_seats_and_seed(setup.seats, 7)) is None
    assert daily_date_of(setup.with_seats_and_seed(setup.seats[::-1], setup.seed)) is None
    assert daily_date_of(setup.with_seats_and_seed(setup.seats, 99999999002)) is None


def test_the_first_attempt_counts_even_in_the_bin(tmp_path: Path) -> None:
    setup = daily_setup(DAY, "valley", "Ann")
    assert first_attempt(all_saves(tmp_path), setup) is None
    attempt(tmp_path, daily_setup(date(2026, 11, 22), "valley"), 1_700_000_000, 3)
    later = attempt(tmp_path, setup, 1_700_000_200, 3)
    first = attempt(tmp_path, setup, 1_700_000_100, 3)
    attempted = first_attempt(all_saves(tmp_path), setup)
    assert attempted is not None
    assert attempted.path == first
    binned = Shelf(tmp_path).move_to_bin(first)
    attempted = first_attempt(all_saves(tmp_path), setup)
    assert attempted is not None
    assert attempted.path == binned != later


def test_an_attempt_against_opponents_with_other_values_is_no_attempt_at_this_game(tmp_path: Path) -> None:
    setup = daily_setup(DAY, "valley")
    attempt(tmp_path, setup.with_values(FIRST_VALUES), 1_700_000_000, 3)
    assert first_attempt(all_saves(tmp_path), setup) is None
    attempt(tmp_path, setup, 1_700_000_100, 3)
    first = first_attempt(all_saves(tmp_path), setup)
    assert first is not None
    assert first.setup == setup


def test_an_imported_game_does_not_count_as_an_attempt(tmp_path: Path) -> None:
    setup = daily_setup(DAY, "valley")
    attempt(tmp_path, setup, 1_700_000_000, 3)
    (save,) = all_saves(tmp_path)
    imported = save._replace(label=save.label._replace(imported=1))
    assert first_attempt([imported], setup) is None


def test_the_line_to_share_has_date_rules_and_scores_only(tmp_path: Path) -> None:
    setup = daily_setup(date(2026, 11, 3), "valley", "Ann")
    label = SaveLabel(over=True, scores=(40, 43, 38), winner_bits=0b010)
    save = SaveInfo(Path("a.vok"), 0.0, "", "valley", setup.edition, setup.seats, label, None, setup)
    line = share_line(date(2026, 11, 3), save)
    start = f"Vok daily 2026-11-03, rules 3, {CURRENT_VALUES}: won, 43 to 40, 38; "
    assert line == f"{start}not peeked"
    older = save._replace(setup=setup.with_values(""))
    assert share_line(date(2026, 11, 3), older) == f"{start.replace(CURRENT_VALUES, FIRST_VALUES)}not peeked", (
        "other opponents: another game"
    )
    peeked = save._replace(label=label._replace(peeked=True))
    assert share_line(date(2026, 11, 3), peeked) == f"{start}peeked"


def test_the_line_to_share_is_that_of_the_finished_first_attempt(tmp_path: Path) -> None:
    shelf, setup = Shelf(tmp_path), daily_setup(date(2026, 11, 7), "valley")
    assert share_line_if_finished(shelf, setup) == ""
    attempt(tmp_path, setup, 1_700_000_100)
    line = share_line_if_finished(shelf, setup)
    assert line.startswith(f"Vok daily 2026-11-07, rules 3, {CURRENT_VALUES}: ")
    attempt(tmp_path, setup, 1_700_000_000, 3)
    assert share_line_if_finished(shelf, setup) == ""


def test_the_list_of_saves_shows_the_date_of_a_daily_game(tmp_path: Path) -> None:
    attempt(tmp_path, daily_setup(DAY, "valley", "Ann"), 1_700_000_000, 3)
    (save,) = all_saves(tmp_path)
    assert title_of(save).startswith("Daily 2026-11-23, a mixed game, Ann ")


def test_a_daily_game_without_points_has_a_line_to_share(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    register_more_games(monkeypatch)
    setup = daily_setup(DAY, "tictactoe")
    attempt(tmp_path, setup, 1_700_000_000)
    line = share_line_if_finished(Shelf(tmp_path), setup)
    assert line.startswith(f"Vok daily 2026-11-23, Tic-tac-toe, rules 3, {CURRENT_VALUES}: ")
    assert line.split(": ")[1] in ("won; not peeked", "lost; not peeked", "shared; not peeked")
