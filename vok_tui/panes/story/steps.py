"""The steps of a turn as the story shows them: numbered, in the order in which they happened, with what each step gained.

A board says what the sentences of its game mean (`ChapterNotes`), from the viewer's views before and after the chapter.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.core.game import NOBODY
from vok_tui.game.story import Sentence, StoryChapter
from vok_tui.painting.text import InkedWord


@dataclass(frozen=True)
class StepNote:
    """What a board says about a sentence: what the step gained ("+5"), the ink of its verb, and a shorter text for small panes. A
    sentence that `is_consequence` belongs to the step before it. A `routine` one occurs in every turn; small panes omit it."""

    gain: str = ""
    ink: str = "sand"
    short_text: str = ""
    is_consequence: bool = False
    routine: bool = False


@dataclass(frozen=True)
class ChapterNotes:
    """What a board says about a chapter: a note for each sentence, and the points of the seat whose turn it is, before and after
    the chapter (None in a game that shows no points)."""

    notes: tuple[StepNote, ...] = ()
    points: tuple[int, int] | None = None


StepKey = tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """A step of a chapter: its number (0 if it is routine), its words in full and abridged, and what it gained. `count` is the
    number of equal steps in a row. `node` and `seat` are those of its first sentence. `chapter` is the number of its chapter,
    because one node may end a chapter and begin the next."""

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
        """Identifies the step among all steps of the game."""
        return self.node, self.number, self.chapter


NoteChapter = Callable[[StoryChapter], ChapterNotes]


def no_notes(chapter: StoryChapter) -> ChapterNotes:
    """For a game without notes."""
    del chapter
    return ChapterNotes()


def chapter_steps(chapter: StoryChapter, notes: ChapterNotes, names: Sequence[str], viewer: int) -> list[Step]:
    """The steps of a chapter, in order. Equal steps in a row become one step with a count."""
    steps: list[Step] = []
    may_join = False  # whether the next sentence may belong to the previous step
    notes_of = notes.notes or (StepNote(),) * len(chapter.sentences)
    for sentence, note in zip(chapter.sentences, notes_of, strict=True):
        is_consequence = note.is_consequence and not note.routine and may_join and steps[-1].seat == sentence.seat
        already_named_seat = sentence.seat if is_consequence else chapter.chapter.seat
        words = [
            sentence_words(sentence, text, note.ink, already_named_seat, names, viewer)
            for text in (sentence.text, note.short_text or sentence.text)
        ]
        if is_consequence:
            steps[-1] = with_consequence(steps[-1], words, note.gain)
            continue
        number = int(not note.routine)  # 1 or 0, until all steps are numbered
        full, short = words
        steps.append(Step(number, full, short, note.gain, sentence.node, sentence.seat, chapter=chapter.chapter.number))
        may_join = not note.routine
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
