"""Beside the board: the builders and what they have, and the lots with the bids on them."""

from itertools import groupby
from typing import Final

from engine.core.game import NOTHING
from engine.core.wording import plural
from engine.tal.board import PLACE_NAMES
from engine.tal.view import BidView, BuilderView, LotView, OrderView, TalView
from vok_tui.boards.tal.marks import SEAT_INKS, paint_blocks, paint_sign_and_name, seat_name, target_ink, target_mark
from vok_tui.boards.tal.movement import PHARAOH_TARGET
from vok_tui.boards.tal.signs import EMPTY, FACE_DOWN, SCARAB, WON, overseer_sign
from vok_tui.boards.tal.worth import block_count
from vok_tui.painting.grid import HEADING_INK, Brush, Target, fit
from vok_tui.panes.card_frame import paint_change_mark
from vok_tui.panes.scene import Scene

SEAT: Final = "seat"
LOT: Final = "lot"
BUILDER_LINES: Final = 2
BUILDER_LINES_WITH_SITES: Final = 3  # with a line for their sites
HELD_COLUMN: Final = 2
MIN_LABEL_COLUMNS: Final = 26  # of a line with held blocks that says what they are
BLOCKS_LABEL_COLUMNS: Final = 7 + 1  # "blocks ", and a blank after the blocks
FIRST_BID_COLUMN: Final = 9  # after the number and the blocks of a lot
MIN_BID_COLUMNS: Final = 3
MAX_BID_COLUMNS: Final = 7
MIN_FULL_BID_COLUMNS: Final = 5  # with fewer, only the sum of the tablets is written


def paint_counts_and_builders(brush: Brush, scene: Scene) -> None:
    """Paint the number of blocks in the pharaoh's pyramid and in the bag, then each builder."""
    view: TalView = scene.view
    start = brush.write_right(0, f"bag {view.bag_count}", "dune")
    pharaoh = brush.sub_brush(0, 0, start - 1, 1)
    pharaoh.add_target(PHARAOH_TARGET)
    x = pharaoh.write(0, 0, "pharaoh", *target_ink(scene, PHARAOH_TARGET, "gold"))
    paint_change_mark(pharaoh, x, 0, scene, PHARAOH_TARGET)
    pharaoh.write(x + 1, 0, f"{view.pharaoh_count}/{view.pharaoh_pyramid_size}", "sand")
    lines = (brush.height - 1) // len(view.seats)
    for builder in view.seats:
        paint_builder(brush.sub_brush(0, 1 + lines * builder.seat, brush.width, lines), scene, builder)


def paint_builder(brush: Brush, scene: Scene, builder: BuilderView) -> None:
    """Paint a builder: name, points and scarabs; the sites if they have a line; then blocks, orders or tablets."""
    view: TalView = scene.view
    target = Target(SEAT, builder.seat)
    brush.add_target(target)
    paint_change_mark(brush, 0, 0, scene, target)
    if builder.seat == view.mover:
        brush.write(0, 0, scene.signs.new_bar, "lapis")
    is_wide = brush.height >= BUILDER_LINES_WITH_SITES
    scarabs = (
        plural(builder.scarabs_left, "scarab") if is_wide else f"{builder.scarabs_left}{scene.signs.game_signs[SCARAB]}"
    )
    points = plural(builder.points, "point") if is_wide else f"{builder.points} pt"
    start = brush.write_right(0, scarabs, "dune")
    start = brush.write_right(0, points, "gold", end=start - 1)
    if target in (scene.cursor, scene.selected):
        text = f"{overseer_sign(scene.signs, builder.seat)}{seat_name(scene, builder.seat)}"
        brush.write(1, 0, fit(text, start - 2, ""), *target_ink(scene, target))
    else:
        paint_sign_and_name(brush, 1, 0, scene, builder.seat, start - 2)
    if is_wide:
        brush.write(HELD_COLUMN, 1, sites_text(view, builder.seat, brush.width - HELD_COLUMN), "sand")
    paint_held_blocks(brush.sub_brush(HELD_COLUMN, brush.height - 1, brush.width - HELD_COLUMN, 1), scene, builder)


def sites_text(view: TalView, seat: int, width: int) -> str:
    """The sites of a builder, with the blocks there: "sites 1 0/5, 11 3/14"; of complete ones the points. Only their numbers if
    that is too wide."""
    sites = [site for site in view.sites if site.owner == seat]
    if not sites:
        return "no sites"
    counts = [
        plural(site.value, "point") if site.is_complete else f"{block_count(site)}/{sum(site.layer_sizes)}"
        for site in sites
    ]
    numbers = [str(site.number + 1) for site in sites]
    text = f"sites {', '.join([f'{number} {count}' for number, count in zip(numbers, counts, strict=True)])}"
    return text if len(text) <= width else f"sites {' '.join(numbers)}"


def paint_held_blocks(brush: Brush, scene: Scene, builder: BuilderView) -> None:
    """Paint the blocks that a builder holds, apart by colour if there is room; then the orders or tablets."""
    groups = ["".join(group) for _, group in groupby(builder.held_blocks)]
    details = tablets_or_orders_text(scene.view, builder, brush.width)
    needed = len(builder.held_blocks) + len(groups) + len(details)
    gap = 1 if needed <= brush.width else 0
    has_label = groups and brush.width >= MIN_LABEL_COLUMNS and needed + BLOCKS_LABEL_COLUMNS <= brush.width
    label = "blocks " if has_label else ""
    x = brush.write(0, 0, label, "sand")
    for group in groups:
        x = paint_blocks(brush, x, 0, group) + gap
    x += 1 if groups and not gap else 0
    brush.write(x, 0, fit(details, brush.width - x, scene.signs.more), "dune")


def tablets_or_orders_text(view: TalView, builder: BuilderView, width: int) -> str:
    """The tablets that a builder can still bid, or the written orders, without claims if they are wider than `width`; "no blocks"
    for a builder without these and without blocks."""
    if view.phase == "bids" and builder.tablets_left is not None:
        valued = " ".join([str(tablet) for tablet in builder.tablets_left if tablet])
        blanks = builder.tablets_left.count(0)
        return f"left {valued or '-'}" + (f", {blanks}b" if blanks else "")
    if view.phase == "orders":
        if builder.orders is not None:
            written = [order for order in builder.orders if order.stop >= 0]
            text = ", ".join([order_text(order) for order in written])
            return text if len(text) <= width else " ".join(["to", *[PLACE_NAMES[order.stop] for order in written]])
        return "ordered" if builder.has_written_orders else ""
    return "" if builder.held_blocks else "no blocks"


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
            room = columns - 2 if seat < len(view.seats) - 1 else brush.width - x - 1  # the last name has the rest
            brush.write(x + 1, 0, fit(seat_name(scene, seat), room, ""), SEAT_INKS[seat])
    for lot in view.lots[: brush.height - 1]:
        paint_lot(brush.sub_brush(0, 1 + lot.number, brush.width, 1), scene, lot, columns)


def paint_lot(brush: Brush, scene: Scene, lot: LotView, bid_columns: int) -> None:
    """Paint a lot: its number, its blocks, and the bid of each builder."""
    target = Target(LOT, lot.number)
    brush.add_target(target)
    is_open = lot.number == scene.view.asked_lot
    brush.write(0, 0, scene.signs.usable if is_open else target_mark(scene, target), "gold")
    brush.write(1, 0, str(lot.number + 1), *target_ink(scene, target, "gold" if is_open else "sand"))
    paint_blocks(brush, 3, 0, lot.blocks)
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
