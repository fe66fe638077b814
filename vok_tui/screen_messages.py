"""Messages from the screens to the app: a screen says what the player wants, and the app decides what follows."""

from textual.message import Message

from engine.core.game import Setup
from saves import SaveInfo


class MenuChosen(Message):
    """An entry of the start menu was chosen, by its name in `MENU`."""

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

    def __init__(self, save: SaveInfo) -> None:
        super().__init__()
        self.save = save


class AfterGameChosen(Message):
    """The player chose what follows the game, on the score sheet."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what
