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


def end_game_or_eliminate(state: ThievesState) -> bool:
    """Check after a showdown, in this order (ours): the goal, the reputation, the tombs. Thieves without reputation leave the
    game here. Returns whether the game is over."""
    goal = state.options.goal
    living = [seat for seat in range(state.seat_count) if state.cells[STATUS + seat] != OUT]
    arrived = [seat for seat in living if state.cells[TREASURE + seat] >= goal]
    if arrived:
        end_game(state, "reached_goal", winners_among(state, arrived))
        return True
    ruined = [seat for seat in living if state.cells[REPUTATION + seat] == 0]
    left = [seat for seat in living if state.cells[REPUTATION + seat] > 0]
    if not left:
        end_game(state, "all_ruined", winners_among(state, ruined))
        return True
    for seat in ruined:
        eliminate(state, seat)
    if len(left) == 1:
        end_game(state, "last_thief", left)
        return True
    if not has_another_tomb(state):
        end_game(state, "no_tomb", winners_among(state, left))
        return True
    return False


def eliminate(state: ThievesState, seat: i64) -> None:
    """A thief without reputation is out: the hand is discarded, the treasure leaves the game (ours)."""
    state.cells[STATUS + seat] = OUT
    state.cells[TREASURE + seat] = 0
    discard_hand(state, seat)
    if state.events is not None:
        state.emit("lost", seat)


def has_another_tomb(state: ThievesState) -> bool:
    """Whether there is a tomb for another expedition. In a longer game the tombs are shuffled again, unless nobody has won
    treasure since the last time (ours: otherwise it might never end)."""
    if state.options.tombs > 0 and state.cells[TOMB_NUMBER] + 1 >= state.options.tombs:
        return False
    return state.count(TOMB_DECK) > 0 or (state.options.is_endless and state.cells[PLUNDERED] == 1)


def winners_among(state: ThievesState, seats: list[int]) -> list[int]:
    """The seats with the most treasure. If several have as much, those of them with the most treasure and reputation together."""
    most = max([state.cells[TREASURE + seat] for seat in seats])
    rich = [seat for seat in seats if state.cells[TREASURE + seat] == most]
    highest = max([state.cells[REPUTATION + seat] for seat in rich])
    return [seat for seat in rich if state.cells[REPUTATION + seat] == highest]


def end_game(state: ThievesState, reason: str, winners: list[int]) -> None:
    state.cells[WINNERS] = seat_set(winners)
    if state.events is not None:
        state.emit(reason, -1, tuple([int(seat) for seat in winners]))
