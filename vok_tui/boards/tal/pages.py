"""The pages of the reader: sites and what they are worth, areas, builders and lots."""

from engine.core.game import HUMAN
from engine.core.wording import plural
from engine.tal.board import FIRST_AREA, PLACE_NAMES, SPACE_COUNT, SPACE_LETTERS, GameBoard, spaces_of
from engine.tal.state import BLOCKS_PER_WORKER
from engine.tal.view import BidView, BuilderView, LotView, SiteView, TalView
from vok_tui.boards.tal.builders import LOT, SEAT, order_text
from vok_tui.boards.tal.movement import PHARAOH_TARGET, PLACE, SITE
from vok_tui.boards.tal.worth import block_count, colour_words, worth_sentences
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Page

Names = tuple[str, ...]


def target_name(view: TalView, target: Target) -> str:
    """The name of a target for players; "" for a seat."""
    if target == PHARAOH_TARGET:
        return "The pharaoh's pyramid"
    if target.area == SITE:
        return f"Site {target.index + 1}"
    if target.area == PLACE:
        return f"{'Area ' if target.index >= SPACE_COUNT else ''}{PLACE_NAMES[target.index]}"
    if target.area == LOT and target.index < len(view.lots):
        return f"Lot {target.index + 1}"
    return ""


def site_at(view: TalView, board: GameBoard, target: Target) -> SiteView | None:
    """The site at a target; for a space, the site to which it belongs; None for anything else."""
    if target.area == SITE and target != PHARAOH_TARGET:
        return view.sites[target.index]
    if target.area == PLACE and target.index < SPACE_COUNT:
        return view.sites[board.site_of[target.index]]
    return None


def target_description(view: TalView, board: GameBoard, target: Target) -> str:
    """What a target is worth or contains, in one or more sentences; "" if there is nothing to say."""
    site = site_at(view, board, target)
    if site is not None:
        if not site.in_game:
            return "This site is not used with so few players."
        adjoins = (
            f"{PLACE_NAMES[target.index]} adjoins {adjoining_area_name(board, target.index)}. "
            if target.area == PLACE
            else ""
        )
        return f"{adjoins}{' '.join(worth_sentences(view, site))}"
    if target == PHARAOH_TARGET:
        return "When it is complete, the round is the last one."
    if target.area == LOT and target.index < len(view.lots):
        return f"{colour_words(view.lots[target.index].blocks)}."
    return ""


def adjoining_area_name(board: GameBoard, place: int) -> str:
    """The name of the area beside a space."""
    return PLACE_NAMES[board.area_beside[place]]


def pages_about(view: TalView, board: GameBoard, target: Target, names: Names, levels: tuple[str, ...]) -> list[Page]:
    """The pages about a target: one, or none if there is nothing to show."""
    site = site_at(view, board, target)
    if site is not None:
        return [site_page(view, board, site, names, target)]
    if target == PHARAOH_TARGET:
        return [pharaoh_page(view)]
    if target.area == PLACE:
        return [area_page(view, board, target.index, names)]
    if target.area == SEAT and target.index < len(view.seats):
        return [builder_page(view, target.index, names, levels)]
    if target.area == LOT and target.index < len(view.lots):
        return [lot_page(view, view.lots[target.index], names)]
    return []


def seat_name(view: TalView, seat: int, names: Names) -> str:
    """What the viewer calls a player: "You", or the name."""
    return "You" if seat == view.viewer else names[seat]


def site_page(view: TalView, board: GameBoard, site: SiteView, names: Names, target: Target) -> Page:
    """The page of a site: its owner, blocks and worth, the figures there, and the areas that it adjoins."""
    size_word = "small" if site.is_small else "large"
    if not site.in_game:
        return Page(f"Site {site.number + 1}", "lapis", size_word, (("", "Not used with so few players."),))
    owner = "nobody's" if site.owner < 0 else f"{seat_name(view, site.owner, names)}'s".replace("You's", "yours")
    lines = [("", sentence) for sentence in worth_sentences(view, site)]
    for layer, size in zip(site.layers, site.layer_sizes, strict=True):
        if layer:
            lines.append(("layer", f"{colour_words(layer)}, {len(layer)} of {size}"))
    for builder in view.seats:
        figures = figures_text(board, builder, site.number)
        if figures:
            lines.append((seat_name(view, builder.seat, names), figures))
    if site.block_quota:
        lines.append(("", f"{plural(site.block_quota, 'block')} more in this step."))
    spaces_by_area: dict[str, str] = {}
    for letter, place in zip(SPACE_LETTERS, spaces_of(site.number), strict=False):
        area = adjoining_area_name(board, place)
        spaces_by_area[area] = spaces_by_area.get(area, "") + letter
    lines.append(("adjoins", ", ".join([f"{letters} {area}" for area, letters in spaces_by_area.items()])))
    brief = (" ".join(worth_sentences(view, site)),)
    subtitle = f"{size_word}, {owner}, {block_count(site)} of {sum(site.layer_sizes)} blocks"
    return Page(site_page_title(target, site), "lapis", subtitle, tuple(lines), brief)


def site_page_title(target: Target, site: SiteView) -> str:
    space = f", {PLACE_NAMES[target.index]}" if target.area == PLACE else ""
    return f"Site {site.number + 1}{space}"


def figures_text(board: GameBoard, builder: BuilderView, site: int) -> str:
    """The figures of a builder at a site: "2 overseers, 1 worker, for 2 blocks"."""
    overseers = sum(board.site_of[place] == site for place in builder.overseers)
    workers = sum(board.site_of[place] == site for place in builder.workers)
    words = [plural(overseers, "overseer")] if overseers else []
    words += [f"{plural(workers, 'worker')}, for {BLOCKS_PER_WORKER * workers} blocks"] if workers else []
    return ", ".join(words)


def pharaoh_page(view: TalView) -> Page:
    missing = view.pharaoh_pyramid_size - view.pharaoh_count
    progress = (
        f"{plural(missing, 'block')} to go: then the round is the last one."
        if missing > 0
        else "This is the last round."
    )
    unsold = "The shorter game: unsold lots come here." if view.is_short_game else ""
    bag = f"{plural(view.bag_count, 'block')}: {colour_words(view.bag_blocks) or 'none'}"
    lines = (("", progress), ("holds", colour_words(view.pharaoh_blocks) or "nothing"), ("bag", bag), ("", unsold))
    subtitle = f"{view.pharaoh_count} of {view.pharaoh_pyramid_size} blocks, worth nothing to anybody"
    return Page("The pharaoh's pyramid", "lapis", subtitle, lines)


def area_page(view: TalView, board: GameBoard, place: int, names: Names) -> Page:
    """The page of an area: the figures there, the areas that it borders, and the sites beside it."""
    borders = board.plan.borders[place - int(SPACE_COUNT)]
    sites = sorted(
        {int(board.site_of[space]) for space in range(int(SPACE_COUNT)) if board.area_beside[space] == place}
    )
    lines = []
    for builder in view.seats:
        workers, overseers = builder.workers.count(place), builder.overseers.count(place)
        words = [plural(count, figure) for count, figure in ((overseers, "overseer"), (workers, "worker")) if count]
        if words:
            lines.append((seat_name(view, builder.seat, names), ", ".join(words)))
    lines.append(("borders", ", ".join([str(area) for area in sorted(borders)])))
    in_game = [site for site in sites if board.site_is_used[site]]
    lines.append(("sites", ", ".join([str(site + 1) for site in in_game]) or "none"))
    return Page(f"Area {FIRST_AREA + place - int(SPACE_COUNT)}", "lapis", "any number of figures", tuple(lines))


def builder_page(view: TalView, seat: int, names: Names, levels: tuple[str, ...]) -> Page:
    builder = view.seats[seat]
    level = "at this table" if levels[seat] == HUMAN else levels[seat]
    sites = [site for site in view.sites if site.owner == seat]
    complete = [f"{site.number + 1} ({site.value})" for site in sites if site.is_complete]
    unfinished = [
        f"{site.number + 1} ({block_count(site)}/{sum(site.layer_sizes)})" for site in sites if not site.is_complete
    ]
    lines = [
        ("points", str(builder.points)),
        ("complete", ", ".join(complete) or "none"),
        ("sites", ", ".join(unfinished) or "none"),
        ("scarabs", str(builder.scarabs_left)),
        ("blocks", colour_words(builder.held_blocks) or "none"),
        ("overseers", ", ".join([PLACE_NAMES[place] for place in builder.overseers])),
        ("workers", ", ".join([PLACE_NAMES[place] for place in builder.workers])),
    ]
    if builder.orders is not None:
        lines += [("order", order_text(order)) for order in builder.orders if order.stop >= 0]
    return Page(seat_name(view, seat, names), "lapis", level, tuple(lines))


def lot_page(view: TalView, lot: LotView, names: Names) -> Page:
    """The page of a lot: its blocks, and the bids on it."""
    lines = [("blocks", colour_words(lot.blocks))]
    lines += [(seat_name(view, bid.seat, names), bid_in_words(bid)) for bid in lot.bids if bid.count]
    if lot.winner >= 0:
        subtitle = f"won by {seat_name(view, lot.winner, names)}".replace("by You", "by you")
    else:
        subtitle = "not sold yet" if view.phase == "bids" else "sold to nobody"
    return Page(f"Lot {lot.number + 1}", "lapis", subtitle, tuple(lines))


def viewer_secrets(view: TalView) -> list[str]:
    """The viewer's own secrets: bids and tablets left in the bidding phase, or written orders."""
    viewer = view.seats[view.viewer]
    if viewer.tablets_left is not None:
        bids = [
            f"lot {lot.number + 1} {bid_in_words(lot.bids[view.viewer])}"
            for lot in view.lots
            if lot.bids[view.viewer].count
        ]
        valued = " ".join([str(tablet) for tablet in viewer.tablets_left if tablet])
        return [*bids, f"left {valued or '-'} and {plural(viewer.tablets_left.count(0), 'blank')}"]
    if view.phase != "orders" or viewer.orders is None:
        return []
    numbered_orders = zip(("first", "second"), viewer.orders, strict=True)
    return [
        f"{ordinal} overseer to {PLACE_NAMES[order.stop]}"
        + (f", claims site {order.claim + 1}" if order.claim >= 0 else "")
        for ordinal, order in numbered_orders
        if order.stop >= 0
    ]


def bid_in_words(bid: BidView) -> str:
    """A bid on a lot in words: "4+1 and 2 blanks", or "3 tablets face down"."""
    if bid.tablets is None:
        return f"{plural(bid.count, 'tablet')} face down"
    valued = "+".join([str(tablet) for tablet in bid.tablets if tablet])
    blanks = bid.tablets.count(0)
    return " and ".join([text for text in (valued, plural(blanks, "blank") if blanks else "") if text])
