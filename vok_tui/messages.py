"""What the table tells the app. The table itself answers questions, takes back and paints; whatever leads away from it is
posted upwards, and the app decides which screen comes next."""

from textual.message import Message

from engine.core.action import Action
from vok_tui.session import Session


class TableMessage(Message):
    """The root: all of them come from a table and carry its session."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session


class LeaveTable(TableMessage):
    """The player goes. The game is on disk up to the last answer; nothing is to be asked."""


class GameOver(TableMessage):
    """The player has read the end of the game and wants the score sheet."""


class Branch(TableMessage):
    """The player gives an answer in a finished game that was not given then."""

    def __init__(self, session: Session, action: Action) -> None:
        super().__init__(session)
        self.node = session.node
        self.answer = action


class ShowLines(TableMessage):
    """The player wants all lines of the game, to go to one of them."""


class ShowCard(TableMessage):
    """The player wants a card among all others, where the cards are read."""

    def __init__(self, session: Session, name: str) -> None:
        super().__init__(session)
        self.name_of_card = name
