"""Statistics of each piece over many games: which tombs are plundered, which guardians are beaten, how the cards are played.

A *stand* is a tomb or guardian in one showdown. `won_with` is the mean number of symbols of the winners of the duel. A card has
*won* if its owner has won the duel that the card counted for.
"""

from collections.abc import Sequence
from typing import Any, Final, cast

from engine.core.game import NOTHING, Event, State
from engine.thieves.pieces import PieceSet
from engine.thieves.pieces_text import tomb_name
from engine.thieves.state import TOMB, ThievesState
from lab.statistics import ShareChart, rounded_ratio, stat_text

TOMB_TYPE: Final = "tomb"
GUARDIAN_TYPE: Final = "guardian"
CARD_TYPE: Final = "card"
NUMBERS: Final[dict[str, tuple[str, ...]]] = {
    TOMB_TYPE: ("stands", "won_share", "won_with"),
    GUARDIAN_TYPE: ("stands", "won_share", "won_with", "prize"),
    CARD_TYPE: ("played", "down_share", "counted_share", "won_share"),
}
"""The columns of the table for each type of piece."""


class PieceStats:
    """Sums over many games for one piece."""

    def __init__(self, name: str, type_: str) -> None:
        self.name: Final = name
        self.type: Final = type_
        self.stands = 0  # duels of a tomb or guardian; of a card, duels that it counted for
        self.won = 0  # of these duels, those that somebody won; of a card, those that its owner won
        self.symbols = 0  # of all winners
        self.winners = 0
        self.prize = 0  # tokens or treasure that were won
        self.played = 0
        self.played_down = 0

    def to_dict(self, games: int) -> dict[str, Any]:
        """The statistics as JSON values: `played` and `stands` per game, shares from 0 to 1."""
        numbers = {
            "stands": rounded_ratio(self.stands, games),
            "won_share": rounded_ratio(self.won, self.stands),
            "won_with": rounded_ratio(self.symbols, self.winners),
            "prize": rounded_ratio(self.prize, self.won),
            "played": rounded_ratio(self.played, games),
            "down_share": rounded_ratio(self.played_down, self.played),
            "counted_share": rounded_ratio(self.stands, self.played),
        }
        return {"piece": self.name, "type": self.type, **{name: numbers[name] for name in NUMBERS[self.type]}}


class ThievesStatistics:
    """The sums of many games, each watched from its first position to its end."""

    def __init__(self) -> None:
        self._games = 0
        self._sums: Final[dict[tuple[str, str], PieceStats]] = {}
        self._state: ThievesState | None = None
        self._assigned_cards: Final[list[tuple[int, int, int]]] = []  # seat, duel and kind, since the tomb was opened
        self._won_duels: Final[set[tuple[int, int]]] = set()  # seat and duel, since the tomb was opened
        self._tomb: int = NOTHING

    def begin_game(self, state: State) -> None:
        self._state = cast(ThievesState, state)
        self._state.events = []
        self._tomb = int(self._state.cells[TOMB])
        for type_, names in piece_names_by_type(self._state.pieces).items():
            for name in names:
                self._sums.setdefault((type_, name), PieceStats(name, type_))

    def count_new_events(self) -> None:
        assert self._state is not None, "no game has begun"
        assert self._state.events is not None
        for event in self._state.events:
            self._add_event(self._state.pieces, event)
        self._state.events.clear()

    def end_game(self, rewards: Sequence[float]) -> None:
        del rewards
        self._finish_tomb()
        self._games += 1

    def to_dicts(self) -> list[dict[str, Any]]:
        return [stats.to_dict(self._games) for stats in self._sums.values()]

    def table_lines(self) -> list[str]:
        """A table for each type of piece."""
        lines: list[str] = []
        for type_, names in NUMBERS.items():
            lines += ["", f"{type_:<20}" + "".join([f"{name.replace('_', ' '):>15}" for name in names])]
            for facts in self.to_dicts():
                if facts["type"] == type_:
                    lines.append(f"{facts['piece']:<20}" + "".join([f"{stat_text(facts, name):>15}" for name in names]))
        return lines[1:]

    def share_chart(self) -> ShareChart:
        shares = [
            (stats.name, stats.won / stats.stands) for stats in self._sums.values() if self._has_guardian_duels(stats)
        ]
        return ShareChart("Showdowns in which a guardian was beaten", sorted(shares, key=lambda pair: -pair[1]))

    # -- internal

    def _has_guardian_duels(self, stats: PieceStats) -> bool:
        return stats.type == GUARDIAN_TYPE and stats.stands > 0

    def _add_event(self, pieces: PieceSet, event: Event) -> None:
        arguments = event.arguments
        if event.verb == "opened":
            self._finish_tomb()
            self._tomb = arguments[0]
        elif event.verb in ("played_up", "played_down"):
            card = self._sums[CARD_TYPE, pieces.card_names[arguments[0]]]
            card.played += 1
            card.played_down += event.verb == "played_down"
        elif event.verb == "counted":
            self._assigned_cards.append((event.seat, arguments[2], arguments[0]))
        elif event.verb in ("beat", "plundered"):
            self._add_winner(pieces, event)
        elif event.verb == "unbeaten":
            self._sums[GUARDIAN_TYPE, pieces.guardians[arguments[0]].name].stands += 1
        elif event.verb == "unplundered":
            self._sums[TOMB_TYPE, tomb_name(pieces.tombs[self._tomb])].stands += 1

    def _add_winner(self, pieces: PieceSet, event: Event) -> None:
        """Count a winner of a duel. A duel with several winners is counted once."""
        kind, tokens, symbols = event.arguments[:3]
        is_tomb = event.verb == "plundered"
        stats = self._sums[
            (TOMB_TYPE, tomb_name(pieces.tombs[self._tomb]))
            if is_tomb
            else (GUARDIAN_TYPE, pieces.guardians[kind].name)
        ]
        duel = int(NOTHING) if is_tomb else kind
        if not any(won == duel for _, won in self._won_duels):
            stats.stands += 1
            stats.won += 1
        stats.symbols += symbols
        stats.winners += 1
        stats.prize += tokens
        self._won_duels.add((event.seat, duel))

    def _finish_tomb(self) -> None:
        """Count the cards that have won in the tomb that is over."""
        assert self._state is not None, "no game has begun"
        for seat, duel, kind in self._assigned_cards:
            stats = self._sums[CARD_TYPE, self._state.pieces.card_names[kind]]
            stats.stands += 1
            stats.won += (seat, duel) in self._won_duels
        self._assigned_cards.clear()
        self._won_duels.clear()


def piece_names_by_type(pieces: PieceSet) -> dict[str, list[str]]:
    return {
        TOMB_TYPE: [tomb_name(tomb) for tomb in pieces.tombs],
        GUARDIAN_TYPE: [guardian.name for guardian in pieces.guardians],
        CARD_TYPE: list(pieces.card_names),
    }
