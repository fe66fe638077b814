"""A game as one seat saw it, as text: the story, and the table after any turn. For mail and scripts.

While a game with a human player is not over, the text does not reveal whether a seat was asked in secret: a declined reaction is
not a step, and if others may react to the latest step, the text ends before it.
"""

from collections.abc import Iterator
from typing import Any, Final

from engine.core.game import NOBODY
from engine.core.match import Match
from saves.clean_text import visible
from saves.text import text_would_reveal_secrets
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.sitting import ReadOnlySitting
from vok_tui.game.story import MatchStory, StoryChapter
from vok_tui.game.thinker import last_known_node, may_have_asked_others

LAST_TURN: Final = 1 << 31  # later than any turn


def path_known_to_seat(match: Match, seat: int) -> list[int]:
    """The nodes from the start to the last one that a seat may know; in a finished game, to the end."""
    log = match.log
    if not text_would_reveal_secrets(match):
        return log.path(log.last_visited_leaf(log.head))
    node = log.head
    if _is_secret_to(match, node, seat) or may_have_asked_others(match, node, seat):
        node = log.parents[last_known_node(match, node, seat)]
    return log.path(node)


def node_after_turn(match: Match, seat: int, turn: int) -> int:
    """The node at which the seat saw the table after a turn; the last node that it saw if the game did not reach that turn's end.
    Turn 0 is the start."""
    path = path_known_to_seat(match, seat)
    visible_nodes = [
        node for node in path if not _is_secret_to(match, node, seat) or not text_would_reveal_secrets(match)
    ]
    if turn == 0:
        return 0
    game = match.game
    later = (
        node for node in visible_nodes if match.mover(node) != NOBODY and game.chapter(match.at(node)).number > turn
    )
    return next(later, visible_nodes[-1])


def story_lines(match: Match, seat: int) -> Iterator[str]:
    """The story as the seat knows it: a heading for each turn, and a line for each step."""
    for chapter in _known_chapters(match, seat):
        title, turn_seat = chapter.chapter.title or "turn", chapter.chapter.seat
        yield ""
        yield f"{title}, {visible(match.setup.seats[turn_seat].name)}" if turn_seat != NOBODY else title
        yield from [f"  {visible(sentence.text)}" for sentence in chapter.sentences]


def story_dicts(match: Match, seat: int) -> list[dict[str, Any]]:
    """The same as JSON values. `whose` is the seat whose turn it was, `seat` the one that acted; -1 is nobody."""
    return [
        {
            "chapter": chapter.chapter.title,
            "turn": chapter.chapter.number,
            "whose": chapter.chapter.seat,
            "seat": sentence.seat,
            "text": visible(sentence.text),
        }
        for chapter in _known_chapters(match, seat)
        for sentence in chapter.sentences
    ]


def _known_chapters(match: Match, seat: int) -> list[StoryChapter]:
    """The chapters of which the seat knows at least one sentence."""
    story = MatchStory(match, tuple([seat_setup.name for seat_setup in match.setup.seats]))
    return [chapter for chapter in story.story_along(path_known_to_seat(match, seat), seat) if chapter.sentences]


def _is_secret_to(match: Match, node: int, seat: int) -> bool:
    """Whether another seat is asked in secret at a node."""
    return match.mover(node) != seat and match.asks_secretly(node)


class SnapshotSitting(ReadOnlySitting):
    """A sitting that shows one node from one seat."""

    def __init__(self, match: Match, seat: int, node: int) -> None:
        super().__init__(match, seat)
        self._move_table(node)

    @property
    def has_spectator_gone_back(self) -> bool:
        return False

    @property
    def has_ended(self) -> bool:
        return self.shows_end

    @property
    def why_hand_is_covered(self) -> str:
        return ""


def table_lines(match: Match, seat: int, node: int, width: int, height: int, *, ascii_only: bool = False) -> list[str]:
    """The table at a node as a seat saw it, line by line, painted as on the screen. Trailing blanks and blank lines are
    removed."""
    from vok_tui.painting.grid import Grid
    from vok_tui.painting.signs import signs_with
    from vok_tui.panes.live_keys import LiveKeys
    from vok_tui.screens.table.paint_table import build_scene, paint_table
    from vok_tui.screens.table.pointing import Pointing
    from vok_tui.terminal.glyphs import to_ascii

    kit = table_kit_of(match.game)
    pointing = Pointing(SnapshotSitting(match, seat, node), kit.board(match))
    pointing.update_question()
    pointing.pointer.cursor = None
    grid = Grid(width, height)
    paint_table(
        grid,
        build_scene(pointing, signs_with(kit.signs, ascii_only=ascii_only), LiveKeys({}), colors=False),
        pointing.board,
    )
    lines = ["".join([sign for sign, _ in row]).rstrip() for row in grid.rows]
    while lines and not lines[-1]:
        lines.pop()
    return [to_ascii(line) if ascii_only else line for line in lines]
