"""The conversation as JSON lines, for programs: `docs/protocol.md` teaches them, two schemas beside it describe each line.

The program reads one message after another and replies to each. While it works on a reply it reads ahead, only to hear whether
the reply is cancelled; everything else waits for its turn.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, NamedTuple, TextIO, TypeGuard

from engine.core.errors import is_whole_number
from vok_tui.boards.game_protocol import Json
from vok_tui.plain.conversation import (
    MAX_TYPED_CHARS,
    NOT_FOUND,
    NOT_POSSIBLE,
    AskedGame,
    Conversation,
    Listing,
    Message,
    Refusal,
)
from vok_tui.plain.messages import (
    answer_fields,
    command_fields,
    fixed_fields,
    game_fields,
    hello_fields,
    state_fields,
    table_of,
    warning_fields,
)
from vok_tui.plain.pipe import LineSource, PipeReader
from vok_tui.shared.errors import ExitCode

PROTOCOL: Final = 2
MAX_MESSAGE_CHARS: Final = 4_000  # of a line that is read
MAX_AHEAD: Final = 1_000  # messages that wait for their turn; further ones are not read
MAX_ID_CHARS: Final = 64
MAX_ID: Final = 2**53  # a larger number is not exact in every language
MAX_NUMBER: Final = 10**6  # of an answer
MAX_QUESTION_BYTES: Final = 65_536  # of a question without a table; answers that do not fit are left out
MORE_BYTES: Final = 60  # of a question, for the fields besides its answers
MAX_CHANGES_BYTES: Final = 1_500  # of a question; if more has changed, the whole state is written before it

# What a message of the client wishes. Each message has exactly one of these fields.
ANSWER: Final = "answer"  # the number of an answer
TEXT: Final = "text"  # the answer to a question that takes a text
COMMAND: Final = "command"
GET: Final = "get"  # one of GETTABLE
CANCEL: Final = "cancel"  # the id of the message whose reply is to end soon
WISHES: Final = (ANSWER, TEXT, COMMAND, GET, CANCEL)
GETTABLE: Final = ("answers", "commands", "state", "cards", "map", "rules")
NAMES_QUESTION: Final = (ANSWER, TEXT)  # what must name its question

# Why a message is refused, besides the codes of `conversation`.
NOT_JSON: Final = "not_json"
TOO_LONG: Final = "too_long"
BAD_MESSAGE: Final = "bad_message"
STALE_QUESTION: Final = "stale_question"
NOTHING_TO_CANCEL: Final = "nothing_to_cancel"

NO_TABLE: Final = Refusal("The question shows no table.", NOT_POSSIBLE, "a question with a game")

Id = int | str


class EndedBySignal(KeyboardInterrupt):
    """A signal asks to end. Nothing holds up a KeyboardInterrupt, not even the event loop in the middle of a callback."""

    def __init__(self, code: ExitCode) -> None:
        super().__init__(code)
        self.code: Final = code


class Wish(NamedTuple):
    """What a message of the client wishes. `question` is the one that it names; None for none."""

    id: Id
    kind: str  # one of WISHES
    value: Any
    question: int | None


class BadMessage(Exception):
    """A message of the client that means nothing. `id` is its id, if it has one."""

    def __init__(self, sentence: str, expected: str, *, code: str = BAD_MESSAGE, id_: Id | None = None) -> None:
        super().__init__(sentence)
        self.refusal: Final = Refusal(sentence, code, expected)
        self.id: Final = id_


class JsonLines:
    """Reads and writes a JSON object on each line."""

    is_flat = True
    can_clear = True  # a program is no screen

    def __init__(self, reading: LineSource, writing: TextIO) -> None:
        self._reading: Final = reading
        self._writing: Final = writing
        self._conversation: Conversation | None = None
        self._reply_to: Id | None = None  # the message that is replied to
        self._owes_ready = True  # whether the reply has no end yet; the greeting is one too
        self._question = 0  # the number of the latest question
        self._answers: list[Json] = []  # of it
        self._shown: AskedGame | None = None  # the table that it shows
        self._state: Json = {}  # of that table, as the client knows it
        self._ahead: Final[deque[_Ahead]] = deque()  # messages that were read before their turn
        self._stop: Callable[[], object] | None = None  # what `cancel` stops
        self._is_cancelled = False
        self._is_writing = False
        self._held: EndedBySignal | None = None

    # -- written

    def begin(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._reply("hello", {"protocol": PROTOCOL, **hello_fields()})

    def say(self, lines: Sequence[str]) -> None:
        self._reply("say", {"lines": list(lines)})

    def ask(self, listing: Listing) -> None:
        self._question += 1
        room = self._conversation.room if self._conversation is not None else None
        before, self._shown = self._shown, room.asked_game() if room is not None else None
        message: Json = {"question": self._question, "text": listing.text, "takes_text": listing.takes_text}
        if self._shown is not None:
            message["game"] = self._game_fields(self._shown, before)
            if listing.warning is not None:
                message["warning"] = warning_fields(listing.warning, self._shown.protocol)
        answers = self._answers = answer_fields(listing, self._shown)
        most = self._shown.protocol.max_question_bytes if self._shown is not None else MAX_QUESTION_BYTES
        most -= len(_packed({"type": "question", "reply_to": self._reply_to, **message})) + MORE_BYTES
        shown = 0
        while shown < len(answers) and (most := most - len(_packed(answers[shown])) - 1) >= 0:
            shown += 1
        fields = {"count": len(listing.answers), "answers": answers[:shown], "complete": shown == len(answers)}
        self._reply("question", {**message, **fields})

    def _game_fields(self, game: AskedGame, before: AskedGame | None) -> Json:
        """The table of a question: what has changed since the latest state that was written. If that is much, or it is another
        table, the whole state is written first."""
        state = table_of(game)
        known, self._state = self._state, state
        is_same = before is not None and (before.protocol, before.seat) == (game.protocol, game.seat)
        changes = merge_patch(known, state) if is_same else state
        if not is_same or len(_packed(changes)) > MAX_CHANGES_BYTES:
            self._reply("state", state_fields(game, state))
            changes = {}
        return {**game_fields(game), "changes": changes}

    def tell(self, message: Message, lines: Sequence[str]) -> None:
        self._reply(message.type, {**message.fields, "lines": list(lines)})

    def refuse(self, refusal: Refusal, lines: Sequence[str]) -> None:
        self._reply("error", {"code": refusal.code, "lines": list(lines), "expected": refusal.expected})

    def report(self, what: str, share: float | None, lines: Sequence[str]) -> None:
        self._reply("progress", {"what": what, "share": share, "lines": list(lines)})

    def end(self, exit_code: int, farewell: str) -> None:
        """Write that the conversation is over."""
        if self._owes_ready:
            self._end_reply(None)
        self._reply("end", {"exit_code": int(exit_code), "lines": farewell.splitlines()})

    def clear(self) -> None:
        pass

    def _end_reply(self, question: int | None) -> None:
        self._owes_ready = False  # before it is written: a signal may come with its end
        self._reply("ready", {"question": question})

    def _reply(self, type_: str, message: Mapping[str, Any]) -> None:
        self._write({"type": type_, "reply_to": self._reply_to, **message})

    def _write(self, message: Mapping[str, Any]) -> None:
        """Write a whole line. A signal that comes meanwhile is obeyed after it; a second one breaks the line."""
        self._is_writing = True
        self._writing.write(f"{_packed(message)}\n")
        self._writing.flush()
        self._is_writing = False
        if self._held is not None:
            held, self._held = self._held, None
            raise held

    def hold(self, ended: EndedBySignal) -> bool:
        if not self._is_writing or self._held is not None:
            return False
        self._held = ended
        return True

    def _tell(self, what: str) -> None:
        """Write what was asked for."""
        assert self._conversation is not None
        if what == "answers":
            self._reply("answers", {"question": self._question, "answers": self._answers})
        elif what == "commands":
            commands = self._conversation.commands.items()
            self._reply("commands", {"commands": [command_fields(word, command) for word, command in commands]})
        elif self._shown is None:
            self.refuse(NO_TABLE, [NO_TABLE.sentence])
        elif what == "state":
            self._reply("state", state_fields(self._shown, self._state))
        else:
            fields = fixed_fields(self._shown.protocol, what)
            if fields is None:
                refusal = Refusal(f"This game has no {what}.", NOT_FOUND, "another game")
                self.refuse(refusal, [refusal.sentence])
            else:
                self._reply(what, fields)

    # -- read

    def hear(self) -> Callable[[], None] | None:
        """End the reply, and wait for the next message that can be carried out. What means nothing is refused."""
        while True:
            if self._owes_ready:
                self._end_reply(self._question)
            text = self._ahead.popleft().text if self._ahead else self._read_line()
            if not text:
                return None
            self._owes_ready, self._is_cancelled = True, False
            try:
                wish = wish_of(text)
                self._reply_to = wish.id
                return self._act_of(wish)
            except BadMessage as bad:
                self._reply_to = bad.id
                self.refuse(bad.refusal, [bad.refusal.sentence])

    def _act_of(self, wish: Wish) -> Callable[[], None]:
        """What carries out a wish. Raises BadMessage."""
        assert self._conversation is not None
        if wish.question not in (None, self._question):
            expected = f'"question": {self._question}'
            raise BadMessage("That question is no longer open.", expected, code=STALE_QUESTION, id_=wish.id)
        if wish.kind == CANCEL:
            sentence = "No reply to that message goes on."
            raise BadMessage(sentence, "the id of the message whose reply goes on", code=NOTHING_TO_CANCEL, id_=wish.id)
        conversation = self._conversation
        receive: dict[str, Callable[[Any], None]] = {
            ANSWER: conversation.receive_answer,
            TEXT: conversation.receive_text,
            COMMAND: conversation.receive_command,
            GET: self._tell,
        }
        return partial(receive[wish.kind], wish.value)

    def _read_line(self) -> str:
        """The next line; "" at the end of the input. The rest of a line that is too long is dropped, and it stays too long."""
        text = latest = self._reading.readline(MAX_MESSAGE_CHARS)
        while latest and not latest.endswith("\n"):  # the last message may have no end
            latest = self._reading.readline(MAX_MESSAGE_CHARS)
            text = text[:MAX_MESSAGE_CHARS] + latest[:1].rstrip("\n")
        return text

    # -- cancelled

    @contextmanager
    def stops_heard_by(self, stop: Callable[[], object]) -> Iterator[None]:
        self._stop = stop
        if self._is_cancelled:
            stop()
        try:
            yield
        finally:
            self._stop = None

    async def while_listening(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something, and hear meanwhile whether it is cancelled."""
        loop = asyncio.get_running_loop()
        if not isinstance(self._reading, PipeReader):
            await work
            return
        file_number, reading = self._reading.fileno(), self._reading

        def hear_ahead() -> None:
            self._hear_ahead()
            if not (reading.takes_more and len(self._ahead) < MAX_AHEAD):
                loop.remove_reader(file_number)

        with suppress(OSError, NotImplementedError):  # a file: it is there at once
            loop.add_reader(file_number, hear_ahead)
        loop.call_soon(self._hear_ahead)  # what cancels it may have been read before it began
        try:
            await work
        finally:
            with suppress(OSError, NotImplementedError):
                loop.remove_reader(file_number)

    def _hear_ahead(self) -> None:
        """Read what has come, without waiting. A message that cancels the reply that goes on has its effect now."""
        reading = self._reading
        while isinstance(reading, PipeReader) and len(self._ahead) < MAX_AHEAD and reading.has_line(MAX_MESSAGE_CHARS):
            self._ahead.append(_Ahead.of(self._read_line()))
        for message in [each for each in self._ahead if each.cancels == self._reply_to] if self._owes_ready else ():
            self._ahead.remove(message)
            self._write({"type": "ready", "reply_to": message.id, "question": None})
            self._is_cancelled = True
            if self._stop is not None:
                self._stop()


class _Ahead(NamedTuple):
    """A line that was read before its turn. If it cancels a reply: its id, and the message that is replied to."""

    text: str
    id: Id | None = None
    cancels: Id | tuple[()] = ()  # () for another message; the greeting, None, cannot be cancelled

    @staticmethod
    def of(text: str) -> "_Ahead":
        with suppress(BadMessage):
            wish = wish_of(text)
            if wish.kind == CANCEL:
                return _Ahead(text, wish.id, wish.value)
        return _Ahead(text)


def wish_of(text: str) -> Wish:
    """The wish of a message of the client. Raises BadMessage."""
    line = text.rstrip("\r\n")
    if len(line) >= MAX_MESSAGE_CHARS:
        raise BadMessage("The message is too long.", f"fewer than {MAX_MESSAGE_CHARS} characters", code=TOO_LONG)
    try:
        pairs = json.loads(line, object_pairs_hook=_pairs_of, parse_float=_number, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise BadMessage("That is no JSON.", "a JSON object on one line", code=NOT_JSON) from None
    if not isinstance(pairs, _Pairs):
        raise BadMessage("That is no JSON object.", "a JSON object on one line", code=NOT_JSON)
    message = dict(pairs)
    id_ = message.get("id")
    expected = f'"id", and one of {", ".join([json.dumps(wish) for wish in WISHES])}'
    if not is_id(id_):
        raise BadMessage('The message has no "id" that can be used.', expected)
    unknown = [name for name in message if name not in ("id", "question", *WISHES)]
    if unknown:
        raise BadMessage(f"No message has the field {json.dumps(unknown[0][:MAX_ID_CHARS])}.", expected, id_=id_)
    if len(message) < len(pairs):
        raise BadMessage("A field stands there twice.", "each field once", id_=id_)
    wishes = [wish for wish in WISHES if wish in message]
    if len(wishes) != 1:
        raise BadMessage(f"The message has {len(wishes)} wishes.", expected, id_=id_)
    kind, question = wishes[0], message.get("question")
    value = message[kind]
    if kind in NAMES_QUESTION and "question" not in message:
        raise BadMessage(f'"{kind}" answers a question.', '"question", the number of that question', id_=id_)
    if "question" in message and (kind in (GET, CANCEL) or not is_whole_number(question, 1, MAX_ID)):
        raise BadMessage('"question" is not right.', '"question", the number of the open question', id_=id_)
    is_right, expected = {
        GET: (value in GETTABLE, f"one of {', '.join(GETTABLE)}"),
        ANSWER: (is_whole_number(value, 0, MAX_NUMBER), f"a whole number from 0 to {MAX_NUMBER}"),
        CANCEL: (is_id(value), "the id of a message"),
    }.get(kind, (isinstance(value, str) and len(value) <= MAX_TYPED_CHARS, f"at most {MAX_TYPED_CHARS} characters"))
    if not is_right:
        raise BadMessage(f'"{kind}" is not right.', expected, id_=id_)
    return Wish(id_, kind, value, question)


def merge_patch(old: Json, new: Json) -> Json:
    """What makes `new` of `old`: a JSON merge patch (RFC 7396). No field may be null."""
    patch: Json = {name: None for name in old if name not in new}
    for name, value in new.items():
        known = old.get(name)
        if isinstance(value, dict) and isinstance(known, dict):
            if changed := merge_patch(known, value):
                patch[name] = changed
        elif value != known:
            patch[name] = value
    return patch


def _packed(message: Mapping[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"))


def is_id(value: object) -> TypeGuard[Id]:
    """Whether a JSON value is an id of a message."""
    return is_whole_number(value, 0, MAX_ID) or (isinstance(value, str) and 0 < len(value) <= MAX_ID_CHARS)


class _Pairs(list[tuple[str, Any]]):
    """The fields of a JSON object, those that stand there twice too."""


def _pairs_of(pairs: list[tuple[str, Any]]) -> _Pairs:
    return _Pairs(pairs)


def _number(text: str) -> float | int:
    """3.0 is a whole number in JSON Schema."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
