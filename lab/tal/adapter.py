"""Tal der Koenige for other libraries: action ids, and observations as numbers. For the shipped board only."""

from collections.abc import Sequence
from typing import Final

from engine.core.game import NOTHING
from engine.tal.blocks import COLOUR_LETTERS
from engine.tal.board import PLACE_COUNT, SITE_COUNT
from engine.tal.game import EDITIONS, TAL
from engine.tal.state import MAX_LOTS, OVERSEERS_EACH, PHASES
from engine.tal.view import BidView, BuilderView, LotView, OrderView, SiteView, TalView
from lab.adapters.game_spec import ActionRange, GameSpec

VALUED_TABLETS: Final = (4, 3, 2, 1)
MAX_DECISIONS: Final = 10000  # in a game; the longest of 300 random games of four builders had 170
LAYERS: Final = 3


class TalSpec(GameSpec):
    """With the default options."""

    def __init__(self) -> None:
        tables = {edition.name: (edition.min_players, edition.max_players) for edition in EDITIONS}
        super().__init__("lab.tal.adapter:TAL_SPEC", TAL, tables, MAX_DECISIONS)

    def action_ranges(self, players: int, edition: str) -> tuple[ActionRange, ...]:
        """One range for each verb."""
        del players, edition
        places, sites, colours = int(PLACE_COUNT), int(SITE_COUNT), len(COLOUR_LETTERS)
        overseers = int(OVERSEERS_EACH)
        return (
            ActionRange("lay", (int(MAX_LOTS), 1 + len(VALUED_TABLETS))),
            ActionRange("next"),
            ActionRange("stop", (overseers, places)),
            ActionRange("claim", (overseers, sites)),
            ActionRange("claim_none", (overseers,)),
            ActionRange("take", (places,)),
            ActionRange("go", (places,)),
            ActionRange("take_over", (sites,)),
            ActionRange("steal", (sites, colours)),
            ActionRange("build", (sites, colours)),
            ActionRange("done"),
        )

    def observe(self, view: TalView, players: int, edition: str) -> list[float]:
        """The table, the lots, the sites, then each seat, beginning with the viewer. Blocks are counted by colour; places are
        their numbers."""
        del edition
        counts = (
            view.round, seat_distance_plus_one(view, view.disc_seat), seat_distance_plus_one(view, view.mover),
            plus_one_or_zero(view.movement_left), 1 + view.moving_worker_place, 1 + view.asked_overseer, 1 + view.asked_lot,
            int(view.is_short_game),
        )  # fmt: skip
        numbers = [*map(float, counts), *[float(view.phase == phase) for phase in PHASES]]
        numbers += [*count_colours(view.bag_blocks), *count_colours(view.pharaoh_blocks)]
        for lot in range(players + 1):
            numbers += observe_lot(view, view.lots[lot] if lot < len(view.lots) else None, players)
        for site in view.sites:
            numbers += observe_site(view, site)
        for place in range(players):
            numbers += observe_builder(view.seats[(view.viewer + place) % players])
        return numbers


def seat_distance_plus_one(view: TalView, seat: int) -> int:
    """The distance of a seat from the viewer in turn order, plus 1; 0 for nobody."""
    return 1 + (seat - view.viewer) % len(view.seats) if seat >= 0 else 0


def plus_one_or_zero(number: int | None) -> int:
    """`number` plus 1; 0 for None."""
    return 0 if number is None else 1 + number


def count_colours(blocks: str) -> list[float]:
    return [float(blocks.count(letter)) for letter in COLOUR_LETTERS]


def observe_lot(view: TalView, lot: LotView | None, players: int) -> list[float]:
    """Blocks, winner and bids; zeros for None."""
    if lot is None:
        return [0.0] * (len(COLOUR_LETTERS) + 1 + players * BID_NUMBERS)
    numbers = [*count_colours(lot.blocks), float(seat_distance_plus_one(view, lot.winner))]
    for place in range(players):
        numbers += observe_bid(lot.bids[(view.viewer + place) % players])
    return numbers


BID_NUMBERS: Final = 2 + len(VALUED_TABLETS)


def observe_bid(bid: BidView) -> list[float]:
    """The number of tablets, whether they are known, and which of the tablets 1 to 4 are among them."""
    known: Sequence[int] = bid.tablets or ()
    return [
        float(bid.count),
        float(bid.tablets is not None),
        *[float(tablet in known) for tablet in VALUED_TABLETS],
    ]


def observe_site(view: TalView, site: SiteView) -> list[float]:
    """Whether the site is in the game, its owner, quota and value, and its blocks layer by layer."""
    layers = [*site.layers, *[""] * (LAYERS - len(site.layers))]
    numbers = [
        float(site.in_game),
        float(seat_distance_plus_one(view, site.owner)),
        float(site.block_quota),
        float(site.value),
    ]
    for layer in layers:
        numbers += count_colours(layer)
    return numbers


def observe_builder(builder: BuilderView) -> list[float]:
    """Points, scarabs, blocks, the places of the figures, and the orders and tablets that are known."""
    numbers = [
        float(builder.points),
        float(builder.scarabs_left),
        float(builder.has_written_orders),
        *count_colours(builder.held_blocks),
    ]
    numbers += [float(place) for place in (*builder.workers, *builder.overseers)]
    no_order = OrderView(NOTHING, NOTHING)
    for order in builder.orders or (no_order,) * int(OVERSEERS_EACH):
        numbers += [float(1 + order.stop), float(1 + order.claim)]
    tablets_left = builder.tablets_left or ()
    numbers += [float(tablet in tablets_left) for tablet in VALUED_TABLETS]
    return [*numbers, float(tablets_left.count(0))]


TAL_SPEC: Final = TalSpec()
