"""The reader: sites with what they are worth, places, builders and lots."""

from typing import Final

from engine.core.game import HUMAN
from engine.tal.data.board import (
    FIRST_AREA,
    PLACE_NAMES,
    SPACE_COUNT,
    SPACE_LETTERS,
    Board,
    spaces_of,
)
from engine.tal.view import BidView, BuilderView, SiteView, TalView
from saves.clean_text import plural
from vok_tui.boards.tal.drawing.side import LOT, SEAT, order_text
from vok_tui.boards.tal.drawing.tiles import PHARAOH
from vok_tui.boards.tal.movement import PLACE, SITE
from vok_tui.boards.tal.worth import block_count, colour_words, worth_sentences
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Page

BLOCKS_A_WORKER: Final = 2

Names = tuple[str, ...]


def target_name(view: TalView, target: Target) -> str:
    """What players call a target."""
    if target == PHARAOH:
        return "The pharaoh's pyramid"
    if target.area == SITE:
        return f"Site {target.index + 1}"
    if target.area == PLACE:
        return f"{'Area ' if target.index >= SPACE_COUNT else ''}{PLACE_NAMES[target.index]}"
    if target.area == LOT and target.index < len(view.lots):
        return f"Lot {target.index + 1}"
    return ""


def site_at(view: TalView, board: Board, target: Target) -> SiteView | None:
    """The site of a target: of a space, the one that it belongs to."""
    if target.area == SITE and target != PHARAOH:
        return view.sites[target.index]
    if target.area == PLACE and target.index < SPACE_COUNT:
        return view.sites[board.site_of[target.index]]
    return None


def describe(view: TalView, board: Board, target: Target) -> str:
    """What the thing under the cursor is worth or holds, in a sentence."""
    site = site_at(view, board, target)
    if site is not None:
        if not site.in_game:
            return "This site is not used with so few players."
        where = (
            f"{PLACE_NAMES[target.index]} adjoins {adjoining_area_name(board, target.index)}. "
            if target.area == PLACE
            else ""
        )
        return f"{where}{' '.join(worth_sentences(view, site))}"
    if target == PHARAOH:
        return "When it is complete, the round is the last one."
    if target.area == LOT and target.index < len(view.lots):
        return f"{colour_words(view.lots[target.index].blocks)}."
    return ""


def adjoining_area_name(board: Board, place: int) -> str:
    """The name of the area beside a space."""
    return PLACE_NAMES[board.beside[place]]


def pages_about(view: TalView, board: Board, target: Target, names: Names, levels: tuple[str, ...]) -> list[Page]:
    """The pages about a target; none for an empty place."""
    site = site_at(view, board, target)
    if site is not None:
        return [site_page(view, board, site, names, target)]
    if target == PHARAOH:
        return [pharaoh_page(view)]
    if target.area == PLACE:
        return [area_page(view, board, target.index, names)]
    if target.area == SEAT and target.index < len(view.seats):
        return [builder_page(view, target.index, names, levels)]
    if target.area == LOT and target.index < len(view.lots):
        return [lot_page(view, target.index, names)]
    return []


def seat_name(view: TalView, seat: int, names: Names) -> str:
    """What the viewer calls a player: "You", or the name."""
    return "You" if seat == view.viewer else names[seat]


def site_page(view: TalView, board: Board, site: SiteView, names: Names, target: Target) -> Page:
    """Whose site it is, what lies there, what it would be worth, who stands there, and which areas it adjoins."""
    size = "small" if site.is_small else "large"
    if not site.in_game:
        return Page(f"Site {site.number + 1}", "lapis", size, (("", "Not used with so few players."),))
    owner = "nobody's" if site.owner < 0 else f"{seat_name(view, site.owner, names)}'s".replace("You's", "yours")
    lines = [("", sentence) for sentence in worth_sentences(view, site)]
    for layer, most in zip(site.layers, site.sizes, strict=True):
        if layer:
            lines.append(("layer", f"{colour_words(layer)}, {len(layer)} of {most}"))
    figures = [(seat_name(view, each.seat, names), figures_text(board, each, site.number)) for each in view.seats]
    lines += [(name, text) for name, text in figures if text]
    if site.quota:
        lines.append(("", f"{plural(site.quota, 'block')} more in this step."))
    areas: dict[str, str] = {}
    for nth, place in enumerate(spaces_of(site.number)):
        area = adjoining_area_name(board, place)
        areas[area] = areas.get(area, "") + SPACE_LETTERS[nth]
    lines.append(("adjoins", ", ".join([f"{letters} {area}" for area, letters in areas.items()])))
    brief = (" ".join(worth_sentences(view, site)),)
    subtitle = f"{size}, {owner}, {block_count(site)} of {sum(site.sizes)} blocks"
    return Page(site_page_title(target, site), "lapis", subtitle, tuple(lines), brief)


def site_page_title(target: Target, site: SiteView) -> str:
    there = f", {PLACE_NAMES[target.index]}" if target.area == PLACE else ""
    return f"Site {site.number + 1}{there}"


def figures_text(board: Board, builder: BuilderView, site: int) -> str:
    """The figures of a builder at a site: "2 overseers, 1 worker, for 2 blocks"."""
    overseers = sum(board.site_of[place] == site for place in builder.overseers)
    workers = sum(board.site_of[place] == site for place in builder.workers)
    words = [plural(overseers, "overseer")] if overseers else []
    words += [f"{plural(workers, 'worker')}, for {BLOCKS_A_WORKER * workers} blocks"] if workers else []
    return ", ".join(words)


def pharaoh_page(view: TalView) -> Page:
    left = view.pharaoh_size - view.pharaoh_count
    rest = f"{plural(left, 'block')} to go: then the round is the last one." if left > 0 else "This is the last round."
    unsold = "The shorter game: unsold lots come here." if view.is_short else ""
    bag = f"{plural(view.bag_count, 'block')}: {colour_words(view.bag) or 'none'}"
    lines = (("", rest), ("holds", colour_words(view.pharaoh) or "nothing"), ("bag", bag), ("", unsold))
    subtitle = f"{view.pharaoh_count} of {view.pharaoh_size} blocks, worth nothing to anybody"
    return Page("The pharaoh's pyramid", "lapis", subtitle, lines)


def area_page(view: TalView, board: Board, place: int, names: Names) -> Page:
    """Who stands in an area, and what it borders."""
    borders = board.plan.borders[place - int(SPACE_COUNT)]
    sites = sorted({int(board.site_of[space]) for space in range(int(SPACE_COUNT)) if board.beside[space] == place})
    lines = []
    for builder in view.seats:
        workers, overseers = builder.workers.count(place), builder.overseers.count(place)
        words = [plural(count, what) for count, what in ((overseers, "overseer"), (workers, "worker")) if count]
        if words:
            lines.append((seat_name(view, builder.seat, names), ", ".join(words)))
    lines.append(("borders", ", ".join([str(area) for area in sorted(borders)])))
    in_game = [site for site in sites if board.in_game[site]]
    lines.append(("sites", ", ".join([str(site + 1) for site in in_game]) or "none"))
    return Page(f"Area {FIRST_AREA + place - int(SPACE_COUNT)}", "lapis", "any number of figures", tuple(lines))


def builder_page(view: TalView, seat: int, names: Names, levels: tuple[str, ...]) -> Page:
    builder = view.seats[seat]
    kind = "at this table" if levels[seat] == HUMAN else levels[seat]
    own = [site for site in view.sites if site.owner == seat]
    done = [f"{site.number + 1} ({site.value})" for site in own if site.is_complete]
    begun = [f"{site.number + 1} ({block_count(site)}/{sum(site.sizes)})" for site in own if not site.is_complete]
    lines = [
        ("points", str(builder.points)),
        ("complete", ", ".join(done) or "none"),
        ("sites", ", ".join(begun) or "none"),
        ("scarabs", str(builder.scarabs)),
        ("blocks", colour_words(builder.held) or "none"),
        ("overseers", ", ".join([PLACE_NAMES[place] for place in builder.overseers])),
        ("workers", ", ".join([PLACE_NAMES[place] for place in builder.workers])),
    ]
    if builder.orders is not None:
        lines += [("order", order_text(order)) for order in builder.orders if order.stop >= 0]
    return Page(seat_name(view, seat, names), "lapis", kind, tuple(lines))


def lot_page(view: TalView, lot: int, names: Names) -> Page:
    """The blocks of a lot, and who has laid what."""
    found = view.lots[lot]
    lines = [("blocks", colour_words(found.blocks))]
    lines += [(seat_name(view, bid.seat, names), tablets_text(bid)) for bid in found.bids if bid.count]
    won = "not sold yet" if view.phase == "bids" else "sold to nobody"
    subtitle = won if found.winner < 0 else f"won by {seat_name(view, found.winner, names)}".replace("by You", "by you")
    return Page(f"Lot {lot + 1}", "lapis", subtitle, tuple(lines))


def viewer_secrets(view: TalView) -> list[str]:
    """What the viewer has laid and kept back while others bid, or has written."""
    own = view.seats[view.viewer]
    if own.tablets_left is not None:
        laid = [
            f"lot {lot.number + 1} {tablets_text(lot.bids[view.viewer])}"
            for lot in view.lots
            if lot.bids[view.viewer].count
        ]
        valued = " ".join([str(tablet) for tablet in own.tablets_left if tablet])
        return [*laid, f"left {valued or '-'} and {plural(own.tablets_left.count(0), 'blank')}"]
    if view.phase != "orders" or own.orders is None:
        return []
    written = zip(("first", "second"), own.orders, strict=True)
    return [
        f"{word} overseer to {PLACE_NAMES[order.stop]}"
        + (f", claims site {order.claim + 1}" if order.claim >= 0 else "")
        for word, order in written
        if order.stop >= 0
    ]


def tablets_text(bid: BidView) -> str:
    """What was laid on a lot: "4+1 and 2 blanks", or "3 tablets face down"."""
    if bid.tablets is None:
        return f"{plural(bid.count, 'tablet')} face down"
    valued = "+".join([str(tablet) for tablet in bid.tablets if tablet])
    blanks = bid.tablets.count(0)
    return " and ".join([text for text in (valued, plural(blanks, "blank") if blanks else "") if text])
