"""The guided game of Valley of the Kings: two players, four turns. And its goals."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.valley.editions import SOLITAIRE
from engine.valley.rules.scoring import SOLITAIRE_RANKS, solitaire_rank
from engine.valley.view import View
from vok_tui.lessons.goals import (
    PlayedGame,
    PlayerGoal,
    beat_two_at_once,
    fewest,
    goals_of_any_game,
    if_won,
    most,
)
from vok_tui.lessons.lesson import Goal, Lesson, LessonStep, StepWindow, did, sees


def has_two_of_a_set(view: View) -> bool:
    """Whether two different cards of one set lie in the player's tomb."""
    return any(tomb_set.distinct_kinds >= 2 for tomb_set in view.mine.sets)


def has_let_a_card_act(window: StepWindow) -> bool:
    """Whether a card of the player has acted, to the end of its action."""
    view: View = window.view()
    return did("executed")(window) and not view.running_card_names


VALLEY_LESSON: Final = Lesson(
    game="valley",
    minutes=10,
    seed=22,
    rules=3,
    fingerprint=266726840,
    levels=("shabti",),
    steps=(
        LessonStep(
            "buy",
            "Cards of your hand pay for a card at the base of the pyramid. It goes to your pile; you draw it later.",
            (Goal("Buy a card of the base, such as Statue of Anubis", did("bought")),),
            "Bought: it lies on your pile now.",
            ("buy Statue of Anubis with Box of Food",),
        ),
        LessonStep(
            "crumble",
            "A card from above falls into each gap. Over the middle of the base lie two: you choose which one falls.",
            (Goal("Choose which card falls: buy from the middle", did("crumbled")),),
            "What falls can be bought next, also by others.",
            ("let Statue of Sobek fall",),
        ),
        LessonStep(
            "act",
            "A card pays, or acts, or goes to your tomb: one of the three. A Shabti swaps two cards, or sacrifices one.",
            (Goal("Let a card of your hand act, such as a Shabti", has_let_a_card_act),),
            "It has acted; it goes to your pile after the turn.",
            ("execute Shabti", "swap Heart Scarab Amulet and Statue of Bastet"),
        ),
        LessonStep(
            "entomb",
            "Only your tomb scores. Once a turn you may lay a card in it: it scores there, but never works for you again.",
            (Goal("Entomb a card, such as a Shabti for 1 point", did("entombed")),),
            "It scores for ever, and your deck is thinner.",
            ("entomb Shabti",),
        ),
        LessonStep(
            "sacrifice",
            "A sacrificed card goes to the boneyard and is lost to all. End your turn; then let a Shabti sacrifice one.",
            (Goal("Sacrifice a card of the pyramid", did("sacrificed", "razed")),),
            "Nobody gets that card now.",
            ("end turn", "execute Shabti", "sacrifice Heart Scarab Amulet from the pyramid"),
        ),
        LessonStep(
            "reshuffle",
            "Buy another statue, then end your turn. Your deck is empty, so your pile is shuffled and becomes your deck.",
            (Goal("End turns until your pile is shuffled", did("shuffled")),),
            "Now you can draw what you have bought.",
            ("buy Statue of Sobek with Shabti, Urn, Urn", "let Qebehsenuef Canopic Jar fall", "end turn"),
        ),
        LessonStep(
            "sets",
            "Different cards of one set score their number squared: 1, 4, 9, 16. Two statues are 4 points, three are 9.",
            (Goal("Entomb two different cards of one set", sees(has_two_of_a_set)),),
            "That is the whole game: buy, use, entomb in time.",
            ("entomb Statue of Anubis", "end turn", "sacrifice Boat from the pyramid", "entomb Statue of Sobek"),
        ),
    ),
    closing="The game ends when stock and pyramid are empty. Cards that you own but have not entombed score nothing, so begin to "
    "entomb while you still buy.",
    remarks={
        "crumble": "",
        "buy": "Bought. The goal is still open.",
        "execute": "The card acts. The goal is still open.",
        "entomb": "Entombed: it scores there. The goal is still open.",
        "end": "You drew five new cards. The goal is still open.",
    },
)


STATUES: Final = "Statues"
BOOKS: Final = "Books"


def distinct_in(name: str) -> Callable[[PlayedGame], int | None]:
    """The number of different cards of a set in the player's tomb; None in a game without this set."""
    return lambda game: next((each.distinct_kinds for each in game.view.mine.sets if each.name == name), None)


def statues_of_victory(game: PlayedGame) -> int | None:
    return distinct_in(STATUES)(game) if game.is_won else None


def cards_outside(game: PlayedGame) -> int:
    """The player's cards that were not entombed."""
    mine = game.view.mine
    return int(len(mine.hand) + mine.deck_count + mine.discard_count + len(mine.in_play))


def entombed(game: PlayedGame) -> int:
    return int(game.view.mine.tomb_count)


def margin(game: PlayedGame) -> int:
    return game.margin or 0


def beat_three(game: PlayedGame) -> int:
    return int(game.is_won and len(game.opponents) >= 3)


def least_of_a_set(game: PlayedGame) -> int:
    return min([int(each.distinct_kinds) for each in game.view.mine.sets])


def points_alone(game: PlayedGame) -> int | None:
    return game.points if len(game.save.seats) == 1 else None


def rest_as(rank: str) -> PlayerGoal:
    """To reach a rank alone."""
    points = next(points for points, name in SOLITAIRE_RANKS if name == rank)
    text = f"alone, reach the rank of {rank}"
    goal = most("valley", f"rank-{rank}", f"{rank.title()}'s rest", text, points_alone, points, solitaire_rank)
    return replace(goal, edition=SOLITAIRE)


VALLEY: Final = "valley"
VALLEY_GOALS: Final = (
    *goals_of_any_game("valley", "pharaoh"),
    fewest(VALLEY, "no-ruins", "No ruins", "win with 14 entombed or fewer", if_won(entombed), 14, "card"),
    most(VALLEY, "scholar", "Scholar", "all 6 Books in your tomb", distinct_in(BOOKS), 6, "book"),
    fewest(VALLEY, "no-statue", "No statue", "win without a statue", statues_of_victory, 0, "statue"),
    most(VALLEY, "broad", "A bit of all", "entomb two of every set", least_of_a_set, 2, str),
    most(VALLEY, "landslide", "Landslide", "win by 20 points", if_won(margin), 20, "point"),
    fewest(VALLEY, "nothing-left", "Nothing left", "win with 3 cards outside or fewer", if_won(cards_outside), 3, "card"),
    PlayerGoal(VALLEY, "crowd", "A full table", "win against three opponents", beat_three, opponents=("", "", "")),
    beat_two_at_once(VALLEY, "vizier"),
    rest_as("priest"),
    rest_as("pharaoh"),
)  # fmt: skip
