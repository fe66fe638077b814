"""The kinds of steps that each game declares for a review."""

import pytest

from ai.bots.bot import choose
from ai.levels import SCRIBE, Budget
from engine.core.game import NOBODY, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES
from tests.games.more_games import ALL_GAMES, register_more_games
from vok_tui.boards.table_kit import first_node_of_kind, kinds_of_step, table_kit_of

RANDOM_GAMES = 30
SCRIBE_GAMES = 4  # after the random ones, for steps that need a plan


@pytest.fixture(autouse=True)
def more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    register_more_games(monkeypatch)


def finished_match(game: str, seed: int) -> Match:
    """A finished game: of random moves, or of scribes."""
    edition = GAMES[game].editions()[0]
    match = Match(GAMES[game], Setup(game, tuple(Seat(str(n)) for n in range(edition.min_players)), seed, edition.name))
    while not match.is_over:
        moves, luck = match.state.legal_moves(), seeded_hash(seed, len(match.log))
        if seed < RANDOM_GAMES:
            move = moves[luck % len(moves)]
        else:
            move = choose(match.game, match.state, match.state.mover, SCRIBE, Budget(), luck)
        match.play(match.game.action(match.state, move))
    return match


@pytest.mark.nightly(reason="plays whole games", keep=("kuhn", "thieves", "tictactoe", "pennies", "caravans", "valley"))
@pytest.mark.parametrize("game", ALL_GAMES)
def test_each_kind_of_step_occurs_and_has_a_unique_name(game: str):
    kinds = table_kit_of(GAMES[game]).step_kinds
    missing = {kind.name for kind in kinds}
    assert len(missing) == len(kinds)
    for seed in range(RANDOM_GAMES + SCRIBE_GAMES):
        if not missing:
            break
        match = finished_match(game, seed)
        missing -= {kind.name for node in range(1, len(match.log)) for kind in kinds_of_step(match, node, 0, kinds)}
    assert not missing


def test_first_node_of_kind_finds_the_first_node_with_such_an_event():
    match = finished_match("caravans", 1)
    load, _, arrival = table_kit_of(match.game).step_kinds
    nodes = range(1, len(match.log))
    loads = [node for node in nodes if "loaded" in {event.verb for event in match.events_on_step_to(node)}]
    assert len(loads) > 2
    assert first_node_of_kind(match, nodes, 0, load) == loads[0]
    assert first_node_of_kind(match, nodes[loads[0] :], NOBODY, load) == loads[1]
    assert first_node_of_kind(match, [node for node in nodes if node not in loads], 0, load) is None
    last = first_node_of_kind(match, nodes[::-1], 0, arrival)
    assert last == nodes[-1], "the game ends with an arrival"
