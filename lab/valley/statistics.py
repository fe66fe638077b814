"""Statistics of each card over many games: how often it was bought, executed and entombed, and whether it helped to win.

A card is *offered* in a game if it was ever in the pyramid. All shares are of the games that offered it. Its points are its
contribution to the tombs at the end: the printed points, or its share of the square that its set scores.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from engine.core.game import Event, State
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.catalogue.declarations import EXECUTES_CARD
from engine.valley.declared import EVENT_TEXTS, events_with
from engine.valley.editions import SHIPPED_CARDS
from engine.valley.state import PYRAMID_START, SLOT_COUNT, TOMB, ValleyState
from lab.statistics import ShareChart, rounded_ratio

DEAD_SHARE: Final = 0.02  # a card is dead if it is bought or executed in a smaller share of the games that offer it
DOMINANT_SHARE: Final = 0.60  # a card is dominant if its first buyer wins a larger share of these games
MIN_GAMES: Final = 30  # with fewer games there is no verdict
EXECUTED_VERBS: Final = events_with(EXECUTES_CARD)


class CardStats:
    """Sums over many games, for one card: numbers of games unless a comment says otherwise."""

    def __init__(self, name: str, edition: str) -> None:
        self.name: Final = name
        self.edition: Final = edition
        self.offered = 0
        self.bought = 0
        self.executed = 0
        self.entombed = 0  # copies in tombs at the end
        self.entombed_by_winners = 0  # copies in the tombs of winners
        self.taken = 0  # copies that a player got without buying
        self.first_buyer_rewards = 0.0  # rewards of its first buyers
        self.points = 0.0

    @property
    def verdict(self) -> str:
        """ "dead", "dominant" or ""; "" also with too few games."""
        if self.offered < MIN_GAMES:
            return ""
        if self.bought < DEAD_SHARE * self.offered or 0 < self.executed < DEAD_SHARE * self.offered:
            return "dead"
        return (
            "dominant" if self.bought >= MIN_GAMES and self.first_buyer_rewards > DOMINANT_SHARE * self.bought else ""
        )

    def to_dict(self) -> dict[str, Any]:
        """The statistics as JSON values; shares from 0 to 1."""
        return {
            "card": self.name,
            "edition": self.edition,
            "offered": self.offered,
            "bought": rounded_ratio(self.bought, self.offered),
            "executed": rounded_ratio(self.executed, self.offered),
            "entombed_copies": rounded_ratio(self.entombed, self.offered),
            "taken_copies": rounded_ratio(self.taken, self.offered),
            "in_winners_tombs": rounded_ratio(self.entombed_by_winners, self.entombed),
            "first_buyer_wins": rounded_ratio(self.first_buyer_rewards, self.bought),
            "points": rounded_ratio(self.points, self.offered),
            "verdict": self.verdict,
        }


class GameCardWatcher:
    """Collects the events of one game, and adds them to the sums at its end."""

    def __init__(self, state: ValleyState) -> None:
        self.offered = {int(state.cells[PYRAMID_START + slot]) for slot in range(SLOT_COUNT)}
        self.executed: set[int] = set()
        self.first_buyer: dict[int, int] = {}  # the seat, by kind
        self.taken: list[int] = []  # kinds, one entry for each copy
        self._state = state
        state.events = []

    def count_new_events(self) -> None:
        """Count the new events, and clear the list of events of the state."""
        events = self._state.events
        assert events is not None
        for event in events:
            self._count_event(event)
        events.clear()

    def _count_event(self, event: Event) -> None:
        arguments = event.arguments
        if event.verb == "rebuilt":
            self.offered.add(arguments[0])
        elif event.verb == "bought":
            self.first_buyer.setdefault(arguments[0], event.seat)
        elif event.verb in EXECUTED_VERBS:
            self.executed.add(arguments[0])
        elif EVENT_TEXTS[event.verb].taken_at >= 0:
            self.taken.append(arguments[EVENT_TEXTS[event.verb].taken_at])

    def add_to(self, sums: dict[str, CardStats], rewards: Sequence[float]) -> None:
        """Add this game to the sums, at its end."""
        state = self._state
        cards = state.catalogue
        for kind in sorted(self.offered):
            if cards.is_starter[kind]:
                continue  # Ibex Statue may put a starter into the pyramid
            stats = find_or_add_stats(sums, cards, kind)
            stats.offered += 1
            stats.executed += kind in self.executed
            if kind in self.first_buyer:
                stats.bought += 1
                stats.first_buyer_rewards += rewards[self.first_buyer[kind]]
        for kind in [kind for kind in self.taken if not cards.is_starter[kind]]:
            find_or_add_stats(sums, cards, kind).taken += 1
        for seat in range(state.seat_count):
            tomb = state.kinds(TOMB + seat)
            for kind, points in tomb_points(cards, tomb):
                stats = find_or_add_stats(sums, cards, kind)
                stats.points += points
                stats.entombed += tomb.count(kind)
                stats.entombed_by_winners += tomb.count(kind) if rewards[seat] else 0


class CardStatistics:
    """The sums of many games, each watched from its first position to its end."""

    def __init__(self) -> None:
        self._sums: Final[dict[str, CardStats]] = {}
        self._watcher: GameCardWatcher | None = None

    def begin_game(self, state: State) -> None:
        self._watcher = GameCardWatcher(cast(ValleyState, state))

    def count_new_events(self) -> None:
        assert self._watcher is not None, "no game has begun"
        self._watcher.count_new_events()

    def end_game(self, rewards: Sequence[float]) -> None:
        assert self._watcher is not None, "no game has begun"
        self._watcher.add_to(self._sums, rewards)
        self._watcher = None

    def to_dicts(self) -> list[dict[str, Any]]:
        return [stats.to_dict() for stats in in_card_list_order(self._sums)]

    def table_lines(self) -> list[str]:
        return stats_table_lines(self._sums)

    def share_chart(self) -> ShareChart:
        shares = [
            (stats.name, stats.first_buyer_rewards / stats.bought)
            for stats in in_card_list_order(self._sums)
            if stats.bought
        ]
        return ShareChart("Games that the first buyer of a card won", sorted(shares, key=lambda pair: -pair[1]))


def tomb_points(cards: Catalogue, tomb: list[int]) -> Iterable[tuple[int, float]]:
    """Each kind in a tomb with the points that it scores; starters are left out."""
    kinds = sorted(set(tomb))
    for kind in kinds:
        if cards.set[kind] >= 0:
            yield kind, float(sum(cards.set[other] == cards.set[kind] for other in kinds))
        elif not cards.is_starter[kind]:
            yield kind, float(cards.vp[kind])


def find_or_add_stats(sums: dict[str, CardStats], cards: Catalogue, kind: int) -> CardStats:
    """The statistics of a card, by name, because its number differs between mixed games."""
    name = cards.cards[kind].name
    if name not in sums:
        sums[name] = CardStats(name, cards.editions[kind])
    return sums[name]


def stats_table_lines(sums: dict[str, CardStats]) -> list[str]:
    """A text table, in the order of the card lists."""
    head = (
        f"{'card':<27}{'offered':>7}{'bought':>7}{'executed':>9}{'entombed':>9}{'winners':>8}{'first':>6}{'points':>7}"
    )
    lines = [head]
    for stats in in_card_list_order(sums):
        fields = stats.to_dict()
        bought, executed, winners, first_buyer = (
            percent(fields[name]) for name in ("bought", "executed", "in_winners_tombs", "first_buyer_wins")
        )
        copies = f"{fields['entombed_copies'] or 0:.2f}"
        lines.append(
            f"{stats.name:<27}{stats.offered:>7}{bought:>7}{executed:>9}{copies:>9}{winners:>8}{first_buyer:>6}"
            f"{fields['points'] or 0:>7.2f} {stats.verdict}".rstrip()
        )
    return lines


def percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f}%"


def in_card_list_order(sums: dict[str, CardStats]) -> list[CardStats]:
    """All statistics in the order of the card lists; custom cards last, by name."""
    names = [card.name for cards in SHIPPED_CARDS.values() for card in cards]
    positions = {name: position for position, name in enumerate(names)}
    return sorted(sums.values(), key=lambda stats: (positions.get(stats.name, len(positions)), stats.name))
