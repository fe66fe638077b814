"""The score screen at the end of a game: the winner, the score sheet, a look back at the game, and what to do next.

On a large screen the look back is beside the sheet; on a small one, a key shows it instead of the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from engine.core.setup import seed_text
from engine.core.wording import plural
from saves import SaveError
from vok_tui.boards.keymap import key_labels_by_id
from vok_tui.boards.table_kit import ScoreSheet
from vok_tui.coordinator.after_game import GameSummary, RatingCurve, goals_sentence
from vok_tui.game.analysis_job import AnalysisJob, JobState
from vok_tui.learning.practice import is_practisable
from vok_tui.painting.curve import lines_of_seats
from vok_tui.painting.signs import signed
from vok_tui.panes.points import points_heading
from vok_tui.records.loss_report import CHANCE_HEADING, LossReport, LossReporter
from vok_tui.records.next_game import NextGame
from vok_tui.records.solitaire import SolitaireRecord
from vok_tui.records.stats_text import sparkline
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.dialog import ActionButton, DialogOption
from vok_tui.screens.messages import AfterGameChosen, DrillWanted, ToggleAnalysis, TryAgain
from vok_tui.screens.score_page import SIDE_COLUMNS, TALL_LINES, Arrangement, ScorePage, place
from vok_tui.screens.why_lost import DRILLED_KIND, SEEN_DECISION, why_content
from vok_tui.screens.widgets import CurveView, KeyFooter
from vok_tui.shared.levels import MIN_RATED_GAMES, too_early_text
from vok_tui.shared.shortcuts import bindings

if TYPE_CHECKING:
    from vok_tui.boards.goals import PlayerGoal

RECORDS_SHOWN: Final = 5  # number of records
USUAL_ROWS: Final = 7  # rows above the totals of a score sheet; with more, the page is packed closer
RATINGS_SHOWN: Final = 24  # games in the small curve of the rating
CARD_NAME_COLUMNS: Final = 29
COSTLIEST: Final = ("costliest_1", "costliest_2", "costliest_3")
ANALYSE: Final = "analyse"
SHORT_LABELS: Final = {"costliest_1": "Again", "score_best": "Best"}  # in the footer of such a screen
HIDDEN_KEYS: Final = ("same_seed", "score_new")  # that find no room in the footer of a low screen with a report
AFTER_GAME_OPTIONS: Final = {  # by the ids of their shortcuts
    "review": DialogOption("review", "Review"),
    "rematch": DialogOption("rematch", "Rematch"),
    "same_seed": DialogOption("same_seed", "Same deal"),
    "score_new": DialogOption("new", "New game"),
    "score_start": DialogOption("start", "Menu"),
}


class ScoreScreen(BaseScreen):
    """Shows a score sheet. `names` are those of the seats; `keymap` holds the keys that config.toml changes."""

    BINDINGS = bindings("score")
    KEYS_SECTION = "score"

    def __init__(
        self,
        sheet: ScoreSheet,
        names: Sequence[str],
        seed: int,
        keymap: Mapping[str, str],
        records: Sequence[SolitaireRecord] = (),
        own_record: SolitaireRecord | None = None,
        game_summary: GameSummary | None = None,
        analysis_job: AnalysisJob | None = None,
        loss_reporter: LossReporter | None = None,
        tip: str = "",
    ) -> None:
        """`own_record` is the solitaire record of this game, `records` are all of them, and `game_summary` is the look back.
        `analysis_job` is the analysis of the game, None if it cannot be analysed. `tip` is said below the title."""
        super().__init__()
        self._job: Final = analysis_job if loss_reporter is not None else None
        self._reporter: Final = loss_reporter
        self._is_closed = False
        self._change = ""  # what has changed since the player's last games; known once they have been read
        self._shows_sheet = False  # instead of the report on the losses
        self._told: set[int] = set()  # nodes at which the player has tried what was better, or heard it
        self.summary = game_summary or GameSummary()
        self.records_text = records_text(own_record, records) if own_record is not None else ""
        self._notes: list[tuple[str, str]] = [(self.records_text or sheet.note, ""), (tip, "$dune")]
        self.sheet = sheet
        self.names = names
        self.seed = seed
        self.keymap = keymap
        self.next_game: NextGame | None = None  # what to play now; known once all saves have been read

    def compose(self) -> ComposeResult:
        with Vertical(classes="page long" if len(self.sheet.rows) > USUAL_ROWS else "page"):
            yield Static(self._title, classes="title", markup=False)
            yield Static("", id="tie", markup=False)
            yield Static("", id="verdict", markup=False)
            with Horizontal(id="middle"):
                yield Static(self._arrangement.sheet, id="sheet")
                with Vertical(id="look-back"):
                    yield Static("", id="curve-heading")
                    yield CurveView(lines_of_seats(self.names, self.summary.points, self.summary.your_seat))
                    yield Static(self._cards_content(), id="summary")
                    yield Static("", id="rating")
            yield Static("", id="why", markup=False)
            with Horizontal(id="below-sheet"):
                yield ActionButton(DialogOption(ANALYSE, ""), key_labels_by_id("score_analyse", self.keymap)[0])
                yield Static(self._dealt_text, id="dealt", markup=False)
            with Horizontal(id="ways"):
                for name, option in AFTER_GAME_OPTIONS.items():
                    yield ActionButton(option, key_labels_by_id(name, self.keymap)[0])
        yield KeyFooter(named_elsewhere=AFTER_GAME_OPTIONS)

    @property
    def _title(self) -> Content:
        """Who has won, and whether the game is helped."""
        helped = ("   helped, not rated", "$dune") if self.summary.is_helped else ""
        return Content.assemble(self.sheet.title, helped)

    def on_mount(self) -> None:
        self._show_curve()
        self._show_notes()
        self._show_analysis_button()
        next(button for button in self.query(ActionButton) if button.display).focus()
        self._read_saves()

    @work(thread=True)
    def _read_saves(self) -> None:
        """Read how the rating changed, and the line to share of a daily game. In a thread, because that reads all saves."""
        try:
            rating, daily_line = self.summary.read_rating_curve(), self.summary.read_daily_line()
            proposal = self.summary.read_next_game()
        except SaveError:  # the shelf reports it
            return
        self.show_from_thread(self._show_what_saves_say, rating, daily_line, proposal)
        with suppress(SaveError):
            change = self.summary.read_change()
            if change:
                self.show_from_thread(self._show_change, change)
        with suppress(SaveError):
            goals = self.summary.count_goals(lambda: self._is_closed)
            if goals:
                self.show_from_thread(self._show_goals, goals)

    def _show_change(self, change: str) -> None:
        """Say in the verdict what has changed since the last games."""
        if self.is_mounted:
            self._change = change
            self._arrange()

    def _show_goals(self, goals: Sequence[PlayerGoal]) -> None:
        """Say below the title which goals were reached with this game."""
        if self.is_mounted:
            self._notes.append((goals_sentence(goals), "bold $faience"))
            self._show_notes()
            self._arrange()

    def _show_notes(self) -> None:
        """Show the lines below the title."""
        lines = [Content.styled(text, style) for text, style in self._notes if text]
        note = self.query_one("#tie", Static)
        note.update(Content("\n").join(lines))
        note.display = bool(lines)
        self.query_one(".page").set_class(bool(lines), "has-note")

    @property
    def _arrangement(self) -> Arrangement:
        """Where the parts are on the screen as it is now."""
        page = ScorePage(
            self.sheet,
            self.names,
            self.summary.verdict,
            self._change,
            notes=sum([bool(text) for text, _ in self._notes]),
            has_points=bool(self.summary.points),
            card_lines=len(self.summary.card_activity),
            has_report=self._report() is not None,
            shows_sheet=self._shows_sheet,
        )
        return place(page, *self.app.size)

    def _arrange(self) -> None:
        """Show the parts whose place depends on the size of the screen and on each other."""
        arrangement = self._arrangement
        verdict = self.query_one("#verdict", Static)
        verdict.update(Content("\n").join([Content.styled(line, "$sand") for line in arrangement.verdict]))
        verdict.display = bool(arrangement.verdict)
        self.query_one("#sheet", Static).update(arrangement.sheet)
        self.set_class(arrangement.beside, "beside")
        self.set_class(arrangement.below, "below")
        styles = self.query_one("#look-back").styles
        styles.width, styles.height = arrangement.back_size
        self._show_report(arrangement)
        self.refresh_bindings()

    def on_unmount(self) -> None:
        self._is_closed = True

    def _show_what_saves_say(self, rating: RatingCurve | None, daily_line: str, proposal: NextGame | None) -> None:
        if not self.is_mounted:
            return
        if rating is not None:
            ascii_only = getattr(self.app, "ascii_only", False)
            self.query_one("#rating", Static).update(rating_content(rating, ascii_only=ascii_only))
        self.next_game = proposal
        self.ask_anew()
        self.refresh_bindings()
        dealt = daily_line or self._dealt_text
        if proposal is not None:
            key = key_labels_by_id("score_next", self.keymap)[0]
            line = Content.assemble(f"{dealt}  ", (f"{key} ", "$lapis"), (proposal.sentence, "$gold"))
            fits = line.cell_length <= self.app.size.width - SIDE_COLUMNS
            self.query_one("#dealt", Static).update(
                line
                if fits
                else Content.assemble((f"{key} ", "$lapis"), (proposal.sentence, "$gold"))
                if not daily_line
                else dealt
            )
        elif daily_line:
            self.query_one("#dealt", Static).update(daily_line)
        if daily_line or proposal is not None:  # beside the button it would be cut
            self.query_one("#below-sheet").add_class("two-lines")

    @property
    def _dealt_text(self) -> str:
        return f"Dealt by seed {seed_text(self.seed)}."

    def on_resize(self) -> None:
        self._arrange()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self._job is not None and self.is_mounted:
            self.show_analysis(self._job)

    # -- why it was lost

    def show_analysis(self, job: AnalysisJob) -> None:
        """Show what the analysis has found so far. A screen that is being closed has lost its parts one by one."""
        parts = ("#below-sheet ActionButton", "#why", "#curve-heading", "#sheet", "KeyFooter", "CurveView")
        if job is self._job and all(self.query(part) for part in parts):
            if job.problem:
                self.app.notify(job.problem, timeout=8)
                job.problem = ""
            self._show_analysis_button()
            self._show_curve()
            self._arrange()

    def _report(self) -> LossReport | None:
        """The report; None as long as no analysis was begun."""
        job, reporter = self._job, self._reporter
        if job is None or reporter is None or not (job.is_busy or job.shown is not None):
            return None
        if job.shown is None:
            return LossReport("Analysis", note="The first decisions are being judged.")
        report = reporter.report(job.shown, is_running=job.state != JobState.DONE)
        found = [decision.node for decision in reporter.costliest(job.shown) if is_practisable(decision)]
        return report.with_open(set(found) - self._told) if report.is_own else report

    def _show_curve(self) -> None:
        """Show the curve of chances if the game is analysed, otherwise that of the points."""
        summary, job, reporter = self.summary, self._job, self._reporter
        heading = points_heading(summary.score_word, summary.unit)
        lines = lines_of_seats(self.names, summary.points, summary.your_seat)
        if job is not None and job.state == JobState.DONE and job.shown is not None and reporter is not None:
            chances = reporter.chance_lines(job.shown, max(1, len(summary.points[0]) - 1) if summary.points else 1)
            if chances:
                heading, lines = CHANCE_HEADING, chances
        self.query_one("#curve-heading", Static).update(Content.styled(heading, "bold $lapis"))
        self.query_one(CurveView).show_lines(lines)

    def _show_analysis_button(self) -> None:
        """Say on the button what its key does next; hide it if there is nothing left to do."""
        button, job = self.query_one("#below-sheet ActionButton", ActionButton), self._job
        is_done = job is not None and job.state == JobState.DONE and not job.is_outdated
        label = "Stop the analysis" if job is not None and job.is_busy else self._analysis_question()
        had_focus = button.has_focus
        button.display = job is not None and job.state != JobState.REFUSED and not is_done
        button.option = DialogOption(ANALYSE, label)
        button.refresh(layout=True)
        if had_focus and not button.display:
            self.query("#ways ActionButton").first().focus()

    def _analysis_question(self) -> str:
        job, seat = self._job, self.summary.your_seat
        if job is not None and job.shown is not None:
            return "Analyse again" if job.is_outdated else "Go on with the analysis"
        if seat in range(len(self.sheet.won)) and not self.sheet.won[seat]:
            return "Why was it lost?"
        return "What was better?"

    def _show_report(self, arrangement: Arrangement) -> None:
        """Show the report in the lines that it has, and in the footer what its keys do."""
        report, job = self._report(), self._job
        is_shown, is_low = arrangement.why_lines > 0, arrangement.is_low
        self.set_class(is_shown, "has-why")
        self.set_class(is_shown and is_low, "low-why")
        self.set_class(arrangement.why_is_alone, "why-alone")
        labels = SHORT_LABELS if is_shown and is_low else {}
        if job is not None and job.is_busy:
            labels = labels | {"score_analyse": "Stop"}
        hidden = HIDDEN_KEYS if is_shown and is_low else (*AFTER_GAME_OPTIONS, "score_analyse")
        self.query_one(KeyFooter).name_elsewhere(hidden, labels)
        if is_shown and report is not None and job is not None:
            columns = self.app.size.width - SIDE_COLUMNS
            keys = [key_labels_by_id(shortcut, self.keymap)[0] for shortcut in COSTLIEST]
            drill_key = key_labels_by_id("score_drill", self.keymap)[0] if self._costliest_kind() else ""
            why = self.query_one("#why", Static)
            why.styles.width = columns
            tell_key = key_labels_by_id("score_best", self.keymap)[0]
            lines = arrangement.why_lines
            why.update(why_content(report, job.progress_text(), columns, lines, keys, drill_key, tell_key))

    def action_analyse(self) -> None:
        """Begin the analysis, stop it, or go on with it."""
        if self._job is not None:
            self._shows_sheet = False
            self.post_message(ToggleAnalysis())

    def action_see_decision(self, place: int) -> None:
        """Try a costly decision again; one without a best answer is shown in the review."""
        if self._job is not None and self._job.shown is not None and self._reporter is not None:
            costliest = self._reporter.costliest(self._job.shown)
            if place < len(costliest):
                self._told.add(costliest[place].node)
                self.post_message(TryAgain(costliest[place].node))

    def _costliest_kind(self) -> str:
        """The kind that has cost the player most in this game; "" if nothing is known of it."""
        report = self._report()
        return report.kinds[0].kind if report is not None and report.is_own and report.kinds else ""

    def action_drill(self, kind: str = "") -> None:
        """Drill a kind of decision, by default the one that has cost most."""
        kind = kind or self._costliest_kind()
        if kind and self._reporter is not None:
            self.post_message(DrillWanted(self._reporter.match.game.name(), kind))

    def action_best_lines(self) -> None:
        """Show what was better in the costliest decisions, and how it would have gone on."""
        from vok_tui.screens.best_lines import BestLinesScreen

        if self._job is not None and self._job.shown is not None and self._reporter is not None:
            self._told.update(decision.node for decision in self._reporter.costliest(self._job.shown))
            title = self._reporter.report(self._job.shown, is_running=False).heading
            self.app.push_screen(BestLinesScreen(title, self._reporter.best_lines(self._job.shown)))

    # -- the look back

    def on_click(self, event: events.Click) -> None:
        if isinstance(event.widget, ActionButton):
            self._carry_out(event.widget)
        elif (place := event.style.meta.get(SEEN_DECISION)) is not None:
            self.action_see_decision(place)
        elif kind := event.style.meta.get(DRILLED_KIND, ""):
            self.action_drill(kind)

    def _carry_out(self, button: ActionButton) -> None:
        if button.option.result == ANALYSE:
            self.action_analyse()
        else:
            self.post_message(AfterGameChosen(button.option.result))

    def _cards_content(self) -> Content:
        """What the player's cards did in the game."""
        if not self.summary.card_activity:
            return Content("")
        lines = [
            Content.assemble(f"{name:<{CARD_NAME_COLUMNS}}", (activity, "$dune"))
            for name, activity in self.summary.card_activity
        ]
        return Content("\n").join([Content.styled("What your cards did", "bold $lapis"), *lines])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the key of the look back if it is visible already or has nothing to show, and that of the proposal if there is
        none."""
        job = self._job
        if action == "toggle_look_back":
            return len(self._views()) > 1
        if action == "analyse":
            return job is not None and not (job.state == JobState.DONE and not job.is_outdated)
        if action == "best_lines":
            return self._has_costliest(0)
        if action == "see_decision":
            return job is not None and job.shown is not None and self._has_costliest(int(str(parameters[0])))
        if action == "drill":
            return bool(self._costliest_kind())
        if action == "play_next_game":
            return self.next_game is not None
        return super().check_action(action, parameters)

    def action_play_next_game(self) -> None:
        """Play what is proposed."""
        if self.next_game is not None:
            self.post_message(AfterGameChosen(self.next_game.choice))

    def _has_costliest(self, place: int) -> bool:
        job, reporter = self._job, self._reporter
        return (
            job is not None
            and job.shown is not None
            and reporter is not None
            and place < len(reporter.costliest(job.shown))
        )

    def _views(self) -> list[tuple[bool, bool]]:
        """What the key shows in turn, as (sheet instead of the report, look back instead of the sheet)."""
        has_report = self._report() is not None and self.app.size.height < TALL_LINES
        hides_back = bool(self.summary.points) and not (self.has_class("beside") or self.has_class("below"))
        return [*([(False, False)] if has_report else []), *([(True, True)] if hides_back else []), (True, False)]

    def action_toggle_look_back(self) -> None:
        """Show in turn the report on the losses, the look back instead of the sheet, and the sheet."""
        views = self._views()
        has_report = len(views) > 1 and not views[0][0]
        now = (self._shows_sheet or not has_report, self.has_class("looks-back"))
        place = (views.index(now) + 1) % len(views) if now in views else 0
        self._shows_sheet, looks_back = views[place]
        self.set_class(looks_back, "looks-back")
        self._arrange()

    def action_go_on_to(self, choice: str) -> None:
        """Go on to what its own key has chosen, such as the review or a rematch."""
        self.post_message(AfterGameChosen(choice))

    def action_choose(self) -> None:
        """Choose the focused next step."""
        if isinstance(self.focused, ActionButton):
            self._carry_out(self.focused)


def records_text(own_record: SolitaireRecord, records_best_first: Sequence[SolitaireRecord]) -> str:
    """One or two sentences that compare a solitaire result with the earlier ones."""
    counted = [other for other in records_best_first if not other.peeked]
    best = ", ".join([str(other.points) for other in counted[:RECORDS_SHOWN]])
    best_games = f"Your best of {plural(len(counted), 'game')}: {best}." if counted else "No record yet."
    if own_record.peeked:
        return f"Something unseen was taken back or drawn again, so this game sets no record. {best_games}"
    is_best = all(other.points < own_record.points for other in counted if other != own_record)
    return f"{'A new record! ' if is_best and len(counted) > 1 else ''}{best_games}"


def rating_content(change: RatingCurve, *, ascii_only: bool) -> Content:
    """How the rating changed: before and after this game, and a small curve of the latest games."""
    heading = Content.styled("Your rating", "bold $lapis")
    if change.game_count < MIN_RATED_GAMES:
        return Content("\n").join([heading, Content(too_early_text(change.game_count).capitalize())])
    before, after = round(change.before), round(change.after)
    games = plural(change.game_count, "game")
    line = f"{before:,} {'>' if ascii_only else '→'} {after:,} ({signed(after - before, ascii_only=ascii_only)}) after {games}"
    if not ascii_only:  # in ASCII the curve consists of digits and would read as a number
        line += "  " + sparkline(change.ratings[-RATINGS_SHOWN:], ascii_only=False)
    return Content("\n").join([heading, Content(line)])
