"""English for menus, questions and the chronicle."""

from typing import Final

from engine.core.action import Action
from engine.core.rules import NOBODY, NOTHING, Event, Question
from engine.core.tasks import DEPTH, STACK, TAPE, frame_name
from engine.valley.state import PYRAMID, SLOTS, ValleyState
from engine.valley.verbs import VERBS

PLACES: Final = ("left", "middle", "right", "upper left", "upper right", "top")

# Every verb whose argument is one kind: the words before the card's name.
OF_A_KIND: Final = {
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
}
# Every verb whose argument is one slot: the words before and behind the card there.
OF_A_SLOT: Final = {"take": ("take", ""), "crumble": ("let fall", ""), "raze": ("sacrifice", " from the pyramid")}

ASKED: Final = {
    "sacrifice": "Sacrifice a card from your hand",
    "discard": "Discard a card from your hand",
    "give": "Put a card from your hand on their discard pile",
    "entomb": "Entomb a card",
    "take": "Take a card",
    "crumble": "Two cards could fall: which one?",
    "raze": "Sacrifice a card of the pyramid",
    "keep": "Which card goes to your hand?",
    "recover": "Which card goes back to your hand?",
    "unearth": "Which card do you bring up from your tomb?",
    "repeat": "Repeat which action?",
    "plunder": "Whose discard pile?",
    "react": "React?",
}

# who did what: for "You" and for a name; {0} {1} are the cards of the event.
TOLD: Final = {
    "shuffled": ("You shuffle your discard pile into a new deck.", "{who} shuffles the discard pile into a new deck."),
    "drew": ("You draw {0}.", "{who} draws a card."),
    "looked": ("You look at {0}.", "{who} looks at a card."),
    "kept": ("You keep {0}.", "{who} keeps a card."),
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
    "recovered": ("You recover {0}.", "{who} recovers {0}."),
    "unearthed": ("You unearth {0}.", "{who} unearths {0}."),
    "took": ("You take {0}.", "{who} takes {0}."),
    "took_from_stock": ("You take {0} from the stock.", "{who} takes {0} from the stock."),
    "swapped": ("You swap {0} and {1}.", "{who} swaps {0} and {1}."),
    "crumbled": ("You let {0} fall.", "{who} lets {0} fall."),
    "spared": ("You own 5 cards or fewer and are not affected.", "{who} owns 5 cards or fewer and is not affected."),
}


def card_at(s: ValleyState, slot: int) -> str:
    """The name of the card in a slot, with its place where the pyramid holds two of the kind."""
    kind = s.row[PYRAMID + slot]
    name = s.cards.cards[kind].name
    twins = [other for other in range(SLOTS) if s.row[PYRAMID + other] == kind]
    return name if len(twins) == 1 else f"{name} ({PLACES[slot]})"


def say(s: ValleyState, action: Action) -> str:
    """The text of a legal action. Seats are counted from 1."""
    names = s.cards.cards
    verb, what = action.verb, action.what
    if verb in OF_A_KIND:
        return f"{OF_A_KIND[verb]} {names[what[0]].name}"
    if verb in OF_A_SLOT:
        before, behind = OF_A_SLOT[verb]
        return f"{before} {card_at(s, what[0])}{behind}"
    if verb == "buy":
        paid = ", ".join(names[kind].name for kind in what[1:])
        return f"buy {card_at(s, what[0])} " + (f"with {paid}" if paid else "for nothing")
    if verb == "react":
        return f"react with {names[what[0]].name}" + (f": take {card_at(s, what[1])}" if len(what) > 1 else "")
    if verb == "swap":
        return f"swap {card_at(s, what[0])} and {card_at(s, what[1])}"
    if verb == "plunder":
        return f"plunder player {what[0] + 1}"
    return "end turn" if verb == "end" else verb


def actions_under_way(s: ValleyState) -> tuple[str, ...]:
    """The names of the cards whose actions are being carried out, the outermost first."""
    under_way = []
    for frame in range(s.row[DEPTH]):
        at = STACK + 3 * frame
        if frame_name(s.row[at])[0] == "Executed":
            under_way.append(s.cards.cards[s.row[at + 2]].name)
    return tuple(under_way)


def question(s: ValleyState) -> Question:
    """What is asked now. The frame on top tells the steps of a turn and reactions; all else the menu tells."""
    if s.mover == NOBODY:
        return Question(NOBODY, "The game is over")
    who = int(s.mover)
    program, part = frame_name(s.row[STACK + 3 * s.row[DEPTH] - 3])
    if program == "Playing" or (program == "Turn" and part == 0):
        return Question(who, "Buy, execute, entomb, or end your turn")
    if program == "Turn":
        return Question(who, "Which card shall lie on top of your discard pile?" if part == 1 else UNTOUCHED)
    verb = VERBS.action(s.menu[0]).verb
    if verb == "react":
        card = s.cards.cards[VERBS.action(s.menu[0]).what[0]].name
        return Question(who, f"Use {card}?", card)
    under_way = actions_under_way(s)
    text = ASKED.get(verb, "Choose")
    if verb == "raze" and s.offered > 1 and VERBS.action(s.menu[s.offered - 1]).verb == "swap":
        text = "Swap two cards of the pyramid, or sacrifice one"
    if VERBS.action(s.menu[s.offered - 1]).verb == "pass":
        text = text.replace("a card", "another card") + ", or pass"
    return Question(who, text, under_way[-1] if under_way else "")


UNTOUCHED: Final = "You left the pyramid unchanged: sacrifice one of its cards"


def tell(s: ValleyState, event: Event, viewer: int, names: tuple[str, ...]) -> str:
    """The event in a sentence; "" for what the table shows well enough without one."""
    cards = [s.cards.cards[kind].name for kind in event.what if 0 <= kind < len(s.cards)]
    mine = event.who == viewer
    who = names[event.who] if event.who < len(names) else f"Player {event.who + 1}"
    if event.verb == "bought":
        paid = f" with {', '.join(cards[1:])}" if len(cards) > 1 else " for nothing"
        return f"You buy {cards[0]}{paid}." if mine else f"{who} buys {cards[0]}{paid}."
    if event.verb == "rebuilt":
        return ""
    if event.verb == "discarded_hand":
        if not cards:
            return ""
        return f"You discard {', '.join(cards)}." if mine else f"{who} discards {', '.join(cards)}."
    if event.verb in ("gave", "plundered"):
        other = event.what[1]
        theirs = "your" if other == viewer else f"{names[other] if other < len(names) else f'Player {other + 1}'}'s"
        if event.verb == "gave":
            return f"{'You put' if mine else f'{who} puts'} {cards[0]} on {theirs} discard pile."
        return f"{'You take' if mine else f'{who} takes'} {cards[0]} from {theirs} discard pile."
    known = event.secret in (NOBODY, viewer)
    sentence = TOLD[event.verb][0 if mine else 1]
    assert known or "{0}" not in sentence, event.verb
    for place, card in enumerate(cards):
        sentence = sentence.replace(f"{{{place}}}", card)
    return sentence.replace("{who}", who)


HITCHES: Final = {
    "Sacrifice": "no card in hand that could be sacrificed for it",
    "Discard": "no card in hand that could be discarded for it",
    "DiscardToDraw": "no other card in hand",
    "Entomb": "no card in hand that may be entombed",
    "EntombFromDiscard": "too few cards in your discard pile",
    "Recover": "your discard pile is empty",
    "Unearth": "your tomb is empty",
    "Draw": "too few cards left to draw",
    "LookAt": "too few cards left to look at",
    "RevealTop": "no card left to reveal",
    "Repeat": "no action executed this turn that can be repeated",
    "Take": "no card in the pyramid that it may take",
    "TakeFromStock": "the stock is empty",
    "SacrificeFromPyramid": "the pyramid is empty",
    "SwapOrSacrifice": "the pyramid is empty",
    "EachOpponent": "there is no opponent",
    "PlunderDiscard": "no opponent has a discard pile",
}


def hitch(s: ValleyState, who: int, kind: int) -> str:
    """Why the action of a card cannot be executed now: the last part that stands in the way."""
    address = s.cards.action[kind]
    if address < 0:
        return "a reaction: it answers what opponents do"
    blamed = address
    while address >= 0:
        if not TAPE[address].possible(s, who, NOTHING):
            blamed = address
        address = TAPE[address].next
    return HITCHES.get(TAPE[blamed].words().split("(")[0], "one of its parts cannot be carried out")
