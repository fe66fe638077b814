"""Messages from the screens and the table to the app: they say what the player wants, and the app decides what follows.

The table handles moves, undo and painting itself. It posts a message when the player leaves it.
"""

from datetime import date
from typing import Any

from textual.message import Message

from engine.core.action import Action
from engine.core.game import Setup
from saves import SaveInfo
from vok_tui.game.sitting import Sitting


class AppMessage(Message):
    """The base class of all messages. `VokApp._create_routes` names the handler of each."""


class MenuEntryChosen(AppMessage):
    """The player chose an entry of the start screen. `choice` is the name that `VokApp.action_go` knows."""

    def __init__(self, choice: str) -> None:
        super().__init__()
        self.choice = choice


class GameChosen(AppMessage):
    """The player chose a game on the start screen; or on that of goals, with the levels of the `opponents` ("" for any) and the
    `edition` that the goal needs, both empty for any."""

    def __init__(self, game: str, opponents: tuple[str, ...] = (), edition: str = "") -> None:
        super().__init__()
        self.game = game
        self.opponents = opponents
        self.edition = edition


class DailyChosen(AppMessage):
    """The player chose the daily game of a day."""

    def __init__(self, day: date, game: str) -> None:
        super().__init__()
        self.day = day
        self.game = game


class BeginGame(AppMessage):
    """The player wants to begin a new game."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup


class OpenSave(AppMessage):
    """The player wants to open a save; with `decision`, the node of an analysed question, at that decision."""

    def __init__(self, save: SaveInfo, decision: int | None = None) -> None:
        super().__init__()
        self.save = save
        self.decision = decision


class GamePasted(AppMessage):
    """The player pasted a text that looks like a game."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class ShelfCommand(AppMessage):
    """The player wants something done on the shelf. `command` is "rename", "note", "delete" or "restore" (of the marked save),
    "empty" (the bin), or "bin" or "shelf" (show it)."""

    def __init__(self, command: str, save: SaveInfo | None = None) -> None:
        super().__init__()
        self.command = command
        self.save = save


class Welcomed(AppMessage):
    """The player gave a name, or none, and chose a game and what follows the welcome.

    `next_step` is "learn" for a guided game, "first" for a first game, or the name of a screen.
    """

    def __init__(self, player_name: str, next_step: str, game: str) -> None:
        super().__init__()
        self.player_name = player_name
        self.next_step = next_step
        self.game = game


class AfterGameChosen(AppMessage):
    """The player chose what follows the game, on the score sheet."""

    def __init__(self, choice: str) -> None:
        super().__init__()
        self.choice = choice


class ToggleAnalysis(AppMessage):
    """The player wants the analysis of a save begun, stopped, or continued. None stands for the open game."""

    def __init__(self, save: SaveInfo | None = None) -> None:
        super().__init__()
        self.save = save


class SeeDecision(AppMessage):
    """The player wants to see an analysed decision of the current game. `node` is that of its question."""

    def __init__(self, node: int) -> None:
        super().__init__()
        self.node = node


class TryAgain(AppMessage):
    """The player wants to find better than an own costly decision of the current game. `node` is that of its question."""

    def __init__(self, node: int) -> None:
        super().__init__()
        self.node = node


class RetryClosed(AppMessage):
    """The player leaves the screen on which better answers are looked for."""


class PracticeBegun(AppMessage):
    """A session or a drill has its first position. `retry` is a `vok_tui.learning.retry.Retry`."""

    def __init__(self, retry: Any) -> None:
        super().__init__()
        self.retry = retry


class DrillWanted(AppMessage):
    """The player wants to drill a kind of decision of a game."""

    def __init__(self, game: str, kind: str) -> None:
        super().__init__()
        self.game = game
        self.kind = kind


class TableMessage(AppMessage):
    """The base class of messages from the table. Carries its sitting."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting


class LeaveTable(TableMessage):
    """The player leaves the table. The game is on disk."""


class ShowScoreFromTable(TableMessage):
    """The player wants the score sheet of the finished game."""


class LessonDone(TableMessage):
    """The player has done the last step of a guided game."""


class AskToBranch(TableMessage):
    """In a finished game, the player gives another answer than the one that was played. That takes a new game."""

    def __init__(self, sitting: Sitting, action: Action) -> None:
        super().__init__(sitting)
        self.node = sitting.node
        self.answer = action


class ShowCard(TableMessage):
    """The player wants to see a card in the list of all cards."""

    def __init__(self, sitting: Sitting, name: str) -> None:
        super().__init__(sitting)
        self.card_name = name


class ShowReview(TableMessage):
    """The player wants to review the game at the table."""


class ReviewClosed(AppMessage):
    """The player leaves a review."""


class PlayOn(AppMessage):
    """The player wants to play on from the current step of a review (`Review`)."""

    def __init__(self, review: Any, *, reshuffled: bool = False) -> None:
        """With `reshuffled`, everything that the player could not know at that step is drawn again."""
        super().__init__()
        self.review = review
        self.reshuffled = reshuffled


class ShowScoreFromReview(AppMessage):
    """The player wants the score sheet of the game that is reviewed."""
