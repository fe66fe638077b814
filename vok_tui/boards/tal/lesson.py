"""The guided game of Tal der Koenige: two builders, one round. And its goals."""

from collections.abc import Iterable
from typing import Final

from engine.core.wording import NUMBERS
from engine.tal.blocks import COLOUR_LETTERS, COLOURS
from engine.tal.board import CLASSES, PLACE_NAMES, board_of, spaces_of
from engine.tal.board_text import SHIPPED
from engine.tal.state import PHASES
from engine.tal.view import SiteView, TalView
from vok_tui.boards.goals import (
    PlayedGame,
    beat_two_at_once,
    fewest,
    goals_of_any_game,
    if_won,
    most,
)
from vok_tui.game.lesson import Goal, Lesson, LessonStep, StepWindow, did, sees, such_as


def has_laid_number(window: StepWindow) -> bool:
    """Whether the player has laid a tablet with a number."""
    return any(event.arguments[1] for event in window.own_events("laid"))


def has_laid_blank(view: TalView) -> bool:
    """Whether a blank tablet of the player lies beside a lot."""
    return any(0 in (lot.bids[view.viewer].tablets or ()) for lot in view.lots)


def are_bids_over(view: TalView) -> bool:
    return view.phase != BIDS


def what_a_lot_is(view: TalView) -> str:
    """The signs of a lot in words: of the one with the fewest colours, which takes the fewest words."""
    lot = min([lot.blocks for lot in view.lots], key=lambda blocks: len(set(blocks)), default="rrrrb")
    colours = [(lot.count(letter), name) for letter, name in zip(COLOUR_LETTERS, COLOURS, strict=True)]
    *first, last = [f"{NUMBERS[count]} {name}" for count, name in sorted(colours, reverse=True) if count]
    words = f"{', '.join(first)} and {last}" if first else last
    return f"A lot is five blocks: {lot} is {words}. The highest sum of tablets beside it wins it."


def number_to_lay(view: TalView) -> str:
    """A number to lay beside the lot of the question; beside it no number comes after a blank."""
    tablets, lot = view.seats[view.viewer].tablets_left or (), view.asked_lot
    if lot < 0 or not any(tablets):
        return "Lay a number beside a lot"
    if 0 in (view.lots[lot].bids[view.viewer].tablets or ()):
        return "Lay a number beside the next lot"
    return f"Lay a number, such as the {max(tablets)} beside lot {lot + 1}"


def own_site(view: TalView) -> SiteView | None:
    """The site at which the player builds: small ones first."""
    own = [site for site in view.sites if site.owner == view.viewer and not site.is_complete]
    return min(own, key=lambda site: (not site.is_small, site.number), default=None)


def workers_at(view: TalView, site: SiteView) -> int:
    """The number of the player's workers at a site."""
    return sum([place in spaces_of(site.number) for place in view.seats[view.viewer].workers])


def has_workers_at_own_site(view: TalView) -> bool:
    """Whether three workers of the player stand at one of their sites."""
    return any(site.owner == view.viewer and workers_at(view, site) >= WORKERS_WANTED for site in view.sites)


def free_spaces(view: TalView, sites: Iterable[SiteView], start: int) -> list[str]:
    """What to type to send a figure from the place `start` to these sites: "2a", the first space of each site that is free and
    near enough."""
    board, left, names = board_of(SHIPPED, BUILDERS), view.movement_left or 0, []
    for site in sites:
        free = [space for space in spaces_of(site.number) if view.figure_on_space(space) is None]
        near = [space for space in free if 0 < board.distance(start, space) <= left]
        names += [PLACE_NAMES[space].replace("/", "").lower() for space in near[:1]]
    return names


def in_phase(goal: str, view: TalView, *phases: str) -> str:
    """A goal that only these phases of a round allow: what comes before it if it is not their time."""
    if view.phase in phases or view.mover < 0:
        return goal
    later = f"{goal[0].lower()}{goal[1:]}"
    is_past = PHASES.index(view.phase) > max(map(PHASES.index, phases))
    return f"{'Next round' if is_past else f'After the {view.phase}'}: {later}"


def claim(view: TalView) -> str:
    """How to claim a site, with a free one that the overseer of the question can reach."""
    phases = ("orders", "overseers") if view.orders_are_open else ("orders",)
    goal, mine = "Claim a free site", view.seats[view.viewer]
    if view.asked_overseer < 0 or view.mover != view.viewer:
        return in_phase(goal, view, *phases)
    if (
        mine.orders is not None and mine.orders[view.asked_overseer].stop >= 0
    ):  # it stops somewhere; what does it claim?
        return goal
    free = sorted(
        [site for site in view.sites if site.in_game and site.owner < 0],
        key=lambda site: (not site.is_small, site.number != FIRST_SITE, site.number),
    )
    names = free_spaces(view, free, mine.overseers[view.asked_overseer])
    return such_as(goal, [f"{name[:-1]}: type {name}" for name in names])


def bring_workers(view: TalView) -> str:
    """How to bring workers to the player's site."""
    site = own_site(view)
    if site is None:
        return in_phase("Claim a site, then bring three workers", view, "orders", "overseers")
    goal = f"Bring three workers to site {site.number + 1}"
    if view.phase != "workers" or view.mover != view.viewer:
        return in_phase(goal, view, "workers")
    names = free_spaces(view, [site], view.moving_worker_place) if view.moving_worker_place >= 0 else []
    there = workers_at(view, site)
    return f"{goal}: type {names[0]}" if names else f"{goal} ({there} there)" if there else goal


def how_to_build(view: TalView) -> str:
    """The layers of a pyramid on the player's site, and what it is worth."""
    site = own_site(view)
    is_small = site is None or site.is_small
    values = view.small_values if is_small else view.large_values
    layers = "Four blocks below, then one on top" if is_small else "Nine blocks, then four, then one on top"
    return f"{layers}. One colour is worth {values[0]}, a colour for each layer {values[1]}, mixed {values[2]}."


def place_block(view: TalView) -> str:
    held = view.seats[view.viewer].held_blocks
    if not held and view.phase != BIDS:
        return "Next round: win a lot, then place a block"
    best = max(COLOUR_LETTERS, key=held.count)
    goal = such_as("Place a block at your site", [f"a {COLOURS[COLOUR_LETTERS.index(best)]} one"] if held else [])
    return in_phase(goal, view, "building")


def complete(view: TalView) -> str:
    """What is left to a complete pyramid."""
    site = own_site(view)
    if site is None:
        return in_phase("Claim a site, and complete a pyramid", view, "orders", "overseers")
    missing = sum(site.layer_sizes) - sum(map(len, site.layers))
    return in_phase(f"Complete a pyramid: {missing} more {'block' if missing == 1 else 'blocks'}", view, "building")


BIDS: Final = "bids"
BUILDERS: Final = 2
WORKERS_WANTED: Final = 3
FIRST_SITE: Final = 1  # site 2: near the middle, and small

TAL_LESSON: Final = Lesson(
    game="tal",
    minutes=8,
    seed=340,
    rules=4,
    fingerprint=8409816891632136035,
    levels=("shabti",),
    steps=(
        LessonStep(
            "bid",
            what_a_lot_is,
            (Goal(number_to_lay, has_laid_number),),
            "Of equal sums, the earlier in turn order wins.",
            ("lay the 4 beside lot 1",),
            is_missed=sees(are_bids_over),
            missed="Without a number you win no lot this round.",
        ),
        LessonStep(
            "blanks",
            "The others see how many tablets lie there, not which. The four blanks (4b) bid nothing and mislead.",
            (Goal("Lay a blank, here or beside the next lot", sees(has_laid_blank)),),
            "The others must reckon with it.",
            ("lay no more here", "lay a blank beside lot 2"),
            is_missed=sees(are_bids_over),
            missed="The bids are over; you get all tablets back.",
        ),
        LessonStep(
            "claim",
            "Two overseers share six points; crossing a line costs 1. Where one comes, it may claim a free site.",
            (Goal(claim, did("claimed")),),
            "The site stays yours when the overseer walks on.",
            ("lay no more here", "lay no more here", "stop at 2/A", "claim site 2"),
        ),
        LessonStep(
            "bring workers",
            "Each worker at your site builds 2 blocks. Your five workers share six points: a line costs 1.",
            (Goal(bring_workers, sees(has_workers_at_own_site)),),
            "Three workers build 6 blocks: more than you need.",
            (
                "stop at 16 (stay)", "claim nothing", "move a worker from 16", "go to 2/B", "move a worker from 16", "go to 2/C",
                "move a worker from 16", "go to 2/D",
            ),
        ),
        LessonStep(
            "build",
            how_to_build,
            (Goal(place_block, did("built")),),
            "Large sites take 9, 4 and 1 blocks: 30, 18 or 9.",
            ("place a red block at site 2",),
        ),
        LessonStep(
            "a pyramid",
            "Only complete pyramids score, and nobody can take them any more. What you cannot place goes to the pharaoh.",
            (Goal(complete, did("completed")),),
            "Your first complete pyramid: it scores at the end.",
            (*["place a red block at site 2"] * 3, "place a blue block at site 2"),
        ),
    ),
    closing="The game ends after the round in which the pharaoh has 30 blocks. The most points win; equal points share the "
    "victory. From round 2 on, orders are secret. Whoever has more overseers at your site may steal blocks there, and with more "
    "workers too take it over.",
    remarks={
        **dict.fromkeys(("next", "stop", "take", "go", "build"), ""),
        "lay": "That tablet lies. The goal is still open.",
        "claim_none": "It claims nothing. The goal is still open.",
        "take_over": "The site is yours now. The goal is still open.",
        "done": "That part is done. The goal is still open.",
    },
)  # fmt: skip


def small_class(game: PlayedGame) -> int | None:
    return best_class(game, is_small=True)


def large_class(game: PlayedGame) -> int | None:
    return best_class(game, is_small=False)


def best_class(game: PlayedGame, *, is_small: bool) -> int | None:
    """The number of the best class among the player's complete pyramids of a size; 0 is one colour. None without such one."""
    sites = [site for site in game.view.sites if site.owner == game.seat and site.is_complete]
    return min([CLASSES.index(site.pyramid_class) for site in sites if site.is_small == is_small], default=None)


def class_name(number: int) -> str:
    return CLASSES[number] if 0 <= number < len(CLASSES) else "?"


def complete_pyramids(game: PlayedGame) -> int:
    return sum([site.owner == game.seat and site.is_complete for site in game.view.sites])


def sites_in_work(game: PlayedGame) -> int:
    """The player's sites that were not completed."""
    return sum([site.owner == game.seat and not site.is_complete for site in game.view.sites])


TAL: Final = "tal"
TAL_GOALS: Final = (
    *goals_of_any_game("tal", "priest"),
    fewest(TAL, "pure-small", "Pure gold", "a small pyramid in one colour", small_class, 0, class_name),
    fewest(TAL, "pure-large", "The purest", "a large pyramid in one colour", large_class, 0, class_name),
    most(TAL, "builder", "Builder", "complete 4 pyramids in one game", complete_pyramids, 4, "pyramid"),
    fewest(TAL, "nothing-open", "Nothing open", "win with no site left unfinished", if_won(sites_in_work), 0, "site"),
    beat_two_at_once(TAL, "priest"),
)  # fmt: skip
