"""What each card did in many games: whether it was wanted, what it was used for, and whether it helped.

A card is *offered* in a game if it ever lay in the pyramid. All shares are of the games that offered it. Its points are
those that it stands for in the tombs at the end: what is printed, or for a kind of a set its part of the square.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from engine.core.rules import Event
    from engine.valley.card import Catalogue
    from engine.valley.state import ValleyState

DEAD: Final = 0.02  # executed or bought in fewer of the games that offer it
DOMINANT: Final = 0.60  # its first buyer wins more of them
FEW: Final = 30  # games from which nothing follows
EXECUTED: Final = ("executed", "executed_revealed", "repeated", "awakened")
TAKEN: Final = {"took": 0, "took_from_stock": 0, "sailed": 1, "snatched": 1}  # which of the cards told is the one taken


class CardStats:
    """Sums over games, for one card. All but `entombed`, `taken` and `points` count games."""

    def __init__(self, name: str, edition: str) -> None:
        self.name: Final = name
        self.edition: Final = edition
        self.offered = 0
        self.bought = 0
        self.executed = 0
        self.entombed = 0  # copies in tombs at the end
        self.winning = 0  # of these, in tombs of winners
        self.taken = 0  # copies that came to somebody without being bought
        self.first_wins = 0.0  # rewards of its first buyers
        self.points = 0.0

    @property
    def verdict(self) -> str:
        """ "dead", "dominant" or ""; nothing follows from few games."""
        if self.offered < FEW:
            return ""
        if self.bought < DEAD * self.offered or 0 < self.executed < DEAD * self.offered:
            return "dead"
        return "dominant" if self.bought >= FEW and self.first_wins > DOMINANT * self.bought else ""

    def facts(self) -> dict[str, Any]:
        """As JSON can hold it; shares from 0 to 1."""
        return {
            "card": self.name,
            "edition": self.edition,
            "offered": self.offered,
            "bought": share(self.bought, self.offered),
            "executed": share(self.executed, self.offered),
            "entombed_copies": share(self.entombed, self.offered),
            "taken_copies": share(self.taken, self.offered),
            "in_winners_tombs": share(self.winning, self.entombed),
            "first_buyer_wins": share(self.first_wins, self.bought),
            "points": share(self.points, self.offered),
            "verdict": self.verdict,
        }


def share(part: float, whole: float) -> float | None:
    """None of nothing."""
    return round(part / whole, 4) if whole else None


class GameWatch:
    """One game as it is played: what is told of it goes in, and at its end all of it into the sums."""

    def __init__(self, state: "ValleyState") -> None:
        from engine.valley.state import PYRAMID, SLOTS

        self.offered = {int(state.row[PYRAMID + slot]) for slot in range(SLOTS)}
        self.executed: set[int] = set()
        self.buyer: dict[int, int] = {}
        self.taken: list[int] = []
        self._state = state
        state.told = []

    def look(self) -> None:
        """Take in what was told since last time."""
        told = self._state.told
        assert told is not None
        for event in told:
            self._take(event)
        told.clear()

    def _take(self, event: "Event") -> None:
        what = event.what
        if event.verb == "rebuilt":
            self.offered.add(what[0])
        elif event.verb == "bought":
            self.buyer.setdefault(what[0], event.who)
        elif event.verb in EXECUTED:
            self.executed.add(what[0])
        elif event.verb in TAKEN:
            self.taken.append(what[TAKEN[event.verb]])

    def add_to(self, sums: dict[str, CardStats], rewards: Sequence[float]) -> None:
        """The game is over."""
        from engine.valley.state import TOMB

        state = self._state
        cards = state.cards
        for kind in sorted(self.offered):
            if cards.starter[kind]:
                continue  # Ibex Statue may have put it there
            stats = of(sums, cards, kind)
            stats.offered += 1
            stats.executed += kind in self.executed
            if kind in self.buyer:
                stats.bought += 1
                stats.first_wins += rewards[self.buyer[kind]]
        for kind in [kind for kind in self.taken if not cards.starter[kind]]:
            of(sums, cards, kind).taken += 1
        for who in range(state.n):
            tomb = state.kinds(TOMB + who)
            for kind, points in worth(cards, tomb):
                stats = of(sums, cards, kind)
                stats.points += points
                stats.entombed += tomb.count(kind)
                stats.winning += tomb.count(kind) if rewards[who] else 0


def worth(cards: "Catalogue", tomb: list[int]) -> Iterable[tuple[int, float]]:
    """Each kind in a tomb but the starters, and the points that it stands for."""
    kinds = sorted(set(tomb))
    for kind in kinds:
        if cards.set[kind] >= 0:
            yield kind, float(sum(cards.set[other] == cards.set[kind] for other in kinds))
        elif not cards.starter[kind]:
            yield kind, float(cards.vp[kind])


def of(sums: dict[str, CardStats], cards: "Catalogue", kind: int) -> CardStats:
    """The sums of a card, by its name: in a mixed game its place changes with the lot."""
    name = cards.cards[kind].name
    if name not in sums:
        sums[name] = CardStats(name, cards.editions[kind])
    return sums[name]


def listed(sums: dict[str, CardStats]) -> list[str]:
    """A table, the cards in the order of their pages."""
    head = (
        f"{'card':<28}{'offered':>8}{'bought':>8}{'executed':>9}{'entombed':>9}{'winners':>8}{'first':>7}{'points':>8}"
    )
    lines = [head]
    for stats in in_order(sums):
        facts = stats.facts()
        numbers = [percent(facts[field]) for field in ("bought", "executed")]
        copies = f"{facts['entombed_copies'] or 0:.2f}"
        more = [percent(facts[field]) for field in ("in_winners_tombs", "first_buyer_wins")]
        lines.append(
            f"{stats.name:<28}{stats.offered:>8}{numbers[0]:>8}{numbers[1]:>9}{copies:>9}{more[0]:>8}{more[1]:>7}"
            f"{facts['points'] or 0:>8.2f} {stats.verdict}".rstrip()
        )
    return lines


def percent(part: float | None) -> str:
    return "-" if part is None else f"{100 * part:.0f}%"


def in_order(sums: dict[str, CardStats]) -> list[CardStats]:
    """As the pages have them; cards of a house by name behind them."""
    from engine.valley.editions import PAGES

    places = {card.name: place for place, card in enumerate([card for page in PAGES.values() for card in page])}
    return sorted(sums.values(), key=lambda stats: (places.get(stats.name, len(places)), stats.name))
