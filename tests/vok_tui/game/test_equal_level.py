"""`equal`: the rating that follows from the finished games, the level in a new game, and that it stays the same there."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.bots.levels import SCRIBE, SHABTI, Budget
from ai.bots.player_spec import PlayerSpec
from ai.bots.strengths import expected_share
from ai.valley.strengths import VALLEY_STRENGTHS
from engine.core.game import HUMAN, Seat, Setup
from saves import Origin, SaveInfo, SaveLabel
from tests.vok_tui.screens.setting import play_some, run, screen_text, session
from tests.vok_tui.table.setting import LocalThinker
from vok_tui.app import VokApp
from vok_tui.game.seating import rematch_setup
from vok_tui.game.start_options import StartOptions
from vok_tui.levels import equal_level
from vok_tui.levels.equal_level import (
    EQUAL,
    PlayerRating,
    equal_strength,
    newcomer_rating,
    rate_player,
    rating_history,
    resolve_equal,
    unresolve_equal,
)


def finished(mine: int, *others: int, level: str = SCRIBE, simulations: int = 0, when: float = 1.0) -> SaveInfo:
    """A game that ended with these points. The opponents all have one level."""
    seats = (Seat("Ann"), *[Seat("Khety", level, simulations)] * len(others))
    return SaveInfo(Path("x.vok"), when, game="valley", seats=seats, label=SaveLabel(over=True, scores=(mine, *others)))


def setup(*levels: str) -> Setup:
    return Setup("valley", tuple(Seat(f"p{n}", level) for n, level in enumerate(levels)), 7)


def test_who_has_finished_nothing_stands_where_the_scribe_does() -> None:
    assert newcomer_rating() == PlayerRating(VALLEY_STRENGTHS.rating_of(SCRIBE), 0)


def test_who_wins_rises_and_who_loses_falls_and_the_first_games_move_most() -> None:
    one, two = rate_player([finished(30, 20)]), rate_player([finished(30, 20), finished(30, 20)])
    assert newcomer_rating().rating < one.rating < two.rating
    assert one.rating - newcomer_rating().rating > two.rating - one.rating
    assert rate_player([finished(20, 30)]).rating < newcomer_rating().rating


def test_somebody_who_wins_half_of_the_games_stands_where_the_opponent_does() -> None:
    rows = [finished(30 - 20 * (n % 2), 20, when=float(n)) for n in range(200)]
    assert rate_player(rows).rating == pytest.approx(VALLEY_STRENGTHS.rating_of(SCRIBE), abs=40)


@pytest.mark.parametrize(
    "row",
    [
        finished(30, 20)._replace(label=SaveLabel(scores=(30, 20))),
        finished(30, 20)._replace(damage="x.vok was changed"),
        finished(30, 20)._replace(origin=Origin(1, 14)),
        finished(30, 20)._replace(seats=(Seat("Ann"), Seat("Bea"))),
        finished(30, 20, level="mybots:Clever"),
        finished(30, 20, level="priest", simulations=123457),
        finished(30)._replace(seats=(Seat("Ann"),)),
    ],
)
def test_a_game_that_tells_nothing_of_the_player_does_not_count(row: SaveInfo) -> None:
    assert rate_player([row]) == newcomer_rating()


def test_a_settled_equal_counts_as_what_it_was() -> None:
    step = VALLEY_STRENGTHS.nearest_untimed(9999)
    was = finished(30, 20, level=f"{EQUAL}:{step.level}", simulations=step.simulations)
    against = finished(30, 20, level=step.level, simulations=step.simulations)
    assert rate_player([was]) == rate_player([against]) != newcomer_rating()


@pytest.mark.parametrize("others", [1, 2, 3, 4, 5])
def test_it_leaves_the_player_about_half_of_the_games_at_any_number_of_seats(others: int) -> None:
    player = PlayerRating(1500.0, 20)
    taken = equal_strength(player, others)
    assert expected_share(player.rating, [taken.rating] * others) == pytest.approx(0.5, abs=0.12)


@pytest.mark.parametrize("others", range(1, 8))
def test_in_king_of_thieves_it_is_there_at_any_number_of_seats_and_not_weaker_for_the_better(others: int) -> None:
    taken = [equal_strength(PlayerRating(rating, 20, "thieves"), others).rating for rating in range(300, 1700, 100)]
    assert taken == sorted(taken)
    assert taken[0] < 1000 < taken[-1]


@pytest.mark.parametrize("others", [1, 2, 3])
def test_it_leaves_a_builder_of_tal_der_koenige_about_half_of_the_games(others: int) -> None:
    player = PlayerRating(1150.0, 20, "tal")
    taken = equal_strength(player, others)
    assert expected_share(player.rating, [taken.rating] * others) == pytest.approx(0.5, abs=0.12)


def test_what_it_took_stands_in_the_seat_and_can_be_tuned_anew() -> None:
    before = setup(HUMAN, EQUAL, SHABTI)
    now = resolve_equal(before, newcomer_rating())
    taken = equal_strength(newcomer_rating(), 2)
    assert now.seats[1].level == f"{EQUAL}:{taken.level}"
    assert now.seats[1].simulations == taken.simulations
    assert (now.seats[0], now.seats[2]) == (before.seats[0], before.seats[2])
    assert unresolve_equal(now) == before
    assert [seat.level for seat in rematch_setup(now).seats] == [EQUAL, SHABTI, HUMAN]


def test_a_continued_game_goes_on_with_what_it_began_with(tmp_path: Path) -> None:
    seats: list[Seat] = []
    thinker = LocalThinker()

    async def begin(app: VokApp, pilot: Pilot[None]) -> None:
        assert any("equal is now about" in note.message for note in app._notifications)
        while not thinker.asked:
            await play_some(app, pilot, 1)
        seats.extend(session(app).match.setup.seats)

    async def go_on(app: VokApp, pilot: Pilot[None]) -> None:
        assert list(session(app).match.setup.seats) == seats

    taken = equal_strength(newcomer_rating(), 1)
    run(tmp_path, begin, StartOptions(levels=(EQUAL,), first=1, seed=3), thinker=thinker)
    run(tmp_path, go_on)
    assert seats[1] == Seat("Khety", f"{EQUAL}:{taken.level}", taken.simulations)
    chosen = PlayerSpec(taken.level, Budget(taken.simulations), adaptive=True)
    assert {asked.player for asked in thinker.asked} == {chosen}


def test_before_the_game_it_is_told_what_it_will_be(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "tab", "tab", "tab", *["right"] * 9, "left")
        await pilot.pause()
        assert "tunes itself to you" in screen_text(app)
        assert equal_level.equal_summary(newcomer_rating(), 1) in screen_text(app)

    run(tmp_path, steps)


def test_a_shelf_that_cannot_be_read_is_told_of_and_it_begins_as_for_somebody_new(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("no folder")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert any("saves" in note.message for note in app._notifications)
        taken = equal_strength(newcomer_rating(), 1)
        assert session(app).match.setup.seats[1].level == f"{EQUAL}:{taken.level}"

    run(tmp_path, steps, StartOptions(levels=(EQUAL,), first=1), thinker=LocalThinker())


def test_in_a_list_it_is_called_by_its_name_and_what_it_is_like() -> None:
    assert equal_level.level_text("equal:priest") == "equal, like priest"
    assert equal_level.level_text("priest") == "priest"


def test_the_history_ends_with_the_rating_and_names_the_save_of_each_game() -> None:
    rows = [finished(30, 20, when=float(n))._replace(path=Path(f"{n}.vok")) for n in range(3)]
    rows.append(finished(30, 20, when=9.0)._replace(label=SaveLabel(scores=(30, 20)), path=Path("unfinished.vok")))
    history = rating_history(rows)
    assert [one.last_save for one in history] == [None, Path("0.vok"), Path("1.vok"), Path("2.vok")]
    assert history[0] == newcomer_rating()
    assert history[-1] == rate_player(rows)
    assert [one.rating for one in history] == sorted(one.rating for one in history)
