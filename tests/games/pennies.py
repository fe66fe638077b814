"""Matching pennies: each of two lays one of three coins face down, seat 1 wins if they are alike. For tests alone.

The smallest game in which a move is made unseen: an opponent's coins are three moves that look like one.
"""

import tomllib
from dataclasses import dataclass
from typing import Final

from engine.core.action import Action, Verbs
from engine.core.errors import BadSetup, BadText
from engine.core.luck import fold, key
from engine.core.row import i64
from engine.core.rules import EVERYBODY, NOBODY, Event, Game, Question, Setup, State

VERBS: Final = Verbs("lay")
COINS: Final = ("penny", "shilling", "crown")


class PenniesState(State):
    """The coins laid so far, as places in `COINS`."""

    def __init__(self, laid: list[int]) -> None:
        super().__init__()
        self.laid = laid
        self.ask()

    def ask(self) -> None:
        self.offered = 0
        self.mover = len(self.laid) if len(self.laid) < 2 else NOBODY
        if self.mover >= 0:
            for coin in range(len(COINS)):
                self.offer(VERBS.move(Action("lay", (coin,))))

    def apply(self, move: i64) -> None:
        who = self.mover
        self.laid.append(VERBS.action(move).what[0])
        self.tell("lay", who, (self.laid[who],), who)
        self.ask()

    def copy(self) -> "PenniesState":
        return PenniesState(list(self.laid))

    def digest(self) -> int:
        k = fold(0, len(self.laid))
        for coin in self.laid:
            k = fold(k, coin)
        return k


@dataclass(frozen=True)
class PenniesView:
    """`laid` has None for a coin that lies face down before the viewer."""

    viewer: int
    laid: tuple[str | None, ...]
    mover: int


class Pennies(Game[PenniesState]):
    def name(self) -> str:
        return "pennies"

    def start(self, setup: Setup) -> PenniesState:
        if setup.players != 2:
            raise BadSetup(f"matching pennies is for 2 players, not {setup.players}")
        return PenniesState([])

    def sees(self, state: PenniesState, viewer: int, seat: int) -> bool:
        return viewer in (seat, EVERYBODY) or state.mover == NOBODY

    def determinize(self, state: PenniesState, viewer: i64, seed: i64) -> PenniesState:
        laid = [
            coin if self.sees(state, viewer, seat) else key(seed, seat) % len(COINS)
            for seat, coin in enumerate(state.laid)
        ]
        return PenniesState(laid)

    def seen_by(self, state: PenniesState, viewer: i64, move: i64) -> i64:
        return move if viewer == state.mover else VERBS.move(Action("lay"))

    def action(self, state: PenniesState, move: int) -> Action:
        return VERBS.action(move)

    def move(self, state: PenniesState, action: Action) -> int:
        return VERBS.move(action)

    def question(self, state: PenniesState) -> Question:
        return Question(state.mover, "Which coin do you lay?" if state.mover >= 0 else "The game is over.")

    def view(self, state: PenniesState, viewer: int) -> PenniesView:
        laid = tuple(COINS[coin] if self.sees(state, viewer, seat) else None for seat, coin in enumerate(state.laid))
        return PenniesView(viewer, laid, state.mover)

    def say(self, state: PenniesState, action: Action) -> str:
        return f"lay a {COINS[action.what[0]]}"

    def tell(self, state: PenniesState, event: Event, viewer: int) -> str:
        coin = COINS[event.what[0]] if event.secret in (NOBODY, viewer) else "coin"
        return f"seat {event.who} lays a {coin}"

    def rewards(self, state: PenniesState) -> list[float]:
        return [0.0, 1.0] if state.laid[0] == state.laid[1] else [1.0, 0.0]

    def write(self, state: PenniesState) -> str:
        return "laid = [" + ", ".join(f'"{COINS[coin]}"' for coin in state.laid) + "]\n"

    def read(self, text: str) -> PenniesState:
        try:
            laid = [COINS.index(coin) for coin in tomllib.loads(text)["laid"]]
        except (tomllib.TOMLDecodeError, KeyError, ValueError, TypeError) as error:
            raise BadText(f"not a position of matching pennies: {error}") from None
        if len(laid) > 2:
            raise BadText("only two coins are laid")
        return PenniesState(laid)


PENNIES: Final = Pennies()
