"""The part of the score sheet that says why a game was lost: the costliest decisions, and losses by seat and by kind."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

from ai.analysis.plan_words import without_opening
from vok_tui.painting.grid import fit, pad, wrap
from vok_tui.records.loss_report import POINTS_MARK, CostlyDecision, KindShare, LossReport, SeatLoss

MIN_WHY_LINES: Final = 8  # below a sheet; with fewer, it takes the place of the sheet
MAX_TITLE_COLUMNS: Final = 22  # of the turn or phase of a decision
WIDE_COLUMNS: Final = 100
TURN_LABEL_COLUMNS: Final = 15  # before what was done in a turn
BAR_COLUMNS: Final = 24
MIN_BAR_COLUMNS: Final = 4
NAME_COLUMNS: Final = 14
KIND_COLUMNS: Final = 21
SEAT_COLUMNS: Final = 26  # of a line about a seat, beside its bar and its note
MIN_NOTE_COLUMNS: Final = 16  # also the columns that a line about a kind of decision needs more than one about a seat
MARK_COLORS: Final = {"??": "$carnelian", "?": "$carnelian", "?!": "$gold", "~": "$dune", POINTS_MARK: "$dune"}
OFFER: Final = "{} lets you find it, {} tells it"
LEVELS_LABEL: Final = "Levels: "
DRILLED_KIND: Final = "drilled kind"  # of the meta data of what can be clicked
SEEN_DECISION: Final = "seen decision"  # the same: the place of a decision among the costliest
LEGEND: Final = (
    "−8 in 100: 8 fewer wins in 100 games between equals. ✓✓ found again by a deeper pass, ✓ quick pass, = exact."
)


TURN_LEGEND: Final = "Costs 8 in 100: 8 fewer wins in 100 games between equals. Open: a chance of 20 to 80 in 100."


def why_content(
    report: LossReport,
    progress: str,
    width: int,
    height: int,
    keys: Sequence[str],
    drill_key: str = "",
    tell_key: str = "",
) -> Content:
    """The report in at most `height` lines: as many reasons as fit, and the losses as bars if they fit. `keys` are those of the
    decisions, `tell_key` tells what was better, `drill_key` drills the kind that has cost most; `progress` says what the analysis
    is doing. No line is wider than `width`. A click on a decision tries it again, one on a kind drills it."""
    short = _short_tail(report, width, drill_key)
    with_bars = _wide_tail(report, width, drill_key) or short
    variants = (
        [*_head(report, progress, width, keys), *_decisions(report, width, keys, reasons, tell_key), *tail]
        for tail, reasons in (
            (with_bars, (3, 3, 3)),
            (with_bars, (1, 1, 1)),
            (short, (3, 3, 3)),
            (short, (1, 1, 1)),
            (short[:-1], (1, 1, 1)),
            (short[:-1], (1, 1, 0)),
            (short[:-1], (1, 0, 0)),
            (short, (0, 0, 0)),
            (short[:1], (0, 0, 0)),
            ([], (0, 0, 0)),
        )
    )
    lines: list[Content] = []
    for lines in variants:
        if len(lines) <= height:
            break
    return Content("\n").join(lines[:height])


def _head(report: LossReport, progress: str, width: int, keys: Sequence[str]) -> list[Content]:
    title = f"── {report.heading}"
    hint = f"  {' '.join(keys[: len(report.decisions)])} {'try again' if report.is_own else 'see it'}"
    end = f" {progress} ──" if progress else "──"
    if report.decisions and cell_len(title + hint + end) < width - 2:
        title += hint
    rule = "─" * max(1, width - len(title) - len(end) - 1)
    notes = filter(None, (report.caveat, report.note))
    note = [Content.styled(line, "$sand") for text in notes for line in wrap(text, width - 1)]
    return [Content.assemble((f"{title} ", "bold $lapis"), (f"{rule}{end}", "$dune")), *note]


def _decisions(
    report: LossReport, width: int, keys: Sequence[str], reasons: Sequence[int], tell_key: str
) -> list[Content]:
    title_columns = max([cell_len(decision.title) for decision in report.decisions], default=0)
    title_columns = min(MAX_TITLE_COLUMNS, title_columns)
    return [
        line.stylize(Style.from_meta({SEEN_DECISION: place}))
        for place, (decision, key, max_reasons) in enumerate(zip(report.decisions, keys, reasons, strict=False))
        for line in _decision(decision, key, width, max_reasons, title_columns, OFFER.format(key, tell_key))
    ]


def _turn(decision: CostlyDecision, key: str, width: int, max_reasons: int, offer: str) -> list[Content]:
    """A turn in lines: what it costs, what was done, what was better, and why; or an `offer` to find it."""
    title = f"{decision.title[:1].upper()}{decision.title[1:]}"
    head = Content.assemble(
        (f" {key} ", "$lapis"),
        (f"{decision.mark:<3}", f"bold {MARK_COLORS[decision.mark]}"),
        (f"{title} {decision.cost}.", "bold $sand"),
    )
    lines = [head]
    rows = [("You", decision.you, "$sand")]
    rows.append(("Better", offer, "$lapis") if decision.is_open else ("Better", decision.better, "$sand"))
    rows += [
        ("Also" if place else "Because", without_opening(reason), "$dune")
        for place, reason in enumerate(decision.reasons[:max_reasons])
    ]
    for label, text, ink in rows:
        for place, line in enumerate(wrap(text, width - TURN_LABEL_COLUMNS - 1)):
            start = f"      {label if not place else '':<{TURN_LABEL_COLUMNS - 6}}"
            lines.append(Content.assemble((start, "$lapis"), (line, ink)))
    return lines


def _decision(
    decision: CostlyDecision, key: str, width: int, max_reasons: int, title_columns: int, offer: str
) -> list[Content]:
    if decision.you and not decision.checks and (decision.better or decision.is_open):
        return _turn(decision, key, width, max_reasons, offer)
    is_wide = width >= WIDE_COLUMNS
    loss = f"{decision.loss:>3} in 100  {decision.checks:<2}" if is_wide else f"{decision.loss:>3}"
    head = Content.assemble(
        (f" {key} ", "$lapis"),
        (f"{decision.mark:<3}", f"bold {MARK_COLORS[decision.mark]}"),
        (f"{pad(decision.title, title_columns)}  ", "$sand"),
        (f"{loss}  ", "bold $sand"),
    )
    columns = head.cell_length
    sentence = decision.sentence if is_wide else decision.short_sentence
    texts = [(line, "$sand") for line in wrap(sentence, width - columns)]
    texts += [(f"Better: {offer}", "$lapis")] if decision.is_open else []
    texts += [(line, "$dune") for reason in decision.reasons[:max_reasons] for line in wrap(reason, width - columns, 1)]
    blank = " " * columns
    return [Content.assemble(head, texts[0]), *[Content.assemble(blank, text) for text in texts[1:]]]


def _short_tail(report: LossReport, width: int, drill_key: str) -> list[Content]:
    """Losses by seat and by kind, in a line each."""
    if not report.seats:
        return []
    own_first = sorted(report.seats, key=lambda seat: not seat.is_you)  # what does not fit is left out at the end
    seats = " · ".join([_seat_text(seat) for seat in own_first])
    levels = " · ".join([f"{level.name} {level.loss:.2f}" for level in report.levels])
    if cell_len(f"{LEVELS_LABEL}{levels}") > width - 2:  # better less exact than without the last one
        levels = " · ".join([f"{level.name} {level.loss:.1f}" for level in report.levels])
    kinds = " · ".join([f"{kind.name} {kind.loss:.1f} ({kind.share:.0%})" for kind in report.kinds])
    lines = [("Loss per decision, in 100 games: ", seats), (LEVELS_LABEL, levels)]
    if report.by_turns:
        lines = [("Strength  ", report.strength)] if report.strength else [(f"{report.unit.capitalize()}: ", seats)]
        lines += [(LEVELS_LABEL, levels)] if levels else []
    by_kind = f"By kind, {drill_key} drills the first: " if drill_key else "By kind (share of it): "
    lines += [(by_kind, kinds), ("", f"{report.counts}.")]
    fitting = []
    for label, text in lines:
        while label and text and cell_len(label + text) > width - 2 and " · " in text:
            text = text.rpartition(" · ")[0]
        if text:
            text = fit(text, width - 2 - cell_len(label))
            line = Content.assemble((f" {label}", "$lapis"), (text, "$sand" if label else "$dune"))
            fitting.append(_drilling(line, report.kinds[0]) if label == by_kind and drill_key else line)
    return fitting


def _drilling(part: Content, kind: KindShare) -> Content:
    """The same, and a click on it drills a kind."""
    return part.stylize(Style.from_meta({DRILLED_KIND: kind.kind}))


def _seat_text(seat: SeatLoss) -> str:
    return f"{fit(seat.name, NAME_COLUMNS)} {seat.loss:.2f}" + (f" ({seat.note})" if seat.note else "")


def _wide_tail(report: LossReport, width: int, drill_key: str) -> list[Content]:
    """Losses by seat, among those of the levels, and by kind, as bars side by side; and what the numbers mean.
    [] if there is nothing to show, or too little room for bars."""
    half = (width - 2) // 2
    seats = sorted([*report.seats, *report.levels], key=lambda seat: seat.loss)
    note_columns = max([MIN_NOTE_COLUMNS] + [cell_len(seat.note) for seat in seats])
    bar_columns = min(BAR_COLUMNS, half - 1 - SEAT_COLUMNS - note_columns)
    if not report.seats or bar_columns < MIN_BAR_COLUMNS:
        return []
    most = max([seat.loss for seat in seats] + [0.01])
    left = [
        (
            f" {'▸' if seat.is_you else ' '}{pad(fit(seat.name, NAME_COLUMNS), NAME_COLUMNS)} {seat.loss:5.2f}  ",
            _bar(seat.loss, most, bar_columns),
            f"  {seat.note}",
            "$faience" if seat in report.seats else "$dune",
        )
        for seat in seats
    ]
    right = [
        (
            f" {kind.name:<{KIND_COLUMNS}}{kind.decisions:>7,}{kind.loss:5.1f}  ",
            _bar(kind.share, 1.0, bar_columns),
            f"  {kind.share:.0%}",
            "$faience",
        )
        for kind in report.kinds[: max(4, len(left))]
    ]
    heads = ("── Loss per decision, in 100 games, among the levels ", "── By kind: decisions, loss, its share ")
    if not report.levels or len(heads[0]) > half - 2:
        heads = ("── Loss per decision, in 100 games ", heads[1])
    if report.by_turns:
        heads = (f"── {report.unit.capitalize()} ", heads[1].replace("decisions", f"{report.turn_word}s"))
    if drill_key:
        heads = (heads[0], f"── By kind ({drill_key} drills the first): loss, share ")
    lines = [
        Content.assemble(
            (heads[0], "bold $lapis"),
            ("─" * (half - len(heads[0]) - 2) + "  ", "$dune"),
            (heads[1], "bold $lapis"),
            ("─" * (width - half - len(heads[1]) - 1), "$dune"),
        )
    ]
    for row in range(max(len(left), len(right))):
        cells: list[Content] = []
        used = 0
        for side, start in ((left, 0), (right, half)):
            cells.append(Content(" " * (start - used)))
            used = max(used, start)
            if row < len(side):
                text, bar, end, ink = side[row]
                line = Content.assemble((text, "$sand"), (bar, ink), (end, "$dune"))
                cells.append(_drilling(line, report.kinds[row]) if drill_key and start else line)
                used += cell_len(text + bar + end)
        lines.append(Content.assemble(*cells))
    legend = TURN_LEGEND if report.by_turns else LEGEND
    meaning = [Content.styled(f" {line}", "$dune") for line in wrap(f"{report.counts}. {legend}", width - 2)]
    if report.strength:
        meaning.insert(0, Content.assemble((" Strength  ", "$lapis"), (fit(report.strength, width - 13), "$sand")))
    return [Content(""), *lines, *meaning]


def _bar(loss: float, highest: float, columns: int) -> str:
    return "▇" * max(1, round(columns * loss / highest)) if loss else ""
