"""What the screens say about the analysis of a game: the costliest decisions, losses by seat and by kind, chances by turn.

One unit everywhere: "17 in 100" is 17 fewer wins in 100 games between equals. docs/analysis.md says what each number means.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ai.analysis.analyse import answer_text, line_texts
from ai.analysis.calibration import Chances, chances_of
from ai.analysis.decision import CONFIRMED, OPEN_CHANCES, SOLVED, UNSURE, Decision, JudgedAnswer
from ai.analysis.game_analysis import GameAnalysis
from ai.analysis.level_losses import LevelLoss, between_text, level_losses, like_text
from ai.analysis.plan_words import TurnWords, plan_texts, turn_reason_texts, turn_words
from ai.analysis.reasons import reason_text
from ai.analysis.report import (
    MIN_OPEN_TURNS,
    SeatReport,
    chances_at_turn_starts,
    costliest_decisions,
    decisions_of,
    points_lost,
    seat_report,
)
from ai.kit import kind_words, kit_of
from engine.core.game import HUMAN, NOBODY
from engine.core.match import Match
from engine.core.wording import plural
from vok_tui.painting.curve import CurveLine, lines_of_seats
from vok_tui.painting.signs import signed

COSTLIEST_WORDS: Final = ("", "costliest {}", "two costliest {}s", "three costliest {}s")
CLEARLY_BAD: Final = "Clearly bad here, where others choose at the same time."
POINTS_MARK: Final = "·"  # of a turn that cost points after the game was decided
NO_CHANCES: Final = (
    "Nothing is known about chances in such a game, so no losses can be given. The review lists the answers in order."
)
NO_LOSS: Final = "No {} lost 3 in 100 or more."
OTHER_NUMBERS: Final = (
    "This game is played with other numbers than those of Vok. Its chances are those of games with the numbers of Vok."
)
OWN_CHANCES: Final = "Its chances are those of your own calibration."
OWN_DEAL: Final = "Expected, not played: in a deal of its own, from what could be known. The real cards may differ."
CHANCE_HEADING: Final = "Chance between equals in 100, at the starts of turns"
MARK_MEANINGS: Final = {
    POINTS_MARK: "Points lost",
    "??": "A blunder",
    "?": "A mistake",
    "?!": "An inaccuracy",
    "~": "Unsure",
}


def in_100(share: float) -> str:
    """A loss in the one unit: "−17"."""
    return f"−{round(100 * share)}"


def sources_text(chances: Chances, borrowed: str, own: str) -> str:
    """What the chances in a game are taken from, in sentences: why the player's calibration is not used, `borrowed` or `own`; ""
    if from games like this one."""
    sentences = (chances.problem, borrowed if chances.is_borrowed else "", own if chances.is_own else "")
    return " ".join(filter(None, sentences))


def chance_text(chance: float | None) -> str:
    """A chance: "54%"; "" if it is not known."""
    return "" if chance is None else f"{round(100 * chance)}%"


def points_text(margin: float | None) -> str:
    """An expected margin: "+2.1"; "" if it is not known."""
    return "" if margin is None else signed(margin, 1)


def checks_text(decision: Decision, place: int) -> str:
    """How well an answer was checked: "=" it is solved exactly, "✓✓" by a deeper pass too, "✓" by the quick pass."""
    if decision.state == SOLVED:
        return "="
    best_or_played = place in (0, decision.played)
    return "✓✓" if decision.state == CONFIRMED and best_or_played else "✓"


@dataclass(frozen=True)
class CostlyDecision:
    """A costly decision in words."""

    node: int
    mark: str
    title: str  # "turn 13"
    loss: str  # "−17"
    points: str  # ", about 8 points", or ""
    checks: str
    sentence: str
    short_sentence: str
    reasons: tuple[str, ...]
    cost: str = ""  # "costs 17 in 100, about 8 points"
    you: str = ""  # what was done, and what was better, apart from each other
    better: str = ""
    is_open: bool = False  # what was better is not said: the player may still find it

    @property
    def as_question(self) -> "CostlyDecision":
        """The same without what was better, and without reasons, which would tell it."""
        said = f"You: {self.you}."
        return replace(self, sentence=said, short_sentence=self.you, reasons=(), better="", is_open=True)


@dataclass(frozen=True)
class BestLine:
    """A costly decision, and the line that the analysis expects after the better answer, step by step in words; of a turn, the
    best plan. It is empty for a secret choice, which has no best answer."""

    costly: CostlyDecision
    line: tuple[str, ...]


@dataclass(frozen=True)
class SeatLoss:
    """The loss of a seat or of a level: per decision, in wins of 100 games, or in points per open turn (`LossReport.by_turns`).
    `note` says which level plays the seat, or like which level a human has lost; "" for a level."""

    name: str
    note: str
    loss: float
    is_you: bool = False


@dataclass(frozen=True)
class KindShare:
    """The decisions of one kind: its id and its words, their loss per decision in wins of 100 games, their number, and the share
    of all loss."""

    kind: str
    name: str
    loss: float
    decisions: int
    share: float


@dataclass(frozen=True)
class LossReport:
    """The report on a game. `note` says why there are no losses, or ""."""

    heading: str
    decisions: tuple[CostlyDecision, ...] = ()
    seats: tuple[SeatLoss, ...] = ()
    levels: tuple[SeatLoss, ...] = ()  # what the levels lose in such games, the one that loses least first
    counts: str = ""
    kinds: tuple[KindShare, ...] = ()  # the costliest first
    note: str = ""
    caveat: str = ""  # what the chances are taken from, if not from games like this one
    is_own: bool = False  # about the decisions of the player, who can try them again
    by_turns: bool = False  # whether turns were judged, and losses are points per open turn
    strength: str = ""  # what that says about the player; "" for several, or if single answers were judged
    turn_word: str = "turn"  # what the game calls them

    def with_open(self, nodes: Collection[int]) -> "LossReport":
        """The same without what was better in the decisions at these nodes, in which the player may still find it."""
        costly = [each.as_question if each.node in nodes else each for each in self.decisions]
        return replace(self, decisions=tuple(costly))

    @property
    def unit(self) -> str:
        """What the losses of seats are counted in."""
        return f"points lost per open {self.turn_word}" if self.by_turns else "in 100 lost per decision"


@dataclass
class LossReporter:
    """Makes the reports on one game, and remembers what it has said about a decision. `your_seat` is NOBODY if several people
    played or none. The report is about the seats `about`: by default about yours, or about all. `names` are used instead of those
    of the game. `other_words` name the answer with which reasons compare the best one; "" for the answer played. `proof` is said
    after the reasons for any decision; "" for none."""

    match: Match
    your_seat: int
    about: Sequence[int] = ()
    names: Sequence[str] = ()
    other_words: str = ""
    proof: str = ""
    _said: dict[tuple[Decision, int], CostlyDecision] = field(default_factory=dict)

    @property
    def seats(self) -> list[int]:
        if self.about:
            return list(self.about)
        return [self.your_seat] if self.your_seat != NOBODY else list(range(self.match.setup.player_count))

    @property
    def is_own(self) -> bool:
        """Whether the report is about the player's own decisions alone."""
        return self.your_seat != NOBODY and self.seats == [self.your_seat]

    @property
    def _turn_word(self) -> str:
        return kit_of(self.match.game).turn_word()

    @property
    def caveat(self) -> str:
        """What the chances are taken from, in sentences, if not from games like this one; otherwise ""."""
        match = self.match
        return sources_text(chances_of(match.game, match.setup, match.at(0)), OTHER_NUMBERS, OWN_CHANCES)

    def costliest(self, analysis: GameAnalysis) -> list[Decision]:
        return costliest_decisions(analysis, self.seats)

    def best_lines(self, analysis: GameAnalysis) -> list[BestLine]:
        """The costliest decisions of these seats, each with what was better and how it would have gone on."""
        return [BestLine(self.words_of(decision), self._best_line(decision)) for decision in self.costliest(analysis)]

    def _best_line(self, decision: Decision) -> tuple[str, ...]:
        if decision.turn is not None and not decision.is_mixed:
            return tuple(plan_texts(self.match, decision, decision.turn))
        return tuple(self.line_of(decision, decision.best)) if decision.best is not None else ()

    def report(self, analysis: GameAnalysis, *, is_running: bool) -> LossReport:
        """The report on what is analysed."""
        if not any(decision.has_chances for decision in analysis.decisions.values()):
            note = " ".join(filter(None, [NO_CHANCES, self.caveat]))
            return LossReport("Analysis", note=note if analysis.decisions else "")
        costliest = self.costliest(analysis)
        by_turns = any(decision.turn is not None for decision in analysis.decisions.values())
        whose = "Your" if self.is_own else "The"
        word = self._turn_word if by_turns else "decision"
        words = (COSTLIEST_WORDS[len(costliest)] or "{}s").format(word)
        heading = f"{whose} {words}{' so far' if is_running else ''}"
        reports = [seat_report(analysis, seat) for seat in range(self.match.setup.player_count)]
        chosen = [reports[seat] for seat in self.seats]
        decisions = sum([report.decisions for report in chosen])
        marked, unsure = sum([report.marked for report in chosen]), sum([report.unsure for report in chosen])
        solved = sum([report.solved for report in chosen])
        kinds: dict[str, tuple[float, int]] = {}
        for kind in [kind for report in chosen for kind in report.kinds]:
            loss, count = kinds.get(kind.kind, (0.0, 0))
            kinds[kind.kind] = (loss + kind.total_loss, count + kind.decisions)
        by_kind = sorted(kinds.items(), key=lambda item: (-item[1][0], item[0]))
        total = sum([loss for loss, _ in kinds.values()])
        levels = level_losses(self.match.setup, analysis.key)
        seats = [report for report in reports if report.decisions]
        what = plural(decisions, word)
        if by_turns and word == "turn":
            what = plural(decisions, "stretch of a turn", "stretches of turns")
        factor = 1 if by_turns else 100
        return LossReport(
            heading,
            decisions=tuple([self.words_of(decision) for decision in costliest]),
            seats=tuple([self._seat_points(analysis, report.seat, levels) for report in seats])
            if by_turns
            else tuple([self._seat_loss(report, levels) for report in seats]),
            levels=tuple([SeatLoss(level.level, "", factor * level.loss) for level in levels]),
            counts=f"{what} with a choice, {marked} marked"
            + ("" if by_turns else f", {unsure} unsure")
            + (f", {solved} solved exactly" if solved else ""),
            kinds=tuple(
                [
                    KindShare(kind, kind_words(self.match.game.name(), kind), 100 * loss / count, count, loss / total)
                    for kind, (loss, count) in by_kind
                    if loss > 0
                ]
            ),
            note="" if costliest or is_running else NO_LOSS.format(word),
            caveat=self.caveat,
            is_own=self.is_own,
            by_turns=by_turns,
            strength=self.strength(analysis, levels, is_running=is_running) if by_turns and self.is_own else "",
            turn_word=self._turn_word,
        )

    def strength(self, analysis: GameAnalysis, levels: Sequence[LevelLoss], *, is_running: bool) -> str:
        """What the points lost in open turns say about the player, in a sentence without a full stop."""
        if is_running:
            return f"after your {self._turn_word}s have been looked at"
        lost = points_lost(decisions_of(analysis, (self.your_seat,)))
        if lost.open_turns < MIN_OPEN_TURNS:
            return f"not said: {plural(lost.open_turns, f'open {self._turn_word}')}"
        word = self.match.game.score_word()
        between = between_text(lost.mean, lost.error, levels)
        text = f"{lost.mean:.1f} {word} lost per open {self._turn_word}, in {lost.open_turns}"
        return f"{between}: {text}" if between else text

    def _seat_points(self, analysis: GameAnalysis, seat: int, levels: Sequence[LevelLoss]) -> SeatLoss:
        """The points that a seat has lost per open turn."""
        lost = points_lost(decisions_of(analysis, (seat,)))
        level, is_you = self._level(seat), seat == self.your_seat
        if lost.open_turns < MIN_OPEN_TURNS:
            note = f"only {plural(lost.open_turns, f'open {self._turn_word}')}"
        elif level == HUMAN:
            note = between_text(lost.mean, lost.error, levels)
        else:
            note = f"a {level}"
        return SeatLoss("You" if is_you else self.name_of(seat), note, lost.mean, is_you)

    def _seat_loss(self, report: SeatReport, levels: Sequence[LevelLoss]) -> SeatLoss:
        level, loss = self._level(report.seat), report.loss_per_decision
        is_you = report.seat == self.your_seat
        return SeatLoss(
            "You" if is_you else self.name_of(report.seat),
            like_text(loss, report.error, report.decisions, levels) if level == HUMAN else f"a {level}",
            100 * loss,
            is_you,
        )

    def words_of(self, decision: Decision) -> CostlyDecision:
        key = (decision, self.your_seat)
        if key not in self._said:
            self._said[key] = CostlyDecision(
                decision.node,
                decision.mark or POINTS_MARK,
                self.match.chapter(decision.node).title or "at the start",
                in_100(decision.loss) if decision.mark else "",
                self._about_points(decision),
                checks_text(decision, 0) if decision.turn is None or decision.state == SOLVED else "",
                *self._sentences(decision),
                tuple(self.reasons_of(decision)),
                self._cost(decision),
                *self._you_and_better(decision),
            )
        return self._said[key]

    def _cost(self, decision: Decision) -> str:
        """What a decision has cost: "costs 10 in 100, about 6 points"."""
        if decision.mark:
            return f"costs {round(100 * decision.loss)} in 100{self._about_points(decision)}"
        points, word = round(decision.loss_points), self.match.game.score_word()
        chance = decision.chance or 0.0
        return f"costs {points} {word}, though the game was {'lost' if chance < OPEN_CHANCES[0] else 'won'}"

    def _you_and_better(self, decision: Decision) -> tuple[str, str]:
        """What was done, and what was better, in words."""
        turn = self.turn_words(decision)
        if turn is not None and turn.better:
            return turn.you, f"{turn.better}, {turn.all_good.lower()}" if turn.is_shared else turn.better
        if turn is not None:
            return turn.you, "not that: it is clearly bad, although others choose at the same time"
        better = self.answer_of(decision, decision.best) if decision.best is not None else ""
        return self.answer_of(decision, decision.played_answer), better

    def turn_words(self, decision: Decision) -> TurnWords | None:
        """The turn in words; None if single answers were judged, or if nothing was better."""
        turn = decision.turn
        if turn is None or turn.played == 0:
            return None
        return turn_words(self.match, decision, turn)

    def _sentences(self, decision: Decision) -> tuple[str, str]:
        """What was chosen, and what was better: as sentences, and in short."""
        if (turn := self.turn_words(decision)) is not None:
            own = decision.seat == self.your_seat
            name = self.name_of(decision.seat)
            sentence = turn.sentence if turn.better else f"{turn.sentence} {CLEARLY_BAD}"
            return (
                sentence if own else sentence.replace("You:", f"{name}:", 1),
                turn.short if own else f"{name}: {turn.short}",
            )
        who = "You" if decision.seat == self.your_seat else self.name_of(decision.seat)
        played = self.answer_of(decision, decision.played_answer)
        if decision.best is None:
            return f"{who} chose: {played}. {CLEARLY_BAD}", f"{played}: clearly bad in a secret choice"
        better = self.answer_of(decision, decision.best)
        short = f"{played}; better: {better}"
        return (
            f"{who} chose: {played}. Better: {better}.",
            short if decision.seat == self.your_seat else f"{who}: {short}",
        )

    def reasons_of(self, decision: Decision) -> list[str]:
        """Why the better answer was better, in sentences; [] if nothing was found."""
        unit = self.match.chapter(decision.node).unit
        if decision.turn is not None:
            other = f"with {self.other_words}" if self.other_words else "as played"
            reasons = turn_reason_texts(decision.reasons, self._names, self.your_seat, other, unit)
        else:
            reasons = [
                reason_text(reason, self._names, self.your_seat, other_words=self.other_words, unit=unit)
                for reason in decision.reasons
            ]
        return [*reasons, self.proof] if self.proof else reasons

    def answer_of(self, decision: Decision, answer: JudgedAnswer) -> str:
        """An answer in words, as in the menu of its seat."""
        return answer_text(self.match, decision, answer.action)

    def line_of(self, decision: Decision, answer: JudgedAnswer) -> list[str]:
        """The expected line after an answer, in words: those of others with their names."""
        texts = []
        for seat, text in line_texts(self.match, decision, answer):
            texts.append(text if seat == decision.seat else f"{self._who(seat)}: {text}")
        return texts

    def verdict(self, decision: Decision) -> str:
        """What the decision has cost, in a sentence; "" if it has no mark and is not solved."""
        if decision.state == SOLVED:
            return self._exact_verdict(decision)
        if not decision.mark:
            return ""
        if decision.state == UNSURE:
            return "Unsure: one pass found a loss here, and a deeper one did not."
        about = self._about_points(decision)
        if decision.turn is not None:
            return f"{MARK_MEANINGS[decision.mark]}: the {self._turn_word} costs {round(100 * decision.loss)} in 100{about}."
        checked = ", found again by a deeper pass" if decision.state == CONFIRMED else ", not confirmed yet"
        return f"{MARK_MEANINGS[decision.mark]} of {round(100 * decision.loss)} in 100{about}{checked}."

    def short_verdict(self, decision: Decision) -> str:
        """The same in a line of a narrow pane."""
        if decision.state == SOLVED:
            return f"{self._exact_loss(decision)}, solved exactly."
        if not decision.mark:
            return ""
        if decision.state == UNSURE:
            return "Unsure: a deeper pass found no loss here."
        if decision.turn is not None:
            return f"{MARK_MEANINGS[decision.mark]}: the {self._turn_word} costs {round(100 * decision.loss)} in 100."
        checked = "confirmed" if decision.state == CONFIRMED else "not confirmed yet"
        return f"{MARK_MEANINGS[decision.mark]} of {round(100 * decision.loss)} in 100, {checked}."

    def _exact_verdict(self, decision: Decision) -> str:
        """What a solved decision has cost, in a sentence."""
        how = "solved exactly: nothing but the answers of this turn matters to the end"
        return f"{self._exact_loss(decision)}, {how}."

    def _exact_loss(self, decision: Decision) -> str:
        if not decision.has_chances:
            return "The order of the answers is right"
        points = round(decision.loss_points)
        fewer = f"{self._counted(points)} fewer than with the best answer" if points else ""
        if decision.mark:
            return (
                f"{MARK_MEANINGS[decision.mark]} of {round(100 * decision.loss)} in 100{f', {fewer}' if fewer else ''}"
            )
        return f"No chance lost, {fewer}" if fewer else "No answer is better"

    def _about_points(self, decision: Decision) -> str:
        points = round(decision.loss_points)
        return f", about {self._counted(points)}" if points >= 1 else ""

    def _counted(self, points: int) -> str:
        """ "1 point", "5 points", "1 treasure"."""
        word = self.match.game.score_word()
        return f"{points} {word.removesuffix('s') if points == 1 else word}"

    def chance_lines(self, analysis: GameAnalysis, turns: int) -> list[CurveLine]:
        """The curve of the chance in percent, of these seats; [] without chances."""
        rows = [chances_by_turn(self.match, analysis, seat, turns) for seat in range(self.match.setup.player_count)]
        if not all(rows[seat] for seat in self.seats):
            return []
        lines = lines_of_seats(self._names, rows, self.your_seat)
        if self.your_seat != NOBODY:
            return lines[:1]
        return [lines[seat] for seat in self.seats]

    def name_of(self, seat: int) -> str:
        return self._names[seat]

    @property
    def _names(self) -> Sequence[str]:
        return self.names or [seat.name for seat in self.match.setup.seats]

    def _who(self, seat: int) -> str:
        return "you" if seat == self.your_seat else self.name_of(seat)

    def _level(self, seat: int) -> str:
        return self.match.setup.seats[seat].level


def chances_by_turn(match: Match, analysis: GameAnalysis, seat: int, turns: int) -> tuple[int, ...]:
    """The chance of a seat in percent after each of so many turns, as in `seat_points_by_turn`: known at the starts of its turns,
    and unchanged between them. The last value is that of the latest turn that is analysed; () if none is."""
    known: dict[int, int] = {}
    for node, chance in chances_at_turn_starts(analysis, seat):
        known.setdefault(max(0, match.chapter(node).number - 1), round(100 * chance))
    if not known:
        return ()
    row: list[int] = []
    for turn in range(turns + 1):
        row.append(known.get(turn, row[-1] if row else known[min(known)]))
    return tuple(row)


def marked_decisions(analysis: GameAnalysis, seats: Sequence[int]) -> list[Decision]:
    """The decisions of these seats with a mark, unsure ones too, in the order of the game."""
    return [decision for decision in decisions_of(analysis, seats) if decision.mark]
