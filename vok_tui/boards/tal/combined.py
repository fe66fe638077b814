"""Answers that give several actions at once: all blocks that fit, all blanks, and a worker together with where it goes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.core.action import Action
from engine.core.game import NOTHING
from engine.tal.blocks import COLOUR_LETTERS
from engine.tal.board import MIXED, PLACE_COUNT, PLACE_NAMES, GameBoard
from engine.tal.state import BLOCKS_PER_WORKER
from engine.tal.view import SiteView, TalView
from vok_tui.boards.tal.answer_order import block_order, missing_blocks
from vok_tui.boards.tal.movement import builds, spared_worker_place
from vok_tui.boards.tal.worth import (
    best_possible_class,
    best_possible_value,
    class_values,
    colour_words,
    layer_to_fill,
    layers_after_block,
)
from vok_tui.panes.scene import Answer

ALL: Final = "all"  # the role of an answer that gives all that is left
MIN_COMBINED: Final = 2  # actions
UNLIKELY: Final = 99  # sorts what can only be typed after all sites, which need fewer blocks


def combined_answers(view: TalView, board: GameBoard, offered: Sequence[Action]) -> list[Answer]:
    """The answers to the question of the viewer that give several of its actions in a row. Those that are the likeliest are
    listed; the others can be typed."""
    verbs = {action.verb for action in offered}
    if "build" in verbs:
        return list(all_blocks(view))
    if "take" in verbs:
        return workers_with_destinations(view, board)
    return list(all_blanks(view)) if "lay" in verbs else []


# -- blocks and blanks


def all_blocks(view: TalView) -> Iterator[Answer]:
    """The answer that places all blocks which take no worth from a pyramid; none for fewer than two."""
    placed = blocks_to_place(view)
    if len(placed) < MIN_COMBINED:
        return
    held, at_site = view.seats[view.viewer].held_blocks, dict[int, str]()
    for site, colour in placed:
        at_site[site] = at_site.get(site, "") + COLOUR_LETTERS[colour]
    start = "Place all: " if len(placed) == len(held) else "Place "
    words = [f"{colour_words(blocks)} at site {site + 1}" for site, blocks in at_site.items()]
    signs = [f"{blocks} at {site + 1}" for site, blocks in at_site.items()]
    points = sum(
        [best_worth(view, view.sites[site]) for site, blocks in at_site.items() if completes(view, site, blocks)]
    )
    first, *others = [Action("build", placement) for placement in placed]
    yield Answer(
        start + ", ".join(words),
        first,
        note=f"+{points}" if points else "",
        short_texts=(start + ", ".join(signs),),
        role=ALL,
        then=tuple(others),
    )


def completes(view: TalView, site: int, blocks: str) -> bool:
    return missing_blocks(view.sites[site]) == len(blocks)


def best_worth(view: TalView, site: SiteView) -> int:
    """The most that a pyramid can still be worth."""
    return class_values(view, site)[best_possible_class(site.layers, site.layer_sizes)]


def blocks_to_place(view: TalView) -> list[tuple[int, int]]:
    """The site and the colour of each block that the viewer can place without taking worth from a pyramid, in order."""
    held = Counter(view.seats[view.viewer].held_blocks)
    sites = {site.number: site for site in view.sites if site.owner == view.viewer and site.block_quota}
    placed: list[tuple[int, int]] = []
    while True:
        fitting = [
            (*block_order(site, letter, held[letter]), site.number, colour)
            for site in sites.values()
            for colour, letter in enumerate(COLOUR_LETTERS)
            if held[letter] and site.block_quota and missing_blocks(site) and fits(view, site, letter)
        ]
        if not fitting:
            return placed
        *_, number, colour = min(fitting)
        held[COLOUR_LETTERS[colour]] -= 1
        site = sites[number]
        layers = tuple(layers_after_block(site, COLOUR_LETTERS[colour]))
        sites[number] = replace(site, layers=layers, block_quota=site.block_quota - 1)
        placed.append((number, colour))


def fits(view: TalView, site: SiteView, block: str) -> bool:
    """Whether a pyramid can still be worth as much after a block is placed, and its layer stays in one colour if it is that."""
    now = best_possible_class(site.layers, site.layer_sizes)
    layer = site.layers[layer_to_fill(site)]
    keeps_colour = now == MIXED or not layer or block in layer
    return keeps_colour and best_possible_value(view, site, block) == best_worth(view, site)


def all_blanks(view: TalView) -> Iterator[Answer]:
    """The answer that lays all blanks beside the lot of the question; none for fewer than two."""
    blanks = (view.seats[view.viewer].tablets_left or ()).count(0)
    if blanks >= MIN_COMBINED:
        step = Action("lay", (view.asked_lot, 0))
        text = f"Lay all {blanks} blanks beside lot {view.asked_lot + 1}"
        yield Answer(text, step, role=ALL, then=(step,) * (blanks - 1))


# -- workers


def workers_with_destinations(view: TalView, board: GameBoard) -> list[Answer]:
    """An answer for each place to which a worker can go, with the worker that can be spared best. Listed is one space of each
    site of the viewer that needs workers, for a worker of those that build nothing; the others can only be typed."""
    missing = {site.number: missing_blocks(site) for site in sites_that_need_workers(view, board)}
    ways = []
    for place in range(int(PLACE_COUNT)):
        start = spared_worker_place(view, board, place)
        if start != NOTHING:
            site, cost = int(board.site_of[place]), int(board.distance(start, place))
            is_likely = site in missing and not builds(view, board, start)
            ways.append((missing[site] if is_likely else UNLIKELY, cost, place, start))
    listed = dict[int, int]()  # the destination at each site
    for blocks, _, place, _ in sorted(ways):
        if blocks < UNLIKELY:
            listed.setdefault(int(board.site_of[place]), place)
    return [
        Answer(
            f"Move a worker from {PLACE_NAMES[start]} to {PLACE_NAMES[place]}",
            Action("take", (start,)),
            note=f"costs {cost}",
            short_texts=(f"Worker from {PLACE_NAMES[start]} to {PLACE_NAMES[place]}",),
            then=(Action("go", (place,)),),
            is_typed_only=place not in listed.values(),
        )
        for _, cost, place, start in sorted(ways)
    ]


def sites_that_need_workers(view: TalView, board: GameBoard) -> Iterable[SiteView]:
    """The viewer's sites where more workers could place blocks, if they hold blocks for them."""
    mine = view.seats[view.viewer]
    at_site = Counter([int(board.site_of[place]) for place in mine.workers])
    own = [site for site in view.sites if site.owner == view.viewer and not site.is_complete]
    blocks_left = len(mine.held_blocks) - sum([BLOCKS_PER_WORKER * at_site[site.number] for site in own])
    if blocks_left <= 0:
        return []
    return [site for site in own if missing_blocks(site) > BLOCKS_PER_WORKER * at_site[site.number]]
