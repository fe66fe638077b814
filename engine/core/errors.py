"""Everything a caller may catch. Raised at the door (`Match`, `Game.parse`, `Setup`), never from inside a rule."""


class EngineError(Exception):
    """The root of all errors of the engine; its text is one sentence for a reader."""


class IllegalAction(EngineError):
    """An action that the position does not offer."""

    def __init__(self, action: object, node: int) -> None:
        super().__init__(f"{action} is not possible at move {node}")
        self.action = action
        self.node = node


class UnknownNode(EngineError):
    """A number that names no node of the log."""

    def __init__(self, node: int) -> None:
        super().__init__(f"the game has no node {node}")
        self.node = node


class UnknownSeat(EngineError):
    """A number that names no seat of the game."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"the game has no seat {seat}")
        self.seat = seat


class BadText(EngineError):
    """A text that names no action, or a position that cannot be read; says where."""


class BadSetup(EngineError):
    """A setup that no game can start from."""


class BadCatalogue(EngineError):
    """A catalogue of cards that breaks a rule; names the card and the field."""
