"""An analysis as one self-contained page to keep or send, and its curve as a picture.

The page has no scripts and loads nothing. Every text from a game is escaped. Unless they are asked for, the names of the players
are not in it: "Player 1" is in the first seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from ai.analysis.decision import UNSURE_MARK, Decision
from ai.analysis.game_analysis import GameAnalysis, analysed_leaf
from engine.core.game import HUMAN, NOBODY
from engine.core.match import Match
from saves.clean_text import visible
from vok_tui.records.loss_report import (
    CHANCE_HEADING,
    LossReport,
    LossReporter,
    chance_text,
    checks_text,
    in_100,
    marked_decisions,
    points_text,
)
from vok_tui.records.new_game import DEFAULT_NAME

PICTURE_WIDTH: Final = 720
PICTURE_HEIGHT: Final = 240
LEFT, TOP, RIGHT, BOTTOM = 48, 12, 96, 34  # margins of the curve: numbers of chance, names, marks and turns
TURN_STEP_WIDTH: Final = 50  # between two numbers on the axis, at least
MAX_LABEL_CHARS: Final = 14
LINE_COLORS: Final = ("a", "b", "c", "d")  # classes of the lines, in the order of the seats
MEANING: Final = (
    "“17 in 100” is 17 fewer wins in 100 games between equals. A chance says how often a player wins from there if all play "
    "equally well. ✓ was judged by the quick pass, ✓✓ found again by a deeper one, = solved exactly. ?? is a loss of 10 in 100 "
    "and more, ? of 5, ?! of 3; ~ is unsure. Everything is judged from what the player could know, never from hidden cards."
)
STYLE: Final = """
:root { color-scheme: light dark; --page: #fbf7ec; --ink: #2b2a26; --soft: #6d675a; --rule: #d8cfb8; --box: #f2ead6;
  --bad: #a63a2b; --warn: #8a6a00; --a: #8a6a00; --b: #1f5fa8; --c: #1f7a6b; --d: #94417c; }
@media (prefers-color-scheme: dark) { :root { --page: #16181d; --ink: #e8e2d2; --soft: #a39c8b; --rule: #3b3d44; --box: #20232a;
  --bad: #f08a74; --warn: #e3bd55; --a: #e3bd55; --b: #7db3f0; --c: #6fd0bd; --d: #dd94c6; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 1.2rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--rule); }
p { margin: .3rem 0; } .soft { color: var(--soft); font-size: .9rem; }
ol { padding-left: 1.4rem; } li { margin: 0 0 .8rem; } li .head { font-weight: 600; }
.mark { color: var(--bad); font-weight: 700; } .mark.unsure { color: var(--soft); } .mark.small { color: var(--warn); }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { color: var(--soft); font-weight: 500; } .number { text-align: right; white-space: nowrap; }
.bar { display: block; height: .7rem; min-width: 2px; background: var(--b); border-radius: 2px; }
.you .bar { background: var(--a); } .you { font-weight: 600; } .level .bar { background: var(--rule); }
td.bars { width: 45%; } svg { width: 100%; height: auto; background: var(--box); border-radius: 6px; }
.marked td { white-space: nowrap; } .marked td.text { white-space: normal; }
@media (max-width: 34rem) { body { padding: .8rem; } td.bars { width: 25%; } svg text, svg .soft { font-size: 20px; }
  .marked thead { display: none; } .marked tr { display: block; border-bottom: 1px solid var(--rule); padding: .3rem 0; }
  .marked td { border: 0; display: inline-block; padding: 0 .6rem 0 0; } .marked td.text { display: block; }
  .marked td.chosen::before { content: "chosen: "; } .marked td.better::before { content: "better: "; } }
@media print { body { max-width: none; } }
"""
PICTURE_STYLE: Final = """
text { fill: var(--ink, #2b2a26); font: 12px system-ui, sans-serif; } svg .soft { fill: var(--soft, #6d675a); font-size: 12px; }
.grid { stroke: var(--rule, #d8cfb8); } .line { fill: none; stroke-width: 2.5; }
.a { stroke: var(--a, #8a6a00); } .b { stroke: var(--b, #1f5fa8); stroke-dasharray: 7 3; }
.c { stroke: var(--c, #1f7a6b); stroke-dasharray: 2 3; } .d { stroke: var(--d, #94417c); stroke-dasharray: 9 3 2 3; }
.bad { fill: var(--bad, #a63a2b); font-weight: 700; } .back { fill: var(--box, #fbf7ec); }
"""
DARK_PICTURE_STYLE: Final = """
@media (prefers-color-scheme: dark) { svg { --ink: #e8e2d2; --soft: #a39c8b; --rule: #3b3d44; --box: #16181d; --bad: #f08a74;
  --a: #e3bd55; --b: #7db3f0; --c: #6fd0bd; --d: #dd94c6; } }
"""


@dataclass(frozen=True)
class PageSubject:
    """What a page is about: the decisions of `seats` in a game, under these names."""

    match: Match
    analysis: GameAnalysis
    seats: Sequence[int]
    names: Sequence[str]

    @property
    def reporter(self) -> LossReporter:
        """The reporter, for a reader who has no seat."""
        return LossReporter(self.match, NOBODY, self.seats, self.names)


def page_subject(match: Match, analysis: GameAnalysis, seats: Sequence[int], *, with_names: bool) -> PageSubject:
    """The subject of a page about the decisions of these seats."""
    names = [
        visible(seat.name) if with_names and seat.name != DEFAULT_NAME else f"Player {place}"
        for place, seat in enumerate(match.setup.seats, start=1)
    ]
    return PageSubject(match, analysis, seats, names)


def analysis_page(subject: PageSubject) -> str:
    match, reporter = subject.match, subject.reporter
    report = reporter.report(subject.analysis, is_running=False)
    title = f"{match.game.title()}: analysis of a game"
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(result_sentence(subject))}</p>",
        f'<p class="soft">{escape(setup_sentence(match))}</p>',
    ]
    if not report.seats:
        body.append(f"<p>{escape(report.note)}</p>")
    else:
        body += [
            f'<p class="soft">{escape(report.counts)}.</p>',
            *([f"<p>{escape(report.caveat)}</p>"] if report.caveat else []),
            *_curve_part(subject),
            *_costliest_part(report),
            *_marked_part(subject),
            *_losses_part(report),
            *_kinds_part(report),
        ]
    key = subject.analysis.key
    made = (
        f"Engine {key.version}, values {key.value}, calibration {key.calibration}, {key.budget.comparison} simulations."
    )
    body += [
        "<h2>What the numbers mean</h2>",
        f"<p>{escape(MEANING)}</p>",
        f'<p class="soft">{escape(made)} Do not compare them with numbers of another engine. Made by Vok.</p>',
    ]
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{PICTURE_STYLE}{STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def analysis_picture(subject: PageSubject) -> str:
    """The curve with its marks, as an SVG picture of its own. Without chances it says so."""
    style = f"<style>{PICTURE_STYLE}{DARK_PICTURE_STYLE}</style>"
    back = f'<rect class="back" width="{PICTURE_WIDTH}" height="{PICTURE_HEIGHT}"/>'
    drawn = _drawn_curve(subject)
    if not drawn:
        note = subject.reporter.report(subject.analysis, is_running=False).note.partition(". ")[0]
        drawn = f'<text x="20" y="40">{escape(note)}</text>'
    return _svg(style + back + drawn) + "\n"


def _svg(content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PICTURE_WIDTH} {PICTURE_HEIGHT}" role="img" '
        f'aria-label="{escape(CHANCE_HEADING)}">{content}</svg>'
    )


def result_sentence(subject: PageSubject) -> str:
    """Who has won, and with how many points."""
    match = subject.match
    leaf = analysed_leaf(match)
    rewards, scores = match.game.rewards(match.at(leaf)), match.scores(leaf)
    if len(rewards) == 1:
        return f"{subject.names[0]}, alone: {scores[0]} {match.game.score_word()}."
    winners = [subject.names[seat] for seat, reward in enumerate(rewards) if reward > 0]
    verb = "won" if len(winners) == 1 else "share the victory"
    players = [
        f"{name}{' (' + seat.level + ')' if seat.level != HUMAN else ''}{f': {points}' if points is not None else ''}"
        for name, seat, points in zip(
            subject.names, match.setup.seats, scores or [None] * len(subject.names), strict=True
        )
    ]
    return f"{' and '.join(winners) or 'Nobody'} {verb}. {', '.join(players)}."


def setup_sentence(match: Match) -> str:
    """Which game was played."""
    return f"Edition {visible(match.setup.edition)}, {match.setup.player_count} players, rules {match.setup.rules}."


def _curve_part(subject: PageSubject) -> list[str]:
    drawn = _drawn_curve(subject)
    return [f"<h2>{escape(CHANCE_HEADING)}</h2>", _svg(drawn)] if drawn else []


def _drawn_curve(subject: PageSubject) -> str:
    """The content of the picture; "" without chances."""
    match, analysis = subject.match, subject.analysis
    last_turn = max(1, match.chapter(match.log.parents[analysed_leaf(match)]).number)
    lines = subject.reporter.chance_lines(analysis, last_turn)
    if not lines:
        return ""
    width, height = PICTURE_WIDTH - LEFT - RIGHT, PICTURE_HEIGHT - TOP - BOTTOM

    def x_of(turn: float) -> float:
        return round(LEFT + width * turn / last_turn, 1)

    def y_of(chance: float) -> float:
        return round(TOP + height * (1 - chance / 100), 1)

    parts = []
    for chance in (0, 50, 100):
        y = y_of(chance)
        parts.append(f'<line class="grid" x1="{LEFT}" y1="{y}" x2="{LEFT + width}" y2="{y}"/>')
        parts.append(f'<text class="soft" x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{chance}</text>')
    turns_apart = next(step for step in (1, 2, 5, 10, 20, 50, 100, 10_000) if x_of(step) - LEFT >= TURN_STEP_WIDTH)
    parts += [
        f'<text class="soft" x="{x_of(turn)}" y="{TOP + height + 28}" text-anchor="middle">{turn}</text>'
        for turn in range(turns_apart, last_turn + 1, turns_apart)
    ]
    worst: dict[float, Decision] = {}  # one mark for each turn
    for decision in sorted(marked_decisions(analysis, subject.seats), key=lambda one: (one.is_marked, one.loss)):
        worst[x_of(max(0, match.chapter(decision.node).number - 1))] = decision
    for x, decision in worst.items():
        if decision.is_marked:
            parts.append(f'<line class="grid" x1="{x}" y1="{TOP}" x2="{x}" y2="{TOP + height}"/>')
        ink, y = "bad" if decision.is_marked else "soft", TOP + height + 14
        parts.append(f'<text class="{ink}" x="{x}" y="{y}" text-anchor="middle">{escape(decision.mark)}</text>')
    label_y = -1000.0
    for line, color in sorted(zip(lines, LINE_COLORS, strict=False), key=lambda pair: -pair[0].points[-1]):
        points = " ".join([f"{x_of(turn)},{y_of(chance)}" for turn, chance in enumerate(line.points)])
        parts.append(f'<polyline class="line {color}" points="{points}"/>')
        label_y = max(label_y + 14, y_of(line.points[-1]) + 4)
        parts.append(f'<text x="{LEFT + width + 6}" y="{label_y}">{escape(line.name[:MAX_LABEL_CHARS])}</text>')
    return "".join(parts)


def _costliest_part(report: LossReport) -> list[str]:
    items = []
    for decision in report.decisions:
        head = f"{decision.title}  {decision.cost}  {decision.checks}"
        lines = "".join([f"<p>{escape(text)}</p>" for text in (decision.sentence, *decision.reasons)])
        items.append(f'<li><span class="head">{_mark(decision.mark)} {escape(head)}</span>{lines}</li>')
    heading = f"<h2>{escape(report.heading)}</h2>"
    return [heading, f"<ol>{''.join(items)}</ol>" if items else f"<p>{escape(report.note)}</p>"]


def _mark(mark: str) -> str:
    size = " unsure" if mark == UNSURE_MARK else " small" if mark == "?!" else ""
    return f'<span class="mark{size}">{escape(mark)}</span>'


def _marked_part(subject: PageSubject) -> list[str]:
    marked = marked_decisions(subject.analysis, subject.seats)
    if not marked:
        return []
    heads = ["", "turn", "lost", "chance", "points", "checks", "chosen", "better"]
    if len(subject.seats) > 1:
        heads.insert(1, "who")
    head_cells = "".join([f"<th>{head}</th>" for head in heads])
    rows = [_marked_row(subject, decision) for decision in marked]
    table = f"<table class='marked'><thead><tr>{head_cells}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return ["<h2>All marked decisions</h2>", f'<div class="wide">{table}</div>']


def _marked_row(subject: PageSubject, decision: Decision) -> str:
    reporter = subject.reporter
    best = decision.best
    texts = [
        subject.match.chapter(decision.node).title,
        in_100(decision.loss) if decision.is_marked else "",
        f"{chance_text(decision.chance)} → {chance_text(decision.played_answer.chance)}",
        points_text(-decision.loss_points) if decision.loss_points else "",
        checks_text(decision, 0),
    ]
    chosen = reporter.answer_of(decision, decision.played_answer)
    better = reporter.answer_of(decision, best) if best is not None else "a secret choice has no single best answer"
    who = [subject.names[decision.seat]] if len(subject.seats) > 1 else []
    cells = "".join([f"<td>{escape(text)}</td>" for text in (*who, *texts)])
    cells += f'<td class="text chosen">{escape(chosen)}</td><td class="text better">{escape(better)}</td>'
    return f"<tr><td>{_mark(decision.mark)}</td>{cells}</tr>"


def _losses_part(report: LossReport) -> list[str]:
    rows = sorted([*report.seats, *report.levels], key=lambda seat: seat.loss)
    most = max([row.loss for row in rows] + [0.01])
    lines = []
    for row in rows:
        kind = "level" if row in report.levels else "you" if row.note.startswith(("like", "less", "more")) else ""
        note = row.note or ("a level" if kind == "level" else "")
        lines.append(
            f'<tr class="{kind}"><td>{escape(row.name)}</td><td class="number">{row.loss:.2f}</td>'
            f'<td class="bars"><span class="bar" style="width:{100 * row.loss / most:.0f}%"></span></td>'
            f"<td>{escape(note)}</td></tr>"
        )
    heading = "Loss per decision, in 100 games" + (", among the levels" if report.levels else "")
    return [f"<h2>{heading}</h2>", f'<div class="wide"><table>{"".join(lines)}</table></div>']


def _kinds_part(report: LossReport) -> list[str]:
    lines = [
        f'<tr><td>{escape(kind.name)}</td><td class="number">{kind.decisions}</td><td class="number">{kind.loss:.1f}</td>'
        f'<td class="bars"><span class="bar" style="width:{100 * kind.share:.0f}%"></span></td>'
        f'<td class="number">{kind.share:.0%}</td></tr>'
        for kind in report.kinds
    ]
    heads = "<tr><th>kind</th><th>decisions</th><th>loss per decision</th><th></th><th>share</th></tr>"
    table = f'<div class="wide"><table>{heads}{"".join(lines)}</table></div>'
    return ["<h2>Where it went, by kind of decision</h2>", table] if lines else []
