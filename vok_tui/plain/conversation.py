"""The conversation: one question after the other with numbered answers, and commands at any time. It neither reads nor prints.

A room (`Room`) says what is asked and carries out the answers. The conversation lists the answers, at most twelve at a time, and
finds the one that a line means. A number is always a number of the list that was read last. Other lines are commands first, then
keys of the table, then words of an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Protocol

from engine.core.action import Action
from vok_tui.boards.game_protocol import GameProtocol
from vok_tui.boards.line_reader import SMALL_WORDS, WORD, LineAnswer, as_sentence

MAX_LISTED: Final = 12  # answers of a list, the one for more included
MAX_LINE_CHARS: Final = 100  # of a line that is said
MAX_TYPED_CHARS: Final = 400  # of a line that is read; the rest is ignored
SENTENCE_END: Final = re.compile(r"(?<=[.!?]) +(?=[A-Z0-9])")
PLACE_NAME: Final = re.compile(r"(?<=\d)[ /](?=[A-Fa-f]\b)")
LISTED_NUMBER: Final = re.compile(r"[0-9]{1,9}")
UNKNOWN: Final = "No answer and no command is like that. Type a number of the list, a word of an answer, or help."


# Why a wish is refused: codes for programs.
NOT_POSSIBLE: Final = "not_possible"  # not here, or not now
NOT_FOUND: Final = "not_found"  # nothing has this name or number
NO_SUCH_ANSWER: Final = "no_such_answer"
UNKNOWN_COMMAND: Final = "unknown_command"
FAILED: Final = "failed"  # such as a disk that is full


class Refusal(Exception):
    """Raised by a room or the conversation if something cannot be done: a sentence, a code, and what was expected."""

    def __init__(self, sentence: str, code: str = NOT_POSSIBLE, expected: str = "") -> None:
        super().__init__(sentence)
        self.sentence: Final = sentence
        self.code: Final = code
        self.expected: Final = expected


class CostlyAnswer(NamedTuple):
    """An answer that a warning is about, and what it costs in chance, from 0 to 1."""

    text: str
    action: Action
    loss: float
    is_exact: bool


@dataclass(frozen=True)
class LineQuestion:
    """A question and all its answers. With `takes_text`, any line is the answer, and "back" leaves it unanswered. `warning` is
    the answer that may be taken back, if the question asks that."""

    text: str
    answers: tuple[LineAnswer, ...] = ()
    takes_text: bool = False
    warning: CostlyAnswer | None = None


@dataclass(frozen=True)
class Listing:
    """The question as it is asked now: the answers with the numbers from 1. The last of them may be `MORE`."""

    text: str
    answers: tuple[LineAnswer, ...]
    takes_text: bool = False
    warning: CostlyAnswer | None = None


@dataclass(frozen=True)
class LineCommand:
    """A command. `run` gets the rest of the line. `argument` is what that may be, "" if the command takes nothing."""

    help_text: str
    run: Callable[[str], None]
    argument: str = ""
    is_listed: bool = True  # whether the help names it


class Output(Protocol):
    """What hears the conversation."""

    def say(self, lines: Sequence[str]) -> None:
        """Lines of text, each at most `MAX_LINE_CHARS` long."""

    def ask(self, listing: Listing) -> None:
        """A question. It is open until another one is asked."""

    def tell(self, message: Message, lines: Sequence[str]) -> None:
        """A message with fields, and the same in lines."""

    def refuse(self, refusal: Refusal, lines: Sequence[str]) -> None:
        """What was wished for is refused."""

    def report(self, what: str, share: float | None, lines: Sequence[str]) -> None:
        """Something goes on: what, and the share of it that is done from 0 to 1; None if that is not known."""


class AskedGame(NamedTuple):
    """The table that a question is about: what describes it, the number of the step that led to it, the seat that sees it, the
    names of all seats, and everything that this seat may know."""

    protocol: GameProtocol
    step: int
    seat: int
    names: tuple[str, ...]
    view: Any


class Room(Protocol):
    """What the conversation is about now."""

    def say_news(self) -> None:
        """Say what has happened since the last question."""

    def work(self) -> Coroutine[Any, Any, None] | None:
        """What must be done before the next question is asked, None if nothing. It may take its time."""

    def question(self) -> LineQuestion:
        """What is asked now."""

    def give(self, answer: LineAnswer, *, by_number: bool) -> None:
        """Carry out an answer. `by_number` says that its whole text was read to the player."""

    def take_text(self, text: str | None) -> None:
        """Carry out the answer to a question that takes any text; None leaves it unanswered."""

    def asked_game(self) -> AskedGame | None:
        """The table that the question is about, if it is about one."""

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        """The commands of this room by their words."""

    @property
    def keys(self) -> Mapping[str, str]:
        """Keys of the table: for a letter the command, or `role:` and the role of an answer, or `target:AREA:INDEX`."""

    def close(self) -> None:
        """Leave the room: what it holds is saved and unlocked."""


class Conversation:
    """A conversation in one room after the other. With `is_flat`, all answers are listed at once and nothing is asked in two
    questions, as programs want it. It is over when `exit_code` is not None."""

    def __init__(self, output: Output, *, is_flat: bool = False) -> None:
        self._output: Final = output
        self.is_flat: Final = is_flat
        self.room: Room | None = None
        self._covered: list[Room] = []  # the rooms below it, to which it leads back
        self.exit_code: int | None = None
        self._asked: LineQuestion | None = None  # the open question; None if it must be asked again
        self._lists: list[
            tuple[str, Sequence[LineAnswer]]
        ] = []  # the lists that lead to the one that is read now, and that
        self._first = 0  # the index of the first answer that is read
        self._listing = Listing("", ())
        self._said: list[str] = []  # since the latest line that was read

    # -- said by rooms

    def say(self, *texts: str) -> None:
        """Say sentences. Long ones are said in several lines."""
        lines = [line for text in texts for line in lines_of(text)]
        if lines:
            self._said += lines
            self._output.say(lines)

    def tell(self, message: Message, *texts: str) -> None:
        """Tell programs a message with fields; the texts say the same."""
        lines = [line for text in texts for line in lines_of(text)]
        self._said += lines
        self._output.tell(message, lines)

    def refuse(self, sentence: str, code: str = NOT_POSSIBLE, expected: str = "") -> None:
        """Say why something is not done."""
        lines = lines_of(sentence)
        self._said += lines
        self._output.refuse(Refusal(sentence, code, expected), lines)

    def report(self, what: str, share: float | None = None, text: str = "") -> None:
        """Report that something goes on, such as an analysis; the text is said once."""
        lines = lines_of(text)
        self._said += lines
        self._output.report(what, share, lines)

    def has_said(self, sentence: str) -> bool:
        """Whether a sentence, or one that goes on like it, was said since the latest line that was read."""
        words = sentence.removesuffix(".").casefold()
        return any(words in line.casefold() for line in self._said)

    def enter(self, room: Room) -> None:
        """Leave this room, and those below it, for another one."""
        self.leave()
        self.room = room
        self.ask_again()

    def cover(self, room: Room) -> None:
        """Enter a room that leads back to this one."""
        if self.room is not None:
            self._covered.append(self.room)
        self.room = room
        self.ask_again()

    def uncover(self) -> None:
        """Go back to the room below this one."""
        if self.room is not None:
            self.room.close()
        self.room = self._covered.pop() if self._covered else None
        self.ask_again()

    def leave(self) -> None:
        """Leave all rooms."""
        while self.room is not None:
            self.uncover()

    def ask_again(self) -> None:
        """Ask the question of the room again, because it has changed."""
        self._asked = None

    def end(self, exit_code: int) -> None:
        """End the conversation."""
        self.exit_code = exit_code

    # -- asked

    def ask(self) -> None:
        """Say the news and ask the question of the room, unless it is open already."""
        assert self.room is not None
        if self._asked is not None:
            return
        self.room.say_news()
        self._asked = question = self.room.question()
        answers = flattened(question.answers) if self.is_flat else question.answers
        self._open_list(question.text, answers)

    @property
    def listing(self) -> Listing:
        """The question as it was asked last."""
        return self._listing

    def words(self) -> list[str]:
        """Words that a line may begin with: commands, and words of the answers."""
        answers = flattened(self._asked.answers) if self._asked is not None else []
        spoken = [word for answer in answers for word in tokens(answer.text) if not word[0].isdigit()]
        return sorted({*self.commands, *spoken} - SMALL_WORDS)

    def _open_list(self, text: str, answers: Sequence[LineAnswer]) -> None:
        self._lists = [(text, answers)]
        self._read_list(0)

    def _read_list(self, first: int) -> None:
        """Read the current list from an answer on."""
        text, answers = self._lists[-1]
        self._first = first
        takes_text = self._asked is not None and self._asked.takes_text
        if self.is_flat or len(answers) <= MAX_LISTED:
            warning = self._asked.warning if self._asked is not None else None
            self._listing = Listing(text, tuple(answers), takes_text, warning)
        else:
            shown = tuple(answers[first : first + MAX_LISTED - 1])
            left = len(answers) - first - len(shown)
            more = LineAnswer(f"More, {left} left" if left else "Back to the first answers", question=MORE)
            self._listing = Listing(text, (*shown, more), takes_text)
        self._output.ask(self._listing)

    # -- understood

    def receive(self, typed: str) -> None:
        """Carry out a line: a number, a command, a key, or words of an answer."""
        line = self._heard(typed)
        self._carry_out(lambda: self._receive(line))

    def receive_answer(self, number: int) -> None:
        """Give the answer with a number of the list."""
        self._said = []
        self._carry_out(lambda: self._give_number(number))

    def receive_text(self, typed: str) -> None:
        """Answer a question that takes a text."""
        line = self._heard(typed)
        self._carry_out(lambda: self._take_text(line))

    def receive_command(self, typed: str) -> None:
        """Carry out a command."""
        line = self._heard(typed)
        self._carry_out(lambda: self._run_command(line))

    def _heard(self, typed: str) -> str:
        self._said = []
        return " ".join(typed[:MAX_TYPED_CHARS].split())

    def _carry_out(self, act: Callable[[], object]) -> None:
        assert self.room is not None
        assert self._asked is not None
        try:
            act()
        except Refusal as refused:
            self.refuse(refused.sentence, refused.code, refused.expected)

    def _receive(self, line: str) -> None:
        assert self.room is not None
        assert self._asked is not None
        if not line.isprintable():  # such as the bytes of an arrow key
            raise Refusal(UNKNOWN, UNKNOWN_COMMAND)
        if self._asked.takes_text and line.casefold() != "back":
            self._take_text(line)
        elif LISTED_NUMBER.fullmatch(line):
            self._give_number(int(line))
        elif self._command_of(line) is not None:
            self._run_command(line)
        elif not line:
            self._read_list(self._first)
        elif len(line) != 1 or not self._press_key(line):
            self._give_words(line)

    def _take_text(self, line: str) -> None:
        assert self.room is not None
        assert self._asked is not None
        if not (self._asked.takes_text and line.isprintable()):
            expected = "a text of printable characters" if self._asked.takes_text else self._expected_number
            raise Refusal("That does not answer the question.", NO_SUCH_ANSWER, expected)
        self.ask_again()
        self.room.take_text(line)

    def _command_of(self, line: str) -> LineCommand | None:
        """The command that a line begins with; None if there is none, or it takes nothing and more follows."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.casefold())
        return command if command is not None and (not rest or command.argument) else None

    def _run_command(self, line: str) -> None:
        command = self._command_of(line)
        if command is None:
            raise Refusal("There is no such command here.", UNKNOWN_COMMAND, ", ".join(self.commands))
        command.run(line.partition(" ")[2])

    @property
    def _expected_number(self) -> str:
        count = len(self._listing.answers)
        return f"a number from 1 to {count}" if count else "a text"

    def _give_number(self, number: int) -> None:
        if not 1 <= number <= len(self._listing.answers):
            count = len(self._listing.answers)
            sentence = f"There is no answer {number}: the list ends at {count}." if count else UNKNOWN
            raise Refusal(sentence, NO_SUCH_ANSWER, self._expected_number)
        self._give(self._listing.answers[number - 1], by_number=True)

    def _give(self, answer: LineAnswer, *, by_number: bool) -> None:
        assert self.room is not None
        if answer.question == MORE:
            self._read_more()
        elif answer.then:
            self._lists.append((answer.question, answer.then))
            self._read_list(0)
        else:
            self.ask_again()
            self.room.give(answer, by_number=by_number)

    def _give_words(self, line: str) -> None:
        """Give the only answer that has these words. Of several, read the list."""
        assert self._asked is not None
        listed = self._lists[-1][1]
        for answers in (listed, flattened(listed), flattened(self._asked.answers)):
            fitting = matching(line, answers)
            if len(fitting) == 1:
                self._give(fitting[0], by_number=False)
                return
            if fitting:
                self._lists.append((f"{len(fitting)} answers have that; which one?", fitting))
                self._read_list(0)
                return
        raise Refusal(UNKNOWN, UNKNOWN_COMMAND)

    def _press_key(self, key: str) -> bool:
        """Carry out a key of the table. Returns False if it has no meaning now."""
        assert self.room is not None
        assert self._asked is not None
        meaning, _, rest = self.room.keys.get(key, "").partition(":")
        if meaning == "role":
            answers = [answer for answer in flattened(self._asked.answers) if answer.role == rest]
            if len(answers) == 1:
                self._give(answers[0], by_number=False)
            elif answers:
                self._lists.append(("Which of these?", answers))
                self._read_list(0)
            return bool(answers)
        if meaning == "target":
            fitting = [
                answer
                for answer in self._asked.answers
                if any(f"{target.area}:{target.index}" == rest for target in answer.targets)
            ]
            if len(fitting) == 1:
                self._give(fitting[0], by_number=False)
            elif fitting:
                self._lists.append(("Which answer about it?", fitting))
                self._read_list(0)
            return bool(fitting)
        command = self.commands.get(meaning)
        if command is not None:
            command.run("")
        return command is not None

    # -- commands of every room

    @property
    def commands(self) -> dict[str, LineCommand]:
        """All commands that can be given now, by their words."""
        assert self.room is not None
        return {**self._own_commands(), **self.room.commands}

    def _own_commands(self) -> dict[str, LineCommand]:
        return {
            "repeat": LineCommand("the question and the list again", lambda _: self._read_list(self._first)),
            "more": LineCommand("the next answers of a long list", lambda _: self._read_more()),
            "back": LineCommand("from a second question to the first", lambda _: self._go_back()),
            "help": LineCommand("this help", self._say_help, "COMMAND"),
            "quit": LineCommand("leave; the game is on disk", lambda _: self.end(0)),
        }

    def _read_more(self) -> None:
        answers = self._lists[-1][1]
        if self.is_flat or len(answers) <= MAX_LISTED:
            raise Refusal("There are no more answers.")
        following = self._first + MAX_LISTED - 1
        self._read_list(following if following < len(answers) else 0)

    def _go_back(self) -> None:
        assert self._asked is not None
        assert self.room is not None
        if len(self._lists) > 1:
            self._lists.pop()
            self._read_list(0)
        elif self._asked.takes_text:
            self.ask_again()
            self.room.take_text(None)
        else:
            raise Refusal("There is no question before this one.")

    def _say_help(self, name: str) -> None:
        commands = self.commands
        if name:
            command = commands.get(name.casefold())
            if command is None:
                raise Refusal(f"There is no command {name}.", NOT_FOUND, ", ".join(commands))
            self.say(_help_line(name.casefold(), command))
            return
        self.say("A number gives the answer with that number; words of an answer give it too. Commands:")
        self.say(*[_help_line(word, command) for word, command in commands.items() if command.is_listed])


MORE: Final = "more"  # `LineAnswer.question` of the answer that reads the next ones


def _help_line(word: str, command: LineCommand) -> str:
    argument = f" {command.argument}" if command.argument else ""
    return f"{word}{argument}: {command.help_text}."


def flattened(answers: Sequence[LineAnswer]) -> list[LineAnswer]:
    """The answers with their full texts, those of the second question in place of the answer that leads to it."""
    leaves = [leaf for answer in answers for leaf in (flattened(answer.then) if answer.then else [answer])]
    return [replace(leaf, text=leaf.full_text, full_text="") if leaf.full_text else leaf for leaf in leaves]


def matching(line: str, answers: Sequence[LineAnswer]) -> list[LineAnswer]:
    """The answers that a line means: those with just these words; else those in which each word of the line begins a word. A
    letter or a word with a digit must be the whole word."""
    typed = tokens(line)
    same = [answer for answer in answers if tokens(answer.text) == typed]
    if same or not typed:
        return same[:1]

    def has(words: Sequence[str], wanted: str) -> bool:
        is_whole = wanted[0].isdigit() or len(wanted) == 1
        return wanted in words if is_whole else any(word.startswith(wanted) for word in words)

    return [answer for answer in answers if all(has(tokens(answer.text), word) for word in typed)]


def tokens(text: str) -> list[str]:
    """The words of a text in small letters. A place is one word, however it is written: "11e" for "11 E"."""
    return WORD.findall(PLACE_NAME.sub("", text.casefold()))


def lines_of(text: str) -> list[str]:
    """A text in lines, one for each sentence."""
    return [line for sentence in SENTENCE_END.split(text.strip()) for line in wrapped(as_sentence(sentence))]


def wrapped(sentence: str) -> list[str]:
    """A sentence in lines that are short enough, broken after a comma if possible, else between words."""
    lines: list[str] = []
    while len(sentence) > MAX_LINE_CHARS:
        head = sentence[: MAX_LINE_CHARS + 1]
        comma = max(head.rfind(", "), head.rfind("; "), head.rfind(": "))
        end = comma + 1 if comma > MAX_LINE_CHARS // 2 else head.rfind(" ")
        end = end if end > 0 else MAX_LINE_CHARS
        lines.append(sentence[:end].rstrip())
        sentence = sentence[end:].lstrip()
    return [*lines, sentence] if sentence else lines


def numbered_lines(listing: Listing) -> list[str]:
    """A question and its answers as lines."""
    answers = [f"{number}. {as_sentence(answer.text)}" for number, answer in enumerate(listing.answers, 1)]
    return [*lines_of(listing.text), *[line for answer in answers for line in wrapped(answer)]]


class Message(NamedTuple):
    """A message besides its lines: its type, and its fields as JSON values."""

    type: str
    fields: Mapping[str, Any]
