"""Kuhn poker for two to six: a game with hidden cards, chance and a showdown. For tests only.

There is one more card than players. Each player puts in one chip and gets a card. In turn, each checks or bets a second chip.
After a bet, every other player calls or folds once. The highest card of the remaining players wins the pot.
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

VERBS: Final = MoveCodec("check", "bet", "call", "fold")
RANKS: Final = ("jack", "queen", "king", "ace", "star", "crown", "sun")
DEAL: Final = 1  # names the random numbers of the deal
STAKE: Final = 2  # chips of each seat before the deal


def deal(known: list[int], n: int, seed: int) -> list[int]:
    """A card for each of `n` seats. Cards that are NOBODY in `known` are drawn from the others."""
    cards = list(known)
    remaining = [card for card in range(n + 1) if card not in known]
    for seat in range(n):
        if cards[seat] == NOBODY:
            cards[seat] = remaining.pop(seeded_hash(seed, DEAL, seat) % len(remaining))
    return cards


class KuhnState(State):
    """The cards by seat and the verbs played so far, seat 0 first."""

    def __init__(self, cards: list[int], played: list[str]) -> None:
        super().__init__()
        self.cards = cards
        self.played = played
        self.ask()

    @property
    def n(self) -> int:
        return len(self.cards)

    def opener(self) -> int:
        """The seat that bet; NOBODY if none did."""
        return self.played.index("bet") if "bet" in self.played else NOBODY

    def ask(self) -> None:
        """Fill the menu for the seat to move."""
        self.move_count = 0
        opened = self.opener()
        over = len(self.played) == (self.n if opened == NOBODY else opened + self.n)
        self.mover = NOBODY if over else len(self.played) % self.n
        if not over:
            for verb in ("check", "bet") if opened == NOBODY else ("fold", "call"):
                self.offer(VERBS.encode(Action(verb)))

    def apply(self, move: i64) -> None:
        verb = VERBS.decode(move).verb
        self.emit(verb, self.mover)
        self.played.append(verb)
        self.ask()
        if self.mover == NOBODY and len(self.contenders()) > 1:
            for seat in self.contenders():
                self.emit("showed", seat, (self.cards[seat],), reveals=True)

    def contenders(self) -> list[int]:
        """The seats that can still win: all, or after a bet those who bet or called."""
        if self.opener() == NOBODY:
            return list(range(self.n))
        return sorted({step % self.n for step, verb in enumerate(self.played) if verb in ("bet", "call")})

    def chips(self) -> list[int]:
        """The chips of each seat; the pot goes to the winner at the end."""
        paid = [1 + sum(self.played[step] in ("bet", "call") for step in range(seat, len(self.played), self.n))
                for seat in range(self.n)]  # fmt: skip
        owned = [STAKE - chips for chips in paid]
        if self.mover == NOBODY:
            owned[self.winner()] += sum(paid)
        return owned

    def winner(self) -> int:
        return max(self.contenders(), key=lambda seat: self.cards[seat])

    def copy(self) -> "KuhnState":
        return KuhnState(list(self.cards), list(self.played))

    def digest(self) -> int:
        k = hash_combine(0, self.n)
        for card in self.cards:
            k = hash_combine(k, card)
        for verb in self.played:
            k = hash_combine(k, VERBS.verb_numbers[verb])
        return k


@dataclass(frozen=True)
class KuhnView:
    """`cards` has None for cards that the viewer does not see."""

    viewer: int
    cards: tuple[str | None, ...]
    played: tuple[str, ...]
    chips: tuple[int, ...]
    mover: int


class Kuhn(Game[KuhnState]):
    def name(self) -> str:
        return "kuhn"

    def title(self) -> str:
        return "Kuhn Poker"

    def editions(self) -> tuple[Edition, ...]:
        return (Edition("base", 2, 6, "one card each"),)

    def start(self, setup: Setup) -> KuhnState:
        self.check_setup(setup)
        return KuhnState(deal([NOBODY] * setup.player_count, setup.player_count, setup.seed), [])

    def sees(self, state: KuhnState, viewer: int, seat: int) -> bool:
        """Whether the viewer sees a card: their own, or that of a seat in the showdown."""
        shown = state.mover == NOBODY and len(state.contenders()) > 1 and seat in state.contenders()
        return viewer in (seat, OMNISCIENT) or shown

    def determinize(self, state: KuhnState, viewer: i64, seed: i64) -> KuhnState:
        known = [card if self.sees(state, viewer, seat) else NOBODY for seat, card in enumerate(state.cards)]
        return KuhnState(deal(known, state.n, seed), list(state.played))

    def action(self, state: KuhnState, move: int) -> Action:
        return VERBS.decode(move)

    def move(self, state: KuhnState, action: Action) -> int:
        return VERBS.encode(action)

    def chapter(self, state: KuhnState) -> Chapter:
        return Chapter(len(state.played) + 1, state.mover)

    def question(self, state: KuhnState) -> Question:
        if state.mover == NOBODY:
            return Question(NOBODY, "The game is over.")
        return Question(state.mover, "Do you bet?" if state.opener() == NOBODY else "Do you call?")

    def view(self, state: KuhnState, viewer: int) -> KuhnView:
        cards = tuple(RANKS[card] if self.sees(state, viewer, seat) else None for seat, card in enumerate(state.cards))
        return KuhnView(viewer, cards, tuple(state.played), tuple(state.chips()), state.mover)

    def say(self, state: KuhnState, action: Action) -> str:
        return action.verb

    def describe_event(self, state: KuhnState, event: Event, viewer: int, names: tuple[str, ...] = ()) -> str:
        card = f" the {RANKS[event.arguments[0]]}" if event.arguments else ""
        return f"seat {event.seat}: {event.verb}{card}"

    def rewards(self, state: KuhnState) -> list[float]:
        return [float(seat == state.winner()) for seat in range(state.n)]

    def scores(self, state: KuhnState) -> list[int]:
        return state.chips()

    def position_fields(self, state: KuhnState) -> dict[str, Any]:
        return {"cards": [RANKS[card] for card in state.cards], "played": list(state.played)}

    def position_of_fields(self, fields: dict[str, Any]) -> KuhnState:
        try:
            cards = [RANKS.index(rank) for rank in fields["cards"]]
            played = list(fields["played"])
        except (KeyError, ValueError, TypeError) as error:
            raise BadText(f"not a position of Kuhn poker: {error}") from None
        if not 2 <= len(cards) <= 6 or len(set(cards)) < len(cards) or max(cards) > len(cards):
            raise BadText(f"no deal of Kuhn poker looks like {fields['cards']!r}")
        state = KuhnState(cards, [])
        for verb in played:
            state.apply(self.move(state, self.parse(state, str(verb))))
        return state


KUHN: Final = Kuhn()
