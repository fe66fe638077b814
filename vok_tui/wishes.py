"""What the screens around the table tell the app. As at the table, a screen says what its player wishes and the app decides
what follows."""

from textual.message import Message

from engine.core.rules import Setup
from saves import Row


class Chosen(Message):
    """A block of the start screen, by the name of `WORDS` there."""

    def __init__(self, choice: str) -> None:
        super().__init__()
        self.choice = choice


class NewGame(Message):
    """A game is to begin."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup


class OpenSave(Message):
    """A save is to be opened."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.row = row


class AfterGame(Message):
    """What follows a game: the result of one of the ways on the score sheet."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what
