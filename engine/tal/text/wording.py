"""Sentences for menus and questions. All seats read a question, so it reveals nothing that is hidden."""

from typing import Final

from engine.core.action import Action
from engine.core.game import NOBODY, Question
from engine.tal.blocks import COLOURS, heap_letters
from engine.tal.data.board import PLACE_NAMES
from engine.tal.rules.bidding import LayTablets
from engine.tal.rules.overseers import WriteClaim, WriteStop
from engine.tal.rules.workers import MoveChosenWorker
from engine.tal.state import LOTS, OVERSEERS, OVERSEERS_EACH, TalState

GAME_OVER: Final = "The game is over"
ORDINALS: Final = ("first", "second")


def action_text(state: TalState, action: Action) -> str:
    """The text of a legal action."""
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
