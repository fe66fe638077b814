"""What rooms say of a game: its story without repetitions, points, hints, and everything about a thing that is named."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from engine.core.game import NOBODY
from engine.core.wording import plural
from vok_tui.boards.line_reader import LineAnswer, LineReader, Topic, player_words
from vok_tui.boards.table_kit import SheetRow
from vok_tui.game.sitting import Sitting
from vok_tui.game.story import Sentence
from vok_tui.learning.coach import HintText
from vok_tui.painting.grid import Target
from vok_tui.plain.conversation import NOT_FOUND, LineCommand, Refusal, matching

if TYPE_CHECKING:
    from vok_tui.records.loss_report import BestLine

MAX_READ_PAGES: Final = 3  # that one word of `read` may find
MAX_NAMED: Final = 8  # things that an ambiguous word could mean


class SaidSentences:
    """Which sentences of the story one viewer has heard, by the node of their step. With `is_new`, nothing was heard yet; else
    all that has happened up to now counts as heard. What is taken back is new if it happens again."""

    def __init__(self, sitting: Sitting, *, is_new: bool) -> None:
        self._sitting: Final = sitting
        self._heard: Final[dict[int, int]] = {}  # for each node the number of its sentences that were heard
        self.count = 0
        if not is_new:
            self._heard.update(dict.fromkeys(sitting.match.log.path(sitting.match.log.head), 1000))

    def forget_what_was_taken_back(self) -> None:
        """Only what has led to the present position was heard."""
        path = set(self._sitting.match.log.path(self._sitting.match.log.head))
        for node in self._heard.keys() - path:
            del self._heard[node]

    def take_new(self) -> list[tuple[str, list[Sentence]]]:
        """The new sentences by chapter: the title of a chapter of all players ("" for a turn), and its sentences."""
        self.count += 1
        new = []
        met: dict[int, int] = {}
        for chapter in self._sitting.story():
            sentences = []
            for sentence in chapter.sentences:
                met[sentence.node] = met.get(sentence.node, 0) + 1
                sentences.append((sentence, met[sentence.node]))
            fresh = [sentence for sentence, place in sentences if place > self._heard.get(sentence.node, 0)]
            if fresh:
                new.append((chapter.chapter.title if chapter.chapter.seat == NOBODY else "", fresh))
        for _, fresh in new:
            for sentence in fresh:
                self._heard[sentence.node] = self._heard.get(sentence.node, 0) + 1
        return new


def topic_sentences(
    topic: Topic, number: str, reader: LineReader, view: Any, names: Sequence[str], levels: Sequence[str]
) -> Sequence[str]:
    """A part of the table; with a number, everything about the thing with this number. Raises Refusal."""
    if not number:
        return topic.lines(view, tuple(names), tuple(levels))
    items = topic.items(view)
    index = int(number) - 1 if number.isdecimal() and len(number) < 4 else -1
    if not 0 <= index < len(items):
        sentence = f"The numbers here go from 1 to {len(items)}." if items else "There is nothing to number."
        raise Refusal(sentence, NOT_FOUND, f"a number from 1 to {len(items)}" if items else "no number")
    return _page_sentences([items[index]], reader, view, names, levels)


def topic_commands(reader: LineReader, say_topic: Callable[[Topic, str], None]) -> dict[str, LineCommand]:
    """The commands that read a part of the table, and the other words for them, which the help does not name."""
    topics = reader.topics
    words = {word: (topic, True) for word, topic in topics.items()}
    words |= {word: (topics[known], False) for word, known in reader.other_words.items()}
    return {
        word: LineCommand(topic.help_text, partial(say_topic, topic), "NUMBER", is_listed)
        for word, (topic, is_listed) in words.items()
    }


def _page_sentences(
    targets: Sequence[Target], reader: LineReader, view: Any, names: Sequence[str], levels: Sequence[str]
) -> list[str]:
    """Everything about these things."""
    sentences: list[str] = []
    for target in targets:
        pages = reader.board.pages_about(view, target, tuple(names), tuple(levels))
        sentences += reader.page_sentences(pages[0]) if pages else ["There is nothing to read."]
    return sentences


def words_of_target(target: Target, reader: LineReader, view: Any, names: Sequence[str], viewer: int) -> str:
    """What a thing of the table is called, "" if it has no name."""
    if target.area == "seat":
        return player_words(target.index, viewer, tuple(names))
    name = reader.board.target_name(view, target)
    pages = reader.board.pages_about(view, target, tuple(names), ("",) * len(names)) if not name else ()
    return reader.say(pages[0].title if pages else name)


def things_named(name: str, reader: LineReader, view: Any, names: Sequence[str], viewer: int) -> list[Target]:
    """The things of the table whose names have these words: those with just these words first, and each name once."""
    answers = []
    seen: set[str] = set()
    for target in reader.all_things(view):
        words = words_of_target(target, reader, view, names, viewer)
        if words and words not in seen:
            seen.add(words)
            answers.append(LineAnswer(words, targets=(target,)))
    return [target for answer in matching(name, answers) for target in answer.targets]


def read_sentences(
    name: str, reader: LineReader, view: Any, names: Sequence[str], levels: Sequence[str], viewer: int
) -> Sequence[str]:
    """Everything about the things with these words in their names. Raises Refusal if that cannot be read."""
    if not name:
        raise Refusal("Read what? Type its name after read.", NOT_FOUND, "a name")
    found = things_named(name, reader, view, names, viewer)
    if not found:
        raise Refusal(f"Nothing here is called {name}.", NOT_FOUND, "a name")
    if len(found) > MAX_READ_PAGES:
        words = [words_of_target(target, reader, view, names, viewer) for target in found[:MAX_NAMED]]
        more = f" or {len(found) - MAX_NAMED} more" if len(found) > MAX_NAMED else ""
        raise Refusal(f"{name} could be {', '.join(words)}{more}.", NOT_FOUND, "a name")
    return _page_sentences(found, reader, view, names, levels)


def hint_sentences(hint: HintText, reader: LineReader) -> list[str]:
    """A hint in sentences, the best answer first. They have no numbers, because a number always gives an answer of the list."""
    sentences = ["Hint." if hint.is_solved else f"Hint after {plural(round(hint.seconds), 'second')}."]
    for place, row in enumerate(hint.rows):
        word = "Clearly bad" if hint.is_secret else "Best" if not place else "Next"
        chance = f", {round(100 * row.chance)} in 100" if row.chance is not None else ""
        points = ""
        if row.margin is not None:
            points = f", {abs(row.margin):.1f} {hint.score_word} {'behind' if row.margin < 0 else 'ahead'}"
        sentences.append(f"{word}: {reader.say(row.text)}{chance}{reader.say(points)}.")
    equal = [f"{hint.equal_words} are equally good."] if hint.equal_words else []
    return [*sentences, *equal, *map(reader.say, hint.notes)]


def counted(sentences: Sequence[str]) -> list[str]:
    """The sentences, equal ones in a row as one with their number."""
    lines = []
    for sentence, group in groupby(sentences):
        count = len(list(group))
        lines.append(sentence if count == 1 else f"{sentence.removesuffix('.')}, {plural(count, 'time')}.")
    return lines


def row_sentences(rows: Sequence[SheetRow], names: Sequence[str], viewer: int, reader: LineReader) -> list[str]:
    """The columns of a table as sentences: one for each player."""
    sentences = []
    for seat in range(len(names)):
        cells = [
            row.label if row.cells[seat] == row.label.casefold() else f"{row.label} {row.cells[seat]}"
            for row in rows
            if row.cells[seat] not in ("·", "")
        ]
        sentences.append(f"{player_words(seat, viewer, tuple(names))}: {reader.say('; '.join(cells))}.")
    return sentences


def point_sentences(
    rows: Sequence[SheetRow], view: Any, names: Sequence[str], viewer: int, reader: LineReader
) -> Sequence[str]:
    """The points of each player, explained; in a game whose reader does not explain them, the rows of a table."""
    return reader.point_lines(view, tuple(names)) or row_sentences(rows, names, viewer, reader)


def best_line_sentences(best_lines: "Sequence[BestLine]") -> list[str]:
    """What was better in the costliest decisions of a game, why, and how it would have gone on."""
    from vok_tui.records.loss_report import OWN_DEAL  # loads the analysis

    sentences = [OWN_DEAL]
    for best in best_lines:
        costly = best.costly
        sentences.append(f"{costly.title}, {costly.cost}: {costly.sentence}")
        sentences += [*costly.reasons, *[f"Then {step}" for step in best.line]]
    return sentences
