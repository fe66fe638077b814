"""Matching pennies: each of two players lays one of three coins face down; seat 1 wins if they match. For tests only.

This is the smallest game with hidden moves: an opponent's three coins are three moves that look the same.
"""

from dataclasses import dataclass
from typing import Any, Final

from engine.core.action import Action, MoveCodec
from engine.core.arrays import i64
from engine.core.errors import BadText
from engine.core.events import Chapter
from engine.core.game import NOBODY, OMNISCIENT, Event, Game, Question, Setup, State
from engine.core.luck import hash_combine, seeded_hash
from engine.core.setup import Edition

VERBS: Final = MoveCodec("lay")
COINS: Final = ("penny", "shilling", "crown")


class PenniesState(State):
    """The coins laid so far, as indices into `COINS`."""

    def __init__(self, laid: list[int]) -> None:
        super().__init__()
        self.laid = laid
        self.ask()

    def ask(self) -> None:
        self.move_count = 0
        self.mover = len(self.laid) if len(self.laid) < 2 else NOBODY
        if self.mover >= 0:
            for coin in range(len(COINS)):
                self.offer(VERBS.encode(Action("lay", (coin,))))

    def apply(self, move: i64) -> None:
        seat = self.mover
        self.laid.append(VERBS.decode(move).arguments[0])
        self.emit("lay", seat, (self.laid[seat],), seat)
        self.ask()
        if self.mover == NOBODY:
            self.emit("show", 0, (self.laid[0],), reveals=True)

    def copy(self) -> "PenniesState":
        return PenniesState(list(self.laid))

    def digest(self) -> int:
        k = hash_combine(0, len(self.laid))
        for coin in self.laid:
            k = hash_combine(k, coin)
        return k


@dataclass(frozen=True)
class PenniesView:
    """`laid` has None for a coin that the viewer does not see."""

    viewer: int
    laid: tuple[str | None, ...]
    mover: int


class Pennies(Game[PenniesState]):
    def name(self) -> str:
        return "pennies"

    def title(self) -> str:
        return "Matching Pennies"

    def editions(self) -> tuple[Edition, ...]:
        return (Edition("base", 2, 2, "one coin each"),)

    def start(self, setup: Setup) -> PenniesState:
        self.check_setup(setup)
        return PenniesState([])

    def sees(self, state: PenniesState, viewer: int, seat: int) -> bool:
        return viewer in (seat, OMNISCIENT) or state.mover == NOBODY

    def determinize(self, state: PenniesState, viewer: i64, seed: i64) -> PenniesState:
        laid = [
            coin if self.sees(state, viewer, seat) else seeded_hash(seed, seat) % len(COINS)
            for seat, coin in enumerate(state.laid)
        ]
        return PenniesState(laid)

    def move_as_seen(self, state: PenniesState, viewer: i64, move: i64) -> i64:
        return move if viewer == state.mover else VERBS.encode(Action("lay"))

    def action(self, state: PenniesState, move: int) -> Action:
        return VERBS.decode(move)

    def move(self, state: PenniesState, action: Action) -> int:
        return VERBS.encode(action)

    def chapter(self, state: PenniesState) -> Chapter:
        return Chapter(1, NOBODY, "laying", "round")

    def question(self, state: PenniesState) -> Question:
        return Question(state.mover, "Which coin do you lay?" if state.mover >= 0 else "The game is over.")

    def view(self, state: PenniesState, viewer: int) -> PenniesView:
        laid = tuple(COINS[coin] if self.sees(state, viewer, seat) else None for seat, coin in enumerate(state.laid))
        return PenniesView(viewer, laid, state.mover)

    def say(self, state: PenniesState, action: Action) -> str:
        return f"lay a {COINS[action.arguments[0]]}"

    def describe_event(self, state: PenniesState, event: Event, viewer: int, names: tuple[str, ...] = ()) -> str:
        if event.verb == "show":
            return f"seat {event.seat} has laid a {COINS[event.arguments[0]]}"
        coin = COINS[event.arguments[0]] if event.is_fully_known_to(viewer) else "coin"
        return f"seat {event.seat} lays a {coin}"

    def rewards(self, state: PenniesState) -> list[float]:
        return [0.0, 1.0] if state.laid[0] == state.laid[1] else [1.0, 0.0]

    def position_fields(self, state: PenniesState) -> dict[str, Any]:
        return {"laid": [COINS[coin] for coin in state.laid]}

    def position_of_fields(self, fields: dict[str, Any]) -> PenniesState:
        try:
            laid = [COINS.index(coin) for coin in fields["laid"]]
        except (KeyError, ValueError, TypeError) as error:
            raise BadText(f"not a position of matching pennies: {error}") from None
        if len(laid) > 2:
            raise BadText("only two coins are laid")
        return PenniesState(laid)


PENNIES: Final = Pennies()
