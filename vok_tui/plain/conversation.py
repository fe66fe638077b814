"""The conversation: one question after the other with numbered answers, and commands at any time. It neither reads nor prints.

A room (`Room`) says what is asked and carries out the answers. The conversation lists the answers, of many eight at a time, and
finds the one that a line means. A number is always a number of the list that was read last. Other lines are commands first, then
keys of the table, then words of an answer, then beginnings of commands. A line without a meaning is refused with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, Protocol

from engine.core.action import Action
from vok_tui.boards.game_protocol import GameProtocol
from vok_tui.boards.line_reader import SMALL_WORDS, WORD, LineAnswer, as_sentence

MAX_LISTED: Final = 12  # answers of a list that is read as a whole, without the one that ends the turn
PORTION: Final = 8  # answers of a longer list that are read at once
MAX_SAID: Final = 12  # sentences that are said at once of a long text
MAX_TYPED_CHARS: Final = 400  # of a line that is read; the rest is ignored
SENTENCE_END: Final = re.compile(r"(?<=[.!?]) +(?=[A-Z0-9])")
PLACE_NAME: Final = re.compile(r"(?<=\d)[ /](?=[A-Fa-f]\b)")
LISTED_NUMBER: Final = re.compile(r"#?([0-9]{1,9})[.)]?")  # as the list writes it, and as people do
UNKNOWN: Final = "That is neither an answer nor a command."
WHAT_TO_TYPE: Final = "Type a number of the list, a word of an answer, or help."
MAX_WORDS_CORRECTED: Final = 8  # of a line
TEXT_COMMANDS: Final = ("back", "help", "menu", "quit", "repeat")  # no text that is asked for
LEADS_BACK: Final = ("back", "no")  # roles of answers of the program; `back` takes the first that is listed


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
    """A question and all its answers. With `takes_text`, any line is the answer but a few commands, and "back" leaves it
    unanswered. `warning` is the answer that may be taken back, if the question asks that. `back` is what "back" gives if no
    answer leads back. Answers that are `known` are read only on demand; they have a number only then."""

    text: str
    answers: tuple[LineAnswer, ...] = ()
    takes_text: bool = False
    warning: CostlyAnswer | None = None
    back: LineAnswer | None = None
    known: tuple[LineAnswer, ...] = ()


@dataclass(frozen=True)
class Listing:
    """The question as it is asked now: the answers with the numbers from 1. The last of them may be `MORE`. If the last one
    `ends` the turn or does without, its number is 0, in each question. If the list `was_read`, only the question is new."""

    text: str
    answers: tuple[LineAnswer, ...]
    takes_text: bool = False
    warning: CostlyAnswer | None = None
    ends: bool = False
    was_read: bool = False

    @property
    def numbered(self) -> list[tuple[int, LineAnswer]]:
        numbers = [*range(1, len(self.answers)), 0] if self.ends else range(1, len(self.answers) + 1)
        return list(zip(numbers, self.answers, strict=True))


@dataclass(frozen=True)
class LineCommand:
    """A command. `run` gets the rest of the line. `argument` is what that may be, "" if the command takes nothing. One that
    `only_reads` works at a question over the table too."""

    help_text: str
    run: Callable[[str], None]
    argument: str = ""
    is_listed: bool = True  # whether the help names it
    only_reads: bool = False


class Output(Protocol):
    """What hears the conversation."""

    def say(self, lines: Sequence[str]) -> None:
        """Sentences, each of any length."""

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

    def give(self, answer: LineAnswer, *, typed: str) -> None:
        """Carry out an answer. `typed` are the words that have named it, "" if a number or a key has."""

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

    def refusal(self, line: str) -> str:
        """Why a line is no answer now, as far as the room knows; else ""."""

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
        self._read: tuple[Room, LineQuestion] | None = None  # whose whole list was the last that was read
        self._rest: list[str] = []  # of a long text, which `more` says
        self._listing = Listing("", ())
        self._said: list[str] = []  # since the latest line that was read

    # -- said by rooms

    def say(self, *texts: str) -> None:
        """Say sentences. Long ones are said in several lines."""
        lines = [line for text in texts for line in lines_of(text)]
        if lines:
            self._said += lines
            self._output.say(lines)

    def say_long(self, sentences: Sequence[str], at_once: int = MAX_SAID) -> None:
        """Say sentences, the first of many at once and the rest with `more`. Programs get all."""
        shown = len(sentences) if self.is_flat or len(sentences) <= at_once + 1 else at_once
        self.say(*sentences[:shown])
        self._rest = list(sentences[shown:])
        if self._rest:
            self.say(f"{len(self._rest)} sentences left: more says them.")

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
        self.exit_code = exit_code

    # -- asked

    def ask(self) -> None:
        """Say the news and ask the question of the room, unless it is open already."""
        assert self.room is not None
        if self._asked is not None:
            return
        self.room.say_news()
        self._asked = question = self.room.question()
        was_read = self._read == (self.room, question) and bool(question.answers)
        answers = flattened((*question.answers, *question.known)) if self.is_flat else question.answers
        self._lists = [(question.text, answers)]
        self._read_list(0, was_read=was_read)

    @property
    def room_below(self) -> Room | None:
        """The room that this one covers."""
        return self._covered[-1] if self._covered else None

    @property
    def listing(self) -> Listing:
        """The question as it was asked last."""
        return self._listing

    def words(self) -> list[str]:
        """Words that a line may begin with: commands, and words of the answers."""
        answers = flattened((*self._asked.answers, *self._asked.known)) if self._asked is not None else []
        spoken = [word for answer in answers for word in tokens(answer.text) if not word[0].isdigit()]
        return sorted({*self.commands, *spoken} - SMALL_WORDS)

    def _push_list(self, text: str, answers: Sequence[LineAnswer]) -> None:
        self._lists.append((text, answers))
        self._read_list(0)

    def _read_list(self, first: int, *, was_read: bool = False) -> None:
        """Read the current list from an answer on."""
        assert self.room is not None
        assert self._asked is not None
        text, answers = self._lists[-1]
        self._first = first
        listing = Listing(text, tuple(answers), self._asked.takes_text, self._asked.warning, was_read=was_read)
        if not self.is_flat:
            ends = [answer for answer in answers if is_end(answer)]
            ends = ends if len(ends) == 1 else []
            others = [answer for answer in answers if answer not in ends]
            if len(others) > MAX_LISTED:
                shown = others[first : first + PORTION]
                left = len(others) - first - len(shown)
                more = LineAnswer(f"More, {left} left" if left else "Back to the first answers", question=MORE)
                others = [*shown, more]
            listing = replace(listing, answers=(*others, *ends), ends=bool(ends))
            self._read = (self.room, self._asked) if len(self._lists) == 1 and not first else None
        self._listing = listing
        self._output.ask(listing)

    def _read_again(self) -> None:
        """Read the question and the list again, with the answers that are known."""
        assert self._asked is not None
        if self._asked.known and len(self._lists) == 1 and not self.is_flat:
            self._lists = [(self._asked.text, (*self._asked.answers, *self._asked.known))]
        self._read_list(self._first)

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
        number = LISTED_NUMBER.fullmatch(line)
        if self._asked.takes_text and line.casefold() not in TEXT_COMMANDS:
            self._take_text(line)
        elif number is not None:
            self._give_number(int(number[1]))
        elif self._command_of(line) is not None:
            self._run_command(line)
        elif not line:
            self._read_again()
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
        assert self._asked is not None
        given = dict(self._listing.numbered).get(number)
        if given is None and number == 0 and not self.is_flat:  # the number that ends the turn, at a second question
            given = next(filter(is_end, self._asked.answers), None)
        if given is None:
            count = len(self._listing.answers) - self._listing.ends
            sentence = (
                f"There is no answer {number}: the list ends at {count}." if count else f"{UNKNOWN} {WHAT_TO_TYPE}"
            )
            raise Refusal(sentence, NO_SUCH_ANSWER, self._expected_number)
        self._give(given)

    def _give(self, answer: LineAnswer, typed: str = "") -> None:
        assert self.room is not None
        if answer.question == MORE:
            self._read_more_answers()
        elif answer.question == BACK:
            self._go_back()
        elif answer.then:
            self._push_list(answer.question, answer.then)
        elif len(self._lists) > 1 and is_end(answer) and answer not in self._lists[-1][1]:
            yes = replace(answer, text="Yes", role="yes")
            self._push_list(f"{answer.text}, instead?", (yes, LineAnswer("No", question=BACK, role="no")))
        else:
            self._rest = []
            self.ask_again()
            self.room.give(answer, typed=typed)

    def _give_words(self, line: str) -> None:
        """Give the only answer that has these words, or run the only command that begins so. Of several, read the list."""
        assert self._asked is not None
        listed = self._lists[-1][1]
        word, _, rest = line.casefold().partition(" ")
        begun = [
            (name, command)
            for name, command in self.commands.items()
            if len(word) > 1
            and name.startswith(word)
            and command.is_listed
            and (not rest or (command.argument and word not in SMALL_WORDS))
        ]
        for answers in (listed, flattened(listed), flattened((*self._asked.answers, *self._asked.known))):
            fitting = matching(line, answers)
            is_whole = any(word in tokens(answer.text) for answer in fitting)
            if fitting and begun and not is_whole:
                break
            if len(fitting) == 1:
                named = matching(line, flattened(fitting))  # all words of a second question answer it too
                self._give(named[0] if len(named) == 1 else fitting[0], line)
                return
            if fitting:
                self._push_list(f"{len(fitting)} answers have that; which one?", fitting)
                return
        if len(begun) == 1 and not fitting:
            begun[0][1].run(rest)
        elif begun:
            meant = [*[name for name, _ in begun], *[f'the answer "{answer.text}"' for answer in fitting]]
            raise Refusal(f"{word} could be {or_list(meant[:MAX_LISTED])}.", UNKNOWN_COMMAND)
        else:
            raise self._no_meaning(line)

    def _no_meaning(self, line: str) -> Refusal:
        """Why a line has no meaning, or which words are like it."""
        assert self.room is not None
        if reason := self.room.refusal(line):
            return Refusal(reason)
        known = self.words()
        typed = tokens(line)[:MAX_WORDS_CORRECTED]
        near = [word if word in known else next(iter(get_close_matches(word, known, 1, 0.7)), word) for word in typed]
        has_near = near != typed and all(word in known or word in SMALL_WORDS for word in near)
        what = f"Did you mean {' '.join(near)}?" if has_near else WHAT_TO_TYPE
        return Refusal(f"{UNKNOWN} {what}", UNKNOWN_COMMAND)

    def _press_key(self, key: str) -> bool:
        """Carry out a key of the table; `y` and `n` are Yes and No where the program asks. Returns False if it has no meaning
        now."""
        assert self.room is not None
        assert self._asked is not None
        listed = self._lists[-1][1]
        asked = [answer for answer in listed if {"y": "yes", "n": "no"}.get(key) == answer.role]
        if asked and any(answer.action is None for answer in listed):
            self._give(asked[0])
            return True
        meaning, _, rest = self.room.keys.get(key, "").partition(":")
        if meaning == "role":
            answers = [answer for answer in flattened(self._asked.answers) if answer.role == rest]
            if len(answers) == 1:
                self._give(answers[0])
            elif answers:
                self._push_list("Which of these?", answers)
            return bool(answers)
        if meaning == "target":
            fitting = [
                answer
                for answer in self._asked.answers
                if any(f"{target.area}:{target.index}" == rest for target in answer.targets)
            ]
            if len(fitting) == 1:
                self._give(fitting[0])
            elif fitting:
                self._push_list("Which answer about it?", fitting)
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
            "repeat": LineCommand("the question and the list again", lambda _: self._read_again()),
            "more": LineCommand(
                "the rest of a long text, or the next answers of a long list", lambda _: self._read_more()
            ),
            "back": LineCommand("to the question before, or the answer that leads back", lambda _: self._go_back()),
            "help": LineCommand("this help", self._say_help, "COMMAND"),
            "quit": LineCommand("leave; the game is on disk", lambda _: self.end(0)),
        }

    def _read_more(self) -> None:
        if self._rest:
            self.say_long(self._rest)
        else:
            self._read_more_answers()

    def _read_more_answers(self) -> None:
        answers = [answer for answer in self._lists[-1][1] if not is_end(answer)]
        if self.is_flat or len(answers) <= MAX_LISTED:
            raise Refusal("There are no more answers.")
        following = self._first + PORTION
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
            ways = [answer for answer in self._asked.answers if answer.action is None and answer.role in LEADS_BACK]
            way = next(iter(ways), self._asked.back)
            if way is None:
                raise Refusal("There is no question before this one.")
            self._give(way)

    def _say_help(self, name: str) -> None:
        commands = self.commands
        if name:
            command = commands.get(name.casefold())
            if command is None:
                raise Refusal(f"There is no command {name}.", NOT_FOUND, ", ".join(commands))
            self.say(_help_line(name.casefold(), command))
            return
        self.say("A number gives the answer with that number; words of an answer give it too. Beginnings are enough.")
        if self._asked is not None and self._asked.known:
            self.say(
                f"Answers that are not read each time: {', '.join([answer.text for answer in self._asked.known])}."
            )
        self.say_long([_help_line(word, command) for word, command in commands.items() if command.is_listed])


MORE: Final = "more"  # `LineAnswer.question` of the answer that reads the next ones
BACK: Final = "back"  # `LineAnswer.question` of the answer that leads to the list before


def is_end(answer: LineAnswer) -> bool:
    """Whether an answer ends the turn or does without, at a question of the game."""
    return answer.role in ("end", "no") and answer.action is not None


def or_list(words: Sequence[str]) -> str:
    """Words joined: "a, b or c"."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _help_line(word: str, command: LineCommand) -> str:
    argument = f" {command.argument}" if command.argument else ""
    return f"{word}{argument}: {command.help_text}."


def flattened(answers: Sequence[LineAnswer]) -> list[LineAnswer]:
    """The answers with their full texts, those of the second question in place of the answer that leads to it."""
    leaves = [leaf for answer in answers for leaf in (flattened(answer.then) if answer.then else [answer])]
    return [replace(leaf, text=leaf.full_text, full_text="") if leaf.full_text else leaf for leaf in leaves]


def matching(line: str, answers: Sequence[LineAnswer]) -> list[LineAnswer]:
    """The answers that a line means: those with just these words, be it before a comma; else those in which each word of the line
    begins a word. A letter or a word with a digit must be the whole word."""
    typed = tokens(line)
    same = [answer for answer in answers if tokens(answer.text) == typed]
    if same or not typed:
        return same[:1]
    whole = [answer for answer in answers if tokens(answer.text.partition(",")[0]) == typed]

    def has(words: Sequence[str], wanted: str) -> bool:
        is_whole = wanted[0].isdigit() or len(wanted) == 1
        return wanted in words if is_whole else any(word.startswith(wanted) for word in words)

    return whole or [answer for answer in answers if all(has(tokens(answer.text), word) for word in typed)]


def tokens(text: str) -> list[str]:
    """The words of a text in small letters. A place is one word, however it is written: "11e" for "11 E"."""
    return WORD.findall(PLACE_NAME.sub("", text.casefold()))


def lines_of(text: str) -> list[str]:
    """A text in lines, one for each sentence."""
    return [as_sentence(sentence) for sentence in SENTENCE_END.split(text.strip()) if sentence]


def wrapped(sentence: str, width: int) -> list[str]:
    """A sentence in lines of at most `width` characters, broken after a comma if possible, else between words."""
    lines: list[str] = []
    while len(sentence) > width:
        head = sentence[: width + 1]
        comma = max(head.rfind(", "), head.rfind("; "), head.rfind(": "))
        end = comma + 1 if comma > width // 2 else head.rfind(" ")
        end = end if end > 0 else width
        lines.append(sentence[:end].rstrip())
        sentence = sentence[end:].lstrip()
    return [*lines, sentence] if sentence else lines


def numbered_lines(listing: Listing) -> list[str]:
    """A question and its answers as lines."""
    if listing.was_read:
        return [*lines_of(listing.text), "The same answers."]
    answers = [f"{number}. {as_sentence(answer.text)}" for number, answer in listing.numbered]
    return [*lines_of(listing.text), *answers]


class Message(NamedTuple):
    """A message besides its lines: its type, and its fields as JSON values."""

    type: str
    fields: Mapping[str, Any]
