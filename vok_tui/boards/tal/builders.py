"""Beside the board: the builders and what they have, and the lots with the bids on them."""

from typing import Final

from engine.core.game import NOTHING
from engine.tal.board import PLACE_NAMES
from engine.tal.view import BidView, BuilderView, LotView, OrderView, TalView
from vok_tui.boards.tal.marks import SEAT_INKS, paint_blocks, paint_sign_and_name, seat_name, target_ink, target_mark
from vok_tui.boards.tal.signs import EMPTY, FACE_DOWN, SCARAB, WON, overseer_sign, worker_sign
from vok_tui.painting.grid import HEADING_INK, Brush, Target, fit
from vok_tui.panes.card_frame import paint_change_mark
from vok_tui.panes.scene import Scene

SEAT: Final = "seat"
LOT: Final = "lot"
BUILDER_LINES: Final = 2
BUILDER_LINES_WITH_PLACES: Final = 3  # with a line for the places of the figures
HELD_COLUMN: Final = 2
FIRST_BID_COLUMN: Final = 8  # after the number and the blocks of a lot
MIN_BID_COLUMNS: Final = 3
MAX_BID_COLUMNS: Final = 7
MIN_FULL_BID_COLUMNS: Final = 5  # with fewer, only the sum of the tablets is written


def paint_counts_and_builders(brush: Brush, scene: Scene) -> None:
    """Paint a heading with the number of blocks in the bag, then each builder."""
    view: TalView = scene.view
    brush.write(1, 0, "Builders", *HEADING_INK)
    brush.write_right(0, f"bag {view.bag_count}", "sand")
    lines = (brush.height - 1) // len(view.seats)
    for builder in view.seats:
        paint_builder(brush.sub_brush(0, 1 + lines * builder.seat, brush.width, lines), scene, builder)


def paint_builder(brush: Brush, scene: Scene, builder: BuilderView) -> None:
    """Paint a builder: name, points and scarabs; then blocks, orders or tablets; then the places of the figures if they fit."""
    view: TalView = scene.view
    target = Target(SEAT, builder.seat)
    brush.add_target(target)
    paint_change_mark(brush, 0, 0, scene, target)
    if builder.seat == view.mover:
        brush.write(0, 0, scene.signs.new_bar, "lapis")
    points = f"{builder.points} pt {builder.scarabs_left}{scene.signs.game_signs[SCARAB]}"
    start = brush.write_right(0, points, "gold")
    if target in (scene.cursor, scene.selected):
        text = f"{overseer_sign(scene.signs, builder.seat)}{seat_name(scene, builder.seat)}"
        brush.write(1, 0, fit(text, start - 2, ""), *target_ink(scene, target))
    else:
        paint_sign_and_name(brush, 1, 0, scene, builder.seat, start - 2)
    x = paint_blocks(brush, HELD_COLUMN, 1, fit(builder.held_blocks, brush.width - HELD_COLUMN, ""))
    x += 1 if builder.held_blocks else 0
    details = tablets_or_orders_text(view, builder)
    brush.write(x, 1, fit(details, brush.width - x, scene.signs.more), "dune")
    if brush.height >= BUILDER_LINES_WITH_PLACES:
        paint_figure_places(brush.sub_brush(HELD_COLUMN, 2, brush.width - HELD_COLUMN, 1), scene, builder)


def paint_figure_places(brush: Brush, scene: Scene, builder: BuilderView) -> None:
    """Paint the places of a builder's overseers and workers."""
    overseers = " ".join([PLACE_NAMES[place] for place in builder.overseers])
    counts = [(place, builder.workers.count(place)) for place in sorted(set(builder.workers))]
    workers = " ".join([PLACE_NAMES[place] + (f"x{count}" if count > 1 else "") for place, count in counts])
    x = brush.write(0, 0, overseer_sign(scene.signs, builder.seat), SEAT_INKS[builder.seat])
    x = brush.write(x, 0, f"{overseers} ", "sand")
    x = brush.write(x, 0, worker_sign(scene.signs, builder.seat), SEAT_INKS[builder.seat])
    brush.write(x, 0, fit(workers, brush.width - x, scene.signs.more), "sand")


def tablets_or_orders_text(view: TalView, builder: BuilderView) -> str:
    """The tablets that a builder can still bid, or the written orders; "-" for a builder without these and without blocks."""
    if view.phase == "bids" and builder.tablets_left is not None:
        valued = " ".join([str(tablet) for tablet in builder.tablets_left if tablet])
        blanks = builder.tablets_left.count(0)
        return f"left {valued or '-'}" + (f", {blanks}b" if blanks else "")
    if view.phase == "orders":
        if builder.orders is not None:
            return ", ".join([order_text(order) for order in builder.orders if order.stop >= 0])
        return "orders written" if builder.has_written_orders else ""
    return "" if builder.held_blocks else "-"


def order_text(order: OrderView) -> str:
    """An order in words: "10/B", or "10/B claims 10"."""
    claim = f" claims {order.claim + 1}" if order.claim != NOTHING else ""
    return PLACE_NAMES[order.stop] + claim


def paint_lots(brush: Brush, scene: Scene) -> None:
    """Paint a heading with the signs of the builders, and below it each lot with their bids."""
    view: TalView = scene.view
    columns = max(MIN_BID_COLUMNS, min(MAX_BID_COLUMNS, (brush.width - FIRST_BID_COLUMN) // len(view.seats)))
    brush.write(1, 0, "Lots", *HEADING_INK)
    for seat in range(len(view.seats)):
        x = FIRST_BID_COLUMN + columns * seat
        brush.write(x, 0, overseer_sign(scene.signs, seat), SEAT_INKS[seat])
        if columns > MIN_BID_COLUMNS:
            brush.write(x + 1, 0, fit(seat_name(scene, seat), columns - 2, ""), SEAT_INKS[seat])
    for lot in view.lots[: brush.height - 1]:
        paint_lot(brush.sub_brush(0, 1 + lot.number, brush.width, 1), scene, lot, columns)


def paint_lot(brush: Brush, scene: Scene, lot: LotView, bid_columns: int) -> None:
    """Paint a lot: its number, its blocks, and the bid of each builder."""
    target = Target(LOT, lot.number)
    brush.add_target(target)
    is_open = lot.number == scene.view.asked_lot
    brush.write(0, 0, scene.signs.usable if is_open else target_mark(scene, target), "gold")
    brush.write(1, 0, str(lot.number + 1), *target_ink(scene, target, "gold" if is_open else "sand"))
    paint_blocks(brush, 2, 0, lot.blocks)
    for bid in lot.bids:
        has_won = bid.seat == lot.winner
        text = bid_text(scene, bid, is_short=bid_columns < MIN_FULL_BID_COLUMNS)
        text += scene.signs.game_signs[WON] if has_won else ""
        x = FIRST_BID_COLUMN + bid_columns * bid.seat
        brush.write(x, 0, fit(text, bid_columns, ""), "gold" if has_won else "sand")


def bid_text(scene: Scene, bid: BidView, *, is_short: bool) -> str:
    """A bid: "4+1b", or "5" if `is_short`; for tablets face down, their number and a sign."""
    if not bid.count:
        return scene.signs.game_signs[EMPTY]
    if bid.tablets is None:
        return f"{bid.count}{scene.signs.game_signs[FACE_DOWN]}"
    valued, blanks = [tablet for tablet in bid.tablets if tablet], bid.tablets.count(0)
    if is_short:
        return str(sum(valued)) if valued else "b"
    return f"{'+'.join(map(str, valued))}{'b' if blanks else ''}"
