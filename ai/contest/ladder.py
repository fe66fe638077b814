"""The ladder: every level plays many games against its neighbours and fewer against all other levels. The ratings follow from
these games.

With three or more players, the higher level has one seat, which rotates, and the lower level has all others. Each of these
contests could also be played with `vok arena`.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ai.bots.levels import SCRIBE
from ai.bots.player_spec import PlayerSpec
from ai.contest.arena import Contest
from ai.contest.contest_result import ContestResult
from ai.contest.elo import EloEstimate
from ai.contest.ratings import GameBlock, estimate_ratings
from engine.core.variant import BASE_VARIANT, Variant
from engine.games import GAMES

ANCHOR_ELO: Final = 1000.0  # the Elo of the anchor; all ratings are relative to it
NEIGHBOUR_GAMES_PER_OTHER: Final = 5  # games between neighbours for each game between other levels


class Pairing(NamedTuple):
    """A contest of the ladder, the higher level first, and its number of blocks."""

    contest: Contest
    blocks: int
    are_neighbours: bool


class Standing(NamedTuple):
    """The row of one level in the table. `elo_above_next` is from its games against the next lower level; None for the lowest."""

    name: str
    rating: EloEstimate
    games: int
    ms_per_decision: float
    elo_above_next: EloEstimate | None


def pairings(
    specs_upward: Sequence[PlayerSpec],
    players: int,
    neighbour_games: int,
    seed: int,
    variant: Variant = BASE_VARIANT,
    game: str = GAMES.default,
) -> list[Pairing]:
    """All contests between the levels, which are sorted from weakest to strongest; those between neighbours come first.
    `neighbour_games` is the number of games between two neighbours, rounded up to whole blocks."""
    found_pairings = []
    for distance in range(1, len(specs_upward)):
        blocks = (
            -(-neighbour_games // players)
            if distance == 1
            else -(-neighbour_games // players // NEIGHBOUR_GAMES_PER_OTHER)
        )
        for low in range(len(specs_upward) - distance):
            player_specs = (specs_upward[low + distance], *[specs_upward[low]] * (players - 1))
            found_pairings.append(Pairing(Contest(player_specs, seed, variant, game), blocks, distance == 1))
    return found_pairings


def anchor_name(specs_upward: Sequence[PlayerSpec]) -> str:
    """The player whose rating is fixed at `ANCHOR_ELO`: the scribe, or else the weakest."""
    names = [spec.text for spec in specs_upward]
    return SCRIBE if SCRIBE in names else names[0]


def standings(specs_upward: Sequence[PlayerSpec], results: Sequence[ContestResult]) -> list[Standing]:
    """The standing of each level, from weakest to strongest as in `specs_upward`. Raises ValueError if a level is not connected
    to the anchor by games."""
    ratings = estimate_ratings(
        [block for result in results for block in blocks_for_rating(result)], anchor_name(specs_upward), ANCHOR_ELO
    )
    return [
        Standing(
            spec.text,
            ratings[spec.text],
            sum(result.games for result in results if spec.text in player_names(result)),
            ms_per_decision(spec.text, results),
            elo_above(specs_upward[index - 1].text, spec.text, results) if index else None,
        )
        for index, spec in enumerate(specs_upward)
    ]


def blocks_for_rating(result: ContestResult) -> list[GameBlock]:
    """The blocks of a contest as `ai.contest.ratings` needs them."""
    names = player_names(result)
    blocks = []
    for wins in result.block_wins:
        sums = dict.fromkeys(names, 0.0)
        for name, reward in zip(names, wins, strict=True):
            sums[name] += reward
        blocks.append(GameBlock(names, len(names), sums))
    return blocks


def player_names(result: ContestResult) -> tuple[str, ...]:
    return tuple([spec.text for spec in result.contest.player_specs])


def ms_per_decision(name: str, results: Sequence[ContestResult]) -> float:
    """Mean milliseconds for a decision, over all games of a level."""
    times = [
        result.total_ms_and_decisions(player)
        for result in results
        for player, player_name in enumerate(player_names(result))
        if player_name == name
    ]
    return round(sum(ms for ms, _ in times) / max(1, sum(decisions for _, decisions in times)), 3)


def elo_above(low: str, high: str, results: Sequence[ContestResult]) -> EloEstimate | None:
    """The Elo of `high` above `low` from their own games; None if there are none."""
    for result in results:
        names = player_names(result)
        if (names[0], names[1]) == (high, low):
            return result.estimate()
    return None
