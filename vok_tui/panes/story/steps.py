"""The steps of a turn as the story tells them: numbered, in the order in which they happened, with what each brought.

A board says what the sentences of its game mean (`ChapterNotes`), from what the viewer saw before and behind the chapter.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.core.game import NOBODY
from vok_tui.game.story import Sentence, StoryChapter
from vok_tui.painting.text import InkedWord


@dataclass(frozen=True)
class StepNote:
    """What a board says of a sentence: what the step brought ("+5"), the ink of its verb, a shorter text for little room.
    `follows` belongs to the step before it, `routine` comes in every turn and is left out where there is little room."""

    gain: str = ""
    ink: str = "sand"
    short_text: str = ""
    follows: bool = False
    routine: bool = False


@dataclass(frozen=True)
class ChapterNotes:
    """What a board says of a chapter: a note for each sentence, and the points before and behind it of the seat whose turn it
    was (None in a game that shows no points)."""

    notes: tuple[StepNote, ...] = ()
    points: tuple[int, int] | None = None


StepKey = tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """A step of a chapter: its number (0 for one that is routine), its words in full and for little room, and what it brought.
    `count` is how often it came in a row. `node` and `seat` are those of its first sentence."""

    number: int
    words: tuple[InkedWord, ...]
    short_words: tuple[InkedWord, ...]
    gain: str
    node: int
    seat: int
    count: int = 1
    chapter: int = 0  # its number: one step of the game may end a chapter and begin the next

    @property
    def key(self) -> StepKey:
        """What tells the step apart from all others of the game."""
        return self.node, self.number, self.chapter


NoteChapter = Callable[[StoryChapter], ChapterNotes]


def no_notes(chapter: StoryChapter) -> ChapterNotes:
    """For a game that says nothing more of its sentences."""
    del chapter
    return ChapterNotes()


def chapter_steps(chapter: StoryChapter, notes: ChapterNotes, names: Sequence[str], viewer: int) -> list[Step]:
    """The steps of a chapter, in order. Equal ones in a row are counted."""
    made: list[Step] = []
    joins = False  # whether the next sentence may belong to the step before it
    notes_of = notes.notes or (StepNote(),) * len(chapter.sentences)
    for sentence, note in zip(chapter.sentences, notes_of, strict=True):
        goes_on = note.follows and not note.routine and joins and made[-1].seat == sentence.seat
        already_named_seat = sentence.seat if goes_on else chapter.chapter.seat  # whose name is left out
        words = [
            sentence_words(sentence, text, note.ink, already_named_seat, names, viewer)
            for text in (sentence.text, note.short_text or sentence.text)
        ]
        if goes_on:
            made[-1] = with_consequence(made[-1], words, note.gain)
            continue
        counts = int(not note.routine)
        number = chapter.chapter.number
        made.append(Step(counts, words[0], words[1], note.gain, sentence.node, sentence.seat, chapter=number))
        joins = not note.routine
    return merged_and_numbered(made)


def with_consequence(step: Step, words: Sequence[tuple[InkedWord, ...]], gain: str) -> Step:
    """A step with what followed from it: "executes Box of Food: draws a card"."""
    sign = "," if any(word.endswith(":") for word, _ in step.words) else ":"
    full, short = [
        (*before[:-1], (before[-1][0] + sign, before[-1][1]), *after)
        for before, after in zip((step.words, step.short_words), words, strict=True)
    ]
    return replace(step, words=full, short_words=short, gain=gain or step.gain)


def merged_and_numbered(steps: Sequence[Step]) -> list[Step]:
    """Steps with their numbers, and equal ones in a row counted."""
    made: list[Step] = []
    number = 0
    for step in steps:
        if made and (step.words, step.gain, step.seat) == (made[-1].words, made[-1].gain, made[-1].seat):
            made[-1] = replace(made[-1], count=made[-1].count + 1)
            continue
        number += step.number
        made.append(replace(step, number=number if step.number else 0))
    return made


def sentence_words(
    sentence: Sentence, text: str, ink: str, already_named_seat: int, names: Sequence[str], viewer: int
) -> tuple[InkedWord, ...]:
    """The text of a sentence as words, its verb in `ink`; without the name of the player in `already_named_seat`, who is named
    already, and without the full stop."""
    text = text.removesuffix(".")
    name = player_name(sentence.seat, names, viewer) + " "
    if not text.startswith(name):
        return tuple([(word, ("sand",)) for word in text.split()])
    verb, *rest = text.removeprefix(name).split() or [""]
    lead = [] if sentence.seat == already_named_seat else [(word, ("sand",)) for word in name.split()]
    return (*lead, (verb, (ink,)), *[(word, ("sand",)) for word in rest])


def player_name(seat: int, names: Sequence[str], viewer: int) -> str:
    """A player as the sentences name them; "" for nobody."""
    if seat == NOBODY:
        return ""
    return "You" if seat == viewer else names[seat]
