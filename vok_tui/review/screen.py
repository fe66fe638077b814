"""The screen of a review, and the dialog that tries another answer.

A review shows any game in the same way and never changes it: Enter posts PlayOn, and the app decides what follows.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rich.cells import cell_len
from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Offset
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ai.analysis.analyse import SeenDecision, judge_all_answers, question_at
from ai.analysis.decision import AnalysisBudget, Decision, JudgedAnswer
from ai.analysis.game_analysis import analysed_seats, decisions_after
from ai.analysis.workers import AnalysisFailed, AnalysisWorkers, Job
from engine.core.game import NOBODY
from engine.core.journal import COMMENT
from engine.core.wording import plural
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.analysis_job import AnalysisJob, JobState
from vok_tui.messages import PlayOn, ReviewClosed, ShowScoreFromReview, ToggleAnalysis, TryAgain
from vok_tui.painting.grid import Grid, Target
from vok_tui.painting.signs import signs_with
from vok_tui.painting.surface import GridSurface
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.scene import KeyHint
from vok_tui.records.loss_report import chance_text, points_text
from vok_tui.review.analysis_pane import CANNOT_BE_ANALYSED
from vok_tui.review.compare import CompareScreen, Comparison
from vok_tui.review.expected_line import ExpectedLineScreen, answer_with_line, expected_steps
from vok_tui.review.notes import NoteKeys, ReviewNotes, TextQuestions
from vok_tui.review.paint_page import BAR, LIST, NO_TREE, TREE, ReviewPage, list_fits_beside_table, paint_page
from vok_tui.review.paint_tree import STEP, TURN
from vok_tui.review.review import KINDS_OF_EVERY_GAME, SWING, Review, SittingFollower
from vok_tui.screens.base import BaseScreen, SizeGuardedScreen, is_too_small
from vok_tui.screens.dialog import TextDialog
from vok_tui.screens.widgets import KeyFooter, SafeOptionList
from vok_tui.shortcuts import BACKWARD, REVIEW, REVIEW_SHORTCUTS, WRITING, bindings, bindings_of

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


class TryAnswerDialog(SizeGuardedScreen, ModalScreen[int | None]):
    """Returns the index of the chosen answer, or None if it was closed."""

    BINDINGS = bindings("ask")
    AUTO_FOCUS = "SafeOptionList"

    def __init__(self, text: str, answers: Sequence[str], title: str = "Try another answer") -> None:
        super().__init__()
        self.title = title
        self.text = text
        self.answers = answers
        self._marked = 0

    def compose(self) -> ComposeResult:
        with Vertical(id="answers"):
            yield Static(self.title or "", classes="title", markup=False)
            yield Static(self.text, markup=False)
            yield SafeOptionList(*[Option(f"  {answer}") for answer in self.answers], markup=False)
        yield KeyFooter()

    @on(OptionList.OptionHighlighted)
    def _mark(self, event: OptionList.OptionHighlighted) -> None:
        """Put a sign before the marked answer, because a colour alone is not enough."""
        rows, previous = self.query_one(SafeOptionList), self._marked
        self._marked = event.option_index
        rows.replace_option_prompt_at_index(previous, f"  {self.answers[previous]}")
        rows.replace_option_prompt_at_index(self._marked, f"▸ {self.answers[self._marked]}")

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def action_choose(self) -> None:
        """Choose the marked answer."""
        self.query_one(SafeOptionList).action_select()

    def action_move_focus(self, step: int) -> None:
        """Mark the next answer, or the one before."""
        rows = self.query_one(SafeOptionList)
        if step > 0:
            rows.action_cursor_down()
        else:
            rows.action_cursor_up()

    def action_back(self) -> None:
        """Close without a choice."""
        self.dismiss(None)


SPEEDS: Final = (("by hand", 0.0), ("slowly", 2.0), ("faster", 1.0), ("fast", 0.4))  # in words; seconds for each step
FOLLOW_EVERY_SECONDS: Final = 0.5  # interval between two looks at a running game
IDLE_REASONS: Final = {
    "step": ("This is the start.", "This line ends here."),
    "turn": ("This is the start.", "This line ends here."),
    "round": ("This is the start.", "This line ends here."),
    "end": ("This is the start.", "This line ends here."),
    "row": ("This is the top of the list.", "This is the end of the list."),
    "mark": ("No mark before this step.", "No mark after this step."),
}
"""Why a key did nothing, by what it moves by: when going back, and when going forward."""


class ReviewScreen(BaseScreen):
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
        self.surface: Final = GridSurface()
        self._kinds: Final = (*kit.step_kinds, *KINDS_OF_EVERY_GAME)
        self._kind = 0
        self._speed = 0
        self._timer: Timer | None = None
        self._footer_page = 0
        self._variation_workers: AnalysisWorkers | None = None

    def compose(self) -> ComposeResult:
        yield self.surface

    def on_mount(self) -> None:
        if not list_fits_beside_table(self.app.size.width):
            self.page.left_side = NO_TREE
        if self._follower is not None:
            self.set_interval(FOLLOW_EVERY_SECONDS, self.follow_running_game)
        self.repaint()

    def on_screen_resume(self) -> None:
        self.repaint()

    def on_resize(self) -> None:
        self.repaint()

    def on_unmount(self) -> None:
        self._stop_autoplay()
        if self._variation_workers is not None:
            self._variation_workers.stop()

    def kept_view(self) -> dict[str, Any]:
        review = self.review
        return {
            "node": review.node,
            "folds": sorted(review.folded_turns)[:MAX_KEPT_FOLDS],
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

    def action_analyse(self) -> None:
        """Begin the analysis of the game, stop it, or go on with it."""
        self._stop_autoplay()
        job = self._analysis.job
        if job is None:
            self.show_message(CANNOT_BE_ANALYSED)
        elif job.state == JobState.REFUSED:
            self.show_message(job.problem)
        elif self._is_variation_to_analyse(job):
            self._analyse_variation()
        else:
            self.show_message()
            self.post_message(ToggleAnalysis(job.path))

    def _is_variation_to_analyse(self, job: AnalysisJob) -> bool:
        """Whether the current line is a variation, and may be analysed: in a game that goes on only if it is helped already."""
        is_variation = bool(self.review.line_tree.variation_start(self.review.node))
        return is_variation and not job.is_busy and (not job.goes_on or self.review.match.log.is_helped)

    def _analyse_variation(self) -> None:
        """Analyse the decisions of the current variation. They are shown, but neither stored nor counted."""
        review = self.review
        leaf = review.step_tree.last_node_of_step(review.current_line[-1])
        seats = analysed_seats(review.match)
        found = decisions_after(review.match, review.line_tree.variation_start(review.node), leaf)
        nodes = [(node, place) for node, place in found if review.match.mover(node) in seats]
        if not nodes:
            self.show_message("Nobody has a choice in this variation.")
            return
        workers = self._variation_workers = AnalysisWorkers(1, review.match, leaf, in_background=True)
        self.show_message(f"Analysing this variation: {plural(len(nodes), 'decision')}…")
        self._judge_variation(workers, nodes, list(self._analysis.budget))

    @work(thread=True, exclusive=True, group="variation")
    def _judge_variation(self, workers: AnalysisWorkers, nodes: Sequence[tuple[int, int]], budget: list[int]) -> None:
        """Judge the decisions at these nodes, each with its place on the line, in another process, which a thread waits for."""
        node_of = {place: node for node, place in nodes}
        jobs: list[Job] = [{"job": "judge", "index": place, "budget": budget} for _, place in nodes]
        problem = ""
        try:
            with workers:
                for kind in ("judge", "confirm"):
                    found: list[Job] = []
                    for job, answer in workers.run(jobs):
                        decision = replace(Decision.from_packed(answer["decision"]), node=node_of[job["index"]])
                        self.show_from_thread(self._show_variation_decision, decision)
                        if decision.is_marked:
                            found.append({**job, "job": "confirm", "decision": decision.pack()})
                    jobs = found if kind == "judge" else []
        except AnalysisFailed as failed:
            problem = f"The analysis has stopped: {failed}."
        self.show_from_thread(self.show_message, problem or "This variation is analysed; it is not counted.")

    def _show_variation_decision(self, decision: Decision) -> None:
        self._analysis.add_variation_decision(self.review.current_line, decision)
        self.repaint()

    def action_go_to_mistake(self, direction: int) -> None:
        """Go to the next or previous mistake of the player."""
        self._stop_autoplay()
        if not self._analysis.has_decisions:
            self.show_message(self._not_analysed_text())
            return
        mistakes = self._analysis.own_mistakes()
        where = "after" if direction > 0 else "before"
        found = self.review.go_to_nearest(direction, mistakes.__contains__)
        self.show_message("" if found else f"No mistake of 3 in 100 or more {where} this step.")

    def action_find_better(self) -> None:
        """Try the mistake at this step again, or the dearest one."""
        self._stop_autoplay()
        analysis = self._analysis.analysis
        if analysis is None:
            self.action_go_to_mistake(1)
            return
        if not self.review.match.is_over:
            self.show_message("Mistakes are tried again when the game is over.")
            return
        here = self._analysis.decision_at(self.review.node)
        dearest = self._analysis.reporter.dearest(analysis)
        if here is not None and here.is_marked and here.seat == self.review.your_seat:
            self.post_message(TryAgain(here.node))
        elif dearest and self.review.your_seat != NOBODY:
            self.post_message(TryAgain(dearest[0].node))
        else:
            self.show_message("There is no mistake of yours to try again.")

    def _decision_here(self) -> Decision | None:
        """The decision of this step with its answers; None, with a message, if it is not analysed."""
        decision = self._analysis.decision_at(self.review.node)
        if decision is None or not decision.answers:
            is_analysed = self._analysis.has_decisions
            self.show_message("This step has no analysed decision." if is_analysed else self._not_analysed_text())
            return None
        return decision

    def _not_analysed_text(self) -> str:
        return self._analysis.not_analysed_text(LiveKeys(self.active_bindings).key_of("review_analyse"))

    def action_play_out(self, number: int) -> None:
        """Play out the line that is expected after an answer, by its number in the list."""
        self._stop_autoplay()
        decision = self._decision_here()
        if decision is None:
            return
        place = number - 1 if number - 1 < decision.played else number
        if place >= len(decision.answers):
            self.show_message(f"There is no answer {number} here.")
            return
        self._play_out(decision, decision.answers[place])

    def _play_out(self, decision: Decision, answer: JudgedAnswer) -> None:
        self.show_message("" if answer.line else "Looking for the line…")
        self._find_line(question_at(self.review.match, decision.node), decision, answer, self._analysis.budget)

    @work(thread=True, exclusive=True)
    def _find_line(
        self, question: SeenDecision, decision: Decision, answer: JudgedAnswer, budget: AnalysisBudget
    ) -> None:
        """Find the line of an answer. In a thread, because it takes up to a second if it is not stored."""
        self.show_from_thread(self._show_line, decision, answer_with_line(question, answer, budget))

    def _show_line(self, decision: Decision, answer: JudgedAnswer) -> None:
        if not self.is_active or self._decision_at_step() is not decision:
            return
        steps = expected_steps(self.review.match, decision, answer)

        def keep(words: str | None) -> None:
            comment = self.review.annotations.get(COMMENT, self.review.node).text
            text = f"{comment} Expected: {words}".strip()
            self.show_message("" if words is None else self._notes.write_comment(text))

        self.show_message()
        if steps:
            self.app.push_screen(ExpectedLineScreen(self.page, decision, steps), keep)

    def _decision_at_step(self) -> Decision | None:
        return self._analysis.decision_at(self.review.node)

    def action_show_all_answers(self) -> None:
        """Judge all answers of this step again, and list them; the chosen one is played out."""
        self._stop_autoplay()
        decision = self._decision_here()
        if decision is not None:
            self.show_message("Judging all answers…")
            question = question_at(self.review.match, decision.node)
            self._judge_all_answers(question, decision, self._analysis.budget)

    @work(thread=True, exclusive=True)
    def _judge_all_answers(self, question: SeenDecision, decision: Decision, budget: AnalysisBudget) -> None:
        """Judge all answers, of which only the best are stored. In a thread, because it takes up to a few seconds."""
        played = question.game.move(question.root, decision.played_answer.action)
        judged = judge_all_answers(question, played, budget).answers
        self.show_from_thread(self._show_all_answers, decision, list(judged.values()))

    def _show_all_answers(self, decision: Decision, judged: Sequence[JudgedAnswer]) -> None:
        if not self.is_active or self._decision_at_step() is not decision:
            return
        self.show_message()
        stored = {answer.action: answer for answer in decision.answers}
        answers = [stored.get(answer.action, answer) for answer in judged]
        if decision.has_chances:
            answers.sort(key=lambda answer: -answer.value)
        reporter = self._analysis.reporter
        lines = [
            f"{chance_text(answer.chance):>4} {points_text(answer.margin):>6}  {reporter.answer_of(decision, answer)}"
            + ("  (your answer)" if answer.action == decision.played_answer.action else "")
            for answer in answers
        ]

        def play_out(index: int | None) -> None:
            if index is not None:
                self._play_out(decision, answers[index])

        text = "Chance and expected margin of each; those that had only a quick look are less sure. Choose one to play it out."
        self.app.push_screen(TryAnswerDialog(text, lines, title="All answers"), play_out)

    def action_toggle_why(self) -> None:
        """Show the reasons instead of the answers, where both do not fit."""
        self._analysis.turn_why_page()
        self.show_message()

    def action_toggle_chance(self) -> None:
        """Show the curve of the chance, or that of the points."""
        self._analysis.shows_points = not self._analysis.shows_points
        self.show_message()

    def follow_running_game(self) -> None:
        """Show what was played in a running game since the last call."""
        if self._follower is not None and self._follower.poll():
            self.review.follow(self._follower.last_shown_node)
            self.page.turn_lines.clear()
            if self.app.screen is self:
                self.repaint()

    def repaint(self) -> None:
        size = self.app.size
        if not self.is_mounted or is_too_small(size.width, size.height):
            return
        has_mouse = getattr(self.app, "has_mouse", True)
        signs = signs_with(self.page.kit.signs, ascii_only=getattr(self.app, "ascii_only", False))
        if list_fits_beside_table(size.width) and self.page.left_side == NO_TREE:
            self.page.left_side = TREE
        self.page.autoplay_speed = SPEEDS[self._speed][0]
        self.page.title = "Watching" if self._notes.obstacle else "Review"
        has_drags = getattr(self.app, "has_drags", True)
        self.page.mouse_hint = ("click or drag to jump" if has_drags else "click to jump") if has_mouse else ""
        self.page.footer = self._footer_hints(size.width)
        grid = Grid(size.width, size.height)
        paint_page(grid, self.page, signs, colors=not self.app.no_color)
        self.surface.show_grid(grid)
        row = self.review.row_index_of(self.review.node)
        self.app.cursor_position = Offset(*grid.corner_of(Target(TURN, row)))  # for screen readers

    def _footer_hints(self, width: int) -> tuple[KeyHint, ...]:
        keys = LiveKeys(self.active_bindings)
        labels = {"review_kind": f"Kind: {self._kinds[self._kind].phrase}"}
        keys_of_analysis = {"review_mistake_on", "review_mistake_back", "review_why", "review_chance", "review_retry"}
        keys_of_analysis |= {"review_line_1", "review_answers"}
        labels["review_analyse"] = "Stop" if self._analysis.is_running else "Analyse"
        self.page.why_key = f"{keys.key_of('review_why')}: why, or the answers"
        labels["review_play"] = f"Play on {self.review.undo_kind()}".rstrip()
        idle = {"review_reshuffle"} if self.review.may_see_all else {"review_eyes", "review_hands"}
        job = self._analysis.job
        if not self._analysis.has_decisions:
            idle |= keys_of_analysis
        if job is None or not (job.may_start or job.is_busy or job.state == JobState.READING):
            idle.add("review_analyse")
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

    def action_go(self, unit: str, direction: int) -> None:
        """Go by a step, turn, round or row, or to the next mark or step of a kind; back if negative."""
        self._stop_autoplay()
        self._go(unit, direction)

    def _go(self, unit: str, direction: int) -> None:
        review = self.review
        if unit == "kind":
            kind = self._kinds[self._kind]
            swing = review.go_to_largest_swing(direction) if kind == SWING else ""
            found = bool(swing) if kind == SWING else review.go_to_step_kind(kind, direction)
            side = "After" if direction > 0 else "Before"
            self.show_message(swing if found else f"{side} this step there is no step of this kind: {kind.phrase}.")
            return
        moves: dict[str, Callable[[int], bool]] = {
            "step": review.go_steps,
            "turn": review.go_one_turn,
            "round": review.go_one_round,
            "row": review.go_one_row,
            "mark": review.go_to_mark_or_comment,
            "end": review.go_to_first_or_last,
        }
        self.show_message("" if moves[unit](direction) else IDLE_REASONS[unit][direction > 0])

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
        variations = self.review.comparable_variation_starts()
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
        if not self.review.go_steps(1):
            self._stop_autoplay()
        self.show_message()

    def _stop_autoplay(self) -> None:
        """Stop autoplay."""
        self._speed = 0
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_show_score(self) -> None:
        """Show the score sheet."""
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
        """Stop autoplay; if it is not running, close the review."""
        if self._speed:
            self._stop_autoplay()
            self.show_message()
        else:
            self.post_message(ReviewClosed())

    # -- the mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go to a turn of the bar, or to a turn or step of the list, or press a key of the footer."""
        target = self.surface.grid.target_at(event.screen_x, event.screen_y)
        if target is None or event.button != 1:
            return
        if target == BAR:
            self._go_to_turn_at(event.screen_x)
        elif target.area == TURN:
            self._stop_autoplay()
            self.review.go_to(self.review.rows[target.index].nodes[0])
            self.show_message()
        elif target.area == STEP:
            self._stop_autoplay()
            self.review.go_to(target.index)
            self.show_message()
        elif target.area == "key":
            self.call_later(self.run_action, self.page.footer[target.index].action)

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

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    def _wheel(self, event: events.MouseEvent) -> None:
        """Go by a row over the list, and by a step elsewhere."""
        direction = -1 if isinstance(event, events.MouseScrollUp) else 1
        target = self.surface.grid.target_at(event.screen_x, event.screen_y)
        self.action_go("row" if target is not None and target.area in (TURN, STEP) else "step", direction)
