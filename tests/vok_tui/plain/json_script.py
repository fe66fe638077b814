"""The plain mode as JSON lines: clients that follow `docs/protocol.md`, and whether messages fit the schemas."""

import io
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from saves import Shelf
from vok_tui.boards.line_reader import LineAnswer
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.game.thinker import Thinker
from vok_tui.plain.conversation import matching
from vok_tui.plain.json_lines import JsonLines
from vok_tui.plain.terminal import converse

Json = dict[str, Any]
DOCS = Path(__file__).parents[3] / "docs"
SCHEMA: Json = json.loads((DOCS / "protocol.schema.json").read_text())  # of what the program writes
INPUT: Json = json.loads((DOCS / "protocol.input.schema.json").read_text())  # of what it reads
JSON_TYPES: Json = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
KEYWORDS = {"type", "required", "properties", "additionalProperties", "items", "enum", "const", "oneOf", "anyOf", "$ref",
            "minimum", "maximum", "minLength", "maxLength", "title", "description", "$schema", "$defs"}  # fmt: skip


def fits(value: Any, schema: Json, root: Json | None = None) -> bool:
    """Whether a value fits a schema, as far as ours use the language."""
    root = root or schema
    assert schema.keys() <= KEYWORDS, schema.keys() - KEYWORDS
    if "$ref" in schema:
        return fits(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root)
    if "oneOf" in schema:
        return sum(fits(value, each, root) for each in schema["oneOf"]) == 1
    if "anyOf" in schema:
        return any(fits(value, each, root) for each in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    if "const" in schema:
        return bool(value == schema["const"])
    types = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    if not any(isinstance(value, JSON_TYPES[each]) for each in types) or (
        isinstance(value, bool) and "boolean" not in types
    ):
        return False
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        return (
            set(schema.get("required", ())) <= set(value)
            and all(fits(value[name], known[name], root) for name in value if name in known)
            and (
                others is True or all(others and fits(value[name], others, root) for name in value if name not in known)
            )
        )
    if isinstance(value, list):
        return all(fits(each, schema["items"], root) for each in value) if "items" in schema else True
    size = len(value) if isinstance(value, str) else 0
    number = value if isinstance(value, (int, float)) else 0
    return bool(
        schema.get("minLength", 0) <= size <= schema.get("maxLength", size)
        and schema.get("minimum", number) <= number <= schema.get("maximum", number)
    )


class Client(io.StringIO):
    """A client that reads each reply to its end before it sends the next message. All of them fit the schemas."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[Json] = []
        self.sent = 0
        self.state: Json = {}  # of the table that the question shows

    def wish(self) -> Json | str | None:
        """What it wishes next; a text is sent as it is, None ends the input."""
        raise NotImplementedError

    @property
    def question(self) -> Json:
        """The question that is open."""
        return self.all("question")[-1]

    def all(self, name: str) -> list[Json]:
        return of_type(self.messages, name)

    def write(self, text: str) -> int:
        message = json.loads(text)
        assert text.endswith("\n")
        assert fits(message, SCHEMA), message
        if message["type"] == "state":
            self.state = message["state"]
        elif message["type"] == "question":
            limit = 4_096 if message.get("game", {}).get("name") == "valley" else 8_192
            assert len(text) <= limit or "game" not in message, len(text)
            self.state = merged(self.state, message["game"]["changes"]) if "game" in message else {}
        self.messages.append(message)
        return len(text)

    def readline(self, size: int | None = -1) -> str:
        del size
        end = self.messages[-1]
        assert (end["type"], end["question"]) == ("ready", self.question["question"]), "each reply has an end"
        assert all(each["reply_to"] == end["reply_to"] for each in self.reply)
        wish = self.wish()
        if wish is None or isinstance(wish, str):
            return f"{wish}\n" if wish is not None else ""
        self.sent += 1
        number = (
            {} if wish.keys() & {"command", "get", "cancel", "question"} else {"question": self.question["question"]}
        )
        message = {"id": self.sent, **number, **wish}
        assert fits(message, INPUT), message
        return json.dumps(message) + "\n"

    @property
    def reply(self) -> list[Json]:
        """The messages of the latest reply."""
        ends = [place for place, message in enumerate(self.messages) if message["type"] == "ready"]
        return self.messages[ends[-2] + 1 if len(ends) > 1 else 0 : ends[-1] + 1]

    def answer(self, words: str) -> Json:
        """The answer that has these words, as a person types them."""
        listed = {number: LineAnswer(text) for number, text in numbered(self.question)}
        fitting = matching(words, list(listed.values()))
        assert len(fitting) == 1, f"{words} is not one of {[answer.text for answer in listed.values()]}"
        return {"answer": next(number for number, answer in listed.items() if answer is fitting[0])}


def numbered(question: Json) -> Iterator[tuple[int, str]]:
    """The numbers of all answers of a question, each with its text."""
    for answer in question["answers"]:
        for way in answer.get("ways", [answer]):
            yield way["number"], ", ".join([answer["text"], *way.get("cards", ())])


def merged(old: Json, patch: Json) -> Json:
    """What a JSON merge patch (RFC 7396) makes of a value."""
    new = {name: value for name, value in old.items() if patch.get(name, value) is not None}
    for name, value in patch.items():
        if value is not None:
            new[name] = merged(old.get(name, {}), value) if isinstance(value, dict) else value
    return new


class Script(Client):
    """Sends these commands one after another, and after ">" the words of an answer."""

    def __init__(self, typed: Sequence[str]) -> None:
        super().__init__()
        self._typed = list(typed)

    def wish(self) -> Json | None:
        if not self._typed:
            return None
        words = self._typed.pop(0)
        return self.answer(words[1:]) if words.startswith(">") else {"command": words}


class Program(Client):
    """Sends the first lines, then gives random answers until a game is over. Now and then it asks for the whole state, and knows
    it already."""

    def __init__(self, seed: int, first: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._rng = random.Random(seed)
        self._first = list(first)
        self._known: Json | None = None  # the state before it was asked for

    def wish(self) -> Json | str | None:
        if self._first:
            return self._first.pop(0)
        if self._known is not None:
            assert self.state == self._known, "the changes of all questions make the state"
            self._known = None
        elif "game" in self.question and self._rng.random() < 0.2:
            self._known = self.state
            return {"get": "state"}
        if self.question["text"] == "What next?":
            return None
        return {"answer": self._rng.randint(1, self.question["count"])}


def talk(home: Path, client: Client, start: StartOptions, thinker: Thinker | None = None) -> int:
    """Let a client talk with the program. Returns the exit code."""
    return converse(JsonLines(client, client), Shelf(home), start, thinker, 0.0)


def told(home: Path, typed: Sequence[str], start: StartOptions) -> list[Json]:
    """The messages of a conversation in which a `Script` is sent."""
    script = Script(typed)
    assert talk(home, script, start) == 0
    return script.messages


def of_type(messages: Sequence[Json], name: str) -> list[Json]:
    return [message for message in messages if message["type"] == name]
