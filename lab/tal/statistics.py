"""Statistics over many games: which pyramids are completed, what happens to sites, lots and blocks, and how games end.

`won_share` is the mean reward of the owner of a pyramid at the end: 1 for a game won alone. The price of a lot is the bid that
won it.
"""

from collections.abc import Sequence
from typing import Any, Final, cast

from engine.core.game import Event, State
from engine.tal.blocks import COLOUR_COUNT, COLOURS, colour_count
from engine.tal.board import CLASSES, SMALL_SITES
from engine.tal.state import LOT_SIZE, PHARAOH_BLOCKS, ROUND, SITE_OWNERS, TalState, bid_value
from lab.statistics import ShareChart, rounded_ratio, stat_text

PYRAMID_TYPE: Final = "pyramid"
SITE_TYPE: Final = "site"
LOT_TYPE: Final = "lot"
COLOUR_TYPE: Final = "colour"
END_TYPE: Final = "end"
NUMBERS: Final[dict[str, tuple[str, ...]]] = {
    PYRAMID_TYPE: ("completed", "points", "points_share", "won_share"),
    SITE_TYPE: ("claimed_share", "taken_over", "stolen", "completed_share", "points"),
    LOT_TYPE: ("drawn", "sold_share", "price"),
    COLOUR_TYPE: ("built", "stolen", "given"),
    END_TYPE: ("games_share", "rounds", "points"),
}
"""The columns of the table for each type of row. Numbers are means per game, except for shares, prices and rounds."""
SIZES: Final = ("small", "large")
ENDS: Final = {
    "pharaoh_complete": "pharaoh complete",
    "bag_empty": "bag empty",
    "all_complete": "all sites complete",
}


class TalRowStats:
    """Sums over many games for one row: a class of pyramids, a site, a kind of lot, a colour, or a way in which games end."""

    def __init__(self, name: str, type_: str) -> None:
        self.name: Final = name
        self.type: Final = type_
        self.count = 0  # pyramids completed, lots drawn, or games that ended this way
        self.points = 0
        self.rewards = 0.0  # of the owners of pyramids at the end
        self.claimed = 0
        self.taken_over = 0
        self.stolen = 0  # blocks
        self.sold = 0
        self.paid = 0  # for the sold lots
        self.built = 0  # blocks
        self.given = 0  # blocks, to the pharaoh
        self.rounds = 0

    def to_dict(self, games: int, all_points: int) -> dict[str, Any]:
        """The statistics as JSON values; shares from 0 to 1."""
        is_end = self.type == END_TYPE
        numbers = {
            "completed": rounded_ratio(self.count, games),
            "completed_share": rounded_ratio(self.count, games),
            "points": rounded_ratio(self.points, self.count if is_end else games),
            "points_share": rounded_ratio(self.points, all_points),
            "won_share": rounded_ratio(self.rewards, self.count),
            "claimed_share": rounded_ratio(self.claimed, games),
            "taken_over": rounded_ratio(self.taken_over, games),
            "stolen": rounded_ratio(self.stolen, games),
            "drawn": rounded_ratio(self.count, games),
            "sold_share": rounded_ratio(self.sold, self.count),
            "price": rounded_ratio(self.paid, self.sold),
            "built": rounded_ratio(self.built, games),
            "given": rounded_ratio(self.given, games),
            "games_share": rounded_ratio(self.count, games),
            "rounds": rounded_ratio(self.rounds, self.count),
        }
        return {"name": self.name, "type": self.type, **{name: numbers[name] for name in NUMBERS[self.type]}}


class TalStatistics:
    """The sums of many games, each watched from its first position to its end."""

    def __init__(self) -> None:
        self._games = 0
        self._sums: Final[dict[tuple[str, str], TalRowStats]] = {}
        self._state: TalState | None = None
        self._bids: Final[dict[tuple[int, int], int]] = {}  # lot, seat: the bid of this round
        self._completed: Final[list[tuple[int, int, int]]] = []  # site, class, value, in this game

    def begin_game(self, state: State) -> None:
        self._state = cast(TalState, state)
        self._state.events = []
        self._completed.clear()
        for type_, names in row_names_by_type(self._state).items():
            for name in names:
                self._sums.setdefault((type_, name), TalRowStats(name, type_))

    def count_new_events(self) -> None:
        assert self._state is not None, "no game has begun"
        assert self._state.events is not None
        for event in self._state.events:
            self._add_event(event)
        self._state.events.clear()

    def end_game(self, rewards: Sequence[float]) -> None:
        assert self._state is not None, "no game has begun"
        for site, class_, value in self._completed:
            owner = int(self._state.cells[SITE_OWNERS + site])
            for stats in (
                self._sums[PYRAMID_TYPE, pyramid_row_name(site, class_)],
                self._sums[SITE_TYPE, site_row_name(site)],
            ):
                stats.count += 1
                stats.points += value
                stats.rewards += rewards[owner]
        self._games += 1

    def to_dicts(self) -> list[dict[str, Any]]:
        points = sum([stats.points for stats in self._sums.values() if stats.type == PYRAMID_TYPE])
        return [stats.to_dict(self._games, points) for stats in self._sums.values()]

    def table_lines(self) -> list[str]:
        """A table for each type of row."""
        lines: list[str] = []
        for type_, names in NUMBERS.items():
            lines += ["", f"{type_:<22}" + "".join([f"{name.replace('_', ' '):>17}" for name in names])]
            for facts in self.to_dicts():
                if facts["type"] == type_:
                    lines.append(f"{facts['name']:<22}" + "".join([f"{stat_text(facts, name):>17}" for name in names]))
        return lines[1:]

    def share_chart(self) -> ShareChart:
        pyramids = [stats for stats in self._sums.values() if stats.type == PYRAMID_TYPE]
        points = sum([stats.points for stats in pyramids])
        shares = [(stats.name, stats.points / points) for stats in pyramids if points]
        return ShareChart("Points by the class of the pyramid", sorted(shares, key=lambda pair: -pair[1]))

    # -- internal

    def _add_event(self, event: Event) -> None:
        arguments, sums = event.arguments, self._sums
        if event.verb == "drew_lots":
            self._bids.clear()
        elif event.verb == "bid":
            self._bids[arguments[0], event.seat] = arguments[1]
        elif event.verb in ("won", "unsold"):
            lot = sums[LOT_TYPE, lot_row_name(arguments[1])]
            lot.count += 1
            if event.verb == "won":
                lot.sold += 1
                lot.paid += int(bid_value(self._bids[arguments[0], event.seat]))
        elif event.verb == "claimed":
            sums[SITE_TYPE, site_row_name(arguments[0])].claimed += 1
        elif event.verb == "took_over":
            sums[SITE_TYPE, site_row_name(arguments[0])].taken_over += 1
        elif event.verb == "stole":
            sums[SITE_TYPE, site_row_name(arguments[0])].stolen += 1
            sums[COLOUR_TYPE, COLOURS[arguments[1]]].stolen += 1
        elif event.verb == "built":
            sums[COLOUR_TYPE, COLOURS[arguments[1]]].built += 1
        elif event.verb == "completed":
            self._completed.append((arguments[0], arguments[1], arguments[2]))
        elif event.verb in ENDS:
            self._add_game_end(ENDS[event.verb])

    def _add_game_end(self, reason: str) -> None:
        assert self._state is not None, "no game has begun"
        cells = self._state.cells
        stats = self._sums[END_TYPE, reason]
        stats.count += 1
        stats.rounds += int(cells[ROUND]) + 1
        stats.points += sum([value for _, _, value in self._completed])
        for colour in range(COLOUR_COUNT):
            self._sums[COLOUR_TYPE, COLOURS[colour]].given += int(colour_count(cells[PHARAOH_BLOCKS], colour))


def row_names_by_type(state: TalState) -> dict[str, list[str]]:
    pyramids = [f"{size}, {class_}" for size in SIZES for class_ in CLASSES]
    sites = [site_row_name(int(site)) for site in state.board.used_sites]
    lots = [lot_row_name_by_alike(alike) for alike in range(1, int(LOT_SIZE) + 1)]
    return {
        PYRAMID_TYPE: pyramids,
        SITE_TYPE: sites,
        LOT_TYPE: lots,
        COLOUR_TYPE: list(COLOURS),
        END_TYPE: list(ENDS.values()),
    }


def pyramid_row_name(site: int, class_: int) -> str:
    return f"{SIZES[site >= SMALL_SITES]}, {CLASSES[class_]}"


def site_row_name(site: int) -> str:
    return f"site {site + 1}, {SIZES[site >= SMALL_SITES]}"


def lot_row_name(heap: int) -> str:
    """The row of a lot: lots are grouped by their maximum number of blocks of one colour."""
    return lot_row_name_by_alike(max([int(colour_count(heap, colour)) for colour in range(COLOUR_COUNT)]))


def lot_row_name_by_alike(same_colour_count: int) -> str:
    return f"{same_colour_count} alike" if same_colour_count > 1 else "all different"
