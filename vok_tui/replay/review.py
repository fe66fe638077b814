"""A review: looks at any game that was played, step by step, and says what may be seen there.

While a game with a person in it is not over, a review shows only what the person's seat could see. Other viewers, and all hands,
are open when the game is over, and in a game of opponents alone.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.core.action import Action
from engine.core.game import NOBODY
from engine.core.history.annotations import COMMENT, MARK, VARIATION_NAME, Annotations
from engine.core.history.match import Match
from engine.core.history.points import seat_points_by_turn
from engine.core.story import Chapter
from saves.text import text_would_reveal_secrets
from vok_tui.boards.step_kinds import StepKind, first_node_of_kind
from vok_tui.game.match_story import MatchStory
from vok_tui.game.story import StoryChapter, last_public_node
from vok_tui.game.ways_back import UndoCost, WaysBack
from vok_tui.replay.review_kinds import SWING, UNDO, largest_change_in, turn_of_largest_change, undo_target_nodes
from vok_tui.replay.review_tree import LineTree, StepTree, TurnRow


class Review:
    """A place in a game, and `viewer`, the seat from which it is seen. `seat` is the seat of the person who reviews, NOBODY for a
    spectator; `last_shown_node` the last node that a running game shows."""

    def __init__(self, match: Match, seat: int, last_shown_node: int | None = None) -> None:
        self.match: Final = match
        self.seat: Final = seat
        self.names: Final = tuple(who.name for who in match.setup.seats)
        self.all_hands = False
        self.folded: set[int] = set()
        self.node = 0
        self._line: list[int] = []
        self._places: dict[int, int] = {}  # of the steps of the line
        self._story: Final = MatchStory(match, self.names)
        self._read(last_shown_node)
        self.viewer = seat if seat != NOBODY or not self.is_open else 0
        self.go_to(self._game_end)

    def _read(self, last_shown_node: int | None) -> None:
        """Read the game as it is now, and show it up to `last_shown_node`."""
        match, log = self.match, self.match.log
        self.is_open = not text_would_reveal_secrets(match)
        held_back = frozenset() if last_shown_node is None or self.is_open else self._after(last_shown_node)
        self._holds_back = bool(held_back)
        self.tree = StepTree(match, held_back | self._withdrawn(log.annotations))
        self._game_end = self._visible(
            last_shown_node if last_shown_node is not None and held_back else log.last_visited_leaf(log.head)
        )
        self._annotations = log.annotations
        self.lines = LineTree(self.tree, self._game_end, self._annotations)
        self._undone = undo_target_nodes(match)
        self._points: dict[int, tuple[tuple[int, ...], ...]] = {}  # by turn, for each end of a line
        self._rows: list[TurnRow] | None = None
        self._row_places: dict[int, int] = {}
        self._variation_count = 0

    def _after(self, last_shown_node: int) -> frozenset[int]:
        """The nodes that the table holds back while others may react to the step to `last_shown_node`."""
        path = self.match.log.path(self.match.log.head)
        return frozenset(path) - frozenset(self.match.log.path(last_shown_node))

    def _visible(self, node: int) -> int:
        """The step that a node belongs to, or the last one before it that is shown."""
        while node not in self.tree.children:
            node = self.match.log.parents[node]
        return node

    # -- what is seen

    @property
    def annotations(self) -> Annotations:
        """What was written about the game."""
        return self._annotations

    def update_annotations(self, annotations: Annotations) -> None:
        """Take over what was written meanwhile. The line that is walked may then go on elsewhere."""
        self._annotations = annotations
        if self.is_open:
            self.tree = StepTree(self.match, self._withdrawn(annotations))
        self.lines = LineTree(self.tree, self._game_end, annotations)
        self._rows = None
        self.go_to(self._visible(self.node), keep_line=False)

    def _withdrawn(self, annotations: Annotations) -> frozenset[int]:
        """The nodes of answers that the analysis tried and took back."""
        return frozenset(filter(annotations.is_withdrawn, range(len(self.match.log))))

    def follow(self, last_shown_node: int) -> None:
        """Read what was played since, and show it up to `last_shown_node`. A review that stands at the end of the game goes on
        with it, any other one stays at its step. O(nodes)."""
        was_at_end = self.node == self._game_end
        self._read(last_shown_node)
        self.go_to(self._game_end if was_at_end else self._visible(self.node), keep_line=False)

    def view_from_next_seat(self) -> bool:
        """Make the next seat the viewer. False if only one seat may be the viewer."""
        if not self.is_open or len(self.names) < 2:
            return False
        self.viewer = (self.viewer + 1) % len(self.names)
        return True

    def try_toggle_hands(self) -> bool:
        """Open all hands, or close them again, if they may be seen. Returns whether they may."""
        self.all_hands = self.is_open and not self.all_hands
        return self.is_open

    def view(self, seat: int | None = None) -> Any:
        """The position as the viewer sees it; or as `seat` does, which only an open review may ask for."""
        if seat is not None and seat != self.viewer and not self.is_open:
            raise ValueError("only the seat's own view may be seen before the game is over")
        return self._story.view_at(self.shown_node, self.viewer if seat is None else seat)

    def view_before(self) -> Any:
        """What the viewer saw before the step."""
        return self._story.view_at(self.tree.last_node_of_step(self.tree.parents[self.node]), self.viewer)

    def views_around(self, nodes: Sequence[int]) -> tuple[Any, Any]:
        """What the viewer saw before and after these steps."""
        first, last = self.tree.last_node_of_step(self.tree.parents[nodes[0]]), self.tree.last_node_of_step(nodes[-1])
        return self._story.view_at(first, self.viewer), self._story.view_at(last, self.viewer)

    def story_of(self, nodes: Sequence[int]) -> StoryChapter:
        """The story of the steps of one turn, as the viewer may know it."""
        told = self._story.chapter_of_step(nodes[0], self.viewer)
        for node in [one for step in nodes for one in self.tree.nodes_of_step(step)][1:]:
            told = told.extended(self._story.chapter_of_step(node, self.viewer))
        return told

    def undo_cost(self) -> UndoCost:
        """What it is for the player of a running game to go back to this step: FREE or PEEKED; "" if nothing is taken back, or
        while others may react to the latest step."""
        if self.is_open or self._holds_back:
            return ""
        return WaysBack(self.match).undo_cost(self.match.log.head, self.shown_node)

    @property
    def chapter(self) -> Chapter:
        """The chapter of the step; at the start, the first one."""
        return self.tree.chapter(self.node) if self.node else self.match.chapter(0)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat, as far as everybody may know."""
        return self.match.scores(self.shown_node)

    def seat_points_by_turn(self) -> tuple[tuple[int, ...], ...]:
        """The points of each seat along the line, turn by turn."""
        end = self.tree.last_node_of_step(self._line[-1])
        if end not in self._points:
            self._points[end] = seat_points_by_turn(self.match, end)
        return self._points[end]

    @property
    def last_turn(self) -> int:
        """The number of the last turn of the line."""
        return self.tree.chapter(self._line[-1]).number if self._line[-1] else 0

    @property
    def current_line(self) -> Sequence[int]:
        """The steps of the line that is walked, from the start to its end."""
        return self._line

    @property
    def shown_node(self) -> int:
        """The node whose position is shown."""
        return self.tree.last_node_of_step(self.node)

    def answers(self) -> list[Action]:
        """The answers that the position offers; none when the game is over there."""
        state = self.match.at(self.shown_node)
        return [self.match.game.action(state, move) for move in state.legal_moves()] if state.mover != NOBODY else []

    # -- the list of turns

    @property
    def rows(self) -> list[TurnRow]:
        """The turns of all lines that are listed."""
        if self._rows is None:
            self._rows = self.lines.rows(frozenset(self.folded))
            self._row_places = {node: i for i, row in enumerate(self._rows) for node in row.nodes}
            self._variation_count = sum([len(row.branches) for row in self._rows])
        return self._rows

    @property
    def variation_count(self) -> int:
        """The number of variations that leave the listed turns."""
        return self._variation_count if self.rows else 0

    def row_of(self, node: int) -> int:
        """The row of a step; -1 for the start, and for a step that is not listed."""
        return self._row_places.get(node, -1) if self.rows else -1

    def toggle_variations(self) -> bool:
        """Fold or unfold the variations that leave in this turn, or the one that is walked. False if there are none."""
        row = self.row_of(self.node)
        if row >= 0 and self.rows[row].branches:
            first = self.rows[row].nodes[0]
        else:
            start = self.lines.variation_start(self.node)
            parent = self.tree.parents[start]
            if not start:
                return False
            first = self.rows[self.row_of(self.lines.main_child(parent))].nodes[0]
            self.go_to(self.lines.main_child(parent))
        self.folded ^= {first}
        self._rows = None
        return True

    def comparable_variations(self) -> list[int]:
        """The first steps of the variations that can be compared: the one that is walked, else the next that leaves the line;
        then the others in their order."""
        starts = [other for row in self.rows for other in row.branches]
        here = self.lines.variation_start(self.node)
        leaving = [
            start for start in starts if self._places.get(self.tree.parents[start], -1) >= self._places[self.node]
        ]
        first = here or (leaving[0] if leaving else 0)
        return sorted(starts, key=lambda start: start != first)

    # -- the ways

    def go_to(self, node: int, *, keep_line: bool = True) -> bool:
        """Go to a step. The line that is walked stays, if it has the step. Returns whether that is another step."""
        moved = node != self.node
        self.node = node
        if not keep_line or node not in self._places:
            self._line = [*self.tree.path(node)[:-1], *self.lines.line_from(node)]
            self._places = {step: place for place, step in enumerate(self._line)}
        return moved

    def go_steps(self, by: int) -> bool:
        """Go some steps on; back with a negative number. All `go` methods return whether that is another step. A
        `direction` is 1 for on and -1 for back."""
        place = self._places[self.node] + by
        return self.go_to(self._line[max(0, min(place, len(self._line) - 1))])

    def go_one_turn(self, direction: int) -> bool:
        """Go to the first step of the next turn; back, to the first step of this turn, then to that of the turn before."""
        return self._to_group(direction, lambda chapter: chapter)

    def go_one_round(self, direction: int) -> bool:
        """The same with rounds: each seat has one turn in a round."""
        seats = len(self.names)
        return self._to_group(direction, lambda at: at.number if at.unit != "turn" else (at.number - 1) // seats)

    def go_to_turn(self, number: int) -> bool:
        """Go to the first step of the turn, or round, with this number; to the last step if the line ends before it."""
        if number <= 0:
            return self.go_to(0)
        found = [node for node in self._line[1:] if self.tree.chapter(node).number >= number]
        return self.go_to(found[0] if found else self._line[-1])

    def go_to_end(self, direction: int) -> bool:
        """Go to the last step; back, to the start."""
        return self.go_to(self._line[-1 if direction > 0 else 0])

    def go_to_step_kind(self, kind: StepKind, direction: int) -> bool:
        """Go to the next step of a kind, or the one before; to the turn with the largest swing behind this one, or before it.
        False if there is none."""
        if kind == UNDO:
            return self._to_first(direction, self._undone.__contains__)
        if kind == SWING:
            return bool(self.go_to_largest_swing(direction))
        nodes = [one for step in self._ahead(direction) for one in self.tree.nodes_of_step(step)]
        node = first_node_of_kind(self.match, nodes, self.viewer, kind)
        return node is not None and self.go_to(last_public_node(self.match, node))

    def go_to_largest_swing(self, direction: int) -> str:
        """Go to the turn with the largest swing of points behind this turn, or before it; from the last step, of all turns.
        Returns whose points changed there, "" if no points changed."""
        here, is_last = self.chapter.number if self.node else 0, self.node == self._line[-1]
        first, last = (here + 1, self.last_turn) if direction > 0 else (1, here if is_last else here - 1)
        turn = turn_of_largest_change(self.seat_points_by_turn(), first, last)
        if not turn:
            return ""
        side = f"{'behind' if direction > 0 else 'before'} {self.chapter.unit} {here}"
        where = "of the game" if (first, last) == (1, self.last_turn) else side
        self.go_to_turn(turn)
        seat, change = largest_change_in(self.seat_points_by_turn(), turn)
        who = "You" if seat == self.seat else self.names[seat]
        return f"The largest swing {where}: {who} {change:+} {self.match.game.score_word()} in {self.chapter.title}."

    def go_to_mark_or_comment(self, direction: int) -> bool:
        """Go to the next step with a mark or a comment, or the one before. False if there is none."""
        return self._to_first(direction, self.has_mark_or_comment)

    def go_to_text(self, text: str, direction: int) -> bool:
        """Go to the next step of which the story says this, or the one before; if no step of the line says it, of which it says
        all these words. False if there is none."""
        said = {node: " ".join(self.sentences_and_comment(node)).casefold() for node in self._line[1:]}
        wanted = text.casefold()
        words = [wanted] if any(wanted in told for told in said.values()) else wanted.split()
        return self._to_first(direction, lambda node: node > 0 and all(word in said[node] for word in words))

    def go_to_next_row(self, direction: int) -> bool:
        """Go to the row above or below in the list. False at its ends."""
        place = self.row_of(self.node) + direction
        if place < -1 or place >= len(self.rows):
            return False
        return self.go_to(self.rows[place].nodes[0] if place >= 0 else 0)

    def sentences_and_comment(self, node: int) -> list[str]:
        """The sentences of a step as the viewer may know it, and what was written about it."""
        told = [sentence.text for sentence in self.story_of((node,)).sentences] if node else []
        told += [
            f"Moves were taken back to here ({number} of {len(self._undone)})."
            for number, undone in enumerate(self._undone, 1)
            if undone == node
        ]
        comment = self._annotations.get(COMMENT, node).text
        return [*told, comment] if comment else told

    def variation_name(self, first_steps: Sequence[int]) -> str:
        """The name of a variation that begins at one of these steps; "" if it has none."""
        return next((name for node in first_steps if (name := self._annotations.get(VARIATION_NAME, node).text)), "")

    def has_mark_or_comment(self, node: int) -> bool:
        """Whether a step has a mark or a comment."""
        return bool(self._annotations.get(MARK, node).value or self._annotations.get(COMMENT, node).text)

    def _ahead(self, by: int) -> list[int]:
        """The steps of the line behind this one; before it, the nearest first."""
        place = self._places[self.node]
        return list(self._line[place + 1 :]) if by > 0 else list(reversed(self._line[:place]))

    def _to_first(self, by: int, wanted: Callable[[int], bool]) -> bool:
        node = next((node for node in self._ahead(by) if wanted(node)), None)
        return node is not None and self.go_to(node)

    def _to_group(self, by: int, group_of: Callable[[Chapter], object]) -> bool:
        def group(node: int) -> object:
            return group_of(self.tree.chapter(node)) if node else None

        here = group(self.node)
        place = self._places[self.node]
        if by > 0:
            later = [node for node in self._line[place + 1 :] if group(node) != here]
            return self.go_to(later[0] if later else self._line[-1])
        if not place:
            return False
        before = place - 1
        wanted = group(self._line[before])
        while before > 0 and group(self._line[before - 1]) == wanted:
            before -= 1
        return self.go_to(self._line[before])
