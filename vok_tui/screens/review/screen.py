"""The screen of a review.

A review shows any game in the same way and never changes it: Enter posts PlayOn, and the app decides what follows.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from rich.cells import cell_len
from textual import events
from textual.geometry import Offset
from textual.timer import Timer

from engine.core.game import NOBODY
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.analysis_job import AnalysisJob
from vok_tui.learning.notes import ReviewNotes
from vok_tui.learning.review import KINDS_OF_EVERY_GAME, Review, SittingFollower, Unit
from vok_tui.painting.grid import Grid, Target
from vok_tui.painting.signs import GameSigns, Signs
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.scene import KeyHint
from vok_tui.screens.dialog import TextDialog, TryAnswerDialog
from vok_tui.screens.messages import PlayOn, ReviewClosed, ShowScoreFromReview
from vok_tui.screens.painted import GridScreen
from vok_tui.screens.review.analysis_keys import AnalysisKey, AnalysisKeys
from vok_tui.screens.review.compare import CompareScreen, Comparison, comparable_variation_starts
from vok_tui.screens.review.notes import NoteKeys, TextQuestions
from vok_tui.screens.review.paint_page import (
    BAR,
    LIST,
    NO_TREE,
    REVIEW_PANES,
    TREE,
    ReviewPage,
    list_fits_beside_table,
    paint_page,
)
from vok_tui.screens.review.paint_tree import STEP, TURN
from vok_tui.shared.shortcuts import BACKWARD, REVIEW, REVIEW_SHORTCUTS, WRITING, bindings_of

MAX_KEPT_FOLDS: Final = 1000
GAP: Final = 2  # columns between two keys, as in `paint_keys`


def footer_pages(hints: Sequence[KeyHint], more_id: str, last_id: str, width: int) -> list[tuple[KeyHint, ...]]:
    """The hints in pages that fit into `width` columns. Each page ends with the hint with `last_id`; if there are several
    pages, the hint with `more_id` precedes it."""
    others = [hint for hint in hints if hint.id not in (more_id, last_id)]
    last = [hint for hint in hints if hint.id == last_id]
    if hints_columns([*others, *last]) < width:
        return [(*others, *last)]
    page_end = [*[hint for hint in hints if hint.id == more_id], *last]
    pages: list[tuple[KeyHint, ...]] = [()]
    for hint in others:
        if pages[-1] and hints_columns([*pages[-1], hint, *page_end]) >= width:
            pages.append(())
        pages[-1] = (*pages[-1], hint)
    return [(*page, *page_end) for page in pages]


def hints_columns(hints: Sequence[KeyHint]) -> int:
    """The number of columns that hints need in the footer."""
    return 1 + sum([cell_len(hint.key) + 1 + cell_len(hint.label) + GAP for hint in hints])


SPEEDS: Final = (("by hand", 0.0), ("slowly", 2.0), ("faster", 1.0), ("fast", 0.4))  # in words; seconds for each step
FOLLOW_EVERY_SECONDS: Final = 0.5  # interval between two looks at a running game
IDLE_REASONS: Final[Mapping[Unit, tuple[str, str]]] = {
    "step": ("This is the start.", "This line ends here."),
    "turn": ("This is the start.", "This line ends here."),
    "round": ("This is the start.", "This line ends here."),
    "end": ("This is the start.", "This line ends here."),
    "row": ("This is the top of the list.", "This is the end of the list."),
    "mark": ("No mark before this step.", "No mark after this step."),
}
"""Why a key did nothing, by what it moves by: when going back, and when going forward."""


class ReviewScreen(GridScreen):
    """Shows a review. Posts PlayOn, ShowScoreFromReview and ReviewClosed."""

    BINDINGS = bindings_of(REVIEW_SHORTCUTS)
    KEYS_SECTION = REVIEW
    KEPT_AS = REVIEW

    def __init__(
        self,
        review: Review,
        notes: ReviewNotes,
        follower: SittingFollower | None = None,
        analysis_job: AnalysisJob | None = None,
    ) -> None:
        """`follower` reads what is played in a running game; None for a finished one."""
        super().__init__()
        self._follower: Final = follower
        self.review: Final = review
        self._notes: Final = NoteKeys(review, notes)
        self._questions: Final = TextQuestions(review, self._notes, self._show_dialog, self.show_message)
        kit = table_kit_of(review.match.game)
        self.page: Final = ReviewPage(review, kit.board(review.match), kit, analysis_job)
        self._analysis: Final = self.page.analysis
        self._analysis_keys: Final = AnalysisKeys(self, self.page, self.show_message, self._notes.write_comment)
        self._kinds: Final = (*kit.step_kinds, *KINDS_OF_EVERY_GAME)
        self._kind = 0
        self._speed = 0
        self._timer: Timer | None = None
        self._footer_page = 0

    def on_mount(self) -> None:
        if not list_fits_beside_table(self.app.size.width):
            self.page.left_side = NO_TREE
        if self._follower is not None:
            self.set_interval(FOLLOW_EVERY_SECONDS, self._follow_running_game)

    def on_screen_resume(self) -> None:
        self._footer_page = 0  # the base repaints

    def on_unmount(self) -> None:
        self._stop_autoplay()
        self._analysis_keys.stop_working()

    def kept_view(self) -> dict[str, Any]:
        review = self.review
        return {
            "node": review.node,
            "folds": sorted(review.turns.folded_turns)[:MAX_KEPT_FOLDS],
            "side": self.page.left_side,
            "seat": review.viewer,
            "hands": review.shows_all_hands,
        }

    def restore_view(self, view: Mapping[str, Any]) -> None:
        folds, node = view.get("folds"), view.get("node")
        if isinstance(folds, list):
            self.review.fold_turns(folds)
        if view.get("side") in (NO_TREE, TREE, LIST):
            self.page.left_side = str(view["side"])
        self.review.restore_eyes(view.get("seat"), shows_all_hands=view.get("hands") is True)
        if type(node) is int and node in self.review.step_tree.parents:
            self.review.go_to(node)
        self.show_message()

    def go_to_decision(self, node: int) -> None:
        """Go to the step that answers an analysed question."""
        parents = self.review.match.log.parents
        step = next((step for step in self.review.current_line[1:] if parents[step] >= node), 0)
        self._stop_autoplay()
        self.review.go_to(step)
        self.show_message()

    def takes_refusal(self, sentence: str) -> bool:
        self.show_message(sentence)
        return True

    # -- the analysis

    def show_analysis(self, job: AnalysisJob) -> None:
        """Show what the analysis has found so far."""
        if self._analysis.adopt(job):
            self._analysis.revision += 1
            problem, job.problem = job.problem, ""
            if problem:
                self.show_message(problem)
            else:
                self.repaint()

    def action_analysis(self, key: AnalysisKey, number: int = 0) -> None:
        """Press a key of the analysis, with the number of an answer or a direction."""
        self._stop_autoplay()
        self._analysis_keys.press(key, number)

    def _follow_running_game(self) -> None:
        """Show what was played in a running game since the last call."""
        if self._follower is not None and self._follower.poll():
            self.review.follow(self._follower.last_shown_node)
            self.page.turn_lines.clear()
            if self.app.screen is self:
                self.repaint()

    @property
    def game_signs(self) -> GameSigns:
        return self.page.kit.signs

    def paint(self, grid: Grid, signs: Signs) -> None:
        """Paint the page, and put the cursor of the terminal on the turn."""
        has_mouse = getattr(self.app, "has_mouse", True)
        if list_fits_beside_table(grid.width) and self.page.left_side == NO_TREE:
            self.page.left_side = TREE
        self.page.autoplay_speed = SPEEDS[self._speed][0]
        self.page.title = "Watching" if self._notes.obstacle else "Review"
        has_drags = getattr(self.app, "has_drags", True)
        self.page.mouse_hint = ("click or drag to jump" if has_drags else "click to jump") if has_mouse else ""
        self.footer = self.page.footer = self._footer_hints(grid.width)
        paint_page(grid, self.page, signs, colors=not self.app.no_color)
        row = self.review.turns.index_of(self.review.node)
        self.app.cursor_position = Offset(*grid.corner_of(Target(TURN, row)))  # for screen readers

    def _footer_hints(self, width: int) -> tuple[KeyHint, ...]:
        keys = LiveKeys(self.active_bindings)
        labels = {"review_kind": f"Kind: {self._kinds[self._kind].phrase}"}
        labels["review_analyse"] = "Stop" if self._analysis.is_running else "Analyse"
        self.page.hands_key = keys.key_of("review_hands")
        self.page.why_key = f"{keys.key_of('review_why')}: why, or the answers"
        labels["review_play"] = f"Play on {self.review.undo_kind()}".rstrip()
        idle = {key for pane in REVIEW_PANES for key in pane.idle_keys(self.page)}
        if self.review.may_see_all:
            idle.add("review_reshuffle")
        if not self.review.match.is_over:
            idle |= {"review_score", "review_try"}
        if self.review.match.mover(self.review.step_tree.last_node_of_step(self.review.node)) == NOBODY:
            idle.add("review_play")
        if self._notes.obstacle:
            idle |= WRITING
        ids = [shortcut.id for shortcut in REVIEW_SHORTCUTS if shortcut.label and shortcut.id not in idle]
        last = BACKWARD if self.review.match.is_over else {*BACKWARD, "review_analyse"}
        ids.sort(key=last.__contains__)
        pages = footer_pages(keys.hints([*ids, "help"], labels), "review_more", "help", width)
        self._footer_page %= len(pages)
        return pages[self._footer_page]

    def show_message(self, message: str = "") -> None:
        """Show why a key did nothing, until the next key; "" shows only the step."""
        self.page.message = message
        self.repaint()

    # -- keys

    def action_go(self, unit: Unit | Literal["kind"], direction: int) -> None:
        """Go by a unit, or to the next step of a kind; back if negative."""
        self._stop_autoplay()
        if unit == "kind":
            self.show_message(self.review.go_to_step_kind(self._kinds[self._kind], direction))
        else:
            self.show_message("" if self.review.go(unit, direction) else IDLE_REASONS[unit][direction > 0])

    def action_view_from_next_seat(self) -> None:
        """Show the game from the next seat."""
        self.show_message("" if self.review.view_from_next_seat() else self._view_obstacle())

    def action_toggle_hands(self) -> None:
        """Show or hide all hands."""
        self.show_message("" if self.review.try_toggle_hands() else self._view_obstacle())

    def _view_obstacle(self) -> str:
        if self.review.may_see_all:
            return "Nobody else plays here."
        return "The game is not over: you see what you may know."

    def action_next_left_side(self) -> None:
        """Switch between the tree of lines, the list of turns, and on a small screen the table alone."""
        sides = [TREE, LIST] if list_fits_beside_table(self.app.size.width) else [NO_TREE, TREE, LIST]
        current = sides.index(self.page.left_side) if self.page.left_side in sides else 0
        self.page.left_side = sides[(current + 1) % len(sides)]
        self.show_message()

    def action_next_step_kind(self) -> None:
        """Choose the next kind of step to look for."""
        self._kind = (self._kind + 1) % len(self._kinds)
        keys = LiveKeys(self.active_bindings)
        back, forward = keys.key_of("review_kind_back"), keys.key_of("review_kind_on")
        self.show_message(f"{back} and {forward} now look for: {self._kinds[self._kind].phrase}.")

    def action_toggle_variations(self) -> None:
        """Fold or unfold variations."""
        self.show_message("" if self.review.toggle_variations() else "No variation branches off in this turn.")

    def action_next_footer_page(self) -> None:
        """Show the next keys in the footer."""
        self._footer_page += 1
        self.show_message()

    def action_ask_for_text(self, topic: str) -> None:
        """Ask for a turn to go to, a comment, a name of the variation, or words to find; then act on the answer."""
        self._stop_autoplay()
        ask = self._questions
        dialogs = {
            "turn": ask.ask_turn_to_go_to,
            "comment": ask.ask_comment,
            "name": ask.ask_variation_name,
            "words": ask.ask_words_to_find,
        }
        dialogs[topic]()

    def _show_dialog(self, dialog: TextDialog, then: Callable[[str | None], None]) -> None:
        self.app.push_screen(dialog, then)

    def action_change_notes(self, change: str) -> None:
        """Mark the step; make the variation the main line, hide it, or show it again; or take back the latest note."""
        self._stop_autoplay()
        notes = self._notes
        changes = {
            "mark": notes.cycle_mark,
            "promote": notes.promote_variation,
            "hide": notes.toggle_variation_hidden,
            "undo": notes.retract_latest,
        }
        self.show_message(changes[change]())

    def action_try_answer(self) -> None:
        """Choose another answer at this step from a list, and try it."""
        self._stop_autoplay()
        actions, obstacle = self._notes.answers_to_try()
        obstacle = self.with_keys(obstacle)
        if obstacle:
            self.show_message(obstacle)
            return
        game, state = self.review.match.game, self.review.match.at(self.review.shown_node)
        question = f"{self.review.names[state.mover]}: {game.question(state).text}"

        def try_chosen(index: int | None) -> None:
            self.show_message("" if index is None else self._notes.try_answer(actions[index]))

        self.app.push_screen(TryAnswerDialog(question, [game.say(state, action) for action in actions]), try_chosen)

    def action_compare(self) -> None:
        """Show two lines side by side: the current variation, or else the next one, and the line that it branches off."""
        self._stop_autoplay()
        variations = comparable_variation_starts(self.review)
        if not variations:
            self.show_message("There is no variation to compare.")
            return

        def go(node: int | None) -> None:
            if node is not None:
                self.review.go_to(node)
            self.show_message()

        self.app.push_screen(
            CompareScreen(Comparison(self.review, self.page.turn_lines, variations), self.page.kit), go
        )

    def action_next_autoplay_speed(self) -> None:
        """Play the steps automatically, faster with each press of the key, then stop."""
        speed = (self._speed + 1) % len(SPEEDS)
        self._stop_autoplay()
        self._speed = speed
        if speed:
            self._timer = self.set_interval(SPEEDS[speed][1], self._autoplay_step)
        self.show_message()

    def _autoplay_step(self) -> None:
        if not self.review.go("step", 1):
            self._stop_autoplay()
        self.show_message()

    def _stop_autoplay(self) -> None:
        self._speed = 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_show_score(self) -> None:
        self._stop_autoplay()
        if self.review.match.is_over:
            self.post_message(ShowScoreFromReview())
        else:
            self.show_message("The game is not over.")

    def action_play_on(self, reshuffled: bool = False) -> None:
        """Play on from this step. With `reshuffled`, everything that the player could not know there is drawn again."""
        self._stop_autoplay()
        self.show_message()
        self.post_message(PlayOn(self.review, reshuffled=reshuffled))

    def action_back(self) -> None:
        """Stop autoplay, or close the open reasons; if neither is there, close the review."""
        if self._speed:
            self._stop_autoplay()
            self.show_message()
        elif self._analysis.is_why_open:
            self._analysis.why_page = 0
            self.show_message()
        else:
            self.post_message(ReviewClosed())

    # -- the mouse

    def press(self, target: Target, x: int) -> None:
        """Go to a turn of the bar, or to a turn or step of the list, or press a key of the footer."""
        if target == BAR:
            self._go_to_turn_at(x)
        elif target.area == TURN:
            self._stop_autoplay()
            self.review.go_to(self.review.turns.rows[target.index].nodes[0])
            self.show_message()
        elif target.area == STEP:
            self._stop_autoplay()
            self.review.go_to(target.index)
            self.show_message()
        else:
            super().press(target, x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag on the bar: go to the turn there."""
        if event.button == 1 and self.surface.grid.target_at(event.screen_x, event.screen_y) == BAR:
            self._go_to_turn_at(event.screen_x)

    def _go_to_turn_at(self, x: int) -> None:
        turn = self.page.bar.turn_at(x)
        if turn is not None:
            self._stop_autoplay()
            self.review.go_to_turn(turn)
            self.show_message()

    def turn_wheel(self, direction: int, area: str) -> None:
        """Go by a row over the list, and by a step elsewhere."""
        self.action_go("row" if area in (TURN, STEP) else "step", direction)
