"""Who is out, when the game is over, and who has won (rulebook, "Winning the Game", "Losing the Game")."""

from engine.core.arrays import i64
from engine.core.seats import seat_set
from engine.thieves.rules.dealing import discard_hand
from engine.thieves.state import (
    OUT,
    PLUNDERED,
    REPUTATION,
    STATUS,
    TOMB_DECK,
    TOMB_NUMBER,
    TREASURE,
    WINNERS,
    ThievesState,
)

GameIsOver = bool


def end_game_or_eliminate(state: ThievesState) -> GameIsOver:
    """End the game, or eliminate the thieves without reputation. Checks the goal, then the reputation, then the tombs (our rule).
    Returns whether the game is over. Called after each showdown."""
    goal = state.options.goal
    in_game = [seat for seat in range(state.seat_count) if state.cells[STATUS + seat] != OUT]
    at_goal = [seat for seat in in_game if state.cells[TREASURE + seat] >= goal]
    if at_goal:
        end_game(state, "reached_goal", winners_among(state, at_goal))
        return True
    ruined = [seat for seat in in_game if state.cells[REPUTATION + seat] == 0]
    remaining = [seat for seat in in_game if state.cells[REPUTATION + seat] > 0]
    if not remaining:
        end_game(state, "all_ruined", winners_among(state, ruined))
        return True
    for seat in ruined:
        eliminate(state, seat)
    if len(remaining) == 1:
        end_game(state, "last_thief", remaining)
        return True
    if not has_another_tomb(state):
        end_game(state, "no_tomb", winners_among(state, remaining))
        return True
    return False


def eliminate(state: ThievesState, seat: i64) -> None:
    """Put a thief out of the game: the hand is discarded, and the treasure leaves the game (our rule)."""
    state.cells[STATUS + seat] = OUT
    state.cells[TREASURE + seat] = 0
    discard_hand(state, seat)
    if state.events is not None:
        state.emit("lost", seat)


def has_another_tomb(state: ThievesState) -> bool:
    """Whether another expedition can begin. In a longer game the tombs are shuffled again, unless nobody has won treasure since
    they were last shuffled (our rule: otherwise the game might never end)."""
    if state.options.tomb_limit > 0 and state.cells[TOMB_NUMBER] + 1 >= state.options.tomb_limit:
        return False
    return state.count(TOMB_DECK) > 0 or (state.options.is_endless and state.cells[PLUNDERED] == 1)


def winners_among(state: ThievesState, seats: list[int]) -> list[int]:
    """The seats with the most treasure. Ties are broken by reputation; seats that still tie all win."""
    max_treasure = max([state.cells[TREASURE + seat] for seat in seats])
    richest = [seat for seat in seats if state.cells[TREASURE + seat] == max_treasure]
    max_reputation = max([state.cells[REPUTATION + seat] for seat in richest])
    return [seat for seat in richest if state.cells[REPUTATION + seat] == max_reputation]


def end_game(state: ThievesState, reason: str, winners: list[int]) -> None:
    state.cells[WINNERS] = seat_set(winners)
    if state.events is not None:
        state.emit(reason, -1, tuple([int(seat) for seat in winners]))
