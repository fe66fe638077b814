"""Valley of the Kings on the table: paints all its parts, and answers for the screen what belongs to which card."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.core.action import Action
from engine.valley.card import Card
from engine.valley.scoring import rank
from engine.valley.view import View
from saves.names import plural
from vok_tui.boards import valley_answers, valley_read, valley_seats, valley_tiles
from vok_tui.boards.valley_layout import Layout, lay_out
from vok_tui.boards.valley_names import STARTER, set_ink
from vok_tui.boards.valley_since import in_short, summary
from vok_tui.panes import chronicle, question, reader, status
from vok_tui.panes.grid import Brush, Grid, Rect, Thing
from vok_tui.panes.scene import Answer, Page, Scene
from vok_tui.panes.signs import legend, of_games
from vok_tui.session import Choice

TITLE: Final = "Valley of the Kings"
NARROW: Final = 30  # columns of a chronicle in which purchases are told without what was paid
MOVES: Final = 9  # signs of the legend that say something of the moves


class ValleyBoard:
    """Holds the cards' texts and nothing that changes."""

    def __init__(self, cards: Mapping[int, Card]) -> None:
        self._cards: Final = cards

    # -- what the screen asks

    def things(self, view: Any, action: Action) -> tuple[Thing, ...]:
        return valley_answers.things(view, action)

    def meant(self, view: Any, action: Action) -> tuple[Thing, ...]:
        return valley_answers.meant(view, action)

    def answers(self, view: Any, choices: list[Choice], chosen: Thing | None, names: tuple[str, ...]) -> list[Answer]:
        return [self._with_gain(view, answer) for answer in valley_answers.listed(view, choices, chosen, names)]

    def joins(self, view: Any, action: Action, chosen: Thing, other: Thing) -> bool:
        return valley_answers.joins(view, action, chosen, other)

    def heading(self, view: Any, chosen: Thing, answers: Sequence[Answer]) -> str:
        return valley_answers.heading(view, chosen, answers)

    def name(self, view: Any, thing: Thing) -> str:
        face = valley_read.shown(view, thing, self._cards)
        return face.name if face is not None else ""

    def does(self, view: Any, thing: Thing) -> str:
        face = valley_read.shown(view, thing, self._cards)
        return f"{face.name}: {self._cards[face.kind].text}" if face is not None else ""

    def why_not(self, view: Any, thing: Thing) -> str:
        return valley_answers.why_not(view, thing)

    def read(self, view: Any, thing: Thing, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        return valley_read.pages(view, thing, names, levels, self._cards)

    def parts(self) -> tuple[tuple[str, ...], ...]:
        """The things that Tab goes through together, part by part."""
        return (
            ("slot", "boneyard", "stock"),
            ("hand", "pile"),
            ("play",),
            ("answer", "looking", "revealed"),
            ("set",),
            ("seat",),
        )

    def _with_gain(self, view: View, answer: Answer) -> Answer:
        """An answer that entombs tells what that brings."""
        if answer.action is None or answer.action.verb != "entomb":
            return answer
        kind = answer.action.what[0]
        return replace(answer, note=valley_answers.gain(view, kind, self._cards[kind].vp))

    # -- painting

    def paint(self, grid: Grid, scene: Scene) -> None:
        view: View = scene.view
        hand = view.mine.hand
        layout = lay_out(grid.width, grid.height, len(hand), len(view.seats) - 1, len(view.seats[0].sets))
        grid.cut = layout.over_right.x
        status.paint(Brush(grid, layout.status), scene, TITLE, whose_turn(scene))
        self._pyramid(grid, scene, layout)
        self._hand(grid, scene, layout)
        self._question(grid, scene, layout)
        self._side(grid, scene, layout)
        status.footer(Brush(grid, layout.footer), scene)
        self._open(grid, scene, layout)

    def _pyramid(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        view: View = scene.view
        for slot in view.pyramid:
            valley_tiles.stone(Brush(grid, layout.stones[slot.slot]), scene, slot)
        valley_tiles.boneyard(Brush(grid, layout.boneyard), scene)
        valley_tiles.stock(Brush(grid, layout.stock), scene)

    def _hand(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        view: View = scene.view
        mine = view.mine
        valley_tiles.hand_head(Brush(grid, layout.hand_head), scene)
        if scene.covered:
            below = Rect(layout.hand_head.x, layout.hand_head.bottom, layout.hand_head.width, 1)
            Brush(grid, below).write(1, 0, scene.covered, "dune")
        else:
            for i, card in enumerate(mine.hand):
                valley_tiles.line(Brush(grid, layout.hand[i]), scene, Thing("hand", i), card)
        active = view.seats[view.active]
        if active.in_play:
            whose = "In play" if active.seat == view.viewer else f"{scene.names[active.seat]} plays"
            valley_tiles.row(Brush(grid, layout.play), scene, "play", whose, active.in_play)

    def _question(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        view: View = scene.view
        if layout.reader is not None or scene.reading_open:  # what the card does is read there
            scene = replace(scene, hint=("", scene.hint[1]))
        brush = Brush(grid, layout.question)
        for where, label, faces in (("looking", "You look at", view.looking), ("revealed", "Revealed", view.revealed)):
            if faces and not scene.covered:
                below = len(question.asked(brush, scene))
                valley_tiles.row(brush.part(1, below, brush.width - 1, 1), scene, where, label, faces)
                question.paint(brush, scene, skip=1)
                return
        question.paint(brush, scene, news(scene))

    def _side(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        view: View = scene.view
        valley_seats.tomb(Brush(grid, layout.tomb), scene)
        n = len(view.seats)
        for i, rect in enumerate(layout.seats):
            valley_seats.opponent(Brush(grid, rect), scene, view.seats[(view.mine.seat + 1 + i) % n])
        narrow = layout.chronicle.width < NARROW
        chronicle.paint(Brush(grid, layout.chronicle), scene, words=in_short if narrow else chronicle.plainly)
        if layout.reader is not None:
            reader.paint(Brush(grid, layout.reader), scene, page_ink(scene), explained(scene))

    def _open(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        """What lies over the rest: an open chronicle, an open reader."""
        if scene.log_open:
            over = Brush(grid, layout.over_left)
            over.cover("on-stone")
            grid.log_up = chronicle.paint(
                over.part(1, 0, over.width - 2, over.height, ("on-stone",)), scene, scene.log_up
            )
        if scene.reading_open and scene.reading is not None:
            over = Brush(grid, page_place(grid, scene, layout))
            over.cover("on-stone")
            reader.paint(over.part(1, 0, over.width - 2, over.height, ("on-stone",)), scene, page_ink(scene))


def page_place(grid: Grid, scene: Scene, layout: Layout) -> Rect:
    """Where an open page lies: in the reader's own place, which may grow over the chronicle; else at the foot of the right
    side; but where it would lie there over what it is about, or is too long, over the cards at the left."""
    if layout.reader is not None:
        own = layout.reader
        rect = Rect(own.x - 1, own.y, own.width + 2, own.height)
        lines = reader.height(scene, rect.width - 2)
        return Rect(rect.x, rect.y, rect.width, min(max(own.height, lines), layout.over_right.bottom - own.y))
    side = layout.over_right
    lines = reader.height(scene, side.width - 2)
    place = Rect(side.x, max(side.y, side.bottom - lines), side.width, min(lines, side.height))
    about = grid.spots.get(scene.cursor) if scene.cursor is not None else None
    if lines <= side.height and (about is None or not place.meets(about)):
        return place
    left = layout.over_left
    lines = reader.height(scene, left.width - 2)
    return Rect(left.x, left.y, left.width, min(max(left.height, lines), layout.footer.y - left.y))


def verdict(scene: Scene) -> str:
    """Who has won."""
    view: View = scene.view
    if len(view.seats) == 1:
        return f"you rest as a {rank(view.seats[0].score)}"
    if view.winners == (view.viewer,):
        return "you win"
    won = ["you" if seat == view.viewer else scene.names[seat] for seat in view.winners]
    return f"{won[0]} wins" if len(won) == 1 else f"{' and '.join(won)} share the victory"


def news(scene: Scene) -> list[str]:
    """What is told above the answers: the end of the game, or what the others did since your turn."""
    view: View = scene.view
    if scene.chosen is not None:
        return []
    if view.mover < 0:
        best = sorted(view.seats, key=lambda seat: (-seat.score, seat.tomb_count))
        return [
            f"{scene.names[seat.seat]}: {plural(seat.score, 'point')}, {plural(seat.tomb_count, 'card')} in the tomb."
            for seat in best
        ]
    on_the_way = scene.answers and view.active == view.viewer and not scene.ordinary
    told = [] if on_the_way else [summary(scene, turn) for turn in scene.since]
    if not told and scene.ordinary and view.turn <= len(view.seats):
        told = [
            f"{scene.signs.live} marks what you can use: choose it by its key, with the arrows and Enter, or by a click."
        ]
    return told


def page_ink(scene: Scene) -> str:
    """The ink of what is being read."""
    return set_ink(scene.reading.set) if scene.reading is not None else "sand"


def explained(scene: Scene) -> list[tuple[str, str]]:
    """The signs that are explained while nothing is read: those of the two games first, where both are played."""
    signs = scene.signs
    return [*(of_games(signs) if scene.view.mixed else ()), *legend(signs)[:MOVES]]


def whose_turn(scene: Scene) -> str:
    """ "Turn 12, yours"; when the game is over, who has won."""
    view: View = scene.view
    if view.mover < 0:
        return f"the game is over: {verdict(scene)}"
    left = view.stock_ii + view.stock_iii
    last = "last " if not left and not any(slot.face for slot in view.pyramid) else ""
    whose = f"your {last}turn" if view.active == view.viewer else f"{scene.names[view.active]}'s {last}turn"
    if view.turn <= len(view.seats) > 1 and scene.progress is None:
        whose += f", {'you' if view.viewer == STARTER else scene.names[STARTER]} began"
    return f"turn {view.turn}, {whose}" + (f", {plural(left, 'card')} in the stock" if left <= 6 and not last else "")
