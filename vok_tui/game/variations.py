"""The lines of a game: all that was played in it, each from the start to where it was left. Nothing of it is ever lost."""

from typing import Final, NamedTuple

from engine.core.game import NOBODY
from engine.core.history.log import Log
from vok_tui.game.session import Session

MAX_VARIATIONS: Final = 200  # lines in a list; the latest ones


class Variation(NamedTuple):
    """A line by its last node, the turn there (0 in a game without turns) and the points. `over` says whether the game is over
    there, `is_main` whether it is the one that counts, `is_current` whether the table stands on it."""

    node: int
    turn: int
    scores: tuple[int, ...]
    over: bool
    is_main: bool
    is_current: bool


def leaves(log: Log) -> list[int]:
    """The last node of each line."""
    return [node for node, children in enumerate(log.children) if not children]


def variations(session: Session) -> list[Variation]:
    """First the line that the game is on, then the others, the latest first. Costs a few moves played again for each."""
    match = session.match
    log, game = match.log, match.game
    main, here = log.tip(log.head), log.tip(session.node)
    found = []
    for node in sorted(leaves(log), key=lambda node: (node != main, -node))[:MAX_VARIATIONS]:
        state = match.at(node)
        over = match.mover(node) == NOBODY
        found.append(Variation(node, game.turn(state), tuple(game.scores(state)), over, node == main, node == here))
    return found
