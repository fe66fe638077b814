"""Messages from the table to the app. The table handles moves, undo and painting; when the player leaves it, it posts a message,
and the app decides which screen comes next."""

from textual.message import Message

from engine.core.action import Action
from vok_tui.game.session import Session


class TableMessage(Message):
    """The base class: carries the session of the table."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session


class LeaveTable(TableMessage):
    """The player leaves the table. The game is on disk."""


class GameOver(TableMessage):
    """The player wants the score sheet of the finished game."""


class Branch(TableMessage):
    """The player gives an answer in a finished game that was not given then."""

    def __init__(self, session: Session, action: Action) -> None:
        super().__init__(session)
        self.node = session.node
        self.answer = action


class ShowVariations(TableMessage):
    """The player wants all lines of the game, to go to one of them."""


class ShowCard(TableMessage):
    """The player wants to see a card in the list of all cards."""

    def __init__(self, session: Session, name: str) -> None:
        super().__init__(session)
        self.card_name = name
