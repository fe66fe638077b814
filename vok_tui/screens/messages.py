"""Messages from the screens and the table to the app: they say what the player wants, and the app decides what follows.

The table handles moves, undo and painting itself. It posts a message when the player leaves it.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from textual.message import Message

from engine.core.action import Action
from engine.core.game import Setup
from saves import SaveInfo
from vok_tui.game.sitting import Sitting


class AppMessage(Message):
    """The base class of all messages. `VokApp._create_routes` names the handler of each."""


@dataclass(eq=False)
class MenuEntryChosen(AppMessage):
    """The player chose an entry of the start screen. `choice` is the name that `VokApp.action_go` knows."""

    choice: str


@dataclass(eq=False)
class GameChosen(AppMessage):
    """The player chose a game on the start screen; or on that of goals, with the levels of the `opponents` ("" for any) and the
    `edition` that the goal needs, both empty for any."""

    game: str
    opponents: tuple[str, ...] = ()
    edition: str = ""


@dataclass(eq=False)
class DailyChosen(AppMessage):
    """The player chose the daily game of a day."""

    day: date
    game: str


@dataclass(eq=False)
class BeginGame(AppMessage):
    """The player wants to begin a new game."""

    setup: Setup


@dataclass(eq=False)
class OpenSave(AppMessage):
    """The player wants to open a save; with `decision`, the node of an analysed question, at that decision."""

    save: SaveInfo
    decision: int | None = None


@dataclass(eq=False)
class GamePasted(AppMessage):
    """The player pasted a text that looks like a game."""

    text: str


@dataclass(eq=False)
class ShelfCommand(AppMessage):
    """The player wants something done on the shelf. `command` is "rename", "note", "delete" or "restore" (of the marked save),
    "empty" (the bin), or "bin" or "shelf" (show it)."""

    command: str
    save: SaveInfo | None = None


@dataclass(eq=False)
class Welcomed(AppMessage):
    """The player gave a name, or none, and chose a game and what follows the welcome.

    `next_step` is "learn" for a guided game, "first" for a first game, or the name of a screen.
    """

    player_name: str
    next_step: str
    game: str


@dataclass(eq=False)
class AfterGameChosen(AppMessage):
    """The player chose what follows the game, on the score sheet."""

    choice: str


@dataclass(eq=False)
class ToggleAnalysis(AppMessage):
    """The player wants the analysis of a save begun, stopped, or continued. None stands for the open game."""

    save: SaveInfo | None = None


@dataclass(eq=False)
class SeeDecision(AppMessage):
    """The player wants to see an analysed decision of the current game. `node` is that of its question."""

    node: int


@dataclass(eq=False)
class TryAgain(AppMessage):
    """The player wants to find better than an own costly decision of the current game. `node` is that of its question."""

    node: int


class RetryClosed(AppMessage):
    """The player leaves the screen on which better answers are looked for."""


@dataclass(eq=False)
class PracticeBegun(AppMessage):
    """A session or a drill has its first position. `retry` is a `vok_tui.learning.retry.Retry`."""

    retry: Any


@dataclass(eq=False)
class DrillWanted(AppMessage):
    """The player wants to drill a kind of decision of a game."""

    game: str
    kind: str


@dataclass(eq=False)
class TableMessage(AppMessage):
    """The base class of messages from the table. Carries its sitting."""

    sitting: Sitting


class LeaveTable(TableMessage):
    """The player leaves the table. The game is on disk."""


class ShowScoreFromTable(TableMessage):
    """The player wants the score sheet of the finished game."""


class LessonDone(TableMessage):
    """The player has done the last step of a guided game."""


@dataclass(eq=False)
class AskToBranch(TableMessage):
    """In a finished game, the player gives another answer than the one that was played at a node. That takes a new game."""

    answer: Action
    node: int


@dataclass(eq=False)
class ShowCard(TableMessage):
    """The player wants to see a card in the list of all cards."""

    card_name: str


class ShowReview(TableMessage):
    """The player wants to review the game at the table."""


class ReviewClosed(AppMessage):
    """The player leaves a review."""


@dataclass(eq=False)
class PlayOn(AppMessage):
    """The player wants to play on from the current step of a review (`Review`). With `reshuffled`, everything that the player
    could not know at that step is drawn again."""

    review: Any
    reshuffled: bool = False


class ShowScoreFromReview(AppMessage):
    """The player wants the score sheet of the game that is reviewed."""
