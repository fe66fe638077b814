"""The guided game of Valley of the Kings: two players, four turns. And its goals."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from engine.core.setup import Variant
from engine.core.wording import plural
from engine.valley.editions import AFTERLIFE, SOLITAIRE
from engine.valley.rules.buying import BASE_SLOTS
from engine.valley.rules.discards import HAND_SIZE
from engine.valley.rules.scoring import SOLITAIRE_RANKS, solitaire_rank
from engine.valley.view import HandCard, SlotView, View
from vok_tui.boards.goals import (
    PlayedGame,
    PlayerGoal,
    beat_two_at_once,
    fewest,
    goals_of_any_game,
    if_won,
    most,
)
from vok_tui.game.lesson import Goal, Lesson, LessonStep, StepWindow, answered, did, sees, such_as

STATUES: Final = "Statues"
BOOKS: Final = "Books"
STARTER: Final = "starter"
SHABTI: Final = "Shabti"
SINGULAR: Final = {
    STATUES: "statue",
    BOOKS: "book",
    "Amulets": "amulet",
    "Canopic Jars": "canopic jar",
    "Sarcophagi": "sarcophagus",
}
MIDDLE: Final = 1  # the slot in the middle of the base
ABOVE_THE_MIDDLE: Final = (3, 4)


def has_two_of_a_set(view: View) -> bool:
    """Whether two different cards of one set lie in the player's tomb."""
    return any(tomb_set.distinct_kinds >= 2 for tomb_set in view.mine.sets)


def has_let_a_card_act(window: StepWindow) -> bool:
    """Whether a card of the player has acted, to the end of its action."""
    view: View = window.view()
    return did("executed")(window) and not view.running_card_names


def can_never_buy(view: View) -> bool:
    """Whether the player owns too little gold for what is left, or there is nothing left."""
    prices = [slot.price for slot in view.pyramid if slot.face is not None]
    if view.stock_ii or view.stock_iii:
        prices.append(0)
    mine = view.mine
    owned = [*[card.face for card in mine.hand], *mine.deck, *mine.sorted_discard, *mine.in_play]
    return not prices or sum(sorted([face.gold for face in owned], reverse=True)[:HAND_SIZE]) < max(1, min(prices))


def has_no_row_above(view: View) -> bool:
    """Whether two cards will never again lie above the middle of the base."""
    return not (view.stock_ii or view.stock_iii) and any(view.pyramid[slot].face is None for slot in ABOVE_THE_MIDDLE)


def purchase(view: View) -> str:
    """What to buy, with a card of the base that the player can pay."""
    return such_as("Buy a card of the base", [slot.face.name for slot in ordered(view) if slot.face is not None])


def ordered(view: View) -> list[SlotView]:
    """The slots of the base that the player can buy, statues first: the lesson collects them."""
    base = [slot for slot in view.pyramid[:BASE_SLOTS] if slot.buyable]
    return sorted(base, key=lambda slot: slot.face is None or slot.face.set != STATUES)


NOT_NOW: Final = ("not now", "nothing can be bought now")  # why cards cannot be used while another question is open


def is_asked_for_a_turn(view: View) -> bool:
    """Whether the player is asked what to do in the own turn, and not something else."""
    reasons = [card.why_not_execute for card in view.mine.hand] + [slot.why_not for slot in view.pyramid]
    return view.mover == view.viewer and not any(reason in NOT_NOW for reason in reasons)


def which_card_falls(view: View) -> str:
    """The choice of the card that falls, now or after a purchase."""
    is_asked = view.pyramid[MIDDLE].face is None and view.mover == view.viewer
    if is_asked:
        return "Choose which card falls"
    first = "end your turn, then " if is_asked_for_a_turn(view) and not view.pyramid[MIDDLE].buyable else ""
    return f"Choose which card falls: {first}buy the middle of the base"


def with_end_of_turn(goal: str, view: View) -> str:
    """A goal that no card of the hand reaches now. The turn must end first, if that is an answer now."""
    return f"{goal}: end your turn first" if is_asked_for_a_turn(view) else goal


def card_to_act(view: View) -> str:
    names = starters_first([card for card in view.mine.hand if card.executable])
    goal = "Execute a card of your hand"
    return such_as(goal, names) if names else with_end_of_turn(goal, view)


def card_to_entomb(view: View) -> str:
    names = starters_first([card for card in view.mine.hand if card.entombable])
    if view.has_entombed and view.active == view.viewer:
        return "Entomb a card in your next turn"
    worth = {card.face.name: card.face.vp for card in view.mine.hand if card.face.set == STARTER}
    examples = [f"{name} for {plural(worth[name], 'point')}" if name in worth else name for name in names]
    return such_as("Entomb a card", examples)


def starters_first(cards: Iterable[HandCard]) -> list[str]:
    """The names of cards, those of the beginning first, which cost the player least."""
    return [card.face.name for card in sorted(cards, key=lambda card: card.face.set != STARTER)]


def sacrifice(view: View) -> str:
    """How the player comes to a sacrifice."""
    can_raze = any(card.executable and card.face.name == SHABTI for card in view.mine.hand)
    now = can_raze or SHABTI in view.running_card_names
    goal = "Sacrifice a card of the pyramid"
    return f"{goal} with a Shabti" if now else with_end_of_turn(goal, view)


def purchase_and_shuffle(view: View) -> str:
    """What happens when the deck is empty, and which card is worth buying before."""
    mine = view.mine
    owned = [*[card.face for card in mine.hand], *mine.deck, *mine.sorted_discard, *mine.in_play]
    begun = {face.set: face.kind for face in owned if face.set_size}
    wanted = [
        SINGULAR.get(slot.face.set, "card")
        for slot in view.pyramid[:BASE_SLOTS]
        if slot.buyable and slot.face is not None and begun.get(slot.face.set, slot.face.kind) != slot.face.kind
    ]
    first = f"Buy another {wanted[0]}, then end your turn." if wanted else "End your turn."
    when = "Once your deck is empty," if mine.deck_count else "Your deck is empty:"
    return f"{first} {when} your shuffled pile becomes your deck."


VALLEY_LESSON: Final = Lesson(
    game="valley",
    minutes=10,
    seed=22,
    rules=4,
    fingerprint=266726840,
    levels=("shabti",),
    steps=(
        LessonStep(
            "buy",
            "Cards of your hand pay for a card at the base of the pyramid. It goes to your pile; you draw it later.",
            (Goal(purchase, did("bought")),),
            "It lies on your pile now. Unused gold is lost.",
            ("buy Statue of Anubis with Box of Food",),
            is_missed=sees(can_never_buy),
        ),
        LessonStep(
            "crumble",
            "A card from above falls into each gap. Over the middle of the base lie two: you choose which one falls.",
            (Goal(which_card_falls, did("crumbled")),),
            "What falls can be bought next, also by others.",
            ("let Statue of Sobek fall",),
            is_missed=sees(has_no_row_above),
        ),
        LessonStep(
            "execute",
            "A card either pays, is executed, or goes to your tomb. A Shabti swaps two cards, or sacrifices one.",
            (Goal(card_to_act, has_let_a_card_act),),
            "Executed: it goes to your pile after the turn.",
            ("execute Shabti", "swap Heart Scarab Amulet and Statue of Bastet"),
        ),
        LessonStep(
            "entomb",
            "Only your tomb scores. Once a turn you may lay a card in it: it scores there, but never works for you again.",
            (Goal(card_to_entomb, did("entombed")),),
            "It scores for ever, and your deck is thinner.",
            ("entomb Shabti",),
        ),
        LessonStep(
            "sacrifice",
            "A sacrificed card is lost. A Shabti can do it; a turn that leaves the pyramid unchanged must.",
            (Goal(sacrifice, answered("raze")),),
            "Nobody gets that card now.",
            ("end turn", "execute Shabti", "sacrifice Heart Scarab Amulet from the pyramid"),
        ),
        LessonStep(
            "reshuffle",
            purchase_and_shuffle,
            (Goal("End turns until your pile is shuffled", did("shuffled")),),
            "Now you can draw what you have bought.",
            ("buy Statue of Sobek with Shabti, Urn, Urn", "let Qebehsenuef Canopic Jar fall", "end turn"),
        ),
        LessonStep(
            "sets",
            "Different cards of one set score their number squared: two 4 points, three 9, four 16. Doubles add nothing.",
            (Goal("Entomb two different cards of one set", sees(has_two_of_a_set)),),
            "That is the whole game: buy, use, entomb in time.",
            ("entomb Statue of Anubis", "end turn", "sacrifice Boat from the pyramid", "entomb Statue of Sobek"),
        ),
    ),
    closing="The game ends when stock and pyramid are empty and all have had the same number of turns. Cards that you own but "
    "have not entombed score nothing, so begin to entomb while you still buy. With equal points the smaller tomb wins.",
    remarks={
        "crumble": "",
        "buy": "Bought. The goal is still open.",
        "execute": "You execute the card. The goal is still open.",
        "entomb": "Entombed: it scores there. The goal is still open.",
        "end": "You drew five new cards. The goal is still open.",
        "raze": "That card is lost to all. The goal is still open.",
    },
)


AFTERLIFE_LESSON: Final = Lesson(
    game="valley",
    minutes=8,
    seed=4,
    rules=4,
    fingerprint=3845632796,
    levels=("shabti",),
    variant=Variant(AFTERLIFE),
    steps=(
        LessonStep(
            "buy",
            "The rules stay, the cards are new: five sets of 3, 4, 5, 6 and 7 cards. Buy one as before.",
            (Goal(purchase, did("bought")),),
            "It lies on your pile now, as in the first game.",
            ("buy Sling with Shabti, Shabti",),
            is_missed=sees(can_never_buy),
        ),
        LessonStep(
            "execute",
            "Actions reach further: into tombs, the boneyard and other hands. Read a card in full to know.",
            (Goal(card_to_act, has_let_a_card_act),),
            "Executed: it goes to your pile after the turn.",
            ("execute Box of Food",),
        ),
        LessonStep(
            "entomb",
            "Many actions entomb, besides your one card a turn: from play, your deck or the pyramid.",
            (Goal(card_to_entomb, did("entombed")),),
            "Some actions ask what your tomb holds: begin early.",
            ("entomb Offering Table",),
        ),
        LessonStep(
            "boneyard",
            "What is sacrificed lies in the boneyard, open on top. Dagger and Judgment bring it back.",
            (Goal(sacrifice, answered("raze")),),
            "Whoever executes a Dagger next may get that card.",
            (
                "end turn",
                "execute Shabti",
                "sacrifice Antechamber (middle) from the pyramid",
            ),
        ),
        LessonStep(
            "answer",
            "Axe and Offering Table answer when others make you discard. Keep one against a Spear.",
            (Goal("End your turn", answered("end")),),
            "With 5 cards or fewer in all, nobody attacks you.",
            (
                "let Serdab fall",
                "end turn",
            ),
        ),
        LessonStep(
            "sets",
            "Different cards of a set score their number squared, as before. Bow takes the first of a new set.",
            (Goal("Entomb two different cards of one set", sees(has_two_of_a_set)),),
            "That is what differs: the tomb works for you.",
            (
                "the usual order",
                "buy Judgment with Shabti, Urn, Sling",
                "entomb Box of Food",
                "end turn",
                "entomb Judgment",
                "execute Urn",
                "discard Urn",
                "pass",
                "buy Banquet with Shabti, Shabti",
                "end turn",
                "execute Box of Food",
                "entomb Urn",
                "buy Burial Ceremony (right) with Shabti, Shabti, Shabti, Sling",
                "end turn",
                "entomb Burial Ceremony",
            ),
        ),
    ),
    closing="Brooch and Opening of the Mouth use cards of your tomb, Necklace and Offering Chapel entomb what lies on top. So it "
    "pays to entomb early, and to watch the boneyard. The end and the points are those of the first game.",
    remarks=VALLEY_LESSON.remarks,
)


MORE_LESSONS: Final = (AFTERLIFE_LESSON,)


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


def largest_set(game: PlayedGame) -> int:
    return max([int(each.distinct_kinds) for each in game.view.mine.sets])


def points(game: PlayedGame) -> int | None:
    return game.points


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
    least = next(least for least, name in SOLITAIRE_RANKS if name == rank)
    text = f"alone, reach the rank of {rank}"
    goal = most("valley", f"rank-{rank}", f"{rank.title()}'s rest", text, points_alone, least, solitaire_rank)
    return replace(goal, edition=SOLITAIRE)


VALLEY: Final = "valley"
VALLEY_GOALS: Final = (
    most(VALLEY, "pair", "A pair", "two cards of one set in your tomb", largest_set, 2, "card", is_first=True),
    most(VALLEY, "twenty", "Twenty", "20 points in your tomb", points, 20, "point", is_first=True),
    *goals_of_any_game("valley", "pharaoh"),
    fewest(VALLEY, "no-ruins", "No ruins", "win with at most 14 in the tomb", if_won(entombed), 14, "card"),
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
