"""Menus, questions and the story of Tal der Koenige in words."""

from collections.abc import Callable
from typing import Final

from engine.core.action import Action
from engine.core.game import NOBODY, NOTHING, Event, Question
from engine.core.wording import plural, seat_name
from engine.tal.blocks import COLOURS, block_count, heap_letters
from engine.tal.board import CLASSES, PLACE_NAMES
from engine.tal.rules.bidding import LayTablets
from engine.tal.rules.overseers import WriteClaim, WriteStop
from engine.tal.rules.workers import MoveChosenWorker
from engine.tal.state import LOTS, NO_CLAIMED_SITE, OVERSEERS, OVERSEERS_EACH, VALUED_MASK, TalState, bid_blank_count

GAME_OVER: Final = "The game is over"
ORDINALS: Final = ("first", "second")


def action_text(state: TalState, action: Action) -> str:
    verb, arguments = action.verb, action.arguments
    if verb == "lay":
        tablet = f"the {arguments[1]}" if arguments[1] else "a blank"
        return f"lay {tablet} beside lot {arguments[0] + 1}"
    if verb == "next":
        return "lay no more here"
    if verb == "stop":
        place = state.cells[OVERSEERS + OVERSEERS_EACH * state.mover + arguments[0]]
        stays = " (stay)" if place == arguments[1] else ""
        return f"stop at {PLACE_NAMES[arguments[1]]}{stays}"
    if verb == "claim":
        return f"claim site {arguments[1] + 1}"
    if verb == "claim_none":
        return "claim nothing"
    if verb == "take":
        return f"move a worker from {PLACE_NAMES[arguments[0]]}"
    if verb == "go":
        return f"go to {PLACE_NAMES[arguments[0]]}"
    if verb == "take_over":
        return f"take over site {arguments[0] + 1}"
    if verb == "steal":
        return f"steal a {COLOURS[arguments[1]]} block from site {arguments[0] + 1}"
    if verb == "build":
        return f"place a {COLOURS[arguments[1]]} block at site {arguments[0] + 1}"
    return "done"


def question(state: TalState) -> Question:
    """The question of the part on top of the stack."""
    if state.mover == NOBODY:
        return Question(NOBODY, GAME_OVER)
    part = state.programs.task(state.top_address())
    return Question(int(state.mover), f"{question_text(state, part, int(state.top_subject()))}?")


def question_text(state: TalState, part: object, subject: int) -> str:
    """The question of a part, without the question mark."""
    if isinstance(part, (WriteStop, WriteClaim)):
        overseer = int(part.overseer)
        place = PLACE_NAMES[state.cells[OVERSEERS + OVERSEERS_EACH * state.mover + overseer]]
        if isinstance(part, WriteStop):
            return f"Where does the {ORDINALS[overseer]} overseer (now at {place}) stop"
        return f"Which site does the {ORDINALS[overseer]} overseer claim"
    if isinstance(part, LayTablets):
        return f"Which tablet beside lot {subject + 1}, {heap_letters(state.cells[LOTS + subject])}"
    if isinstance(part, MoveChosenWorker):
        return f"Where does the worker from {PLACE_NAMES[subject]} go"
    return FIXED_QUESTIONS[type(part).__name__]


FIXED_QUESTIONS: Final = {
    "TakeOverSites": "Which site to take over",
    "MoveWorkersOrTakeOver": "Which worker moves",
    "StealBlocks": "Which block to steal",
    "BuildBlocks": "Which block to place, and where",
}

Arguments = tuple[int, ...]
Names = tuple[str, ...]


def event_sentence(state: TalState, event: Event, viewer: int, names: Names) -> str:
    """The sentence for an event, as `viewer` may know it."""
    del state
    known = event.arguments_for(viewer)
    if event.seat == NOBODY:
        return TABLE_SENTENCES[event.verb](known)

    def name_of(seat: int) -> str:
        return "you" if seat == viewer else seat_name(seat, names)

    text = SEAT_SENTENCES[event.verb](known, name_of)
    if event.seat == viewer:
        return f"You {text.replace('{s}', '').replace('{their}', 'your')}."
    return f"{seat_name(event.seat, names)} {text.replace('{s}', 's').replace('{their}', 'their')}."


def bid_text(bid: int) -> str:
    """The tablets of a bid: "4+1 and 2 blanks"."""
    values = "+".join([str(value) for value in (4, 3, 2, 1) if (bid & int(VALUED_MASK)) >> (value - 1) & 1])
    blanks = int(bid_blank_count(bid))
    return " and ".join([words for words in (values, plural(blanks, "blank") if blanks else "") if words])


def orders_text(known: Arguments) -> str:
    """The written orders: "the first overseer to 10/B, claim site 10; the second to 16"."""
    parts = []
    for overseer, name in enumerate(("the first overseer", "the second")):
        stop, claim = known[2 * overseer], known[2 * overseer + 1]
        parts.append(
            f"{name} to {PLACE_NAMES[stop]}" + (f", claim site {claim + 1}" if claim != NO_CLAIMED_SITE else "")
        )
    return "; ".join(parts)


NameOf = Callable[[int], str]


def laid_predicate(known: Arguments, name_of: NameOf) -> str:
    del name_of
    tablet = "a tablet" if known[1] == NOTHING else f"the {known[1]}" if known[1] else "a blank"
    return f"lay{{s}} {tablet} beside lot {known[0] + 1}"


def wrote_predicate(known: Arguments, name_of: NameOf) -> str:
    del name_of
    return "write{s} orders" if known[0] == NOTHING else f"write{{s}}: {orders_text(known)}"


def overseer_stop_predicate(known: Arguments, name_of: NameOf) -> str:
    del name_of
    place, to, ordered_stop = known
    if to != ordered_stop:
        return f"find{{s}} {PLACE_NAMES[ordered_stop]} taken: {{their}} overseer stops in {PLACE_NAMES[to]}"
    if place == to:
        return f"leave{{s}} an overseer at {PLACE_NAMES[to]}"
    return f"send{{s}} an overseer from {PLACE_NAMES[place]} to {PLACE_NAMES[to]}"


SEAT_SENTENCES: Final[dict[str, Callable[[Arguments, NameOf], str]]] = {
    "laid": laid_predicate,
    "bid": lambda known, _name: f"bid{{s}} {bid_text(known[1])} for lot {known[0] + 1}",
    "won": lambda known, _name: f"win{{s}} lot {known[0] + 1}: {heap_letters(known[1])}",
    "wrote": wrote_predicate,
    "overseer": overseer_stop_predicate,
    "claimed": lambda known, _name: f"claim{{s}} site {known[0] + 1}",
    "missed_claim": lambda known, _name: f"cannot claim site {known[0] + 1}",
    "moved": lambda known, _name: f"move{{s}} a worker from {PLACE_NAMES[known[0]]} to {PLACE_NAMES[known[1]]}",
    "took_over": lambda known, name: f"take{{s}} over site {known[0] + 1} from {name(known[1])}",
    "stole": lambda known, name: f"steal{{s}} a {COLOURS[known[1]]} block of {name(known[2])} at site {known[0] + 1}",
    "built": lambda known, _name: f"place{{s}} a {COLOURS[known[1]]} block at site {known[0] + 1}",
    "completed": lambda known, _name: (
        f"complete{{s}} the pyramid at site {known[0] + 1}, {CLASSES[known[1]]}: {plural(known[2], 'point')}"
    ),
    "gave": lambda known, _name: f"give{{s}} {plural(int(block_count(known[0])), 'block')} to the pharaoh",
}


def drawn_lots_sentence(known: Arguments) -> str:
    return f"The lots: {', '.join([heap_letters(heap) for heap in known])}."


def unsold_blocks_sentence(known: Arguments) -> str:
    where = "to the pharaoh's pyramid" if known[0] else "back into the bag"
    return f"{plural(int(block_count(known[1])), 'unsold block')} go {where}."


TABLE_SENTENCES: Final[dict[str, Callable[[Arguments], str]]] = {
    "drew_lots": drawn_lots_sentence,
    "unsold": lambda known: f"Nobody buys lot {known[0] + 1}: {heap_letters(known[1])}.",
    "unsold_go": unsold_blocks_sentence,
    "pharaoh_complete": lambda _known: "The pharaoh's pyramid is complete: the game is over.",
    "all_complete": lambda _known: "All pyramids are complete: the game is over.",
    "bag_empty": lambda _known: "The bag holds no full lot any more: the game is over.",
}
