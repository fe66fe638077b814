"""Which steps and which variations of a game a review shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.events import Chapter
from engine.core.journal import HIDDEN, MAIN_LINE, VARIATION_NAME, Annotations
from engine.core.log import path_to
from engine.core.match import Match
from vok_tui.game.story import last_public_node


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn of a line, or a phase of a round: its chapter and steps. `label` names a variation at its first turn: "a".
    `branches` are the first steps of the variations that branch off here; `folded_count` of them are not listed."""

    chapter: Chapter
    nodes: tuple[int, ...]
    depth: int = 0
    label: str = ""
    branches: tuple[int, ...] = ()
    folded_count: int = 0
    is_hidden: bool = False


class StepTree:
    """The tree of the steps of a log at the time of construction, which is O(nodes)."""

    def __init__(self, match: Match, left_out: frozenset[int] = frozenset()) -> None:
        """Nodes in `left_out`, and what follows from them, are not in the tree."""
        self._match: Final = match
        self._left_out: Final = left_out
        self.parents: Final[dict[int, int]] = {0: 0}
        self.children: Final[dict[int, list[int]]] = {0: []}
        log = match.log
        self._node_count: Final = len(log)
        for node in range(1, len(log)):
            if match.is_reached_by_secret_pass(node) or node in left_out:
                continue
            parent = last_public_node(match, log.parents[node])
            if parent in self.children:
                self.parents[node] = parent
                self.children[parent].append(node)
                self.children[node] = []

    def chapter_of_step(self, node: int) -> Chapter:
        return self._match.chapter(self._match.log.parents[node])

    def nodes_of_step(self, node: int) -> list[int]:
        """The nodes of a step: its own, and those of the secret questions that were declined after it."""
        nodes = [node]
        while True:
            passes = [
                child for child in self._match.log.children[nodes[-1]] if self._match.is_reached_by_secret_pass(child)
            ]
            if not passes or passes[0] in self._left_out or passes[0] >= self._node_count:
                return nodes
            nodes.append(passes[0])

    def last_node_of_step(self, node: int) -> int:
        """The last node of a step, whose position is shown."""
        return self.nodes_of_step(node)[-1]

    def path(self, node: int) -> list[int]:
        """The steps from the start to `node`, both included."""
        return path_to(node, self.parents)


class LineTree:
    """The lines of a tree: annotations and the game itself decide which child continues a line. `game_end` is the last node of
    the game as it was played."""

    def __init__(self, tree: StepTree, game_end: int, annotations: Annotations) -> None:
        self.step_tree: Final = tree
        self._game_path: Final = frozenset(tree.path(game_end))
        self._annotations: Final = annotations
        self._main: Final[dict[int, int]] = {}

    def main_child(self, node: int) -> int:
        """The step after `node` on its line: the child that was promoted last, else the one that the game followed, else the one
        played first; 0 at the end of the line."""
        children = self.step_tree.children[node]
        if len(children) < 2:
            return children[0] if children else 0
        if node not in self._main:
            promoted = [(self._annotations.get(MAIN_LINE, child).value, child) for child in children]
            rank, latest = max(promoted, default=(0, 0))
            in_game = [child for child in children if child in self._game_path]
            self._main[node] = latest if rank else in_game[0] if in_game else children[0]
        return self._main[node]

    def line_from(self, node: int) -> list[int]:
        """The steps from `node` to the end of its line, both included."""
        line = [node]
        while child := self.main_child(line[-1]):
            line.append(child)
        return line

    def is_variation_hidden(self, start: int) -> bool:
        """Whether the variation that begins at `start` is hidden."""
        return bool(self._annotations.get(HIDDEN, start).value)

    def variation_name(self, first_steps: Sequence[int]) -> str:
        """The name of a variation that begins at one of these steps; "" if it has none."""
        names = (self._annotations.get(VARIATION_NAME, node).text for node in first_steps)
        return next((name for name in names if name), "")

    def alternatives_to_main_child(self, node: int) -> list[int]:
        """The first steps of the variations that branch off the line just before `node`."""
        parent = self.step_tree.parents[node]
        siblings = self.step_tree.children[parent]
        if len(siblings) < 2 or self.main_child(parent) != node:
            return []
        return [child for child in siblings if child != node]

    def variation_start(self, node: int) -> int:
        """The first step of the variation that a node is on; 0 on the main line."""
        while node:
            parent = self.step_tree.parents[node]
            if self.main_child(parent) != node:
                return node
            node = parent
        return 0

    def rows_of_line(self, start: int, depth: int, label: str, folded_turns: frozenset[int]) -> Iterator[TurnRow]:
        """The turns of the line from the step `start` on; only the first one if the line is hidden."""
        is_hidden = bool(label) and self.is_variation_hidden(start)
        steps: list[int] = []
        node = start or self.main_child(start)
        while node:
            if steps and self.step_tree.chapter_of_step(node) != self.step_tree.chapter_of_step(steps[0]):
                yield self._row(steps, depth, label, folded_turns, is_hidden)
                if is_hidden:
                    return
                steps, label = [], ""
            steps.append(node)
            node = self.main_child(node)
        if steps:
            yield self._row(steps, depth, label, folded_turns, is_hidden)

    def _row(self, steps: list[int], depth: int, label: str, folded_turns: frozenset[int], is_hidden: bool) -> TurnRow:
        branches = tuple([start for node in steps for start in self.alternatives_to_main_child(node)])
        is_folded = bool(branches) and steps[0] in folded_turns
        chapter = self.step_tree.chapter_of_step(steps[0])
        return TurnRow(chapter, tuple(steps), depth, label, branches, len(branches) if is_folded else 0, is_hidden)

    def rows(self, folded_turns: frozenset[int]) -> list[TurnRow]:
        """All listed turns, each followed by the variations that branch off in it. `folded_turns` are the first steps of the
        turns whose variations are not listed. O(nodes)."""
        rows: list[TurnRow] = []
        open_lines = [self.rows_of_line(0, 0, "", folded_turns)]
        while open_lines:
            row = next(open_lines[-1], None)
            if row is None:
                open_lines.pop()
                continue
            rows.append(row)
            if row.branches and not row.folded_count and not row.is_hidden:
                labelled = [(start, variation_label(index)) for index, start in enumerate(row.branches)]
                open_lines += [
                    self.rows_of_line(start, row.depth + 1, label, folded_turns) for start, label in reversed(labelled)
                ]
        return rows


class TurnList:
    """The turns of all lines, as the review lists them. The variations of a turn can be folded."""

    def __init__(self, lines: LineTree, folded_turns: frozenset[int] = frozenset()) -> None:
        """`folded_turns` are the first steps of the turns whose variations are not listed."""
        self._lines: Final = lines
        self.folded_turns: Final = folded_turns
        self.rows: Final = lines.rows(folded_turns)
        self.variation_count: Final = sum([len(row.branches) for row in self.rows])
        self._indices: Final = {node: i for i, row in enumerate(self.rows) for node in row.nodes}

    def index_of(self, node: int) -> int:
        """The index of the row of a step; -1 for the start, and for a step that is not listed."""
        return self._indices.get(node, -1)

    def with_folds(self, turns: Sequence[object]) -> "TurnList":
        """The list with the variations of these turns folded, and no others. What is no turn with variations is ignored."""
        foldable = {row.nodes[0] for row in self.rows if row.branches}
        return TurnList(self._lines, frozenset([turn for turn in turns if type(turn) is int and turn in foldable]))

    def with_toggled(self, first_step: int) -> "TurnList":
        """The list with the variations of the turn that begins at this step folded, or unfolded."""
        return TurnList(self._lines, self.folded_turns ^ {first_step})


def round_number(chapter: Chapter, seat_count: int) -> int:
    """The number of the round of a chapter. In a game that counts turns, each seat has one turn in a round, and rounds
    count from 0."""
    return chapter.number if chapter.unit != "turn" else (chapter.number - 1) // seat_count


def variation_label(index: int) -> str:
    """The label of a variation by its index: "a" to "z", then "aa"."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    label = ""
    number = index + 1
    while number:
        number, letter = divmod(number - 1, len(letters))
        label = letters[letter] + label
    return label
