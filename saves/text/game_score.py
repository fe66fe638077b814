"""A game as a score, to read, compare and edit: written and read.

Steps are numbered like the nodes of the log, so a new variation changes no existing line. First comes the variation that was
visited last, then each other variation with the step from which it branches off, never nested. A line that begins with `#`, and
what follows `;` in a step, repeats something in the words of the game and is not read.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from engine.core.action import MAX_ACTION_ARGUMENTS, Action
from engine.core.game import NOBODY
from engine.core.journal import (
    MAX_VALUE,
    Annotated,
    AnnotationKind,
    Entry,
    Helped,
    MovedHead,
    Played,
    Reshuffled,
    Seated,
)
from engine.core.log import RESHUFFLE
from engine.core.match import Match
from engine.core.redraw import MAX_DRAWN_CHARS
from engine.core.setup import seed_text
from saves.clean_text import clean_and_cut, visible
from saves.format.entries import PositionCheck
from saves.format.frames import MAX_CLOSING_TIME, MAX_NUMBER, U64_MASK
from saves.format.header import MAX_CHOICES, VALUES_FIELD, Header, clean_level, write_header
from saves.text.record import (
    ANNOTATION_KINDS_BY_WORD,
    BadLine,
    ParsedText,
    RecordedEntry,
    RecordedGame,
    TextFault,
    TextRefused,
    add_annotation,
    check_limits,
    checksum_of,
    header_from,
    read_seed_field,
    short_quote,
)

PLAIN_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_:.\-]*")
NUMBER: Final = re.compile(r"\d{1,20}", re.ASCII)


def write_word(text: str) -> str:
    """A plain word unchanged; any other text as a JSON string."""
    return text if PLAIN_WORD.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def read_word(text: str) -> tuple[str, str]:
    """The word at the beginning of a text, and the rest of the text. Raises BadLine."""
    if text.startswith('"'):
        try:
            word, end = json.JSONDecoder().raw_decode(text)
        except (ValueError, RecursionError):
            raise BadLine(f"{short_quote(text)} begins with a quote that is not closed") from None
        return str(word), text[end:]
    match = PLAIN_WORD.match(text)
    if match is None:
        raise BadLine(f"a word is missing at {short_quote(text)}" if text else "a word is missing")
    return match[0], text[match.end() :]


def read_number(text: str, maximum: int = MAX_NUMBER) -> int:
    """A whole number from 0 to `maximum`. Raises BadLine."""
    if not NUMBER.fullmatch(text) or int(text) > maximum:
        raise BadLine(f"{short_quote(text)} is not a number from 0 to {maximum}")
    return int(text)


def write_action(action: Action) -> str:
    """An action as its verb and arguments."""
    return " ".join([write_word(action.verb), *map(str, action.arguments)])


def read_action(text: str) -> Action:
    """The action that `write_action` wrote. What follows a semicolon is the action in words, and ignored. Raises BadLine."""
    verb, rest = read_word(text)
    arguments = rest.partition(";")[0].split()
    if not verb or verb != clean_and_cut(verb) or len(arguments) > MAX_ACTION_ARGUMENTS:
        raise BadLine(f"{short_quote(text)} is not an action")
    return Action(verb, tuple([read_number(argument) for argument in arguments]))


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
HELPED_WORD: Final = "helped"
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
        **{word: str(fields[word]) for word in ("app", "rules")},
        "seed": seed_text(header.setup.seed),
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
    if isinstance(entry, Helped):
        return HELPED_WORD
    assert isinstance(entry, MovedHead)
    return f"go {entry.node}"


UNCHECKED: Final = "none"  # instead of the check, in a text that was written by hand
KEYWORD_LINE: Final = re.compile(r"([a-z]+(?: [a-z]+)??)(?: (\d{1,20}))?:(?: (.*))?", re.ASCII)
STEP: Final = re.compile(r"\s*(\d{1,10})\s+(.*)", re.ASCII)
VARIATION: Final = re.compile(r"Variation from (\d{1,10})", re.ASCII)
SEAT: Final = re.compile(r"(?: \((\d{1,10})\))?,(?: (.*))?", re.ASCII)
ASIDE: Final = re.compile(rf"go (\d{{1,10}})|seat (\d{{1,10}}) |({HELPED_WORD})", re.ASCII)
MAX_ASIDE_CHARS: Final = 2_000  # of a jump, or of a change of a seat
BUDGET: Final = re.compile(r" (\d{1,10})", re.ASCII)


class _ScoreReader:
    """Reads lines, and collects what they contain."""

    def __init__(self) -> None:
        self.fields: dict[str, object] = {"seats": [], "choices": [], "cards": "", "from": []}
        self.cards: list[str] = []
        self.steps: dict[int, RecordedEntry] = {}
        self.drawn: dict[int, str] = {}  # by step, for reshuffles
        self.asides: dict[int, list[RecordedEntry]] = {}  # by the step after which they happened
        self.annotations: dict[tuple[int, int], Annotated] = {}  # by kind and node
        self.position_check: PositionCheck | None = None
        self.last_step = -1  # the parent of the next step, and the step that an annotation is about
        self.branch_step = 0  # the parent of the next step, if `starts_variation`
        self.starts_variation = True
        self.other_entries = 0  # jumps, changes of seats and annotations
        self.line_readers: Final[Sequence[tuple[re.Pattern[str], Callable[[int, re.Match[str]], None]]]] = (
            (STEP, self.read_step_line),
            (VARIATION, self.read_variation_line),
            (KEYWORD_LINE, self.read_keyword_line),
        )

    def read_line(self, line_number: int, line: str) -> None:
        """Read one line. Raises BadLine."""
        if not line.strip() or line.startswith("#"):
            return
        for pattern, read in self.line_readers:
            match = pattern.fullmatch(line.strip() if pattern is KEYWORD_LINE else line.rstrip())
            if match is not None:
                read(line_number, match)
                return
        raise BadLine(f"{short_quote(line.strip())} is neither a step nor a word of a score")

    def read_step_line(self, line_number: int, match: re.Match[str]) -> None:
        node = read_number(match[1])
        if node == 0 and match[2] == "start":
            self.last_step = 0
            return
        if node < 1 or node in self.steps:
            raise BadLine(f"there is already a step {node}" if node else "steps count from 1")
        parent = self.branch_step if self.starts_variation else self.last_step
        if parent >= node:
            raise BadLine(f"the step {node} cannot follow the later step {parent}")
        check_limits(len(self.steps) + 1, 0)
        self.steps[node] = RecordedEntry(Played(read_action(match[2])), parent, line_number)
        self.last_step, self.starts_variation = node, False

    def read_variation_line(self, _line_number: int, match: re.Match[str]) -> None:
        node = read_number(match[1])
        if node and node not in self.steps:
            raise BadLine(f"there is no step {node}")
        self.branch_step, self.starts_variation = node, True

    def read_keyword_line(self, line_number: int, match: re.Match[str]) -> None:
        word, key_number, text = match[1], match[2], match[3] or ""
        if word == "after" and key_number:
            self.read_asides(line_number, read_number(key_number), text)
        elif word == "position":
            version, digest = [*text.split(), ""][:2]
            self.position_check = PositionCheck(read_hex(digest), read_number(version))
        elif word == "drawn":
            self.read_drawn(text)
        elif word in ANNOTATION_KINDS_BY_WORD:
            self.read_annotation(ANNOTATION_KINDS_BY_WORD[word], key_number or "", text)
        elif self.steps:
            raise BadLine(f"{short_quote(word)} is not a word that may follow the steps")
        else:
            self.read_header_word(word, key_number or "", text)

    def read_header_word(self, word: str, key_number: str, text: str) -> None:
        """Store a field of the header. The whole header is checked later."""
        seats, plain = self.fields["seats"], text.partition("#")[0].strip()
        assert isinstance(seats, list)
        if word == "seat":
            if read_number(key_number or "0") != len(seats) + 1:
                raise BadLine(f"the seat {len(seats) + 1} is missing")
            level, rest = read_word(text)
            seat_match = SEAT.fullmatch(rest)
            if seat_match is None:
                raise BadLine(f"{short_quote(text)} is not the level and name of a seat")
            seats.append([seat_match[2] or "", level, read_number(seat_match[1] or "0")])
        elif word == "cards":
            self.cards.append(read_word(text)[0] if text.startswith('"') else text)
        elif word not in HEADER_WORDS:
            raise BadLine(f"{short_quote(word)} is not a word of a score")
        elif word == "seed":
            self.fields[word] = read_seed_field(plain)
        elif word in ("rules", "created", "ended"):
            self.fields[word] = read_number(plain, MAX_CLOSING_TIME)
        elif word == "catalogue":
            self.fields[word] = read_hex(plain)
        elif word == "from":
            self.fields[word] = [read_number(digits, MAX_CLOSING_TIME) for digits in plain.split()]
        elif word == "choices":
            choices: list[str] = []
            rest = text
            while rest.strip() and len(choices) <= MAX_CHOICES:  # one too many is refused with the header
                choice, rest = read_word(rest.strip())
                choices.append(choice)
            self.fields[word] = choices
        else:
            self.fields[word] = text if word == "app" else read_word(text)[0]

    def read_annotation(self, kind: AnnotationKind, value_text: str, text: str) -> None:
        self.other_entries += 1
        check_limits(0, self.other_entries)
        if text in kind.value_words:
            value = kind.value_words.index(text)
        else:
            value = read_number((value_text or "0") if kind.max_chars else text, MAX_VALUE)
        clean_text = clean_and_cut(text, kind.max_chars) if kind.max_chars else ""
        node = max(self.last_step, 0) if kind.about_node else 0  # before the first step: about the start
        add_annotation(self.annotations, Annotated(kind, node, clean_text, value))

    def read_drawn(self, text: str) -> None:
        entry = self.steps[self.last_step].entry if self.last_step in self.steps else None
        if not isinstance(entry, Played) or entry.action.verb != RESHUFFLE.verb or len(entry.action.arguments) != 1:
            raise BadLine("what was drawn must follow a reshuffle")
        self.drawn[self.last_step] = self.drawn.get(self.last_step, "") + text
        if len(self.drawn[self.last_step]) > MAX_DRAWN_CHARS:
            raise BadLine(f"a reshuffle has drawn more than {MAX_DRAWN_CHARS:,} characters")

    def entry_of_step(self, node: int, parent: int) -> RecordedEntry:
        """The recorded entry of a step whose parent is the node `parent`."""
        entry = self.steps[node].entry
        if node in self.drawn and isinstance(entry, Played):
            entry = Reshuffled(parent, entry.action.arguments[0] - 1, self.drawn[node])
        return self.steps[node]._replace(entry=entry, parent=parent)

    def read_asides(self, line_number: int, node: int, text: str) -> None:
        start = 0
        while start < len(text):
            rest = text[
                start : start + MAX_ASIDE_CHARS
            ]  # a copy of the whole rest for each of many jumps would take minutes
            aside = ASIDE.match(rest)
            if aside is None:
                raise BadLine(f'{short_quote(rest)} is neither a jump, a change of a seat nor "{HELPED_WORD}"')
            entry: Entry = Helped() if aside[3] else MovedHead(read_number(aside[1] or "0"))
            start, rest = start + aside.end(), rest[aside.end() :]
            if aside[2]:
                level, after_level = read_word(rest)
                budget = BUDGET.match(after_level)
                if budget is None:
                    raise BadLine("the simulations of a level are missing")
                entry = Seated(read_number(aside[2]) - 1, clean_level(level), read_number(budget[1]))
                start += len(rest) - len(after_level) + budget.end()
            if start < len(text) and not text.startswith(", ", start):
                rest = text[start : start + MAX_ASIDE_CHARS]
                raise BadLine(f'{short_quote(rest)} is neither a jump, a change of a seat nor "{HELPED_WORD}"')
            start += 2
            self.other_entries += 1
            check_limits(0, self.other_entries)
            self.asides.setdefault(node, []).append(RecordedEntry(entry, line=line_number))

    def entries_and_annotations(self) -> tuple[list[RecordedEntry], list[Annotated]]:
        """All entries in the order of the journal, and the annotations. Nodes are renumbered, so that missing steps leave no
        gap."""
        numbers = {0: 0}
        for node in sorted(self.steps):
            numbers[node] = len(numbers)
        entries = list(self.asides.get(0, ()))
        for node in sorted(self.steps):
            entries += [self.entry_of_step(node, numbers[self.steps[node].parent]), *self.asides.get(node, ())]
        unknown_node = len(numbers)
        entries = [
            recorded._replace(entry=MovedHead(numbers.get(recorded.entry.node, unknown_node)))
            if isinstance(recorded.entry, MovedHead)
            else recorded
            for recorded in entries
        ]
        annotations = [
            Annotated(entry.kind, numbers[entry.node], entry.text, entry.value)
            for entry in self.annotations.values()
            if entry.node in numbers
        ]
        return entries, annotations


def read_hex(text: str) -> int:
    """A hexadecimal number of 64 bits. Raises BadLine."""
    if not re.fullmatch(r"[0-9a-f]{1,16}", text, re.ASCII):
        raise BadLine(f"{short_quote(text)} is not a hexadecimal number")
    return int(text, 16) & U64_MASK


def read_game_score(text: str) -> ParsedText:
    """The game in a score, up to the first fault. Raises TextRefused if its header cannot be read."""
    lines = text.split("\n")
    version = lines[0].removeprefix(FIRST_LINE).strip()
    if not version.isdecimal() or int(version[:9]) > VERSION:
        raise TextRefused(
            f"line 1: this score has the version {short_quote(version)}, and this Vok reads up to {VERSION}: update Vok"
        )
    reader, fault, line_number = _ScoreReader(), None, 1
    try:
        for line_number, line in enumerate(lines[1:], 2):
            if line.startswith("check:"):
                _check_last_line(lines[: line_number - 1], lines[line_number:], line)
                break
            reader.read_line(line_number, line.rstrip())
        else:
            raise BadLine("the text breaks off: its last line, the check, is missing")
    except BadLine as error:
        fault = TextFault(line_number, str(error))
    if fault is not None and not reader.steps and not reader.annotations:
        raise TextRefused(f"{fault}; nothing could be read: get the text again")
    reader.fields["cards"] = "\n".join(reader.cards)
    ended = reader.fields.pop("ended", 0)
    try:
        header = header_from(reader.fields)
    except TextRefused as refused:
        raise TextRefused(f"{fault}; {refused}" if fault else str(refused)) from None
    entries, annotations = reader.entries_and_annotations()
    assert isinstance(ended, int)
    position_check = reader.position_check if fault is None else None
    record = RecordedGame(header, tuple(entries), tuple(annotations), position_check, ended)
    step_count = sum([match[1].strip("0") != "" for match in map(STEP.match, lines) if match is not None])
    return ParsedText(record, fault, step_count)


def _check_last_line(lines_before: list[str], lines_after: list[str], line: str) -> None:
    """Raise BadLine if the check does not fit the lines before it, or if it is not the last line."""
    checksum = line.removeprefix("check:").strip()
    if any(map(str.strip, lines_after)):
        raise BadLine("there is something after the check, which must be the last line")
    if checksum not in (UNCHECKED, checksum_of(lines_before)):
        raise BadLine("the check does not fit: something above it was changed or is missing")
