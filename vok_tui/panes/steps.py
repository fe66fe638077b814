"""The steps of a turn as the story shows them: numbered, in the order in which they happened, with what each step gained.

A board says what the sentences of its game mean (`ChapterDetails`), from the viewer's views before and after the chapter.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.core.game import NOBODY
from vok_tui.game.story import Sentence, StoryChapter
from vok_tui.painting.grid import InkedWord


@dataclass(frozen=True)
class SentenceDetails:
    """What a board says about a sentence: what the step gained ("+5"), the ink of its verb, and a shorter text for small panes. A
    sentence that `is_consequence` belongs to the step before it; one that `is_minor` too, and the short words of the step omit
    it. One that `is_routine` occurs in every turn; small panes omit it."""

    gain: str = ""
    ink: str = "sand"
    short_text: str = ""
    is_consequence: bool = False
    is_routine: bool = False
    is_minor: bool = False


@dataclass(frozen=True)
class ChapterDetails:
    """What a board says about a chapter: the details of each sentence, and the points of the seat whose turn it is, before and
    after the chapter (None in a game that shows no points)."""

    sentences: tuple[SentenceDetails, ...] = ()
    points: tuple[int, int] | None = None


class StepKey(NamedTuple):
    """Identifies a step among all steps of the game. The chapter is needed, because one node may end a chapter and begin the
    next."""

    node: int
    number: int
    chapter: int


@dataclass(frozen=True)
class Step:
    """A step of a chapter: its number (0 if it is routine), its words in full and abridged, and what it gained. `count` is the
    number of equal steps in a row. `node` and `seat` are those of its first sentence. `chapter` is the number of its chapter."""

    number: int
    words: tuple[InkedWord, ...]
    short_words: tuple[InkedWord, ...]
    gain: str
    node: int
    seat: int
    count: int = 1
    chapter: int = 0

    @property
    def key(self) -> StepKey:
        return StepKey(self.node, self.number, self.chapter)


DescribeChapter = Callable[[StoryChapter], ChapterDetails]


def no_details(chapter: StoryChapter) -> ChapterDetails:
    """For a game without details of its sentences."""
    del chapter
    return ChapterDetails()


def chapter_steps(
    chapter: StoryChapter, chapter_details: ChapterDetails, names: Sequence[str], viewer: int
) -> list[Step]:
    """The steps of a chapter, in order. Equal steps in a row become one step with a count."""
    steps: list[Step] = []
    last = -1  # the index of the step that the next sentence may belong to; routine does not come between
    details_of_sentences = chapter_details.sentences or (SentenceDetails(),) * len(chapter.sentences)
    for sentence, details in zip(chapter.sentences, details_of_sentences, strict=True):
        is_consequence = (
            details.is_consequence and not details.is_routine and last >= 0 and steps[last].seat == sentence.seat
        )
        already_named_seat = sentence.seat if is_consequence else chapter.chapter.seat
        words = [
            sentence_words(sentence, text, details.ink, already_named_seat, names, viewer)
            for text in (sentence.text, details.short_text or sentence.text)
        ]
        if is_consequence:
            joined = with_consequence(steps[last], words, details.gain)
            steps[last] = replace(joined, short_words=steps[last].short_words) if details.is_minor else joined
            continue
        number = int(not details.is_routine)  # 1 or 0, until all steps are numbered
        full, short = words
        steps.append(
            Step(number, full, short, details.gain, sentence.node, sentence.seat, chapter=chapter.chapter.number)
        )
        last = last if details.is_routine else len(steps) - 1
    return merged_and_numbered(steps)


def with_consequence(step: Step, words: Sequence[tuple[InkedWord, ...]], gain: str) -> Step:
    """A step extended by what followed from it: "executes Box of Food: draws a card"."""
    sign = "," if any(word.endswith(":") for word, _ in step.words) else ":"
    full, short = [
        (*before[:-1], (before[-1][0] + sign, before[-1][1]), *after)
        for before, after in zip((step.words, step.short_words), words, strict=True)
    ]
    return replace(step, words=full, short_words=short, gain=gain or step.gain)


def merged_and_numbered(steps: Sequence[Step]) -> list[Step]:
    """Steps with their final numbers. Equal steps in a row are merged into one with a count."""
    merged: list[Step] = []
    number = 0
    for step in steps:
        if merged and (step.words, step.gain, step.seat) == (merged[-1].words, merged[-1].gain, merged[-1].seat):
            merged[-1] = replace(merged[-1], count=merged[-1].count + 1)
            continue
        number += step.number
        merged.append(replace(step, number=number if step.number else 0))
    return merged


def sentence_words(
    sentence: Sentence, text: str, ink: str, already_named_seat: int, names: Sequence[str], viewer: int
) -> tuple[InkedWord, ...]:
    """The words of a sentence without its full stop, the verb in `ink`. The name of the player in `already_named_seat` is left
    out."""
    text = text.removesuffix(".")
    name = player_name(sentence.seat, names, viewer) + " "
    if not text.startswith(name):
        return tuple([(word, ("sand",)) for word in text.split()])
    verb, *rest = text.removeprefix(name).split() or [""]
    lead = [] if sentence.seat == already_named_seat else [(word, ("sand",)) for word in name.split()]
    return (*lead, (verb, (ink,)), *[(word, ("sand",)) for word in rest])


def player_name(seat: int, names: Sequence[str], viewer: int) -> str:
    """The name of a player in the sentences: "You" for the viewer, "" for NOBODY."""
    if seat == NOBODY:
        return ""
    return "You" if seat == viewer else names[seat]
