"""Reads a score line by line, up to the first line that says nothing that a game could be."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from engine.core.game import MAX_SEED
from engine.core.history.annotations import ANNOTATION_KINDS, MAX_VALUE, Annotated, AnnotationKind
from engine.core.history.journal import Entry, MovedHead, Played, Reshuffled, Seated
from engine.core.history.log import RESHUFFLE
from engine.core.history.redraw import MAX_DRAWN_CHARS
from saves.clean_text import clean
from saves.format.entries import PositionCheck
from saves.format.frames import MAX_CLOSING_TIME, U64_MASK
from saves.format.header import MAX_CARDS_BYTES, clean_level
from saves.text.record import (
    MAX_LINE_CHARS,
    BadLine,
    ParsedText,
    RecordedEntry,
    RecordedGame,
    TextFault,
    TextRefused,
    check_limits,
    header_from,
    short_quote,
)
from saves.text.score import FIRST_LINE, HEADER_WORDS, VERSION
from saves.text.words import checksum_of, read_action, read_number, read_word

UNCHECKED: Final = "none"  # in place of the check, in a text that was written by hand
KEYED: Final = re.compile(r"([a-z]+(?: [a-z]+)??)(?: (\d{1,20}))?:(?: (.*))?", re.ASCII)
STEP: Final = re.compile(r"\s*(\d{1,10})\s+(.*)", re.ASCII)
VARIATION: Final = re.compile(r"Variation from (\d{1,10})", re.ASCII)
SEAT: Final = re.compile(r"(?: \((\d{1,10})\))?,(?: (.*))?", re.ASCII)
ASIDE: Final = re.compile(r"go (\d{1,10})|seat (\d{1,10}) ", re.ASCII)
BUDGET: Final = re.compile(r" (\d{1,10})", re.ASCII)
KINDS: Final = {kind.word: kind for kind in ANNOTATION_KINDS}


class _ScoreReader:
    """What was read so far."""

    def __init__(self) -> None:
        self.fields: dict[str, object] = {"seats": [], "choices": [], "cards": "", "from": []}
        self.cards: list[str] = []
        self.steps: dict[int, RecordedEntry] = {}
        self.drawn: dict[int, str] = {}  # by the steps that are reshuffles
        self.asides: dict[int, list[RecordedEntry]] = {}
        self.annotations: list[Annotated] = []
        self.check: PositionCheck | None = None
        self.last = -1  # the step that the next one follows and that an annotation is about
        self.variation = 0  # the step that the next one leaves from, if `starts`
        self.starts = True
        self.others = 0
        self.rules: Final[Sequence[tuple[re.Pattern[str], Callable[[int, re.Match[str]], None]]]] = (
            (STEP, self.read_step),
            (VARIATION, self.read_variation),
            (KEYED, self.read_keyed),
        )

    def read_line(self, number: int, line: str) -> None:
        """Read one line. Raises BadLine."""
        most = MAX_CARDS_BYTES if line.startswith("cards:") else MAX_LINE_CHARS
        if len(line) > most:
            raise BadLine(f"a line has more than {most:,} characters")
        if not line.strip() or line.startswith("#"):
            return
        for pattern, read in self.rules:
            found = pattern.fullmatch(line.strip() if pattern is KEYED else line.rstrip())
            if found is not None:
                read(number, found)
                return
        raise BadLine(f"{short_quote(line.strip())} is no step and no word of a score")

    def read_step(self, number: int, found: re.Match[str]) -> None:
        node = read_number(found[1])
        if node == 0 and found[2] == "start":
            self.last = 0
            return
        if node < 1 or node in self.steps:
            raise BadLine(f"there is a step {node} already" if node else "steps count from 1")
        parent = self.variation if self.starts else self.last
        if parent >= node:
            raise BadLine(f"the step {node} cannot follow the later step {parent}")
        check_limits(len(self.steps) + 1, 0)
        self.steps[node] = RecordedEntry(Played(read_action(found[2])), parent, number)
        self.last, self.starts = node, False

    def read_variation(self, _number: int, found: re.Match[str]) -> None:
        node = read_number(found[1])
        if node and node not in self.steps:
            raise BadLine(f"there is no step {node}")
        self.variation, self.starts = node, True

    def read_keyed(self, number: int, found: re.Match[str]) -> None:
        word, count, text = found[1], found[2], found[3] or ""
        if word == "after" and count:
            self.read_asides(number, read_number(count), text)
        elif word == "position":
            version, digest = [*text.split(), ""][:2]
            self.check = PositionCheck(read_hex(digest), read_number(version))
        elif word == "drawn":
            self.read_drawn(text)
        elif word in KINDS:
            self.read_annotation(KINDS[word], count or "", text)
        elif self.steps:
            raise BadLine(f"{short_quote(word)} is no word that stands behind the steps")
        else:
            self.read_header_word(word, count or "", text)

    def read_header_word(self, word: str, count: str, text: str) -> None:
        """Take a word of the header; the header as a whole is looked at later."""
        seats, plain = self.fields["seats"], text.partition("#")[0].strip()
        assert isinstance(seats, list)
        if word == "seat":
            if read_number(count or "0") != len(seats) + 1:
                raise BadLine(f"the seat {len(seats) + 1} is missing")
            level, rest = read_word(text)
            told = SEAT.fullmatch(rest)
            if told is None:
                raise BadLine(f"{short_quote(text)} is no level and name of a seat")
            seats.append([told[2] or "", level, read_number(told[1] or "0")])
        elif word == "cards":
            self.cards.append(read_word(text)[0] if text.startswith('"') else text)
        elif word not in HEADER_WORDS:
            raise BadLine(f"{short_quote(word)} is no word of a score")
        elif word in ("rules", "seed", "created", "ended"):
            self.fields[word] = read_number(plain, MAX_SEED if word in ("rules", "seed") else MAX_CLOSING_TIME)
        elif word == "catalogue":
            self.fields[word] = read_hex(plain)
        elif word == "from":
            self.fields[word] = [read_number(part, MAX_CLOSING_TIME) for part in plain.split()]
        elif word == "choices":
            choices, rest = [], text
            while rest.strip():
                choice, rest = read_word(rest.strip())
                choices.append(choice)
            self.fields[word] = choices
        else:
            self.fields[word] = text if word == "app" else read_word(text)[0]

    def read_annotation(self, kind: AnnotationKind, count: str, text: str) -> None:
        if kind.about_node and self.last < 0:
            raise BadLine(f"a {kind.word} stands below its step")
        self.others += 1
        check_limits(0, self.others)
        if text in kind.value_words:
            value = kind.value_words.index(text)
        else:
            value = read_number((count or "0") if kind.max_chars else text, MAX_VALUE)
        said = clean(text, kind.max_chars) if kind.max_chars else ""
        self.annotations.append(Annotated(kind, self.last if kind.about_node else 0, said, value))

    def read_drawn(self, text: str) -> None:
        entry = self.steps[self.last].entry if self.last in self.steps else None
        if not isinstance(entry, Played) or entry.action.verb != RESHUFFLE.verb or len(entry.action.arguments) != 1:
            raise BadLine("what was drawn stands below a reshuffle")
        self.drawn[self.last] = self.drawn.get(self.last, "") + text
        if len(self.drawn[self.last]) > MAX_DRAWN_CHARS:
            raise BadLine(f"a reshuffle has drawn more than {MAX_DRAWN_CHARS:,} characters")

    def step(self, node: int, parent: int) -> RecordedEntry:
        """The move of a step, which follows the node `parent`."""
        entry = self.steps[node].entry
        if node in self.drawn and isinstance(entry, Played):
            entry = Reshuffled(parent, entry.action.arguments[0] - 1, self.drawn[node])
        return self.steps[node]._replace(entry=entry, parent=parent)

    def read_asides(self, number: int, node: int, text: str) -> None:
        rest = text
        while rest:
            found = ASIDE.match(rest)
            if found is None:
                raise BadLine(f"{short_quote(rest)} is neither a jump nor a change of a seat")
            entry: Entry = MovedHead(read_number(found[1] or "0"))
            rest = rest[found.end() :]
            if found[2]:
                level, rest = read_word(rest)
                budget = BUDGET.match(rest)
                if budget is None:
                    raise BadLine("the simulations of a level are missing")
                entry = Seated(read_number(found[2]) - 1, clean_level(level), read_number(budget[1]))
                rest = rest[budget.end() :]
            if rest and not rest.startswith(", "):
                raise BadLine(f"{short_quote(rest)} is neither a jump nor a change of a seat")
            rest = rest[2:]
            self.others += 1
            check_limits(0, self.others)
            self.asides.setdefault(node, []).append(RecordedEntry(entry, line=number))

    def moves(self) -> list[RecordedEntry]:
        """All moves in the order of the journal. Steps that are missing in a text that was cut off leave no gap."""
        numbers = {0: 0}
        for node in sorted(self.steps):
            numbers[node] = len(numbers)
        moves = list(self.asides.get(0, ()))
        for node in sorted(self.steps):
            moves += [self.step(node, numbers[self.steps[node].parent]), *self.asides.get(node, ())]
        known = len(numbers)
        self.annotations = [
            Annotated(entry.kind, numbers[entry.node], entry.text, entry.value)
            for entry in self.annotations
            if entry.node in numbers
        ]
        return [
            move._replace(entry=MovedHead(numbers.get(move.entry.node, known)))
            if isinstance(move.entry, MovedHead)
            else move
            for move in moves
        ]


def read_hex(text: str) -> int:
    """A number of 64 bits. Raises BadLine."""
    if not re.fullmatch(r"[0-9a-f]{1,16}", text, re.ASCII):
        raise BadLine(f"{short_quote(text)} is no fingerprint")
    return int(text, 16) & U64_MASK


def read_game_score(text: str) -> ParsedText:
    """The game that a score says. Raises TextRefused if its header cannot be read."""
    lines = text.split("\n")
    version = lines[0].removeprefix(FIRST_LINE).strip()
    if not version.isdecimal() or int(version[:9]) > VERSION:
        raise TextRefused(
            f"line 1: this score has the version {short_quote(version)}, and this Vok reads up to {VERSION}: update Vok"
        )
    reader, fault, number = _ScoreReader(), None, 1
    try:
        for number, line in enumerate(lines[1:], 2):
            if line.startswith("check:"):
                _compare_check(lines[: number - 1], lines[number:], line)
                break
            reader.read_line(number, line.rstrip())
        else:
            raise BadLine("the text breaks off: its last line, the check, is missing")
    except BadLine as wrong:
        fault = TextFault(number, str(wrong))
    if fault is not None and not reader.steps and not reader.annotations:
        raise TextRefused(f"{fault}; nothing could be read: get the text anew")
    reader.fields["cards"] = "\n".join(reader.cards)
    ended = reader.fields.pop("ended", 0)
    try:
        header = header_from(reader.fields)
    except TextRefused as refused:
        raise TextRefused(f"{fault}; {refused}" if fault else str(refused)) from None
    moves = reader.moves()
    assert isinstance(ended, int)
    check = reader.check if fault is None else None
    record = RecordedGame(header, tuple(moves), tuple(reader.annotations), check, ended)
    return ParsedText(record, fault)


def _compare_check(above: list[str], below: list[str], line: str) -> None:
    """Raises BadLine if the check does not fit, or if something stands below it."""
    told = line.removeprefix("check:").strip()
    if any(map(str.strip, below)):
        raise BadLine("something stands below the check, which is the last line")
    if told not in (UNCHECKED, checksum_of(above)):
        raise BadLine("the check does not fit: something above it was changed or is missing")
