"""What may be read of the table in lines: its parts, everything about a thing, points, obstacles, the story and the rules."""

from typing import Final

from vok_tui.boards.line_reader import LineReader, Topic, as_sentence
from vok_tui.boards.table_kit import TableKit
from vok_tui.game.sitting import Sitting
from vok_tui.plain.conversation import NOT_FOUND, Conversation, Refusal
from vok_tui.plain.sentences import (
    counted,
    point_sentences,
    read_sentences,
    things_named,
    topic_sentences,
    words_of_target,
)

LOG_SENTENCES: Final = 12  # that `log` says without a number
MAX_LOG_SENTENCES: Final = 1000
MAX_OBSTACLES: Final = 12  # that `why` says without a name


class TableReading:
    """Says what the viewer of a sitting asks for. A name or a number is what the player typed after the command; "" for none."""

    def __init__(self, sitting: Sitting, reader: LineReader, kit: TableKit, conversation: Conversation) -> None:
        self._sitting: Final = sitting
        self._reader: Final = reader
        self._kit: Final = kit
        self._conversation: Final = conversation

    def say_table(self) -> None:
        self._conversation.say(self._reader.state_sentence(self._sitting.view(), self._sitting.names))
        for topic in self._reader.topics.values():
            if topic.is_in_look:
                self.say_topic(topic, "")
        if not self._reader.topics:
            self.say_points()

    def say_topic(self, topic: Topic, number: str) -> None:
        sitting = self._sitting
        sentences = topic_sentences(topic, number, self._reader, sitting.view(), sitting.names, sitting.levels)
        self._conversation.say(*sentences)

    def read(self, name: str) -> None:
        sitting = self._sitting
        sentences = read_sentences(name, self._reader, sitting.view(), sitting.names, sitting.levels, sitting.viewer)
        self._conversation.say(*sentences)

    def say_why(self, name: str) -> None:
        sitting, reader, board, view = self._sitting, self._reader, self._reader.board, self._sitting.view()
        targets = things_named(name, reader, view, sitting.names, sitting.viewer) if name else reader.all_things(view)
        if name and not targets:
            raise Refusal(f"Nothing here is called {name}.", NOT_FOUND, "a name")
        usable = {target for choice in sitting.choices() for target in board.targets_of_action(view, choice.action)}
        reasons = []
        for target in targets:
            if (reason := board.why_not(view, target)) and (name or target.area in ("hand", "slot")):
                what = board.target_name(view, target)
                reasons.append(reader.say(reason if what in reason else f"{what}: {reason}"))
            elif name:
                what = words_of_target(target, reader, view, sitting.names, sitting.viewer)
                reasons.append(
                    f"{what} can be chosen" if target in usable else f"{what}: nothing is known that prevents it"
                )
        reasons = list(dict.fromkeys(reasons))
        self._conversation.say(*map(as_sentence, reasons[:MAX_OBSTACLES]) if reasons else ["Everything can be chosen."])

    def say_points(self) -> None:
        sitting, view = self._sitting, self._sitting.view()
        rows = self._kit.standing_rows(view, sitting.match.game.scores(sitting.state))
        self._conversation.say(*point_sentences(rows, view, sitting.names, sitting.viewer, self._reader))

    def say_since(self) -> None:
        sentences = [
            self._reader.say(sentence.text)
            for chapter in self._sitting.story_since_your_turn()
            for sentence in chapter.sentences
        ]
        self._conversation.say(*(counted(sentences) or ["Nothing has happened since."]))

    def say_log(self, number: str) -> None:
        count = min(int(number), MAX_LOG_SENTENCES) if number.isdecimal() and len(number) < 6 else LOG_SENTENCES
        sentences = [
            self._reader.say(sentence.text) for chapter in self._sitting.story() for sentence in chapter.sentences
        ]
        self._conversation.say(*counted(sentences[-count:] if count else []) or ["Nothing has happened yet."])

    def say_rules(self, number: str) -> None:
        from vok_tui.boards.rules_text import read_rules

        file = self._kit.rules_file
        sections = read_rules(file) if file is not None else []
        index = int(number) - 1 if number.isdecimal() and len(number) < 4 else -1
        if 0 <= index < len(sections):
            self._conversation.say(sections[index].title, *map(self._reader.say, sections[index].paragraphs))
        elif sections:
            titles = [f"{place} {section.title}" for place, section in enumerate(sections, 1)]
            self._conversation.say(f"Type rules and a number: {', '.join(titles)}.")
        else:
            raise Refusal("This game has no rules to read here.")
