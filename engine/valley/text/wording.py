"""English for menus, questions and the story."""

from collections import Counter
from typing import Final

from engine.core.action import Action
from engine.core.game import NOBODY, Event, Question
from engine.core.tasks import DEPTH_CELL, STACK_START
from engine.valley.rules.discards import ORDERING, reason_to_order
from engine.valley.state.valley_state import PYRAMID_START, SLOT_COUNT, ValleyState
from engine.valley.state.verbs import PASS, SWAP, VERB_MASK, first_argument

EXECUTION_PROGRAMS: Final = ("Executed", "Executed in the tomb")
SLOT_NAMES: Final = ("left", "middle", "right", "upper left", "upper right", "top")

# Every verb whose argument is one kind: the words before the card's name.
CARD_VERBS: Final = {
    "execute": "execute",
    "entomb": "entomb",
    "sacrifice": "sacrifice",
    "discard": "discard",
    "give": "give",
    "reveal": "show",
    "keep": "keep",
    "recover": "recover",
    "unearth": "unearth",
    "repeat": "repeat",
    "top": "put on top",
    "aside": "set aside",
    "awaken": "execute",
    "return": "return",
}
# Every verb whose argument is one slot: the words before and behind the card there.
SLOT_VERBS: Final = {
    "take": ("take", ""),
    "crumble": ("let fall", ""),
    "raze": ("sacrifice", " from the pyramid"),
    "select": ("select", ""),
    "exchange": ("swap", " with the top card of the boneyard"),
}

# Every verb whose argument is one seat, and every one that has none and is said otherwise than it is called.
SEAT_VERBS: Final = {"plunder": "plunder", "choose": "choose"}
PLAIN_VERBS: Final = {"end": "end turn", "next": "entomb the next card"}

# What a part asks, by its name or by all its words; and what it asks if its answer may be to pass.
QUESTIONS: Final = {
    "PlayCards": "Buy, execute, entomb, or end your turn",
    "DiscardAll": "Which card goes on top of your pile, where this card can reach it?",
    "OrderDiscards": "Which card lies next below, or pass and leave the others as they lie",
    "SacrificeIfUntouched": "You left the pyramid unchanged: sacrifice one of its cards",
    "ChooseFall": "Two cards could fall: which one does?",
    "Sacrifice": "Sacrifice a card from your hand",
    "Discard": "Discard a card from your hand",
    "DiscardToDraw": "Discard a card from your hand",
    "Give": "Put a card from your hand on the active player's discard pile",
    "Entomb": "Entomb a card from your hand",
    "Entomb(Starters)": "Entomb a starter card from your hand",
    "EntombFromDiscard": "Entomb a card from your discard pile",
    "Recover": "Which card of your discard pile goes to your hand?",
    "Unearth": "Which card do you bring up from your tomb?",
    "Take": "Take a card",
    "SacrificeFromPyramid": "Sacrifice a card of the pyramid",
    "SwapOrSacrifice": "Swap two cards of the pyramid, or sacrifice one",
    "KeepOne": "Which card goes to your hand?",
    "Repeat": "Repeat which action?",
    "PlunderDiscard": "Take the top card of whose discard pile?",
    "ChooseOpponent": "Choose an opponent",
    "PullFromHand": "Which card of this hand goes on top of your discard pile?",
    "PullFromHand(back)": "Which card of this hand goes on top of that player's discard pile?",
    "GiveOrShow": "Put a card from your hand on the active player's discard pile",
    "GiveOrShow(SetCards)": "Put a set card from your hand on the active player's discard pile",
    "SacrificeAnother": "Sacrifice another card from your hand",
    "SelectForRight": "Select the card that the active player takes",
    "EntombFromPlay": "Entomb one of your cards in play",
    "ReturnFromPlay": "Which of your cards in play goes back to your hand?",
    "EntombMany": "Entomb a card from your hand",
    "EntombMany(Starters)": "Entomb a starter card from your hand",
    "SacrificeFromTomb": "Sacrifice a card in your tomb",
    "SacrificeFromTomb(SetCards)": "Sacrifice a set card in your tomb",
    "SetAside": "Set aside a card from your hand for the top card of the boneyard",
    "SacrificeAside": "Which of the cards set aside do you sacrifice next?",
    "SwapWithBoneyard": "Swap which card of the pyramid with the top card of the boneyard?",
    "NameSet": "Name a set",
    "Awaken": "Execute the action of which card in your tomb?",
    "Hew": "Discard the card with the highest cost in your hand",
}
QUESTIONS_WITH_PASS: Final = {
    "DiscardToDraw": "Discard another card, or pass and draw as many",
    "Entomb": "Entomb another card from your hand, or pass",
    "EntombWith": "Entomb a second card from your hand, or pass",
    "EntombMany": "Entomb another card from your hand, or pass",
    "EntombNextAfter": "Entomb the next card of your deck too, or pass",
    "MayEntombTopDiscard": "Entomb the top card of your discard pile, or pass",
    "SetAside": "Set aside another card for the top card of the boneyard, or pass",
    "Take": "Take a card, or pass",
}
DESTINATION_WORDS: Final = {"discard": "", "hand": " into your hand", "tomb": " straight into your tomb"}

# Who did what: for "You" and for a name; {0} and {1} are the cards of the event, {all} all of them,
# {number} how many there are.
EVENT_SENTENCES: Final = {
    "shuffled": ("You shuffle your discard pile into a new deck.", "{who} shuffles the discard pile into a new deck."),
    "drew": ("You draw {all}.", "{who} draws {number}."),
    "looked": ("You look at {0}.", "{who} looks at a card of the deck."),
    "kept": ("You keep {0}.", "{who} keeps a card."),
    "discarded_hand": ("You discard the rest of your hand: {all}.", "{who} discards the rest of the hand: {all}."),
    "discarded": ("You discard {0}.", "{who} discards {0}."),
    "revealed": ("You reveal {0}.", "{who} reveals {0}."),
    "executed": ("You execute {0}.", "{who} executes {0}."),
    "executed_revealed": ("You execute the revealed {0}.", "{who} executes the revealed {0}."),
    "could_not_execute": ("{0} cannot be executed.", "{0} cannot be executed."),
    "repeated": ("You repeat {0}.", "{who} repeats {0}."),
    "entombed": ("You entomb {0}.", "{who} entombs {0}."),
    "showed": ("You show {0} and are not affected.", "{who} shows {0} and is not affected."),
    "sacrificed": ("You sacrifice {0}.", "{who} sacrifices {0}."),
    "snatched": ("Your {0} snatches {1}.", "{who}'s {0} snatches {1}."),
    "sailed": ("Your {0} sails and takes {1}.", "{who}'s {0} sails and takes {1}."),
    "recovered": (
        "You put {0} from your discard pile into your hand.",
        "{who} puts {0} from the discard pile into the hand.",
    ),
    "unearthed": ("You bring {0} up from your tomb.", "{who} brings {0} up from the tomb."),
    "took": ("You take {0}.", "{who} takes {0}."),
    "took_from_stock": ("You take {0} from the stock.", "{who} takes {0} from the stock."),
    "swapped": ("You swap {0} and {1}.", "{who} swaps {0} and {1}."),
    "entombed_top": ("You entomb {0} from your deck.", "{who} entombs {0} from the deck."),
    "took_from_boneyard": ("You take {0} from the boneyard.", "{who} takes {0} from the boneyard."),
    "set_aside": ("You set aside {0}.", "{who} sets aside {0}."),
    "exchanged": ("You swap {0} with {1} of the boneyard.", "{who} swaps {0} with {1} of the boneyard."),
    "fell": ("You put {0} into the pyramid.", "{who} puts {0} into the pyramid."),
    "returned": ("You put {0} back into your hand.", "{who} puts {0} back into the hand."),
    "awakened": ("You execute {0} in your tomb.", "{who} executes {0} in the tomb."),
    "kept_openly": ("You put {0} into your hand.", "{who} puts {0} into the hand."),
    "crumbled": ("You let {0} fall.", "{who} lets {0} fall."),
    "robbed": ("Robbers carry off {0}.", "Robbers carry off {0}."),
    "spared": ("You own 5 cards or fewer and are not affected.", "{who} owns 5 cards or fewer and is not affected."),
}


def slot_card_name(state: ValleyState, slot: int) -> str:
    """The name of the card in a slot, with its place where the pyramid holds two of the kind."""
    kind = state.cells[PYRAMID_START + slot]
    name = state.catalogue.cards[kind].name
    same_kind = [other for other in range(SLOT_COUNT) if state.cells[PYRAMID_START + other] == kind]
    return name if len(same_kind) == 1 else f"{name} ({SLOT_NAMES[slot]})"


def action_text(state: ValleyState, action: Action) -> str:
    """The text of a legal action. Seats are counted from 1."""
    cards = state.catalogue.cards
    verb, arguments = action.verb, action.arguments
    if (
        verb == "top"
        and state.cells[DEPTH_CELL]
        and state.cells[STACK_START + 3 * state.cells[DEPTH_CELL] - 3] == ORDERING
    ):
        return f"put next {cards[arguments[0]].name}"
    if verb in CARD_VERBS:
        return f"{CARD_VERBS[verb]} {cards[arguments[0]].name}"
    if verb in SLOT_VERBS:
        before, behind = SLOT_VERBS[verb]
        return f"{before} {slot_card_name(state, arguments[0])}{behind}"
    if verb == "buy":
        paid = ", ".join(cards[kind].name for kind in arguments[1:])
        return f"buy {slot_card_name(state, arguments[0])} " + (f"with {paid}" if paid else "for nothing")
    if verb == "react":
        return f"react with {cards[arguments[0]].name}" + (
            f": take {slot_card_name(state, arguments[1])}" if len(arguments) > 1 else ""
        )
    if verb == "swap":
        return f"swap {slot_card_name(state, arguments[0])} and {slot_card_name(state, arguments[1])}"
    if verb in SEAT_VERBS:
        return f"{SEAT_VERBS[verb]} player {arguments[0] + 1}"
    if verb == "name":
        return f"name {state.catalogue.set_names[arguments[0]]}"
    if verb == "pull":
        return f"pull {cards[arguments[0]].name}"
    return PLAIN_VERBS.get(verb, verb)


def actions_under_way(state: ValleyState) -> tuple[str, ...]:
    """The names of the cards whose actions are being carried out, the outermost first."""
    under_way = []
    for frame in range(state.cells[DEPTH_CELL]):
        at = STACK_START + 3 * frame
        if state.tape.program_at(state.cells[at])[0] in EXECUTION_PROGRAMS:
            under_way.append(state.catalogue.cards[state.cells[at + 2]].name)
    return tuple(under_way)


def question(state: ValleyState) -> Question:
    """What is asked now: the part on top of the stack tells. The card is the one that reacts, or whose action is under way."""
    if state.mover == NOBODY:
        return Question(NOBODY, "The game is over")
    seat = int(state.mover)
    at = STACK_START + 3 * state.cells[DEPTH_CELL] - 3
    signature = state.tape.task(state.cells[at]).signature()
    name = signature.split("(")[0]
    if name in ("Snatch", "Sail"):
        card = state.catalogue.cards[first_argument(state.menu[0])].name
        if name == "Sail":
            return Question(seat, f"Take a card from the base with your {card}?", card)
        return Question(
            seat, f"Take the sacrificed {state.catalogue.cards[state.cells[at + 2]].name} with your {card}?", card
        )
    if name in ("DiscardAll", "OrderDiscards"):  # asked only because somebody may come to play such a card
        reason = reason_to_order(state, seat)
        return Question(
            seat, question_text(state, signature, name), state.catalogue.cards[reason].name if reason >= 0 else ""
        )
    if name == "Hew":
        return Question(seat, question_text(state, signature, name), state.catalogue.cards[state.cells[at + 2]].name)
    under_way = actions_under_way(state)
    return Question(seat, question_text(state, signature, name), under_way[-1] if under_way else "")


def question_text(state: ValleyState, signature: str, name: str) -> str:
    """What a part asks, in words."""
    if state.menu[state.move_count - 1] & VERB_MASK == PASS and name in QUESTIONS_WITH_PASS:
        return QUESTIONS_WITH_PASS[name]
    if name == "Take":
        return QUESTIONS[name] + DESTINATION_WORDS[signature.removesuffix(")").rsplit(" ", 1)[-1]]
    if name == "SwapOrSacrifice" and state.menu[state.move_count - 1] & VERB_MASK != SWAP:
        return QUESTIONS["SacrificeFromPyramid"]
    return QUESTIONS.get(signature, QUESTIONS.get(name, "Choose"))


def join_names(names: list[str]) -> str:
    """ "Boat, 2 Urn and Shabti"."""
    counts = [f"{copies} {name}" if copies > 1 else name for name, copies in Counter(names).items()]
    return " and ".join([", ".join(counts[:-1]), counts[-1]] if len(counts) > 1 else counts)


def seat_name(seat: int, names: tuple[str, ...]) -> str:
    """The name at a seat; one that has none is called by its number, from 1."""
    return names[seat] if seat < len(names) else f"Player {seat + 1}"


def event_sentence(state: ValleyState, event: Event, viewer: int, names: tuple[str, ...]) -> str:
    """The event in a sentence; "" for what the table shows well enough without one."""
    cards = [state.catalogue.cards[kind].name for kind in event.arguments if 0 <= kind < len(state.catalogue)]
    is_viewer = event.seat == viewer
    name = seat_name(event.seat, names)
    if event.verb == "rebuilt" or (event.verb == "discarded_hand" and not cards):
        return ""
    if event.verb == "bought":
        paid = f"with {join_names(cards[1:])}" if len(cards) > 1 else "for nothing"
        return f"{'You buy' if is_viewer else f'{name} buys'} {cards[0]} {paid}."
    if event.verb in ("chose", "named", "saw_hand", "showed_hand"):
        return special_event_sentence(state, event, viewer, names)
    if event.verb in ("gave", "plundered", "pulled", "put_away", "selected"):
        other = event.arguments[1]
        whose = "your" if other == viewer else f"{seat_name(other, names)}'s"
        if event.verb == "gave":
            return f"{'You put' if is_viewer else f'{name} puts'} {cards[0]} on {whose} discard pile."
        if event.verb == "pulled":
            return f"{'You take' if is_viewer else f'{name} takes'} {cards[0]} out of {whose} hand."
        if event.verb == "put_away":
            return (
                f"{'You put' if is_viewer else f'{name} puts'} {cards[0]} out of {whose} hand on {whose} discard pile."
            )
        if event.verb == "selected":
            whom = "you" if other == viewer else seat_name(other, names)
            return f"{'You select' if is_viewer else f'{name} selects'} {cards[0]} for {whom}."
        return f"{'You take' if is_viewer else f'{name} takes'} {cards[0]} from {whose} discard pile."
    is_known = event.is_known_to(viewer)
    sentence = EVENT_SENTENCES[event.verb][0 if is_viewer else 1]
    assert is_known or ("{0}" not in sentence and "{all}" not in sentence), event.verb
    for place, card in enumerate(cards):
        sentence = sentence.replace(f"{{{place}}}", card)
    number = "a card" if len(cards) == 1 else f"{len(cards)} cards"
    return sentence.replace("{all}", join_names(cards)).replace("{number}", number).replace("{who}", name)


def special_event_sentence(state: ValleyState, event: Event, viewer: int, names: tuple[str, ...]) -> str:
    """What is told of a seat, a set or a whole hand."""
    is_viewer = event.seat == viewer
    name = seat_name(event.seat, names)
    if event.verb == "named":
        return f"{'You name' if is_viewer else f'{name} names'} {state.catalogue.set_names[event.arguments[0]]}."
    if event.verb == "showed_hand":
        hand = (
            join_names([state.catalogue.cards[kind].name for kind in event.arguments]) if event.arguments else "no card"
        )
        return f"{'You show your hand' if is_viewer else f'{name} shows the hand'}: {hand}."
    other = event.arguments[0]
    if event.verb == "chose":
        return f"{'You choose' if is_viewer else f'{name} chooses'} {'you' if other == viewer else seat_name(other, names)}."
    if not is_viewer:  # whose hand it is, has been told when its owner was chosen
        return f"{name} looks at that hand."
    return (
        f"You look at {seat_name(other, names)}'s hand: "
        f"{join_names([state.catalogue.cards[kind].name for kind in event.arguments[1:]])}."
    )
