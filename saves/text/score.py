"""Writes a game as a score: a text to read, to send by mail and to compare line by line.

Steps are numbered like the nodes of the log, so a new variation changes no existing line. First comes the variation that was
visited last, then each other variation with the step from which it branches off, never nested. A line that begins with `#`, and
what follows `;` in a step, repeats something in the words of the game and is not read.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

from engine.core.action import Action
from engine.core.game import NOBODY
from engine.core.history.annotations import Annotated
from engine.core.history.journal import Entry, MovedHead, Reshuffled, Seated
from engine.core.history.log import RESHUFFLE
from engine.core.history.match import Match
from saves.clean_text import visible
from saves.format.header import VALUES_FIELD, Header, write_header
from saves.text.record import RecordedGame
from saves.text.words import checksum_of, write_action, write_word

FIRST_LINE: Final = "Vok score"
VERSION: Final = 1
HEADER_WORDS: Final = (
    "app",
    "game",
    "edition",
    "choices",
    "rules",
    "seed",
    "catalogue",
    "values",
    "created",
    "ended",
    "from",
)
NUMBER_COLUMNS: Final = 4
ASIDES_IN_LINE: Final = 12
DRAWN_COLUMNS: Final = 100
WORDS_COLUMN: Final = 30  # where the action in words begins, unless the step is longer


def write_game_score(record: RecordedGame, match: Match) -> str:
    """A match as a score. `record` is the record of the match. Costs a replay."""
    lines = [f"{FIRST_LINE} {VERSION}", *_header_lines(record.header, record.ended)]
    annotation_lines: dict[int, list[str]] = {}
    for entry in record.annotations:
        if entry.kind.about_node:
            annotation_lines.setdefault(entry.node, []).append(f"{'':{NUMBER_COLUMNS + 2}}{_annotation_line(entry)}")
        else:
            lines.append(_annotation_line(entry))
    lines.append("")
    if 0 in annotation_lines:
        lines += [f"{0:>{NUMBER_COLUMNS}}  start", *annotation_lines[0]]
    for branch_node, nodes in _variations(match):
        if branch_node >= 0:
            lines += ["", f"Variation from {branch_node}"]
        lines += _step_lines(match, nodes, annotation_lines)
    lines += ["", *_all_aside_lines(record)]
    if record.position_check is not None:
        lines.append(f"position: {record.position_check.version} {record.position_check.digest:016x}")
    lines.append(f"check: {checksum_of(lines)}")
    return "\n".join(lines) + "\n"


def _header_lines(header: Header, ended: int) -> Iterator[str]:
    fields = write_header(header)
    words: dict[str, str] = {
        **{word: str(fields[word]) for word in ("app", "rules", "seed")},
        **{word: write_word(str(fields[word])) for word in ("game", "edition")},
        "choices": " ".join(map(write_word, header.setup.choices)),
        "catalogue": f"{header.fingerprint:016x}",
        VALUES_FIELD: header.setup.values,
        "created": f"{header.created}{_date_comment(header.created)}",
        "ended": f"{ended}{_date_comment(ended)}" if ended else "",
        "from": " ".join(map(str, header.origin or ())),
    }
    yield from [f"{word}: {words[word]}" for word in HEADER_WORDS if words[word]]
    for place, seat in enumerate(header.setup.seats, 1):
        budget = f" ({seat.simulations})" if seat.simulations else ""
        yield f"seat {place}: {write_word(seat.level)}{budget}, {visible(seat.name)}".rstrip()
    if header.setup.cards:
        for line in header.setup.cards.split("\n"):
            plain = line.isprintable() and line == line.rstrip() and not line.startswith('"')
            yield f"cards: {line if plain else write_word(line)}".rstrip()


def _date_comment(unix_time: int) -> str:
    """A unix time as a comment for readers; "" if it is out of range."""
    try:
        return datetime.fromtimestamp(unix_time, UTC).strftime("  # %Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return ""


def _annotation_line(entry: Annotated) -> str:
    kind, value = entry.kind, str(entry.value)
    if kind.max_chars:
        return f"{kind.word}{f' {value}' if entry.value else ''}: {entry.text}".rstrip()
    return f"{kind.word}: {kind.value_words[entry.value] if entry.value < len(kind.value_words) else value}"


class _ScoreVariation(NamedTuple):
    """The nodes of a variation, and the node from which it branches off; -1 for the variation that was visited last."""

    branch_node: int
    nodes: list[int]


def _variations(match: Match) -> Iterator[_ScoreVariation]:
    """The variation that was visited last, then each other variation in the order in which they were first played."""
    log = match.log
    main = log.path(log.last_visited_leaf(0))[1:]
    yield _ScoreVariation(-1, main)
    done = {0, *main}
    for node in range(1, len(log)):
        if node in done:
            continue
        nodes = [node]
        while log.children[nodes[-1]]:
            nodes.append(log.children[nodes[-1]][0])
        done.update(nodes)
        yield _ScoreVariation(log.parents[node], nodes)


def _seat_names(match: Match) -> list[str]:
    """The names of the seats; their numbers where they have no name."""
    return [visible(seat.name) or f"seat {place}" for place, seat in enumerate(match.setup.seats, 1)]


def _step_lines(match: Match, nodes: list[int], annotation_lines: dict[int, list[str]]) -> Iterator[str]:
    """The lines of a variation, with chapter headings and annotations."""
    game, log, names = match.game, match.log, _seat_names(match)
    if not nodes:
        return
    state, chapter = match.at(log.parents[nodes[0]]), None
    for node in nodes:
        last_chapter, chapter = chapter, game.chapter(state)
        if chapter != last_chapter:
            player = f", {names[chapter.seat]}" if chapter.seat != NOBODY else ""
            yield ""
            yield f"# {chapter.title or 'turn'}{player}"
        redraw, action = log.redraws.get(node), log.actions[node]
        if redraw is not None:
            action = Action(RESHUFFLE.verb, (redraw.seat + 1,))
            words = f"all that {names[redraw.seat]} cannot know is drawn again"
        else:
            words = visible(game.say(state, action))
        yield f"{f'{node:>{NUMBER_COLUMNS}}  {write_action(action)}':<{WORDS_COLUMN}}  ; {words}"
        yield from [f"{'':{NUMBER_COLUMNS + 2}}drawn: {line}" for line in _drawn_lines(redraw.drawn if redraw else "")]
        yield from annotation_lines.get(node, [])
        state = match.advance_state(state, node)
    if state.mover == NOBODY:
        scores = [f"{name} {points}" for name, points in zip(names, game.scores(state), strict=False)]
        yield f"# the end{': ' if scores else ''}{', '.join(scores)}"


def _drawn_lines(drawn: str) -> Iterator[str]:
    """What a reshuffle has drawn, split into lines that neither begin nor end with a space."""
    start = 0
    while start < len(drawn):
        end = start + DRAWN_COLUMNS
        while end < len(drawn) and " " in (drawn[end - 1], drawn[end]):
            end += 1
        yield drawn[start:end]
        start = end


def _all_aside_lines(record: RecordedGame) -> Iterator[str]:
    """The lines with the jumps and changes of seats, each with the step after which they happened. A jump to the parent of the
    next step is implied by that step and omitted."""
    node = head = 0
    asides: list[Entry] = []
    for recorded in record.entries:
        if not recorded.is_step:
            asides.append(recorded.entry)
            continue
        *heads, last = [head, *[aside.node for aside in asides if isinstance(aside, MovedHead)]]
        is_implied = bool(asides) and asides[-1] == MovedHead(recorded.parent) and heads[-1] != last
        if is_implied and not isinstance(recorded.entry, Reshuffled):
            asides.pop()
        yield from _aside_lines(node, asides)
        node = head = node + 1
        asides = []
    yield from _aside_lines(node, asides)


def _aside_lines(node: int, asides: list[Entry]) -> Iterator[str]:
    for start in range(0, len(asides), ASIDES_IN_LINE):
        yield f"after {node}: {', '.join(map(_aside_text, asides[start : start + ASIDES_IN_LINE]))}"


def _aside_text(entry: Entry) -> str:
    if isinstance(entry, Seated):
        return f"seat {entry.seat + 1} {write_word(entry.level)} {entry.simulations}"
    assert isinstance(entry, MovedHead)
    return f"go {entry.node}"
