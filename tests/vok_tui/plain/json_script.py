"""The plain mode as JSON lines: a script that types, what it is told, and whether that fits the schema."""

import io
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from saves import Shelf
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.plain.json_lines import JsonLines
from vok_tui.plain.terminal import converse

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "plain.schema.json").read_text())
JSON_TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value fits a schema, as far as ours use the language."""
    if "$ref" in schema:
        return fits(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")])
    if "oneOf" in schema:
        return sum(fits(value, each) for each in schema["oneOf"]) == 1
    if "anyOf" in schema:
        return any(fits(value, each) for each in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    if "const" in schema:
        return value == schema["const"]
    types = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    if not any(isinstance(value, JSON_TYPES[each]) for each in types) or (
        isinstance(value, bool) and "boolean" not in types
    ):
        return False
    if isinstance(value, dict):
        known = schema.get("properties", {})
        is_closed = not schema.get("additionalProperties", True)
        return (
            set(schema.get("required", ())) <= set(value)
            and not (is_closed and set(value) - set(known))
            and all(fits(value[name], known[name]) for name in value if name in known)
        )
    if isinstance(value, list):
        return all(fits(each, schema["items"]) for each in value)
    return not isinstance(value, str) or len(value) <= schema.get("maxLength", len(value))


class Script(io.StringIO):
    """Keeps the messages, and sends these lines one after another."""

    def __init__(self, typed: Sequence[str]) -> None:
        super().__init__()
        self.messages: list[dict[str, Any]] = []
        self._typed = list(typed)

    def write(self, text: str) -> int:
        self.messages.append(json.loads(text))
        return len(text)

    def readline(self, size: int | None = -1) -> str:
        del size
        return json.dumps({"line": self._typed.pop(0)}) + "\n" if self._typed else ""


def told(home: Path, typed: Sequence[str], start: StartOptions) -> list[dict[str, Any]]:
    """The messages of a conversation in which these lines are typed. All of them fit the schema."""
    script = Script(typed)
    assert converse(JsonLines(script, script), Shelf(home), start, None, 0.0) == 0
    assert [message for message in script.messages if not fits(message, SCHEMA)] == []
    return script.messages


def of_type(messages: Sequence[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == name]


class Program(io.StringIO):
    """Reads messages and answers the questions among them at random."""

    def __init__(self, seed: int, first: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.messages: list[dict[str, Any]] = []
        self._rng = random.Random(seed)
        self._first = list(first)

    def write(self, text: str) -> int:
        self.messages.append(json.loads(text))
        return len(text)

    def readline(self, size: int | None = -1) -> str:
        del size
        if self._first:
            return f"{self._first.pop(0)}\n"
        question = [message for message in self.messages if message["type"] == "question"][-1]
        if question["text"] == "What next?":
            return ""
        return json.dumps({"answer": self._rng.randint(1, len(question["answers"]))}) + "\n"
