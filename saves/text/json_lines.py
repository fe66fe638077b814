"""A game as JSON lines, for programs: the header, the entries of the journal, the annotations, and the end.

`docs/text-format.md` describes each field. Fields that follow from others (`turn`, `text`, ...) are written but not read. Fields
of later versions are not read either.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.core.action import Action
from engine.core.errors import is_whole_number
from engine.core.journal import MAX_VALUE, Annotated, Entry, Helped, MovedHead, Played, Reshuffled, Seated
from engine.core.match import Match
from engine.core.redraw import write_drawn
from engine.core.setup import seed_text
from saves.clean_text import clean_and_cut, visible
from saves.format.entries import PositionCheck
from saves.format.frames import MAX_CLOSING_TIME, MAX_NUMBER, U64_MASK
from saves.format.header import HEADER_FIELDS, VALUES_FIELD, clean_level, write_header
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

SCHEMA: Final = 1


def write_json(record: RecordedGame, match: Match) -> str:
    """A match as JSON lines. `record` is the record of the match. Costs a replay."""
    lines = [_line({"vok": "game", "schema": SCHEMA, **_header_fields(record)})]
    lines += map(_line, _entry_fields(record, match))
    lines += [
        _line({"annotation": entry.kind.word, "node": entry.node, "text": entry.text, "value": entry.value})
        for entry in record.annotations
    ]
    end: dict[str, object] = {"end": len(match.log) - 1}
    if record.position_check is not None:
        end |= {"position": f"{record.position_check.digest:016x}", "position_version": record.position_check.version}
    end |= {"scores": list(match.game.scores(match.state)), "over": match.is_over}
    lines.append(_line({**end, "check": checksum_of([*lines, _line(end)])}))
    return "\n".join(lines) + "\n"


def _header_fields(record: RecordedGame) -> dict[str, object]:
    fields = write_header(record.header)
    del fields["format"]
    return {
        **fields,
        "seed": seed_text(record.header.setup.seed),
        "catalogue": f"{record.header.fingerprint:016x}",
        "ended": record.ended,
    }


def _entry_fields(record: RecordedGame, match: Match) -> Iterator[dict[str, object]]:
    """The fields of the lines for steps, jumps and changes of seats."""
    node, state, state_node = 0, match.at(0), 0
    game = match.game
    for recorded in record.entries:
        if isinstance(recorded.entry, Played):
            if state_node != recorded.parent:
                state = match.at(recorded.parent)
            node, action = node + 1, recorded.entry.action
            yield {
                "node": node,
                "parent": recorded.parent,
                "action": action.pack(),
                "seat": int(state.mover),
                "turn": game.turn(state),
                "text": visible(game.say(state, action)),
            }
            state = match.advance_state(state, node)
            state_node = node
        elif isinstance(recorded.entry, Reshuffled):
            node, drawn = node + 1, json.loads(recorded.entry.drawn)
            yield {"node": node, "parent": recorded.parent, "reshuffled": recorded.entry.seat, "drawn": drawn}
            state, state_node = match.at(node), node
        elif isinstance(recorded.entry, MovedHead):
            yield {"go": recorded.entry.node}
        elif isinstance(recorded.entry, Seated):
            yield {
                "seated": recorded.entry.seat,
                "level": recorded.entry.level,
                "simulations": recorded.entry.simulations,
            }
        elif isinstance(recorded.entry, Helped):
            yield {"helped": True}


def _line(fields: Mapping[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=True, separators=(", ", ": "))


class _JsonReader:
    """Reads lines, and collects what they contain."""

    def __init__(self) -> None:
        self.entries: list[RecordedEntry] = []
        self.annotations: dict[tuple[int, int], Annotated] = {}  # by kind and node
        self.step_count = 0
        self.other_entries = 0  # jumps, changes of seats and annotations
        self.position_check: PositionCheck | None = None
        self.has_ended = False

    def read_line(self, line_number: int, lines: Sequence[str]) -> None:
        """Read the line with this number, from 1. Raises BadLine."""
        fields = parse_line(lines[line_number - 1].strip())
        if self.has_ended:
            raise BadLine("there is something after the end")
        if "action" in fields or "reshuffled" in fields:
            self._read_step(line_number, fields)
        elif "go" in fields:
            self._add_other_entry(RecordedEntry(MovedHead(_number_field(fields, "go")), line=line_number))
        elif "seated" in fields:
            level = clean_level(_text_field(fields, "level"))
            entry = Seated(_number_field(fields, "seated"), level, _number_field(fields, "simulations"))
            self._add_other_entry(RecordedEntry(entry, line=line_number))
        elif "helped" in fields:
            self._add_other_entry(RecordedEntry(Helped(), line=line_number))
        elif "annotation" in fields:
            self._read_annotation(fields)
        elif "end" in fields:
            self._read_end(fields, lines[: line_number - 1])
        else:
            raise BadLine("this line has none of these fields: action, reshuffled, go, seated, helped, annotation, end")

    def _read_step(self, line_number: int, fields: dict[str, Any]) -> None:
        node, parent = _number_field(fields, "node"), _number_field(fields, "parent")
        if node != self.step_count + 1 or parent >= node:
            raise BadLine(f"the next node must be {self.step_count + 1}, and its parent an earlier one")
        entry: Entry
        if "reshuffled" in fields:
            entry = Reshuffled(parent, _number_field(fields, "reshuffled"), write_drawn(fields.get("drawn")))
        else:
            entry = Played(_action_field(fields))
        self.step_count = node
        check_limits(self.step_count, self.other_entries)
        self.entries.append(RecordedEntry(entry, parent, line_number))

    def _add_other_entry(self, recorded: RecordedEntry) -> None:
        self.other_entries += 1
        check_limits(self.step_count, self.other_entries)
        self.entries.append(recorded)

    def _read_annotation(self, fields: dict[str, Any]) -> None:
        kind, node = ANNOTATION_KINDS_BY_WORD.get(_text_field(fields, "annotation")), _number_field(fields, "node")
        if kind is None or node > self.step_count or (node and not kind.about_node):
            raise BadLine(f"{short_quote(fields['annotation'])} is not an annotation, or not one of the node {node}")
        self.other_entries += 1
        check_limits(self.step_count, self.other_entries)
        text = clean_and_cut(_text_field(fields, "text"), kind.max_chars)
        add_annotation(self.annotations, Annotated(kind, node, text, _number_field(fields, "value", MAX_VALUE)))

    def _read_end(self, fields: dict[str, Any], lines_before: Sequence[str]) -> None:
        self.has_ended = True
        checked_fields = {name: value for name, value in fields.items() if name != "check"}
        if _text_field(fields, "check") not in ("none", checksum_of([*lines_before, _line(checked_fields)])):
            raise BadLine("the check does not fit: something above it was changed or is missing")
        if _number_field(fields, "end") != self.step_count:
            raise BadLine(f"there are {self.step_count} steps before the end, not {short_quote(fields['end'])}")
        if "position" in fields:
            try:
                digest = int(_text_field(fields, "position")[:16], 16)
            except ValueError:
                raise BadLine("the position is not a number of 16 digits") from None
            self.position_check = PositionCheck(digest & U64_MASK, _number_field(fields, "position_version"))


def read_json(text: str) -> ParsedText:
    """The game in JSON lines, up to the first fault. Raises TextRefused if the first line cannot be read."""
    lines = text.split("\n")
    try:
        fields = parse_line(lines[0])
        version = _number_field(fields, "schema")
        ended = _number_field({"ended": 0, **fields}, "ended", MAX_CLOSING_TIME)
        catalogue, seed = int(_text_field(fields, "catalogue")[:16], 16), read_seed_field(fields.get("seed"))
    except ValueError as error:
        raise TextRefused(
            f"line 1: {error if isinstance(error, BadLine) else 'the catalogue is not a number'}"
        ) from None
    if version > SCHEMA:
        raise TextRefused(f"line 1: this game has the schema {version}, and this Vok reads up to {SCHEMA}: update Vok")
    known = {name: fields[name] for name in (*HEADER_FIELDS, VALUES_FIELD) if name in fields}
    header = header_from({**known, "catalogue": catalogue, "seed": seed})
    reader, fault, line_number = _JsonReader(), None, 1
    try:
        for line_number, line in enumerate(lines[1:], 2):
            if line.strip():
                reader.read_line(line_number, lines)
        if not reader.has_ended:
            raise BadLine("the text breaks off: its end is missing")
    except BadLine as error:
        fault = TextFault(line_number, str(error))
    position_check = reader.position_check if fault is None else None
    record = RecordedGame(header, tuple(reader.entries), tuple(reader.annotations.values()), position_check, ended)
    step_count = sum(['"node"' in line and '"parent"' in line for line in lines])
    return ParsedText(record, fault, step_count)


def parse_line(line: str) -> dict[str, Any]:
    """The fields of a line. Raises BadLine."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise BadLine(f"{short_quote(line)} is not JSON") from None
    if not isinstance(fields, dict):
        raise BadLine(f"{short_quote(line)} is not a JSON object")
    return fields


def _action_field(fields: dict[str, Any]) -> Action:
    try:
        action = Action.from_packed(fields["action"])
    except (ValueError, TypeError):
        action = Action("")
    if not action.verb or action.verb != clean_and_cut(action.verb):
        raise BadLine(f"{short_quote(fields['action'])} is not an action")
    if not all(0 <= argument <= MAX_NUMBER for argument in action.arguments):
        raise BadLine(f"{short_quote(fields['action'])} is not an action")
    return action


def _number_field(fields: dict[str, Any], name: str, maximum: int = MAX_NUMBER) -> int:
    """A field that must be a whole number from 0 to `maximum`. Raises BadLine."""
    value = fields.get(name)
    if not is_whole_number(value, 0, maximum):
        raise BadLine(f"{name} is a whole number from 0 to {maximum}, not {short_quote(value)}")
    return value


def _text_field(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise BadLine(f"{name} is a text, not {short_quote(value)}")
    return value
