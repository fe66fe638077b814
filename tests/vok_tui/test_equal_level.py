"""The level `equal`: the player's rating from finished games, the strength for a new game, and that a game keeps it."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from ai.bots.player_spec import EQUAL, PlayerSpec
from ai.levels import NEWCOMER_RATING, SCRIBE, SHABTI, Budget, expected_share
from ai.valley.kit import VALLEY_KIT
from engine.core.game import HUMAN, Seat, Setup
from saves import BranchOrigin, SaveInfo, SaveLabel
from tests.vok_tui.records.finished_games import finished_against
from tests.vok_tui.screens.app_helpers import play_some, run, screen_text, sitting
from tests.vok_tui.screens.table.table_helpers import LocalThinker
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.records.new_game import rematch_setup
from vok_tui.screens.app import VokApp
from vok_tui.shared import levels
from vok_tui.shared.levels import (
    MAX_JUMP,
    PlayerRating,
    RatedGame,
    newcomer_rating,
    rate_player,
    rating_after,
    rating_history,
    resolve_equal,
    strength_of_equal,
    unresolve_equal,
)


def setup(*levels: str) -> Setup:
    return Setup("valley", tuple(Seat(f"p{n}", level) for n, level in enumerate(levels)), 7)


def test_a_newcomer_meets_a_level_that_newcomers_beat_in_half_of_their_games() -> None:
    assert newcomer_rating() == PlayerRating(NEWCOMER_RATING, 0)
    strength = strength_of_equal(newcomer_rating(), 1)
    assert expected_share(NEWCOMER_RATING, [strength.rating]) == pytest.approx(0.5, abs=0.1)


def test_wins_raise_and_losses_lower_a_rating_and_early_games_most() -> None:
    after_one, after_two = (
        rate_player([finished_against(30, 20)]),
        rate_player([finished_against(30, 20), finished_against(30, 20)]),
    )
    assert newcomer_rating().rating < after_one.rating < after_two.rating
    assert after_one.rating - newcomer_rating().rating > after_two.rating - after_one.rating
    assert rate_player([finished_against(20, 30)]).rating < newcomer_rating().rating


def test_a_player_who_wins_half_of_the_games_has_the_opponents_rating() -> None:
    saves = [finished_against(30 - 20 * (n % 2), 20, when=float(n)) for n in range(200)]
    assert rate_player(saves).rating == pytest.approx(VALLEY_KIT.strengths(2).rating_of(SCRIBE), abs=40)


def test_an_old_game_counts_less_than_a_new_one() -> None:
    old_win = [finished_against(30 if n < 10 else 10, 20, when=float(n)) for n in range(20)]
    new_win = [finished_against(10 if n < 10 else 30, 20, when=float(n)) for n in range(20)]
    assert rate_player(old_win).rating < rate_player(new_win).rating


CAREER_GAMES = 20
CAREERS = 10
FIRST_COUNTED_GAME = 4


def career(game: str, strength: float, seed: int) -> tuple[list[int], list[bool]]:
    """The ratings of `equal` in the first games of a player of this strength, and which of them are won."""
    rng, player = Random(f"{game} {strength} {seed}"), newcomer_rating(game)
    games: list[RatedGame] = []
    for _ in range(CAREER_GAMES):
        rating = strength_of_equal(player, 1).rating
        is_won = rng.random() < expected_share(strength, [rating])
        games.append(RatedGame(finished_against(30, 20), float(is_won), (rating,)))
        player = rating_after(player, games)
    return [played.opponent_ratings[0] for played in games], [played.victory_share == 1 for played in games]


@pytest.mark.parametrize("game", ["valley", "thieves", "tal"])
def test_equal_meets_players_of_every_strength_within_a_few_games(game: str) -> None:
    """Six strengths from the weakest to the strongest that `equal` can have, ten careers each."""
    scale = levels.level_strengths_of(game, 2)
    lowest, highest = scale.nearest_untimed(-9999).rating, scale.nearest_untimed(9999).rating
    table, near = {}, 0
    for step in range(6):
        strength = lowest + (highest - lowest) * step / 5
        shares = []
        for seed in range(CAREERS):
            ratings, won = career(game, strength, seed)
            assert all(abs(later - earlier) <= MAX_JUMP for earlier, later in pairwise(ratings))
            counted = won[FIRST_COUNTED_GAME - 1 :]
            shares.append(sum(counted) / len(counted))
        table[round(strength)] = round(sum(shares) / CAREERS, 2)
        near += sum(0.3 <= share <= 0.7 for share in shares)
    *inner, weakest, strongest = *list(table.values())[1:-1], *list(table.values())[:: len(table) - 1]
    assert all(0.38 <= share <= 0.62 for share in inner), table
    assert weakest >= 0.3, "the first games are against far stronger levels"
    assert strongest <= 0.7, "the first games are against far weaker levels"
    assert near >= 0.8 * 6 * CAREERS


@pytest.mark.parametrize(
    "save",
    [
        finished_against(30, 20)._replace(label=SaveLabel(scores=(30, 20))),
        finished_against(30, 20)._replace(damage="x.vok was changed"),
        finished_against(30, 20)._replace(origin=BranchOrigin(1, 14)),
        finished_against(30, 20)._replace(seats=(Seat("Ann"), Seat("Bea"))),
        finished_against(30, 20, level="mybots:Clever"),
        finished_against(30, 20, level="priest", simulations=123457),
        finished_against(30)._replace(seats=(Seat("Ann"),)),
    ],
)
def test_games_that_do_not_measure_the_player_do_not_count(save: SaveInfo) -> None:
    assert rate_player([save]) == newcomer_rating()


def test_a_resolved_equal_counts_as_the_level_it_was() -> None:
    step = VALLEY_KIT.strengths(2).nearest_untimed(9999)
    against_equal = finished_against(30, 20, level=f"{EQUAL}:{step.level}", simulations=step.simulations)
    against_level = finished_against(30, 20, level=step.level, simulations=step.simulations)
    assert rate_player([against_equal]) == rate_player([against_level]) != newcomer_rating()


@pytest.mark.parametrize("others", [1, 2, 3, 4, 5])
def test_the_player_wins_about_half_against_equal_at_any_number_of_seats(others: int) -> None:
    player = PlayerRating(1500.0, 20)
    strength = strength_of_equal(player, others)
    assert expected_share(player.rating, [strength.rating] * others) == pytest.approx(0.5, abs=0.12)


@pytest.mark.parametrize("others", range(1, 8))
def test_equal_in_king_of_thieves_rises_with_the_rating(others: int) -> None:
    strengths = [
        strength_of_equal(PlayerRating(rating, 20, "thieves"), others).rating for rating in range(300, 1700, 100)
    ]
    assert strengths == sorted(strengths)
    assert strengths[0] < 1000 < strengths[-1]


@pytest.mark.parametrize("others", [1, 2, 3])
def test_a_builder_wins_about_half_against_equal_in_tal_der_koenige(others: int) -> None:
    player = PlayerRating(1150.0, 20, "tal")
    strength = strength_of_equal(player, others)
    assert expected_share(player.rating, [strength.rating] * others) == pytest.approx(0.5, abs=0.12)


def test_the_resolved_level_is_in_the_seat_and_can_be_unresolved() -> None:
    before = setup(HUMAN, EQUAL, SHABTI)
    resolved = resolve_equal(before, newcomer_rating())
    strength = strength_of_equal(newcomer_rating(), 2)
    assert resolved.seats[1].level == f"{EQUAL}:{strength.level}"
    assert resolved.seats[1].simulations == strength.simulations
    assert (resolved.seats[0], resolved.seats[2]) == (before.seats[0], before.seats[2])
    assert unresolve_equal(resolved) == before
    assert [seat.level for seat in rematch_setup(resolved).seats] == [EQUAL, SHABTI, HUMAN]


def test_a_continued_game_keeps_its_resolved_level(tmp_path: Path) -> None:
    seats: list[Seat] = []
    thinker = LocalThinker()

    async def begin(app: VokApp, pilot: Pilot[None]) -> None:
        assert any("equal is now about" in note.message for note in app._notifications)
        while not thinker.asked:
            await play_some(app, pilot, 1)
        seats.extend(sitting(app).match.setup.seats)

    async def continue_game(app: VokApp, pilot: Pilot[None]) -> None:
        assert list(sitting(app).match.setup.seats) == seats

    strength = strength_of_equal(newcomer_rating(), 1)
    run(tmp_path, begin, StartOptions(levels=(EQUAL,), first=1, seed=3), thinker=thinker)
    run(tmp_path, continue_game)
    assert seats[1] == Seat("Khety", f"{EQUAL}:{strength.level}", strength.simulations)
    chosen = PlayerSpec(strength.level, Budget(strength.simulations), adaptive=True)
    assert {request.player for request in thinker.asked} == {chosen}


def test_the_form_shows_how_strong_equal_will_be(tmp_path: Path) -> None:
    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "tab", "tab", "tab", *["right"] * 9, "left")
        await pilot.pause()
        assert "adapts to you" in screen_text(app)
        assert levels.equal_summary(newcomer_rating(), 1) in screen_text(app)

    run(tmp_path, steps)


def test_an_unreadable_shelf_is_reported_and_equal_starts_as_for_a_newcomer(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("no folder")

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        assert any("saves" in note.message for note in app._notifications)
        strength = strength_of_equal(newcomer_rating(), 1)
        assert sitting(app).match.setup.seats[1].level == f"{EQUAL}:{strength.level}"

    run(tmp_path, steps, StartOptions(levels=(EQUAL,), first=1), thinker=LocalThinker())


def test_level_text_names_the_level_that_equal_resolved_to() -> None:
    assert levels.level_text("equal:priest") == "equal, like priest"
    assert levels.level_text("priest") == "priest"


def test_the_rating_history_names_the_save_of_each_game() -> None:
    saves = [finished_against(30, 20, when=float(n))._replace(path=Path(f"{n}.vok")) for n in range(3)]
    saves.append(
        finished_against(30, 20, when=9.0)._replace(label=SaveLabel(scores=(30, 20)), path=Path("unfinished.vok"))
    )
    history = rating_history(saves)
    assert [rating.last_save for rating in history] == [None, Path("0.vok"), Path("1.vok"), Path("2.vok")]
    assert history[0] == newcomer_rating()
    assert history[-1] == rate_player(saves)
    assert [rating.rating for rating in history] == sorted(rating.rating for rating in history)
