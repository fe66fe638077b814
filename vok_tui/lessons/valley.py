"""The guided game of Valley of the Kings: two players, four turns."""

from typing import Final

from engine.valley.view import View
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
