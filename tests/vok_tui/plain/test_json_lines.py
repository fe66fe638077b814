"""The JSON lines: every line fits the schema, and a program can play a whole game by them."""

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from saves import Shelf
from tests.vok_tui.plain.line_player import new_game
from tests.vok_tui.table.table_helpers import LocalThinker
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
    if "oneOf" in schema:
        return sum(fits(value, each) for each in schema["oneOf"]) == 1
    if "const" in schema:
        return value == schema["const"]
    types = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    if not any(isinstance(value, JSON_TYPES[each]) for each in types):
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


@pytest.mark.parametrize("game", ["valley", "thieves", "tal"])
def test_a_program_plays_a_whole_game(tmp_path: Path, game: str) -> None:
    bad = ("nonsense", "[1]", '{"answer": true}', '{"answer": 0}', "[" * 3000, '{"line": "look"}')
    program = Program(2, bad)
    code = converse(JsonLines(program, program), Shelf(tmp_path), new_game(game, 2), LocalThinker(), 0.0)
    assert code == 0
    assert [message for message in program.messages if not fits(message, SCHEMA)] == []
    assert [message["type"] for message in program.messages].count("error") == 5
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert save.finished
    first = next(message for message in program.messages if message["type"] == "question")
    assert first["game"]["name"] == game
    assert first["game"]["view"]["viewer"] == first["game"]["seat"]
    assert all("verb" in answer for answer in first["answers"])
    assert program.messages[-1]["type"] == "end"
