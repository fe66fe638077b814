"""A position of any game as other libraries want it: actions as numbers, observations as vectors.

Compiled positions cannot be pickled, so the history is pickled instead: the deal, the moves and the redeals.

The id of a move depends only on the menu of the seat to move. The menu is the same in all positions that look the same to that
seat, so an id reveals nothing and means the same in each of them. In other positions the same id has the same verb and first
arguments; only arguments with too many values (the cards that pay for a purchase) are numbered in the order of the menu.
"""

from collections.abc import Sequence
from functools import cache
from pkgutil import resolve_name
from typing import Any, Final

from engine.core.game import NOBODY, Game, Seat, Setup, State
from lab.adapters.game_spec import NO_OFFSET, ActionRange, GameSpec

OVERFLOW_IDS: Final = 256  # ids for moves that do not fit into the range of their verb


class ActionIds:
    """All ids of a game: the ranges one after the other, then the overflow."""

    def __init__(self, game: Game[Any], ranges: Sequence[ActionRange]) -> None:
        self._game: Final = game
        self._ranges: Final = {action_range.verb: action_range for action_range in ranges}
        self._starts: Final[dict[str, int]] = {}
        start = 0
        for action_range in ranges:
            self._starts[action_range.verb] = start
            start += action_range.size
        self._overflow_start: Final = start
        self._ids_of_move: Final[
            dict[int, tuple[int, int]]
        ] = {}  # for each known move: its first id, and the number of its ids
        self.count: Final = start + OVERFLOW_IDS

    def moves_by_id(self, state: State) -> dict[int, int]:
        """The legal moves by action id, in ascending order. Raises ValueError if there are more moves than ids, which does not
        happen in our games."""
        used_ids: dict[int, int] = {}  # for each first id, how many ids from it on are used
        moves_by_id: dict[int, int] = {}
        overflow_id = self._overflow_start
        for i in range(state.move_count):
            move = int(state.menu[i])
            first_id, id_count = self._ids_of_move.get(move) or self._first_id_and_count(state, move)
            used = used_ids.get(first_id, 0)
            used_ids[first_id] = used + 1
            action_id = first_id + used
            if used >= id_count:
                action_id = overflow_id
                overflow_id += 1
            moves_by_id[action_id] = move
        if overflow_id > self.count:
            raise ValueError(f"{len(moves_by_id)} moves are more than {self._game.name()} has action ids for")
        return dict(sorted(moves_by_id.items()))

    def _first_id_and_count(self, state: State, move: int) -> tuple[int, int]:
        """The first id of a move, and the number of its ids; 0 ids if it belongs into the overflow."""
        action = self._game.action(state, move)
        action_range = self._ranges.get(action.verb)
        offset = NO_OFFSET if action_range is None else action_range.offset(action.arguments)
        ids = (
            (NO_OFFSET, 0)
            if action_range is None or offset == NO_OFFSET
            else (self._starts[action.verb] + offset, action_range.ids_per_offset)
        )
        self._ids_of_move[move] = ids
        return ids


CANONICAL_SEED: Final = 0  # of the canonical world, which stands for all positions that look the same to a seat

HistoryEntry = int | tuple[int, int]  # a move; or the viewer and the seed of a redeal


@cache
def action_ids(spec: GameSpec, players: int, edition: str) -> ActionIds:
    """The action ids of a game, cached."""
    return ActionIds(spec.game, spec.action_ranges(players, edition))


class AdapterState:
    """The position of a game, with its history since the deal.

    Interpreted, with 70 kinds of cards, a copy takes 6 us, `information_state` 85 us, and a view 200 us.
    """

    def __init__(self, spec: GameSpec, players: int, edition: str, seed: int, state: State | None = None) -> None:
        """Deal a game, or use `state`, a position of that deal. Raises BadSetup."""
        if state is None:
            seats = tuple(Seat(f"player {seat + 1}") for seat in range(players))
            state = spec.game.start(Setup(spec.game.name(), seats, seed, edition))
        self.spec: Final = spec
        self.players: Final = players
        self.edition: Final = edition
        self.seed: Final = seed
        self.state = state
        self._action_ids: Final = action_ids(spec, players, edition)
        self._history: Final[list[HistoryEntry]] = []
        self._moves_by_id: dict[int, int] | None = None

    @property
    def mover(self) -> int:
        """The seat to move; NOBODY at the end."""
        return int(self.state.mover)

    @property
    def is_over(self) -> bool:
        return self.state.mover == NOBODY

    def moves_by_id(self) -> dict[int, int]:
        """The legal moves by action id, in ascending order."""
        if self._moves_by_id is None:
            self._moves_by_id = self._action_ids.moves_by_id(self.state)
        return self._moves_by_id

    def play(self, action_id: int) -> None:
        """Play an action. Raises KeyError for an illegal id."""
        self.apply(self.moves_by_id()[action_id])

    def describe(self, action_id: int) -> str:
        """The action in words."""
        move = self.moves_by_id().get(action_id)
        if move is None:
            return f"answer {action_id}"
        return self.spec.game.say(self.state, self.spec.game.action(self.state, move))

    def resample(self, viewer: int, seed: int) -> None:
        """Redraw everything that `viewer` cannot know, including future luck."""
        self.apply((viewer, seed))

    def information_state(self, viewer: int) -> str:
        """A short text that is equal for two positions if and only if `viewer` knows the same in both.

        It is the digest of a canonical world, in which everything hidden is redrawn with a fixed seed. Positions that look the
        same have the same canonical world, and other positions cannot share it. It does not contain the order of past events.
        """
        world = self.spec.game.determinize(self.state, viewer, CANONICAL_SEED)
        return f"seat {viewer + 1} of {self.players}: {world.digest():016x}"

    def view(self, viewer: int) -> Any:
        return self.spec.game.view(self.state, viewer)

    def observe(self, viewer: int) -> list[float]:
        """What `viewer` sees, as numbers."""
        return self.spec.observe(self.view(viewer), self.players, self.edition)

    def returns(self) -> list[float]:
        """The return of each seat: 1 for a sole winner; the sum is 0. All are 0 before the end."""
        if not self.is_over:
            return [0.0] * self.players
        rewards = self.spec.game.rewards(self.state)
        return [(self.players * reward - 1) / (self.players - 1) for reward in rewards]

    def copy(self) -> "AdapterState":
        copied = AdapterState(self.spec, self.players, self.edition, self.seed, self.state.copy())
        copied._history.extend(self._history)
        return copied

    def __deepcopy__(self, memo: object) -> "AdapterState":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return rebuild, (self.spec.import_path, self.players, self.edition, self.seed, self._history)

    def apply(self, entry: HistoryEntry) -> None:
        """Apply a history entry: a legal move, or a redeal."""
        if isinstance(entry, int):
            self.state.apply(entry)
        else:
            self.state = self.spec.game.determinize(self.state, *entry)
        self._history.append(entry)
        self._moves_by_id = None


def rebuild(import_path: str, players: int, edition: str, seed: int, history: list[HistoryEntry]) -> AdapterState:
    """The position after replaying `history`, for `pickle`."""
    state = AdapterState(resolve_name(import_path), players, edition, seed)
    for entry in history:
        state.apply(entry)
    return state
