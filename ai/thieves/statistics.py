"""Statistics of each piece over many games: which tombs are plundered, which guardians are beaten, how the cards are played.

A *stand* is a tomb or guardian in one showdown. `won_with` is the mean number of symbols of those who won the duel. A card *won*
if the duel that it was counted for was won by its owner.
"""

from collections.abc import Sequence
from typing import Any, Final, cast

from engine.core.game import NOTHING, Event, State
from engine.thieves.data.pieces import PieceSet
from engine.thieves.data.pieces_text import tomb_name
from engine.thieves.state import TOMB, ThievesState

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
    """Sums over games, for one piece."""

    def __init__(self, name: str, type_: str) -> None:
        self.name: Final = name
        self.type: Final = type_
        self.stands = 0  # of a tomb or guardian; of a card, how often it was counted for a duel
        self.won = 0  # of these
        self.symbols = 0  # of the winners, summed
        self.winners = 0
        self.prize = 0  # tokens
        self.played = 0
        self.down = 0  # played face down

    def to_dict(self, games: int) -> dict[str, Any]:
        """The statistics as JSON values: `played` and `stands` a game, shares from 0 to 1."""
        numbers = {
            "stands": rounded_ratio(self.stands, games),
            "won_share": rounded_ratio(self.won, self.stands),
            "won_with": rounded_ratio(self.symbols, self.winners),
            "prize": rounded_ratio(self.prize, self.won),
            "played": rounded_ratio(self.played, games),
            "down_share": rounded_ratio(self.down, self.played),
            "counted_share": rounded_ratio(self.stands, self.played),
        }
        return {"piece": self.name, "type": self.type, **{name: numbers[name] for name in NUMBERS[self.type]}}


def rounded_ratio(part: float, whole: float) -> float | None:
    """`part` divided by `whole`, rounded to four places; None if `whole` is 0."""
    return round(part / whole, 4) if whole else None


class PieceStatistics:
    """The sums of many games, each watched from its first position to its end."""

    def __init__(self) -> None:
        self._games = 0
        self._sums: Final[dict[tuple[str, str], PieceStats]] = {}
        self._state: ThievesState | None = None
        self._counted: Final[list[tuple[int, int, int]]] = []  # seat, duel, card, since the tomb was opened
        self._won: Final[set[tuple[int, int]]] = set()  # seat, duel
        self._tomb: int = NOTHING

    def begin_game(self, state: State) -> None:
        self._state = cast(ThievesState, state)
        self._state.events = []
        self._tomb = int(self._state.cells[TOMB])
        for type_, names in piece_names(self._state.pieces).items():
            for name in names:
                self._sums.setdefault((type_, name), PieceStats(name, type_))

    def take_events(self) -> None:
        assert self._state is not None, "no game has begun"
        assert self._state.events is not None
        for event in self._state.events:
            self._read(self._state.pieces, event)
        self._state.events.clear()

    def end_game(self, rewards: Sequence[float]) -> None:
        del rewards
        self._settle()
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

    def bar_chart(self) -> tuple[str, list[tuple[str, float]]]:
        shares = [(stats.name, stats.won / stats.stands) for stats in self._sums.values() if self._is_beaten(stats)]
        return "Showdowns in which a guardian was beaten", sorted(shares, key=lambda pair: -pair[1])

    # -- within

    def _is_beaten(self, stats: PieceStats) -> bool:
        return stats.type == GUARDIAN_TYPE and stats.stands > 0

    def _read(self, pieces: PieceSet, event: Event) -> None:
        what = event.arguments
        if event.verb == "opened":
            self._settle()
            self._tomb = what[0]
        elif event.verb in ("played_up", "played_down"):
            card = self._sums[CARD_TYPE, pieces.card_names[what[0]]]
            card.played += 1
            card.down += event.verb == "played_down"
        elif event.verb == "counted":
            self._counted.append((event.seat, what[2], what[0]))
        elif event.verb in ("beat", "plundered"):
            self._win(pieces, event)
        elif event.verb == "unbeaten":
            self._sums[GUARDIAN_TYPE, pieces.guardians[what[0]].name].stands += 1
        elif event.verb == "unplundered":
            self._sums[TOMB_TYPE, tomb_name(pieces.tombs[self._tomb])].stands += 1

    def _win(self, pieces: PieceSet, event: Event) -> None:
        """A winner of a duel; a duel that several share is won once."""
        kind, tokens, symbols = event.arguments[:3]
        is_tomb = event.verb == "plundered"
        stats = self._sums[
            (TOMB_TYPE, tomb_name(pieces.tombs[self._tomb]))
            if is_tomb
            else (GUARDIAN_TYPE, pieces.guardians[kind].name)
        ]
        duel = int(NOTHING) if is_tomb else kind
        if not any(won == duel for _, won in self._won):
            stats.stands += 1
            stats.won += 1
        stats.symbols += symbols
        stats.winners += 1
        stats.prize += tokens
        self._won.add((event.seat, duel))

    def _settle(self) -> None:
        """A tomb is over: which of the cards that were counted have won."""
        assert self._state is not None, "no game has begun"
        for seat, duel, kind in self._counted:
            stats = self._sums[CARD_TYPE, self._state.pieces.card_names[kind]]
            stats.stands += 1
            stats.won += (seat, duel) in self._won
        self._counted.clear()
        self._won.clear()


def piece_names(pieces: PieceSet) -> dict[str, list[str]]:
    """The names of all pieces, by their type."""
    return {
        TOMB_TYPE: [tomb_name(tomb) for tomb in pieces.tombs],
        GUARDIAN_TYPE: [guardian.name for guardian in pieces.guardians],
        CARD_TYPE: list(pieces.card_names),
    }


def stat_text(facts: dict[str, Any], name: str) -> str:
    """A number for the table; shares in percent."""
    value = facts[name]
    if value is None:
        return "-"
    return f"{100 * value:.0f}%" if name.endswith("share") else f"{value:.2f}"
