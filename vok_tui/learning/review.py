"""A review: goes through any game step by step, finds steps, knows what may be seen at each, and may follow a running game.

While a game with a human player is not over, a review shows only what that seat could see. Other viewers and all hands may be
seen once the game is over, and in a game of computer opponents only.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Final, Literal, NamedTuple

from engine.core.action import Action
from engine.core.events import Chapter
from engine.core.game import NOBODY
from engine.core.journal import COMMENT, MARK, Annotations, MovedHead, Reshuffled
from engine.core.match import Match, seat_points_by_turn
from saves import SaveError
from saves.text import text_would_reveal_secrets
from vok_tui.boards.table_kit import StepKind, first_node_of_kind
from vok_tui.game.navigation import Navigator, UndoKind
from vok_tui.game.sitting import Sitting, WatchedSitting
from vok_tui.game.story import MatchStory, StoryChapter, last_public_node
from vok_tui.learning.tree import LineTree, StepTree, TurnList, round_number
from vok_tui.painting.signs import signed

UNDO: Final = StepKind("undo", "moves taken back", frozenset())
SWING: Final = StepKind("swing", "the largest swing", frozenset())
KINDS_OF_EVERY_GAME: Final = (UNDO, SWING)
Unit = Literal["step", "turn", "round", "row", "mark", "end"]
"""What a review goes by. In a round each seat has one turn. "row" is a row of the list of turns, "mark" a step with a mark or a
comment, "end" the start or the end of the line."""


class Swing(NamedTuple):
    """The change of the points of a seat in a turn."""

    seat: int
    change: int


def undo_target_nodes(match: Match) -> list[int]:
    """The steps to which moves were taken back, in the order in which that happened. A reshuffle takes moves back too."""
    log, targets, previous = match.log, [], 0
    for entry, head in zip(log.journal, log.heads, strict=True):
        if head != previous and isinstance(entry, MovedHead | Reshuffled):
            target = head if isinstance(entry, MovedHead) else log.parents[head]
            if _is_ancestor(match, target, previous):
                targets.append(last_public_node(match, target))
        previous = head
    return targets


def _is_ancestor(match: Match, node: int, descendant: int) -> bool:
    """Whether `descendant` follows from `node` by at least one action."""
    if match.depth(node) >= match.depth(descendant):
        return False
    while match.depth(descendant) > match.depth(node):
        descendant = match.log.parents[descendant]
    return descendant == node


def largest_change_in(seat_points: tuple[tuple[int, ...], ...], turn: int) -> Swing:
    """The largest change of points in a turn. `seat_points` are the points of each seat by turn."""
    changes = [(points[turn] - points[turn - 1], seat) for seat, points in enumerate(seat_points)]
    change, seat = max(changes, key=lambda item: abs(item[0]))
    return Swing(seat, change)


def turn_of_largest_change(seat_points: tuple[tuple[int, ...], ...], first: int, last: int) -> int:
    """The earliest turn from `first` to `last` with the largest change of points; 0 if no points changed."""
    turns = range(max(1, first), min(last + 1, len(seat_points[0]) if seat_points else 0))
    turn = max(turns, key=lambda number: abs(largest_change_in(seat_points, number).change), default=0)
    return turn if turn and largest_change_in(seat_points, turn).change else 0


class SittingFollower:
    """Follows a sitting. A watched game is read from its file; a step to which others may react is held back for
    `hold_back_seconds`, whether or not somebody is asked. For a game at this table, the table itself does that."""

    def __init__(self, sitting: Sitting, hold_back_seconds: float, now: Callable[[], float] = monotonic) -> None:
        self._sitting: Final = sitting
        self._hold_back_seconds: Final = hold_back_seconds
        self._now: Final = now
        self._release_time = 0.0  # when the step that is held back is shown
        self._known_entries = len(sitting.match.log.journal)
        self._hold_back()
        self.last_shown_node = sitting.shown_path()[-1]

    def poll(self) -> bool:
        """Read what was played since the last call. Returns whether there is anything new to show, up to `last_shown_node`."""
        sitting = self._sitting
        if isinstance(sitting, WatchedSitting):
            with suppress(SaveError):  # the file may be about to be replaced; the next poll finds it
                sitting.poll()
        entries = len(sitting.match.log.journal)
        if entries != self._known_entries:
            self._hold_back()
        elif sitting.awaits_reactions and isinstance(sitting, WatchedSitting) and self._now() >= self._release_time:
            sitting.release_view()
        last_shown_node = sitting.shown_path()[-1]
        is_new = (entries, last_shown_node) != (self._known_entries, self.last_shown_node)
        self._known_entries, self.last_shown_node = entries, last_shown_node
        return is_new

    def _hold_back(self) -> None:
        """Hold back the latest step if others may react to it."""
        sitting = self._sitting
        if (
            isinstance(sitting, WatchedSitting)
            and not sitting.awaits_reactions
            and sitting.hold_view_if_others_may_react()
        ):
            self._release_time = self._now() + self._hold_back_seconds


class Review:
    """A position in the tree of a game, seen from the seat `viewer`. `your_seat` is that of the player who reviews it, NOBODY
    for a spectator. `last_shown_node` is the last node that a running game shows."""

    def __init__(self, match: Match, your_seat: int, last_shown_node: int | None = None) -> None:
        self.match: Final = match
        self.your_seat: Final = your_seat
        self.names: Final = tuple(seat_setup.name for seat_setup in match.setup.seats)
        self.shows_all_hands = False
        self.node = 0
        self.current_line: list[int] = []  # its steps, from the start to its end
        self._line_indices: dict[int, int] = {}  # of these steps
        self._story: Final = MatchStory(match, self.names)
        self._read_up_to(last_shown_node, frozenset())
        self.viewer = your_seat if your_seat != NOBODY or not self.may_see_all else 0
        self.go_to(self._game_end)

    def _read_up_to(self, last_shown_node: int | None, folded_turns: frozenset[int]) -> None:
        """Read the game as it is now, and show it up to `last_shown_node`."""
        match, log = self.match, self.match.log
        self.may_see_all = not text_would_reveal_secrets(match)
        held_back = (
            frozenset() if last_shown_node is None or self.may_see_all else self._nodes_held_back(last_shown_node)
        )
        self._holds_back = bool(held_back)
        self.step_tree = StepTree(match, held_back | self._withdrawn_nodes(log.annotations))
        self._game_end = self._visible_step(
            last_shown_node if last_shown_node is not None and held_back else log.last_visited_leaf(log.head)
        )
        self.annotations = log.annotations
        self.line_tree = LineTree(self.step_tree, self._game_end, self.annotations)
        self._undo_targets = undo_target_nodes(match)
        self._points: dict[int, tuple[tuple[int, ...], ...]] = {}  # of each seat by turn, for each end of a line
        self.turns = TurnList(self.line_tree, folded_turns)

    def _nodes_held_back(self, last_shown_node: int) -> frozenset[int]:
        """The nodes that the table holds back while others may react to the step to `last_shown_node`."""
        path = self.match.log.path(self.match.log.head)
        return frozenset(path) - frozenset(self.match.log.path(last_shown_node))

    def _visible_step(self, node: int) -> int:
        """The step that a node belongs to, or the last step before it that is shown."""
        while node not in self.step_tree.children:
            node = self.match.log.parents[node]
        return node

    # -- what may be seen

    def update_annotations(self, annotations: Annotations) -> None:
        """Replace the annotations. The current line may then continue differently."""
        self.annotations = annotations
        if self.may_see_all:
            self.step_tree = StepTree(self.match, self._withdrawn_nodes(annotations))
        self.line_tree = LineTree(self.step_tree, self._game_end, annotations)
        self.turns = TurnList(self.line_tree, self.turns.folded_turns)
        self.go_to(self._visible_step(self.node), keep_line=False)

    def _withdrawn_nodes(self, annotations: Annotations) -> frozenset[int]:
        """The nodes of answers that were tried in an analysis and taken back."""
        return frozenset(filter(annotations.is_withdrawn, range(len(self.match.log))))

    def follow(self, last_shown_node: int) -> None:
        """Read what was played since, and show it up to `last_shown_node`. A review at the end of the game moves on to the new
        end; otherwise it stays at its step. O(nodes)."""
        was_at_end = self.node == self._game_end
        self._read_up_to(last_shown_node, self.turns.folded_turns)
        self.go_to(self._game_end if was_at_end else self._visible_step(self.node), keep_line=False)

    def view_from_next_seat(self) -> bool:
        """Make the next seat the viewer. Returns False if only one seat may be the viewer."""
        if not self.may_see_all or len(self.names) < 2:
            return False
        self.viewer = (self.viewer + 1) % len(self.names)
        return True

    def try_toggle_hands(self) -> bool:
        """Show or hide all hands, if they may be seen. Returns whether they may."""
        self.shows_all_hands = self.may_see_all and not self.shows_all_hands
        return self.may_see_all

    def restore_eyes(self, viewer: object, *, shows_all_hands: bool) -> None:
        """See from this seat, and all hands, as far as they may be seen."""
        if self.may_see_all:
            self.shows_all_hands = shows_all_hands
            if type(viewer) is int and viewer in range(len(self.names)):
                self.viewer = viewer

    def view(self, seat: int | None = None) -> Any:
        """The position as the viewer sees it, or another `seat`. Raises ValueError for another seat unless `may_see_all`."""
        if seat is not None and seat != self.viewer and not self.may_see_all:
            raise ValueError("only the seat's own view may be seen before the game is over")
        return self._story.view_at(self.shown_node, self.viewer if seat is None else seat)

    def views_around(self, nodes: Sequence[int]) -> tuple[Any, Any]:
        """The viewer's views before the first and after the last of these steps."""
        first, last = (
            self.step_tree.last_node_of_step(self.step_tree.parents[nodes[0]]),
            self.step_tree.last_node_of_step(nodes[-1]),
        )
        return self._story.view_at(first, self.viewer), self._story.view_at(last, self.viewer)

    def story_of_steps(self, nodes: Sequence[int]) -> StoryChapter:
        """The story of the steps of one turn, as the viewer may know it."""
        chapter = self._story.story_of_step(nodes[0], self.viewer)
        for node in [node for step in nodes for node in self.step_tree.nodes_of_step(step)][1:]:
            chapter = chapter.extended(self._story.story_of_step(node, self.viewer))
        return chapter

    def undo_kind(self) -> UndoKind:
        """Whether going back to this step is FREE or PEEKED in a running game; "" if nothing would be taken back, or while others
        may react to the latest step."""
        if self.may_see_all or self._holds_back:
            return ""
        return Navigator(self.match).undo_kind(self.match.log.head, self.shown_node)

    @property
    def chapter(self) -> Chapter:
        """The chapter of the step; at the start, the first chapter."""
        return self.step_tree.chapter_of_step(self.node) if self.node else self.match.chapter(0)

    def seat_points_by_turn(self) -> tuple[tuple[int, ...], ...]:
        """The points of each seat along the current line, by turn."""
        end = self.step_tree.last_node_of_step(self.current_line[-1])
        if end not in self._points:
            self._points[end] = seat_points_by_turn(self.match, end)
        return self._points[end]

    @property
    def last_turn(self) -> int:
        """The number of the last turn of the current line."""
        return self.step_tree.chapter_of_step(self.current_line[-1]).number if self.current_line[-1] else 0

    @property
    def shown_node(self) -> int:
        return self.step_tree.last_node_of_step(self.node)

    def answers(self) -> list[Action]:
        """The legal answers at the position; empty if the game is over there."""
        state = self.match.at(self.shown_node)
        return [self.match.game.action(state, move) for move in state.legal_moves()] if state.mover != NOBODY else []

    def toggle_variations(self) -> bool:
        """Fold or unfold the variations that branch off in this turn, or else the current one. False if there are none."""
        rows, row = self.turns.rows, self.turns.index_of(self.node)
        if row < 0 or not rows[row].branches:
            branching_step, row = self.node, -1
            while row < 0:  # a step within a folded variation is not listed
                start = self.line_tree.variation_start(branching_step)
                if not start:
                    return False
                branching_step = self.line_tree.main_child(self.step_tree.parents[start])
                row = self.turns.index_of(branching_step)
            self.go_to(branching_step)
        self.turns = self.turns.with_toggled(rows[row].nodes[0])
        return True

    def fold_turns(self, turns: Sequence[object]) -> None:
        """Fold the variations of these turns, which are named by their first steps, as `TurnList.folded_turns` has them."""
        self.turns = self.turns.with_folds(turns)

    # -- movement

    def go_to(self, node: int, *, keep_line: bool = True) -> bool:
        """Go to a step. The current line stays if it contains the step and `keep_line`. Returns whether the step changed."""
        moved = node != self.node
        self.node = node
        if not keep_line or node not in self._line_indices:
            self.current_line = [*self.step_tree.path(node)[:-1], *self.line_tree.line_from(node)]
            self._line_indices = {step: index for index, step in enumerate(self.current_line)}
        return moved

    def go(self, unit: Unit, direction: int) -> bool:
        """Go by a unit: forward if `direction` is 1, back if it is -1. Returns whether that is a different step."""
        match unit:
            case "step":
                index = self._line_indices[self.node] + direction
                return self.go_to(self.current_line[max(0, min(index, len(self.current_line) - 1))])
            case "turn":
                return self._go_to_group(direction, lambda chapter: chapter)
            case "round":
                return self._go_to_group(direction, lambda chapter: round_number(chapter, len(self.names)))
            case "row":
                rows, row = self.turns.rows, self.turns.index_of(self.node) + direction
                return -1 <= row < len(rows) and self.go_to(rows[row].nodes[0] if row >= 0 else 0)
            case "mark":
                return self.go_to_nearest(direction, self.has_mark_or_comment)
            case "end":
                return self.go_to(self.current_line[-1 if direction > 0 else 0])

    def go_to_turn(self, number: int) -> bool:
        """Go to the first step of the turn, or round, with this number; to the last step if the line ends before it."""
        if number <= 0:
            return self.go_to(0)
        steps = (node for node in self.current_line[1:] if self.step_tree.chapter_of_step(node).number >= number)
        return self.go_to(next(steps, self.current_line[-1]))

    def go_to_step_kind(self, kind: StepKind, direction: int) -> str:
        """Go to the next or previous step of a kind; for SWING, to the turn with the largest swing of points after this turn, or
        before it; back from the last step, of all turns. Returns a sentence about the swing, or that there is no such step; else
        ""."""
        swing = self._go_to_largest_swing(direction) if kind == SWING else ""
        if swing or (kind != SWING and self._go_to_nearest_of_kind(kind, direction)):
            return swing
        return f"{'After' if direction > 0 else 'Before'} this step there is no step of this kind: {kind.phrase}."

    def _go_to_nearest_of_kind(self, kind: StepKind, direction: int) -> bool:
        if kind == UNDO:
            return self.go_to_nearest(direction, self._undo_targets.__contains__)
        nodes = [node for step in self._steps_towards(direction) for node in self.step_tree.nodes_of_step(step)]
        found = first_node_of_kind(self.match, nodes, self.viewer, kind)
        return found is not None and self.go_to(last_public_node(self.match, found))

    def _go_to_largest_swing(self, direction: int) -> str:
        """Returns a sentence about the swing, "" if no points changed."""
        current, is_last = self.chapter.number if self.node else 0, self.node == self.current_line[-1]
        first, last = (current + 1, self.last_turn) if direction > 0 else (1, current if is_last else current - 1)
        turn = turn_of_largest_change(self.seat_points_by_turn(), first, last)
        if not turn:
            return ""
        side = f"{'after' if direction > 0 else 'before'} {self.chapter.unit} {current}"
        where = "of the game" if (first, last) == (1, self.last_turn) else side
        self.go_to_turn(turn)
        seat, change = largest_change_in(self.seat_points_by_turn(), turn)
        who = "You" if seat == self.your_seat else self.names[seat]
        return (
            f"The largest swing {where}: {who} {signed(change)} {self.match.game.score_word()} in {self.chapter.title}."
        )

    def go_to_text(self, text: str) -> bool:
        """Go to the next step whose story or comment contains `text`; if no step of the current line does, to one that contains
        all its words. Returns False if there is none."""
        texts = {node: " ".join(self.sentences_and_comment(node)).casefold() for node in self.current_line[1:]}
        phrase = text.casefold()
        words = [phrase] if any(phrase in step_text for step_text in texts.values()) else phrase.split()
        return self.go_to_nearest(1, lambda node: all(word in texts[node] for word in words))

    def sentences_and_comment(self, node: int) -> list[str]:
        """The sentences of a step, as the viewer may know them, and its comment."""
        sentences = [sentence.text for sentence in self.story_of_steps((node,)).sentences] if node else []
        sentences += [
            f"Moves were taken back to here ({number} of {len(self._undo_targets)})."
            for number, target in enumerate(self._undo_targets, 1)
            if target == node
        ]
        comment = self.annotations.get(COMMENT, node).text
        return [*sentences, comment] if comment else sentences

    def has_mark_or_comment(self, node: int) -> bool:
        """Whether a step has a mark or a comment."""
        return bool(self.annotations.get(MARK, node).value or self.annotations.get(COMMENT, node).text)

    def _steps_towards(self, direction: int) -> list[int]:
        """The steps of the current line after this one, or before it; the nearest first."""
        index = self._line_indices[self.node]
        return list(self.current_line[index + 1 :]) if direction > 0 else list(reversed(self.current_line[:index]))

    def go_to_nearest(self, direction: int, accepts: Callable[[int], bool]) -> bool:
        """Go to the next or previous step that is accepted. Returns False if there is none."""
        node = next((node for node in self._steps_towards(direction) if accepts(node)), None)
        return node is not None and self.go_to(node)

    def _go_to_group(self, direction: int, group_of: Callable[[Chapter], object]) -> bool:
        def group(node: int) -> object:
            return group_of(self.step_tree.chapter_of_step(node)) if node else None

        index, current = self._line_indices[self.node], group(self.node)
        if direction > 0:
            later = (node for node in self.current_line[index + 1 :] if group(node) != current)
            return self.go_to(next(later, self.current_line[-1]))
        if not index:
            return False
        first, previous = index - 1, group(self.current_line[index - 1])
        while first > 0 and group(self.current_line[first - 1]) == previous:
            first -= 1
        return self.go_to(self.current_line[first])
