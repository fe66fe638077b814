"""Pointing and choosing: what the person at the table points at, has chosen and has open, and which answer comes of it.

No terminal is known here; the screen passes on keys and clicks, and paints what follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from vok_tui.panes import pointer as steps
from vok_tui.panes.grid import Grid, Thing
from vok_tui.panes.scene import Answer, Board, Page
from vok_tui.screens.asking import Asked, answers, ask, with_keys
from vok_tui.seating import FIRST_LEVEL
from vok_tui.session import Session

CARDS: Final = ("slot", "hand", "play", "looking", "revealed", "seat", "boneyard")


@dataclass
class Pointer:
    """Where the cursor is, which card is chosen, what lies open: the reader at a page, the chronicle scrolled back so many
    lines. `note` is what went wrong, `idle` why the latest key did nothing."""

    cursor: Thing | None = None
    chosen: Thing | None = None
    reading: bool = False
    page: int = 0
    log_open: bool = False
    log_up: int = 0
    note: str = ""
    idle: str = ""


class Pointing:
    """Follows one session. `taken` are the keys that no answer may have."""

    def __init__(self, session: Session, board: Board) -> None:
        self.session: Final = session
        self.board: Final = board
        self.pointer: Final = Pointer()
        self.asked: Asked = ask(session, board)
        self.answers: tuple[Answer, ...] = ()
        self.taken: frozenset[str] = frozenset()
        self._just = ""  # the letter of the latest answer, if it was given by its letter
        self._card = Thing("hand", 0)  # where the cursor was last among the cards

    def arrive(self, note: str = "") -> None:
        """The table stands somewhere else: look at what is asked. At a question that lists all its answers the cursor goes to
        the first, else, and while somebody who looks on goes back and forth, it stays among the cards."""
        self.asked = ask(self.session, self.board)
        pointer = self.pointer
        pointer.chosen, pointer.note, pointer.idle = None, note, ""
        self._list()
        if self.answers and not self.asked.ordinary and not self.session.away:
            pointer.cursor = Thing("answer", 0)
        elif pointer.cursor is None or pointer.cursor.where == "answer":
            pointer.cursor = self._card

    def despair(self, note: str, levels: Sequence[str], gone: bool = False) -> None:
        """No decision of an opponent can be had: say so, and let it be asked for again, or one of `levels` take the seat. That
        comes first where the opponent itself is `gone`, and not only the process that thought for it."""
        name = self.session.names[self.session.mover]
        self.pointer.note = note
        self.asked = replace(
            self.asked, heading=f"Who shall play on for {name}?" if gone else f"{name} has not answered"
        )
        others = [Answer(f"A {level} plays on", does=level) for level in sorted(levels, key=FIRST_LEVEL.__ne__)]
        again = Answer("Ask once more", does="think", key="w")
        self.answers = with_keys([*others, again] if gone else [again, *others], self.taken)
        self.pointer.cursor = Thing("answer", 0)

    @property
    def despairs(self) -> bool:
        """Whether no decision of an opponent could be had, so that nobody thinks until this is answered."""
        return any(answer.does == "think" for answer in self.answers)

    # -- the cursor

    def point(self, thing: Thing | None) -> None:
        """The cursor to a thing."""
        if thing is not None and thing != self.pointer.cursor:
            self.pointer.cursor, self.pointer.page = thing, 0
            if thing.where in CARDS:
                self._card = thing

    def step(self, grid: Grid, direction: str) -> None:
        """The cursor to the next thing in a direction."""
        self.point(steps.step(self._within_reach(grid), self.pointer.cursor, direction, len(self.answers)))

    def jump(self, grid: Grid, by: int) -> None:
        """The cursor to the next part of the table."""
        self.point(steps.jump(self._within_reach(grid), self.pointer.cursor, self.board.parts(), by))

    def _within_reach(self, grid: Grid) -> steps.Spots:
        """Where the cursor may go: also to what an open page covers, for the page makes way for what it is about."""
        return grid.spots if self.pointer.log_open else {**grid.spots, **grid.covered}

    def roll(self, by: int) -> None:
        """The cursor among the answers."""
        cursor = self.pointer.cursor
        at = cursor.index if cursor is not None and cursor.where == "answer" else 0
        self.point(Thing("answer", max(0, min(at + by, len(self.answers) - 1))))

    def mend(self, grid: Grid) -> bool:
        """If what was pointed at is gone, point at the nearest of its kind; says whether it was gone."""
        cursor = self.pointer.cursor
        if cursor is None or cursor in grid.spots or cursor in grid.covered or cursor.where == "answer":
            return False
        there = [thing for thing in grid.spots if thing.where == cursor.where and thing.index < cursor.index]
        self.pointer.cursor = max(there, key=lambda thing: thing.index) if there else steps.first(grid.spots)
        return True

    # -- choosing

    def choose(self, thing: Thing, grid: Grid) -> Answer | None:
        """Choose what lies on the grid: of an answer, or of a card that is chosen already, comes the answer to give. Another card
        is asked what may be done with it; if that is nothing, it is said why. If there is one answer only, to a question that
        is asked just of such cards or about the two cards chosen one after the other, it is given."""
        pointer = self.pointer
        if thing.where == "answer":
            return self.answers[thing.index] if thing.index < len(self.answers) else None
        if pointer.log_open and thing in grid.covered:
            pointer.log_open = False
        elif thing not in grid.spots and thing not in grid.covered:
            pointer.idle = self._absent(thing)
            return None
        if thing == pointer.chosen and self.answers:
            at = pointer.cursor
            return self.answers[at.index if at is not None and at.where == "answer" else 0]
        joined = self._joined(thing)
        if len(joined) == 1:
            return joined[0]
        self.point(thing)
        if self.asked.ordinary:  # elsewhere the letters in sight stay as they are while a question is asked
            self._just = ""
        pointer.cursor, pointer.note = thing, ""
        pointer.chosen = thing if thing in self.asked.live else None
        self._list()
        if pointer.chosen is not None:
            pointer.cursor = Thing("answer", 0)
            if len(self.answers) == 1 and not self.asked.ordinary:
                return self.answers[0]
        elif not self.board.why_not(self.asked.view, thing) or not self.asked.choices:
            pointer.idle = self._idle(thing)
        return None

    def _absent(self, thing: Thing) -> str:
        """Why a card's key finds no card."""
        if self.session.covered:
            return "The cards are covered."
        return "There is no such card in your hand." if thing.where == "hand" else "Nothing lies there."

    def _idle(self, thing: Thing) -> str:
        """Why nothing came of choosing a thing, where the board has no better reason."""
        if self.session.over:
            return "The game is over."
        if not self.asked.choices:
            return f"It is for {self.session.names[self.session.mover]} to answer."
        return (
            "This is not what is asked for now."
            if self.board.name(self.asked.view, thing)
            else "This is only to be read."
        )

    def no_letter(self, letter: str) -> None:
        """A letter was pressed that no answer in sight has: say so."""
        if any(answer.key == letter for answer in self.answers):
            self.pointer.idle = f'"{letter}" is out of sight: the arrows lead there.'
        elif self.asked.ordinary and self.pointer.chosen is None:
            self.pointer.idle = f'No answer has the key "{letter}": choose a card first.'
        else:
            self.pointer.idle = f'No answer has the key "{letter}" now.'

    def _joined(self, other: Thing) -> list[Answer]:
        """The answers that are about the chosen card and another."""
        view, chosen = self.asked.view, self.pointer.chosen
        if chosen is None:
            return []
        return [a for a in self.answers if a.action is not None and self.board.joins(view, a.action, chosen, other)]

    def by_letter(self, letter: str, grid: Grid) -> Answer | None:
        """The answer with this key, if it can be seen."""
        for i, answer in enumerate(self.answers):
            if letter and answer.key == letter and Thing("answer", i) in grid.spots:
                self._just = letter
                return answer
        return None

    def let_go(self) -> None:
        """Close what is open, else let go of the card chosen."""
        pointer = self.pointer
        if pointer.reading or pointer.log_open:
            pointer.reading = pointer.log_open = False
            return
        if pointer.chosen is not None:
            pointer.cursor = pointer.chosen
        pointer.chosen, pointer.note = None, ""
        self._list()

    # -- reading

    def subject(self) -> Thing | None:
        """What is read about: the thing under the cursor; at an answer the card chosen, else what the answer is about."""
        cursor, chosen = self.pointer.cursor, self.pointer.chosen
        if cursor is None or cursor.where != "answer":
            return cursor
        if chosen is not None or cursor.index >= len(self.answers):
            return chosen
        action = self.answers[cursor.index].action
        return next(iter(self.board.things(self.asked.view, action)), None) if action is not None else None

    def meant(self) -> tuple[Thing, ...]:
        """All that the answer under the cursor would move."""
        cursor = self.pointer.cursor
        if cursor is None or cursor.where != "answer" or cursor.index >= len(self.answers):
            return ()
        action = self.answers[cursor.index].action
        return self.board.meant(self.asked.view, action) if action is not None else ()

    def hint(self) -> tuple[str, str]:
        """What the card that is read about does; if it lies under the cursor or is chosen, why not all of it can be done."""
        about = self.subject()
        if about is None:
            return "", ""
        asked = self.asked
        answers_it = about in asked.live and not asked.ordinary
        here = bool(asked.choices) and about in (self.pointer.cursor, self.pointer.chosen) and not answers_it
        return self.board.does(self.asked.view, about), self.board.why_not(self.asked.view, about) if here else ""

    def pages(self) -> list[Page]:
        """All there is to read."""
        about, session = self.subject(), self.session
        return self.board.read(self.asked.view, about, session.names, session.levels) if about is not None else []

    def read(self) -> None:
        """Open the reader; its next page; behind the last one close it."""
        pointer, pages = self.pointer, len(self.pages())
        if not pointer.reading:
            pointer.reading, pointer.page = pages > 0, 0
        elif pointer.page + 1 < pages:
            pointer.page += 1
        else:
            pointer.reading, pointer.page = False, 0

    def turn(self, by: int) -> bool:
        """So many pages on in what is read, or back, but not beyond its ends; opens the reader. False if there is nothing to
        read."""
        pointer, pages = self.pointer, len(self.pages())
        if pages:
            pointer.page = max(0, min(pointer.page + by, pages - 1))
            pointer.reading = True
        return pages > 0

    def read_at(self, thing: Thing) -> None:
        """Point at a thing and open the reader there; at the thing that is being read, its next page."""
        if self.pointer.cursor != thing:
            self.point(thing)
            self.pointer.reading = False
        self.read()

    def name(self) -> str:
        """The card that is read about; "" if it is none."""
        meant = self.subject()
        return self.board.name(self.asked.view, meant) if meant is not None else ""

    def _list(self) -> None:
        self.answers = answers(self.asked, self.session, self.board, self.pointer.chosen, self.taken, self._just)
