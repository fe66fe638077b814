"""The same conversation as JSON lines, for programs: `docs/plain.md` describes them, `docs/plain.schema.json` is their schema."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final, TextIO

from vok_tui.plain.conversation import MAX_TYPED_CHARS, Conversation, Listing, Message
from vok_tui.plain.messages import warning_fields
from vok_tui.plain.pipe import LineSource, has_ended

MAX_MESSAGE_CHARS: Final = 4_000  # of a line that is read
BAD_MESSAGE: Final = 'send {"answer": NUMBER} or {"line": "WORDS"}'


class JsonLines:
    """Reads and writes a JSON object on each line."""

    is_flat = True
    can_clear = True  # a program is no screen

    def __init__(self, reading: LineSource, writing: TextIO) -> None:
        self._reading: Final = reading
        self._writing: Final = writing
        self._conversation: Conversation | None = None

    def begin(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def say(self, lines: Sequence[str]) -> None:
        self._write({"type": "say", "lines": list(lines)})

    def ask(self, listing: Listing) -> None:
        message: dict[str, Any] = {"type": "question", "text": listing.text, "takes_text": listing.takes_text}
        message["answers"] = [
            {"number": number, "text": answer.text}
            | ({"verb": answer.action.verb, "arguments": list(answer.action.arguments)} if answer.action else {})
            for number, answer in enumerate(listing.answers, 1)
        ]
        if listing.warning is not None:
            message["warning"] = warning_fields(listing.warning)
        room = self._conversation.room if self._conversation is not None else None
        asked = room.asked_game() if room is not None else None
        if asked is not None:
            message["game"] = {**asked._asdict(), "names": list(asked.names), "view": as_json(asked.view)}
        self._write(message)

    def tell(self, message: Message, lines: Sequence[str]) -> None:
        self._write({"type": message.type, **message.fields, "lines": list(lines)})

    def end(self, exit_code: int, farewell: str) -> None:
        """Write that the conversation is over."""
        self._write({"type": "end", "exit_code": int(exit_code), "farewell": farewell})

    def clear(self) -> None:
        pass

    @property
    def has_ended(self) -> bool:
        return has_ended(self._reading)

    def read(self) -> str | None:
        """The line that the next message gives; None at the end of the input. A message that gives none is answered with an
        error, and the next one is read."""
        while True:
            text = self._reading.readline(MAX_MESSAGE_CHARS)
            if not text:
                return None
            latest, is_whole = text, True  # the last message may have no end
            while not latest.endswith("\n") and (latest := self._reading.readline(MAX_MESSAGE_CHARS)):
                is_whole = False
            line = _line_of(text) if is_whole else None
            if line is not None:
                return line
            self._write({"type": "error", "text": BAD_MESSAGE})

    def _write(self, message: Mapping[str, Any]) -> None:
        self._writing.write(f"{json.dumps(message)}\n")
        self._writing.flush()


def _line_of(text: str) -> str | None:
    """The line that a message gives; None if it gives none."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict):
        return None
    number, line = message.get("answer"), message.get("line")
    if isinstance(number, int) and not isinstance(number, bool) and 0 < number < 10**6:
        return str(number)
    return line[:MAX_TYPED_CHARS] if isinstance(line, str) else None


def as_json(value: Any) -> Any:
    """A view as JSON values: its classes as objects with their fields."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: as_json(getattr(value, name)) for name in value._fields}
    if isinstance(value, (list, tuple, frozenset, set)):
        return [as_json(each) for each in (sorted(value) if isinstance(value, (frozenset, set)) else value)]
    if isinstance(value, Mapping):
        return {str(key): as_json(each) for key, each in value.items()}
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return {name: as_json(getattr(value, name)) for name in ("seat", "text", "card") if hasattr(value, name)} or str(
        value
    )
