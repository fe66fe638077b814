"""All errors that a caller may catch. The public functions (`Match`, `Game.parse`, `Setup`) raise them; the rules never do."""

from typing import Final, TypeGuard

MAX_QUOTED_CHARS: Final = 40


def quoted(value: object) -> str:
    """A wrong value for an error message: in quotes, and cut to 40 characters."""
    return repr(str(value)[:MAX_QUOTED_CHARS])


def is_whole_number(value: object, low: int, high: int) -> TypeGuard[int]:
    """Whether a value that was read is a whole number from `low` to `high`, and not a bool."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


class EngineError(Exception):
    """The base class of all errors of the engine. The message is one sentence for the user."""


class IllegalAction(EngineError):
    """An action that the position does not offer."""

    def __init__(self, action: object, node: int) -> None:
        super().__init__(f"{action} is not possible at move {node}")
        self.action = action
        self.node = node


class UnknownNode(EngineError):
    """A node number that the log does not have."""

    def __init__(self, node: int) -> None:
        super().__init__(f"the game has no node {node}")
        self.node = node


class UnknownSeat(EngineError):
    """A seat number that the game does not have."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"the game has no seat {seat}")
        self.seat = seat


class BadText(EngineError):
    """A text that is not a legal action, or not a position. The message says what is wrong, and where."""


class BadSetup(EngineError):
    """A setup from which no game can start."""


class BadCatalogue(EngineError):
    """A catalogue of cards that breaks a rule. The message names the card and the field."""


class ImpossibleRedraw(EngineError):
    """A redraw that no reshuffle can have made."""
