"""How a game is read aloud: its questions, answers and table as sentences, for the plain mode, speech and braille.

The defaults here need only the rules of a game. The reader of a game, which its `TableKit` names, knows more: what lies on its
table, in which order answers are listed, and how its signs are said.
"""

import re
from calendar import day_name, month_name
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from engine.core.action import Action
from engine.core.game import NOBODY, Question
from vok_tui.game.story import Choice, Sentence
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Answer, Board, Page

Names = tuple[str, ...]
MONTHS: Final = tuple(month_name)
DAY_BY_START: Final = {name[:3]: name for name in day_name}
MONTH_BY_START: Final = {name[:3]: name for name in MONTHS[1:]}
SIGNS: Final = (
    (
        re.compile(r"\b(\d{4})-(0[1-9]|1[0-2])-(\d\d)\b"),
        lambda found: f"{int(found[3])} {MONTHS[int(found[2])]} {found[1]}",
    ),
    (re.compile(r"\b(\d{4})-(0[1-9]|1[0-2])\b"), lambda found: f"{MONTHS[int(found[2])]} {found[1]}"),
    (re.compile(r"\b([A-Z][a-z]{2})(?= \d\d? [A-Z][a-z]{2}\b)"), lambda found: DAY_BY_START.get(found[1], found[1])),
    (re.compile(r"(?<=\d )([A-Z][a-z]{2})  "), lambda found: f"{MONTH_BY_START.get(found[1], found[1])}, "),
    (re.compile(r"(?<=\d )([A-Z][a-z]{2})(?=,|$| \d{4})"), lambda found: MONTH_BY_START.get(found[1], found[1])),
    (re.compile("[“”]"), '"'),
    (re.compile(r"\b[0-9a-f]{4}(?:-[0-9a-f]{4})+\b"), lambda found: ", ".join(map(" ".join, found[0].split("-")))),
    (re.compile(r"(?<=\d) : (?=\d)"), " to "),
    (re.compile(r"(?<![\d.])1\.0+ points\b"), "1 point"),
    (re.compile(r"(?<=\d)\.0+(?= [a-z])"), ""),
    (re.compile(r"\s*×\s*"), " times "),
    (re.compile(r"(?<=\d) x (?=\d)"), " times "),
    (re.compile(r"\s*=\s+"), " is "),
    (re.compile(r" ± (?=\d)"), ", give or take "),
    (re.compile(r"(?<![\w/])\+(?=\d)"), "plus "),
    (re.compile(r"(?<![\w/])[-−](?=\d)"), "minus "),
    (re.compile(r"(?<=\d)\+(?=\d)"), ", "),
    (re.compile(r" \(([^()]*)\)(?=[,.;:?]|$)"), r", \1"),
    (re.compile(r" \(([^()]*)\)"), r", \1,"),
    (re.compile(r"\blevel (I{1,3})\b"), lambda found: f"level {len(found[1])}"),
)
"""Signs of the texts for the screen, and what is said in their place."""
WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
SMALL_WORDS: Final = frozenset(
    ("a", "an", "the", "of", "to", "from", "with", "for", "and", "or", "your", "you", "in", "on", "at", "as", "is")
)


@dataclass(frozen=True)
class LineAnswer:
    """An answer of a list: it gives the `action` or a `command` of the room, or leads to `question`, whose answers are `then`.
    `role` is that of its key, as in `Answer.role`. `targets` are what it is about. `full_text` is its text where the first
    question is not read, "" if that is the same. `echo` confirms it in a few words, "" if its text does."""

    text: str
    action: Action | None = None
    question: str = ""
    then: "tuple[LineAnswer, ...]" = ()
    role: str = ""
    targets: tuple[Target, ...] = ()
    command: str = ""
    full_text: str = ""
    echo: str = ""


@dataclass(frozen=True)
class Topic:
    """A part of the table that a command reads. `lines` are its sentences, made from what the viewer may know. `items` are the
    things in it, which the command reads in full by their numbers, from 1."""

    help_text: str
    lines: Callable[[Any, Names, Names], Sequence[str]]
    items: Callable[[Any], Sequence[Target]] = lambda _view: ()
    is_in_look: bool = True  # whether `look` reads it too


class LineReader:
    """Reads one game aloud. `board` answers what the targets mean."""

    echo_verbs: frozenset[str] = frozenset()  # events that only repeat the answers of the player who caused them

    def __init__(self, board: Board) -> None:
        self.board: Final = board

    # -- what a game may know better

    def is_routine(self, sentence: Sentence) -> bool:
        """Whether what another player did happens in every turn, so that it is said only on demand."""
        del sentence
        return False

    @property
    def topics(self) -> Mapping[str, Topic]:
        """The parts of the table by their commands, in the order in which `look` reads them."""
        return {}

    @property
    def other_words(self) -> Mapping[str, str]:
        """More words for the commands of `topics`."""
        return {}

    def state_sentence(self, view: Any, names: Names) -> str:
        """Where in the game we are, in a sentence; "" if there is nothing to say."""
        del view, names
        return ""

    def why_no_answer(self, view: Any, word: str) -> str:
        """Why no answer now begins with a word, such as a verb; "" if that is not known."""
        del view, word
        return ""

    def point_lines(self, view: Any, names: Names) -> Sequence[str]:
        """How the points of each player come about; empty if the rows of the standing say it all."""
        del view, names
        return ()

    def list_answers(self, view: Any, choices: list[Choice], names: Names) -> list[LineAnswer]:
        """All answers, the likeliest first."""
        del names
        return [self.line_answer(view, choice) for choice in choices]

    def all_at_once(self, view: Any, choices: list[Choice], names: Names) -> Answer | None:
        """The answer that does all that is left at once, such as placing all blocks; None if the game has none now."""
        del view, choices, names
        return None

    def things(self, view: Any) -> Sequence[Target]:
        """Everything with a name that `read` and `why` may be asked about, besides the items of the topics."""
        del view
        return ()

    def question_text(self, view: Any, question: Question) -> str:
        """The question, as it is said."""
        del view
        text = question.text
        if question.card and question.card not in text:
            text = f"{question.card}: {text}"
        return self.say(f"{text.rstrip('.?')}?")

    def say(self, text: str) -> str:
        """A text of the screen, as it is said."""
        return spoken(text)

    # -- for all games

    def line_answer(self, view: Any, choice: Choice, text: str = "", note: str = "") -> LineAnswer:
        """The answer of one choice. `text` replaces that of the rules, `note` follows it."""
        text = self.say(text or choice.text)
        text = capitalised(text)
        targets = tuple(self.board.targets_of_action(view, choice.action))
        return LineAnswer(f"{text}{', ' + self.say(note) if note else ''}", choice.action, targets=targets, echo=text)

    def all_things(self, view: Any) -> list[Target]:
        """All targets that have a name or a page, each once."""
        items = [target for topic in self.topics.values() for target in topic.items(view)]
        return list(dict.fromkeys([*items, *self.things(view)]))

    def page_sentences(self, page: Page) -> list[str]:
        """A page of the screen's reader, as sentences."""
        subtitle = f", {page.subtitle}" if page.subtitle else ""
        lines = [f"{page.title}{subtitle}"]
        lines += [f"{name.strip().capitalize()}: {text}" if name.strip() else text for name, text in page.lines if text]
        return [as_sentence(_counted_parts(self.say(line))) for line in lines]


def _counted_parts(text: str) -> str:
    """A list in which equal parts stand in a row, with their number: "area 16, area 16" is "2 times area 16"."""
    heading, colon, parts = text.rpartition(": ")
    groups = [(part, len(list(group))) for part, group in groupby(parts.split(", "))]
    return f"{heading}{colon}" + ", ".join([part if count == 1 else f"{count} times {part}" for part, count in groups])


def answers_in_groups(
    answers: Iterable[tuple[Any, LineAnswer]], group_texts: Callable[[Any, Sequence[LineAnswer]], tuple[str, str]]
) -> list[LineAnswer]:
    """The answers with equal keys as one answer, at the place of the first. It leads to a second question. `group_texts` are the
    texts of this answer and of its question. An answer with the key None, or with a key of its own, stays as it is."""
    groups: dict[Any, list[LineAnswer]] = {}
    for number, (key, answer) in enumerate(answers):
        groups.setdefault((number,) if key is None else key, []).append(answer)
    listed = []
    for key, group in groups.items():
        if len(group) == 1:
            listed.append(replace(group[0], text=group[0].full_text or group[0].text, full_text=""))
            continue
        text, question = group_texts(key, group)
        targets = tuple(dict.fromkeys([target for answer in group for target in answer.targets]))
        listed.append(LineAnswer(text, None, question, tuple(without_common_start(group)), targets=targets))
    return listed


def without_common_start(answers: Sequence[LineAnswer]) -> list[LineAnswer]:
    """The answers to one question without the words in small letters that all of them begin with, such as "Discard", and then
    end with: the question says that. Answers with a role do not count."""
    texts = [answer.text.split() for answer in answers if not answer.role and not answer.then]
    start = 0
    while len(texts) > 1 and all(
        len(words) > start + 1 and words[start] == texts[0][start] and (not start or words[start].islower())
        for words in texts
    ):
        start += 1
    end = texts[0][-1] if start and all(words[-1] == texts[0][-1] for words in texts) else ""
    end = f" {end}" if end.isalpha() and end.islower() and min(map(len, texts)) > start + 1 else ""
    if not start:
        return list(answers)

    def shortened(answer: LineAnswer) -> LineAnswer:
        text = capitalised(" ".join(answer.text.split()[start:]).removesuffix(end))
        return replace(answer, text=text, full_text=answer.full_text or answer.text)

    return [answer if answer.role or answer.then else shortened(answer) for answer in answers]


def capitalised(text: str) -> str:
    """A text with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def spoken(text: str) -> str:
    """A text with words in place of the signs that speech leaves out or reads badly."""
    for sign, words in SIGNS:
        text = sign.sub(words, text)
    return text


def with_role(answer: LineAnswer, role: str) -> LineAnswer:
    """The same answer with the key of a role."""
    return replace(answer, role=role)


def as_sentence(text: str) -> str:
    """A text with a capital letter and a full stop, unless it ends as a sentence already."""
    text = text.strip()
    return f"{capitalised(text)}{'' if text.endswith(('.', '?', '!', ':')) else '.'}" if text else ""


def player_words(seat: int, viewer: int, names: Names) -> str:
    """What the viewer calls a player: "You", or the name."""
    return "You" if seat == viewer != NOBODY else names[seat]
