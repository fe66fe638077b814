"""What may be read of a table in lines: its parts, everything about a thing, points, the story and the rules; and why something
cannot be chosen."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from engine.core.match import Match
from vok_tui.boards.line_reader import SMALL_WORDS, LineReader, Topic, as_sentence
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.game.sitting import Sitting
from vok_tui.game.story import Choice, StoryChapter
from vok_tui.plain.conversation import Conversation, LineCommand, Refusal, tokens
from vok_tui.plain.sentences import (
    counted,
    point_sentences,
    read_sentences,
    things_named,
    topic_commands,
    topic_sentences,
    words_of_target,
)
from vok_tui.shared.shortcuts import Shortcut

COMMAND_KEYS: Final = {"hint": "hint", "undo": "undo", "redo": "redo", "reshuffle": "redeal", "start_screen": "menu"}
LOG_SENTENCES: Final = 12  # that `log` says without a number
MAX_LOG_SENTENCES: Final = 1000
MAX_REFUSALS: Final = 3  # reasons why an answer is refused
MAX_OBSTACLES: Final = 12  # that `why` says without a name


class Seen(NamedTuple):
    """A table as one seat may know it: the view, the names and levels of all seats, the seat, the points, and the story so
    far."""

    view: Any
    names: tuple[str, ...]
    levels: tuple[str, ...]
    viewer: int
    scores: Sequence[int]
    story: Callable[[], list[StoryChapter]]


def seen_at(sitting: Sitting) -> Seen:
    """What the viewer of a sitting knows."""
    scores = sitting.match.game.scores(sitting.state)
    return Seen(sitting.view(), sitting.names, sitting.levels, sitting.viewer, scores, sitting.story)


class TableReading:
    """Reads a table aloud. `seen` gives what may be known now. A name or a number is what the player typed after the command; ""
    for none."""

    def __init__(self, match: Match, reader: LineReader, conversation: Conversation, seen: Callable[[], Seen]) -> None:
        self._kit: Final = table_kit_of(match.game)
        self._reader: Final = reader
        self._conversation: Final = conversation
        self._seen: Final = seen

    @property
    def commands(self) -> dict[str, LineCommand]:
        own = {
            "look": LineCommand("the whole table", lambda _: self.say_table()),
            **topic_commands(self._reader, self.say_topic),
            "points": LineCommand("the points of everybody, explained", lambda _: self.say_points()),
            "read": LineCommand("everything about a card or a place", self.read, "NAME"),
            "log": LineCommand("the latest sentences of the story", self.say_log, "NUMBER"),
            "rules": LineCommand("the rules; with a number, one section", self.say_rules, "NUMBER"),
        }
        return {word: replace(command, only_reads=True) for word, command in own.items()}

    def say_table(self) -> None:
        seen = self._seen()
        self._conversation.say(self._reader.state_sentence(seen.view, seen.names))
        for topic in self._reader.topics.values():
            if topic.is_in_look:
                self.say_topic(topic, "")
        if not self._reader.topics:
            self.say_points()

    def say_topic(self, topic: Topic, number: str) -> None:
        seen = self._seen()
        sentences = topic_sentences(topic, number, self._reader, seen.view, seen.names, seen.levels)
        self._conversation.say_long(list(sentences)) if not topic.is_in_look else self._conversation.say(*sentences)

    def read(self, name: str) -> None:
        seen, reader = self._seen(), self._reader
        words = [word for word in tokens(name) if word not in SMALL_WORDS]
        topic = reader.topics.get(reader.other_words.get(words[0], words[0])) if len(words) == 1 else None
        if topic is not None and not things_named(name, reader, seen.view, seen.names, seen.viewer):
            self.say_topic(topic, "")
        else:
            self._conversation.say(*read_sentences(name, reader, seen.view, seen.names, seen.levels, seen.viewer))

    def say_points(self) -> None:
        seen = self._seen()
        rows = self._kit.standing_rows(seen.view, seen.scores)
        self._conversation.say(*point_sentences(rows, seen.view, seen.names, seen.viewer, self._reader))

    def say_log(self, number: str) -> None:
        count = min(int(number), MAX_LOG_SENTENCES) if number.isdecimal() and len(number) < 6 else LOG_SENTENCES
        sentences = self.story_sentences(self._seen().story())
        self._conversation.say_long(sentences[-count:] if count and sentences else ["Nothing has happened yet."])

    def story_sentences(self, story: Sequence[StoryChapter]) -> list[str]:
        """The sentences of chapters as they are said, equal ones in a row as one."""
        return counted([self._reader.say(sentence.text) for chapter in story for sentence in chapter.sentences])

    def say_rules(self, number: str) -> None:
        from vok_tui.boards.rules_text import read_rules

        file = self._kit.rules_file
        sections = read_rules(file) if file is not None else []
        index = int(number) - 1 if number.isdecimal() and len(number) < 4 else -1
        if 0 <= index < len(sections):
            self._conversation.say_long([sections[index].title, *map(self._reader.say, sections[index].paragraphs)])
        elif sections:
            titles = [f"{place} {section.title}" for place, section in enumerate(sections, 1)]
            self._conversation.say(f"Type rules and a number: {', '.join(titles)}.")
        else:
            raise Refusal("This game has no rules to read here.")

    def obstacles(self, line: str, choices: Sequence[Choice]) -> str:
        """Why a line that is no answer is none: what is known of its first word, or of the things that it names; else ""."""
        word, _, named = line.casefold().partition(" ")
        if reason := self._reader.why_no_answer(self._seen().view, word):
            return as_sentence(reason)
        for name in filter(None, (line, named)):
            if reasons := self.reasons(name, choices, only_obstacles=True):
                return " ".join(reasons[:MAX_REFUSALS])
        return ""

    def reasons(self, name: str, choices: Sequence[Choice], *, only_obstacles: bool = False) -> list[str]:
        """Why things with these words in their names cannot be chosen, or that they can be; without a name, all obstacles of
        the cards in the hand and on the table. Empty if nothing has that name."""
        seen, reader, board = self._seen(), self._reader, self._reader.board
        view = seen.view
        targets = things_named(name, reader, view, seen.names, seen.viewer) if name else reader.all_things(view)
        usable = {target for choice in choices for target in board.targets_of_action(view, choice.action)}
        reasons = []
        for target in targets:
            if (reason := board.why_not(view, target)) and (name or target.area in ("hand", "slot")):
                what = board.target_name(view, target)
                reasons.append(reader.say(reason if what in reason else f"{what}: {reason}"))
            elif name and not only_obstacles:
                what = words_of_target(target, reader, view, seen.names, seen.viewer)
                reasons.append(f"{what} can be chosen" if target in usable else f"No answer is about {what} now")
        return list(map(as_sentence, dict.fromkeys(reasons)))[:MAX_OBSTACLES]


def keys_of_table(shortcuts: Iterable[Shortcut], keymap: Mapping[str, str]) -> dict[str, str]:
    """What the letters of the table mean: a command, a role or a target; see `Room.keys`."""
    keys: dict[str, str] = {}
    for shortcut in shortcuts:
        verb, _, arguments = shortcut.action.partition("(")
        words = [word.strip(" '\")") for word in arguments.split(",")]
        meaning = COMMAND_KEYS.get(shortcut.id, "")
        if verb == "answer":
            meaning = f"role:{words[0]}"
        elif verb == "choose_card" and words[0] != "hand":
            meaning = f"target:{words[0]}:{words[1]}"
        for key in keymap.get(shortcut.id, shortcut.keys).split(",") if meaning else ():
            if len(key) == 1 and key.isalpha():
                keys[key] = meaning
    return keys
