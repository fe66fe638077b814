"""The pages of the reader: sites and what they are worth, areas, builders and lots."""

from collections.abc import Sequence
from typing import Final

from engine.core.game import HUMAN
from engine.core.wording import plural
from engine.tal.blocks import COLOUR_LETTERS, COLOURS
from engine.tal.board import FIRST_AREA, PLACE_NAMES, SPACE_COUNT, SPACE_LETTERS, GameBoard, spaces_of
from engine.tal.state import BLOCKS_PER_WORKER
from engine.tal.view import BidView, BuilderView, Figure, LotView, SiteView, TalView
from vok_tui.boards.tal.builders import LOT, SEAT, bid_text, order_text
from vok_tui.boards.tal.movement import PHARAOH_TARGET, PLACE, SITE, cost_sentence, moving_figure_place
from vok_tui.boards.tal.signs import EMPTY, FALLING, RISING, SCARAB, WON, overseer_sign, worker_sign
from vok_tui.boards.tal.worth import block_count, colour_words, worth_sentences
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Page, Scene

Names = tuple[str, ...]
SignMeanings = list[tuple[str, str]]  # signs as the table shows them, each with its meaning
PAGE_INDENT: Final = 2


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
        cost = cost_sentence(view, board, target.index) if target.area == PLACE else ""
        return " ".join([text for text in (cost, f"{adjoins}{' '.join(worth_sentences(view, site))}") if text])
    if target == PHARAOH_TARGET:
        return "When it is complete, the round is the last one."
    if target.area == PLACE:
        return cost_sentence(view, board, target.index)
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
    cost = cost_sentence(view, board, target.index) if target.area == PLACE else ""
    if target.area == PLACE:
        lines = [("", text) for text in (space_sentence(view, board, target.index, names), cost) if text] + lines
    brief = (" ".join([text for text in (cost, *worth_sentences(view, site)) if text]),)
    subtitle = f"{size_word}, {owner}, {block_count(site)} of {sum(site.layer_sizes)} blocks"
    return Page(site_page_title(target, site), "lapis", subtitle, tuple(lines), brief, PAGE_INDENT)


def space_sentence(view: TalView, board: GameBoard, place: int, names: Names) -> str:
    """Who stands on a space, and which area it adjoins."""
    figure = view.figure_on_space(place)
    stands = f": {figure_words(view, figure, names)}" if figure is not None else " is free"
    return f"{PLACE_NAMES[place]}{stands}, beside area {adjoining_area_name(board, place)}."


def figure_words(view: TalView, figure: Figure, names: Names) -> str:
    """Whose figure it is: "your worker", "Merit's overseer"."""
    return f"{whose(view, figure.seat, names)} {'overseer' if figure.is_overseer else 'worker'}"


def whose(view: TalView, seat: int, names: Names) -> str:
    return "your" if seat == view.viewer else f"{names[seat]}'s"


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
    return Page("The pharaoh's pyramid", "lapis", subtitle, lines, indent=PAGE_INDENT)


def area_page(view: TalView, board: GameBoard, place: int, names: Names) -> Page:
    """The page of an area: the figures there, the areas that it borders, and the sites beside it."""
    borders = board.plan.borders[place - int(SPACE_COUNT)]
    sites = sorted(
        {int(board.site_of[space]) for space in range(int(SPACE_COUNT)) if board.area_beside[space] == place}
    )
    cost = cost_sentence(view, board, place)
    lines = [("", cost)] if cost else []
    for builder in view.seats:
        workers, overseers = builder.workers.count(place), builder.overseers.count(place)
        words = [plural(count, figure) for count, figure in ((overseers, "overseer"), (workers, "worker")) if count]
        if words:
            lines.append((seat_name(view, builder.seat, names), ", ".join(words)))
    figures = "; ".join([f"{name} {words}".strip() for name, words in lines])
    lines.append(("borders", ", ".join([str(area) for area in sorted(borders)])))
    in_game = [site for site in sites if board.site_is_used[site]]
    lines.append(("sites", ", ".join([str(site + 1) for site in in_game]) or "none"))
    return Page(
        f"Area {FIRST_AREA + place - int(SPACE_COUNT)}",
        "lapis",
        "any number of figures",
        tuple(lines),
        (figures,) if figures else (),
        PAGE_INDENT,
    )


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


# -- the signs that the table shows


def signs_at(scene: Scene, board: GameBoard, target: Target) -> SignMeanings:
    """The signs at a target, each with its meaning. A space also explains those of its site."""
    view: TalView = scene.view
    site = site_at(view, board, target)
    is_space = target.area == PLACE and site is not None
    found = space_signs(scene, target) if is_space else mark_signs(scene, target)
    if site is not None:
        found += site_signs(scene, site) if site.in_game else []
        shown = [target.index] if target.area == PLACE else spaces_of(site.number)
        figures = [view.figure_on_space(place) for place in shown]
        found += figure_signs(scene, [figure for figure in figures if figure is not None])
    elif target == PHARAOH_TARGET:
        found.append((f"{view.pharaoh_count}/{view.pharaoh_pyramid_size}", "blocks placed of those needed"))
    elif target.area == PLACE:
        found += area_signs(scene, target.index)
    elif target.area == SEAT:
        found += builder_signs(scene, view.seats[target.index])
    elif target.area == LOT and target.index < len(view.lots):
        found += lot_signs(scene, view.lots[target.index])
    return list(dict.fromkeys(found))


def mark_signs(scene: Scene, target: Target) -> SignMeanings:
    """The marks that only this game has, and the cursor."""
    signs = scene.signs
    view: TalView = scene.view
    marks = (
        (signs.new_bar, "is asked", target == Target(SEAT, view.mover)),
        (signs.usable, "the lot that is asked about", target == Target(LOT, view.asked_lot)),
        (signs.selected, "the figure that moves", target == Target(PLACE, moving_figure_place(view))),
    )
    return [(sign, meaning) for sign, meaning, is_shown in marks if is_shown]


def space_signs(scene: Scene, target: Target) -> SignMeanings:
    """The signs of a space, except that of a figure."""
    signs, view = scene.signs, scene.view
    letter = PLACE_NAMES[target.index][-1]
    if target in scene.affected:
        return []
    if target.index == moving_figure_place(view):
        return [(signs.selected, "the figure that moves")]
    if view.figure_on_space(target.index) is not None:
        return []
    if moving_figure_place(view) < 0:
        return [(letter, "a free space")]
    if target in scene.usable:
        return [(letter, "a space where the figure can go")]
    return [(signs.game_signs[EMPTY], "among spaces, one where the figure cannot go")]


def block_signs(letters: str) -> SignMeanings:
    return [(letter, name) for letter, name in zip(COLOUR_LETTERS, COLOURS, strict=True) if letter in letters]


def site_signs(scene: Scene, site: SiteView) -> SignMeanings:
    view, signs = scene.view, scene.signs
    found: SignMeanings = []
    if site.owner >= 0:
        found.append((overseer_sign(signs, site.owner), f"{whose(view, site.owner, scene.names)} site"))
    if site.is_complete:
        found.append((f"{signs.done}{site.value}", "complete, and its points"))
    elif site.owner >= 0:
        found.append((f"{block_count(site)}/{sum(site.layer_sizes)}", "blocks placed of those needed"))
    return [*found, *block_signs("".join(site.layers)), (signs.game_signs[EMPTY], "a block to come")]


def figure_signs(scene: Scene, figures: Sequence[Figure]) -> SignMeanings:
    signs = scene.signs
    return [
        (
            overseer_sign(signs, figure.seat) if figure.is_overseer else worker_sign(signs, figure.seat),
            figure_words(scene.view, figure, scene.names),
        )
        for figure in figures
    ]


def area_signs(scene: Scene, place: int) -> SignMeanings:
    view: TalView = scene.view
    figures = [
        Figure(builder.seat, is_overseer)
        for builder in view.seats
        for is_overseer, places in ((False, builder.workers), (True, builder.overseers))
        if place in places
    ]
    counted = [("2", "a number after a sign: so many of them")] if figures else []
    return [*figure_signs(scene, figures), *counted, *route_signs(scene)]


def route_signs(scene: Scene) -> SignMeanings:
    signs = scene.signs
    return [(" ".join([signs.rule, *[signs.game_signs[name] for name in (RISING, FALLING)]]), "routes, 1 point each")]


def builder_signs(scene: Scene, builder: BuilderView) -> SignMeanings:
    view, signs = scene.view, scene.signs
    sign = overseer_sign(signs, builder.seat)
    found = [
        (sign, f"{whose(view, builder.seat, scene.names)} overseers and sites"),
        (
            f"{builder.scarabs_left}{signs.game_signs[SCARAB]}",
            f"{plural(builder.scarabs_left, 'scarab')} left",
        ),
        (f"{builder.points} pt", plural(builder.points, "point")),
        *block_signs(builder.held_blocks),
    ]
    if builder.tablets_left is not None:
        found.append(("left", "tablets that you can still lay"))
        blanks = builder.tablets_left.count(0)
        found += [(f"{blanks}b", plural(blanks, "blank tablet"))] if blanks else []
    return found


def lot_signs(scene: Scene, lot: LotView) -> SignMeanings:
    signs = scene.signs.game_signs
    found = block_signs(lot.blocks)
    found += [(bid_text(scene, bid, is_short=False), bid_in_words(bid)) for bid in lot.bids if bid.count]
    found += [(signs[EMPTY], "no bid")] if 0 in [bid.count for bid in lot.bids] else []
    return found + ([(signs[WON], "has won the lot")] if lot.winner >= 0 else [])
