"""All errors that a caller may catch. The public functions raise them (`Match`, `Game.parse`, `Setup`); the rules never do."""

from typing import Final

MAX_QUOTED_CHARS: Final = 40


def quoted(value: object) -> str:
    """A wrong value for the sentence of an error: in quotes, and cut to 40 characters."""
    return repr(str(value)[:MAX_QUOTED_CHARS])


class EngineError(Exception):
    """The base class of all errors of the engine. Its text is one sentence for the user."""


class IllegalAction(EngineError):
    """An action that the position does not offer."""

    def __init__(self, action: object, node: int) -> None:
        super().__init__(f"{action} is not possible at move {node}")
        self.action = action
        self.node = node


class UnknownNode(EngineError):
    """A number that is no node of the log."""

    def __init__(self, node: int) -> None:
        super().__init__(f"the game has no node {node}")
        self.node = node


class UnknownSeat(EngineError):
    """A number that is no seat of the game."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"the game has no seat {seat}")
        self.seat = seat


class BadText(EngineError):
    """A text that is no action, or a position that cannot be read. It says what is wrong, and where."""


class BadSetup(EngineError):
    """A setup from which no game can start."""


class BadCatalogue(EngineError):
    """A catalogue of cards that breaks a rule; names the card and the field."""


class ImpossibleRedraw(EngineError):
    """Something that a reshuffle cannot have drawn."""
