"""What a seat sees of a table of Valley of the Kings."""

from engine.valley.game import VALLEY
from engine.valley.state import ValleyState
from engine.valley.view import Face, View


def view(s: ValleyState, viewer: int = 0) -> View:
    return VALLEY.view(s, viewer)


def names(faces: tuple[Face, ...]) -> list[str]:
    return [face.name for face in faces]
