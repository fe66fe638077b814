"""The guided game of Tal der Koenige: two builders, one round. And its goals."""

from typing import Final

from engine.tal.board import CLASSES, first_space, space_count
from engine.tal.view import TalView
from vok_tui.lessons.goals import (
    PlayedGame,
    beat_two_at_once,
    fewest,
    goals_of_any_game,
    if_won,
    most,
)
from vok_tui.lessons.lesson import Goal, IsReached, Lesson, LessonStep, did, happened, sees


def laid(*, blank: bool) -> IsReached:
    """Whether the player has laid a tablet with a number, or a blank one."""
    return lambda window: any((event.arguments[1] == 0) == blank for event in window.own_events("laid"))


def has_workers_at_own_site(view: TalView) -> bool:
    """Whether three workers of the player stand at one of their sites."""
    workers = view.seats[view.viewer].workers
    return any(
        sum([0 <= place - first_space(site.number) < space_count(site.number) for place in workers]) >= 3
        for site in view.sites
        if site.owner == view.viewer
    )


TAL_LESSON: Final = Lesson(
    game="tal",
    minutes=8,
    seed=340,
    rules=3,
    fingerprint=8409816891632136035,
    levels=("shabti",),
    steps=(
        LessonStep(
            "bid",
            "Blocks are sold in lots of five. The highest sum beside a lot wins it, and lot 1 holds four red blocks.",
            (Goal("Lay a number, such as the 4 beside lot 1", laid(blank=False)),),
            "You get all tablets back. Lay more here, or go on.",
            ("lay the 4 beside lot 1",),
            is_missed=happened("won", "unsold"),
        ),
        LessonStep(
            "blanks",
            "The others see how many tablets lie beside a lot, but not what they are. Blanks bid nothing and mislead.",
            (Goal("Lay a blank, such as one beside lot 2", laid(blank=True)),),
            "The others must reckon with it.",
            ("lay no more here", "lay a blank beside lot 2"),
            is_missed=happened("won", "unsold"),
        ),
        LessonStep(
            "claim",
            "Two overseers share six points; crossing a line costs 1. Where one comes, it may claim a free site.",
            (Goal("Claim a small site, such as site 2", did("claimed")),),
            "The site stays yours when the overseer walks on.",
            ("lay no more here", "lay no more here", "stop at 2/A", "claim site 2"),
        ),
        LessonStep(
            "bring workers",
            "Each worker at your site builds 2 blocks. Five workers share six points; site 2 is 2 lines away.",
            (Goal("Bring three workers to your site", sees(has_workers_at_own_site)),),
            "Three workers build 6 blocks: more than you need.",
            (
                "stop at 16 (stay)", "claim nothing", "move a worker from 16", "go to 2/B", "move a worker from 16", "go to 2/C",
                "move a worker from 16", "go to 2/D",
            ),
        ),
        LessonStep(
            "build",
            "Four blocks below, then one on top. The purer a pyramid, the more it is worth.",
            (Goal("Place a block at your site, such as a red one", did("built")),),
            "One colour: 12. A colour for each layer: 7. Mixed: 3.",
            ("place a red block at site 2",),
        ),
        LessonStep(
            "a pyramid",
            "Only complete pyramids score, and nobody can take them any more. What you cannot place goes to the pharaoh.",
            (Goal("Complete a small pyramid", did("completed")),),
            "Your first complete pyramid: it scores at the end.",
            (*["place a red block at site 2"] * 3, "place a blue block at site 2"),
        ),
    ),
    closing="The game ends when the pharaoh's pyramid has 30 blocks. From round 2 on, orders are secret, and whoever has more "
    "overseers at a site may steal from it.",
    remarks={
        **dict.fromkeys(("next", "stop", "take"), ""),
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
