"""The analysis in a review: the marks of turns and steps, the best answers beside the one played, and the curve of the chance.

Before an analysis nothing of it is painted. It never writes the marks of the player: its own have a column of their own.
"""

from collections.abc import Callable
from typing import Final

from rich.cells import cell_len

from ai.analysis.decision import UNSURE, Decision, JudgedAnswer
from ai.analysis.plan_words import without_opening
from vok_tui.learning.found import FoundAnalysis
from vok_tui.painting.grid import Brush, fit, fit_apart, pad, wrap
from vok_tui.painting.signs import Signs
from vok_tui.records.loss_report import chance_text, checks_text, points_text

MARK_COLUMNS: Final = 3  # of a mark, with a blank
LOSS_COLUMNS: Final = 4
CHANCE_COLUMNS: Final = 5
LOSS_MARK_INKS: Final = {"??": "carnelian", "?": "carnelian", "?!": "gold", "~": "dune", "": "dune"}
NUMBER_COLUMNS: Final = 32  # of an answer: chance, points, error, checks
NARROW_NUMBER_COLUMNS: Final = 23  # without the error
ERROR_COLUMNS: Final = 66  # width of a pane that shows errors
AS_GOOD_LOSS: Final = 0.01  # less than this is no difference
SECRET_CHOICE: Final = "A secret choice: others choose at the same time, so there is no single best answer."
SHORT_SECRET_CHOICE: Final = "A secret choice: there is no single best answer."
LABEL_COLUMNS: Final = 7  # of "Why", "Line" and "Better"


CHECKS: Final = {"✓✓": "found again", "✓": "quick look", "=": "exact"}  # what the signs of checks mean, in short


def checks_sign(decision: Decision, place: int, signs: Signs) -> str:
    """How well an answer was checked."""
    sign = checks_text(decision, place)
    return sign.replace("✓", "v") if signs.ascii_only else sign


def checks_legend(decision: Decision, signs: Signs) -> str:
    """What the signs beside the answers mean: "✓✓ found again, ✓ quick look"."""
    used = {checks_text(decision, place) for place in range(len(decision.answers))}
    legend = ", ".join([f"{sign} {words}" for sign, words in CHECKS.items() if sign in used])
    return legend.replace("✓", "v") if signs.ascii_only else legend


class AnalysisPane(FoundAnalysis):
    """Paints what the analysis says about each step of a review."""

    def paint_marks(self, brush: Brush, column_of: Callable[[int], int]) -> None:
        """Paint the marks of the reader below the columns of their turns: those of a blunder win."""
        decisions = self.decisions()
        marks: dict[int, Decision] = {}
        for step in self._review.current_line[1:]:
            decision = decisions.get(step)
            if decision is not None and decision.mark and decision.seat in self.reader_seats:
                column = column_of(self._review.step_tree.chapter_of_step(step).number)
                other = marks.get(column)
                if other is None or (decision.is_marked, decision.loss) > (other.is_marked, other.loss):
                    marks[column] = decision
        brush.fill()
        brush.write(0, 0, "mark", "dune")
        for column, decision in sorted(marks.items(), key=lambda item: (item[1].is_marked, item[1].loss)):
            brush.write(column, 0, decision.mark, LOSS_MARK_INKS[decision.mark], "bold")

    # -- the answers

    @property
    def is_why_open(self) -> bool:
        """Whether the reasons cover the answers."""
        return bool(self.why_page and self._why_pages)

    def turn_why_page(self) -> None:
        """Show the reasons, or the rest of them; after the last page, the answers."""
        pages = max(1, self._why_pages)
        self.why_page = (min(self.why_page, pages) + 1) % (pages + 1)

    def paint_decision(self, brush: Brush, signs: Signs, *, keys: str) -> bool:
        """Paint the answers of the decision at the current step, what it has cost, why, and the line that was expected. What does
        not fit is on more pages; `keys` names the key that turns them. A turn that is said in words has no answers, so that its
        words begin on the first page. Returns False if nothing is known about this step."""
        decision = self.decision_at(self._review.node)
        if decision is None or not decision.answers:
            return False
        brush.fill()
        answers = self._answer_count(decision)
        reasons = self._reason_lines(decision, brush.width)
        fits = 1 + answers + len(reasons) <= brush.height
        room = max(1, brush.height - 1)
        if decision.node != self._painted_node:
            self._painted_node, self.why_page = decision.node, min(1, self.why_page)
        first = 1 if answers else 0  # the first page of words
        self._why_pages = 0 if fits else -(-len(reasons) // room) - 1 + first
        page = min(self.why_page, self._why_pages)
        if page or not answers:
            back = "the answers" if answers else "back"
            note = f"{keys.partition(':')[0]}: " + ("more" if page < self._why_pages else back)
            self._paint_heading(brush, signs, decision, note if page else "" if fits else keys)
            y, rest = 1, reasons[(page - first) * room :][:room]
        else:
            self._paint_heading(brush, signs, decision, "" if fits else keys)
            y = self._paint_answers(brush, signs, decision)
            rest = reasons if fits else self._verdict_lines(decision, brush.width, brush.height - y)
        for place, (text, ink) in enumerate(rest[: max(0, brush.height - y)]):
            label, tab, words = text.partition("\t")
            is_cut = page in range(first, self._why_pages) or y + len(rest) - place > brush.height
            if is_cut and y == brush.height - 1:
                label, words = (label, words + signs.more) if tab else (label + signs.more, "")
            if words:
                brush.write(1, y, label, "lapis")
                brush.write(1 + LABEL_COLUMNS, y, words, ink)
            else:
                brush.write(1, y, label, ink)
            y += 1
        return True

    def _paint_heading(self, brush: Brush, signs: Signs, decision: Decision, keys: str) -> None:
        review = self._review
        who = "you" if decision.seat == review.your_seat else review.names[decision.seat]
        title = review.match.chapter(decision.node).title or "the start"
        heading = f" {title[:1].upper()}{title[1:]}: what {who} could do "
        brush.write(0, 0, signs.rule * brush.width, "deep")
        x = brush.write(2, 0, heading, "lapis", "bold")
        short_keys, _, _ = keys.partition(",")
        for text in filter(None, (keys, short_keys)):
            if x + cell_len(text) + 2 <= brush.width:
                brush.write(x, 0, f" {text} ", "dune")
                return

    def _answer_count(self, decision: Decision) -> int:
        """The lines of the answers, with their heading; 0 for a turn that is said in words."""
        return 0 if self._turn_lines(decision, 80) else 1 + len(decision.answers)

    def _paint_answers(self, brush: Brush, signs: Signs, decision: Decision) -> int:
        """Paint the answers, the one played first. Returns the line below them."""
        shows_error = brush.width >= ERROR_COLUMNS and decision.has_chances
        numbers = NUMBER_COLUMNS if shows_error else NARROW_NUMBER_COLUMNS
        text_columns = brush.width - numbers - 3
        chance, points = ("chance", "points") if decision.has_chances else ("", "")
        head = f"{chance:>6} {points:>7}" + ("  error" if shows_error else "") + "  checks"
        brush.write(3 + text_columns, 1, head if decision.has_chances else f"{'in their order':>14}", "dune")
        if decision.has_chances:
            brush.write(3, 1, fit(checks_legend(decision, signs), text_columns), "dune")
        said = [self.reporter.answer_of(decision, answer) for answer in decision.answers]
        texts = fit_apart(said, text_columns - 1, signs.more)
        order = [decision.played, *[place for place in range(len(decision.answers)) if place != decision.played]]
        y = 2
        for place in order:
            if y >= brush.height:
                break
            self._paint_answer(brush.sub_brush(0, y, brush.width, 1), signs, decision, place, texts[place], shows_error)
            y += 1
        return y

    def _paint_answer(
        self, brush: Brush, signs: Signs, decision: Decision, place: int, text: str, shows_error: bool
    ) -> None:
        answer = decision.answers[place]
        is_played = place == decision.played
        mark = decision.mark if is_played else str(place + 1 if place < decision.played else place)
        if is_played and not mark:
            mark = signs.cursor
        ink = LOSS_MARK_INKS[decision.mark] if is_played and decision.mark else "gold" if is_played else "sand"
        numbers = NUMBER_COLUMNS if shows_error else NARROW_NUMBER_COLUMNS
        text_columns = brush.width - numbers - 3
        brush.write(0, 0, f"{mark:>2} ", ink, "bold")
        brush.write(3, 0, pad(text, text_columns - 1, signs.more), ink)
        brush.write(3 + text_columns, 0, self._numbers(decision, place, answer, shows_error, signs), ink)

    def _numbers(self, decision: Decision, place: int, answer: JudgedAnswer, shows_error: bool, signs: Signs) -> str:
        if not decision.has_chances:
            return ""
        error = f"  {'+-' if signs.ascii_only else '±'}{round(100 * answer.error):<3}" if shows_error else ""
        checks = checks_sign(decision, place, signs)
        chance, margin = answer.chance, answer.margin
        text = f"{chance_text(chance):>6} {points_text(margin):>7}{error}  {checks:<2}"
        if place == decision.played:
            return f"{text} yours" if shows_error else text
        best = decision.best
        if best is not None and place and best.chance is not None and chance is not None:
            return f"{text} as good" if shows_error and best.chance - chance < AS_GOOD_LOSS else text
        return text

    def _verdict_lines(self, decision: Decision, width: int, max_lines: int | None = None) -> list[tuple[str, str]]:
        """What the decision has cost, and whether it is a secret choice: in short sentences if the long ones take more lines."""
        ink = "dune" if decision.state == UNSURE else "sand"
        texts = [
            (self.reporter.verdict(decision), self.reporter.short_verdict(decision), ink),
            (SECRET_CHOICE, SHORT_SECRET_CHOICE, "dune") if decision.is_mixed else ("", "", "dune"),
        ]
        lines = [(line, ink) for text, _, ink in texts if text for line in wrap(text, width - 2)]
        if max_lines is not None and len(lines) > max_lines:
            lines = [(line, ink) for _, text, ink in texts if text for line in wrap(text, width - 2)]
        return lines

    def _turn_lines(self, decision: Decision, columns: int) -> list[tuple[str, str]]:
        """What was done in a turn that cost something, what was better, and at which step the mark stands; [] for another one."""
        if decision.turn is None or not (decision.is_marked or decision.costs_points):
            return []
        words = self.reporter.words_of(decision)
        here = f"the mark stands at {self.reporter.answer_of(decision, decision.played_answer)}"
        rows = [("You", words.you), ("Better", words.better), *([("Here", here)] if decision.turn.start else [])]
        return [
            (f"{label if not part else ''}\t{line}", "sand")
            for label, text in rows
            if text
            for part, line in enumerate(wrap(text, columns))
        ]

    def _reason_lines(self, decision: Decision, width: int) -> list[tuple[str, str]]:
        """What the decision has cost, why, and the expected line, as (text, ink). A tab ends a label."""
        lines = self._verdict_lines(decision, width)
        if decision.has_chances and decision.mark:
            lines += [(line, "dune") for line in wrap(self._caveat, width - 2)] if self._caveat else []
        columns = width - 2 - LABEL_COLUMNS
        turn = self._turn_lines(decision, columns)
        lines += turn
        for number, reason in enumerate(self.reporter.reasons_of(decision)):
            for part, line in enumerate(wrap(without_opening(reason) if turn else reason, columns)):
                lines.append((f"{'Why' if not number and not part else ''}\t{line}", "sand"))
        best = decision.best
        if turn:
            return lines
        if best is not None and best.line:
            words = " › ".join([self.reporter.answer_of(decision, best), *self.reporter.line_of(decision, best)])
            for part, line in enumerate(wrap(words, columns)):
                lines.append((f"{'' if part else 'Line'}\t{line}", "dune"))
        return lines
