"""The board of Valley of the Kings: paints the table and tells the screen which answers belong to which card."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.core.action import Action
from engine.valley.cards.card import Card
from engine.valley.rules.scoring import solitaire_rank
from engine.valley.view import View
from saves.clean_text import plural
from vok_tui.boards.valley import answers as valley_answers
from vok_tui.boards.valley import pages as valley_pages
from vok_tui.boards.valley import seats, tiles
from vok_tui.boards.valley.layout import Layout, make_layout
from vok_tui.boards.valley.names import FIRST_SEAT, set_ink
from vok_tui.boards.valley.since_your_turn import short_text, turn_summary
from vok_tui.game.story import Choice
from vok_tui.panes import question, reader, status, story
from vok_tui.panes.grid import Brush, Grid, Rect, Target
from vok_tui.panes.scene import Answer, Page, Scene
from vok_tui.panes.signs import edition_legend, legend

GAME_TITLE: Final = "Valley of the Kings"
NARROW_STORY_COLUMNS: Final = 30  # below this width the story leaves out what was paid
MOVE_SIGNS: Final = 9  # the first signs of the legend are about moves


class ValleyBoard:
    """Holds the cards; immutable."""

    def __init__(self, cards: Mapping[int, Card]) -> None:
        self._cards: Final = cards

    # -- what the screen asks

    def targets(self, view: Any, action: Action) -> tuple[Target, ...]:
        return valley_answers.targets(view, action)

    def affected(self, view: Any, action: Action) -> tuple[Target, ...]:
        return valley_answers.affected(view, action)

    def answers(
        self, view: Any, choices: list[Choice], selected: Target | None, names: tuple[str, ...]
    ) -> list[Answer]:
        return [
            self._with_tomb_gain(view, answer) for answer in valley_answers.list_answers(view, choices, selected, names)
        ]

    def is_about_both(self, view: Any, action: Action, selected: Target, other: Target) -> bool:
        return valley_answers.is_about_both(view, action, selected, other)

    def heading(self, view: Any, selected: Target, answers: Sequence[Answer]) -> str:
        return valley_answers.answers_heading(view, selected, answers)

    def card_name(self, view: Any, target: Target) -> str:
        face = valley_pages.face_of(view, target, self._cards)
        return face.name if face is not None else ""

    def describe(self, view: Any, target: Target) -> str:
        face = valley_pages.face_of(view, target, self._cards)
        return f"{face.name}: {self._cards[face.kind].text}" if face is not None else ""

    def why_not(self, view: Any, target: Target) -> str:
        return valley_answers.why_not(view, target)

    def pages(self, view: Any, target: Target, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        return valley_pages.pages(view, target, names, levels, self._cards)

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        """The areas that Tab visits, group by group."""
        return (
            ("slot", "boneyard", "stock"),
            ("hand", "pile"),
            ("play",),
            ("answer", "looking", "revealed"),
            ("set",),
            ("seat",),
        )

    def _with_tomb_gain(self, view: View, answer: Answer) -> Answer:
        """Add the gained points to an answer that entombs a card."""
        if answer.action is None or answer.action.verb != "entomb":
            return answer
        kind = answer.action.arguments[0]
        return replace(answer, note=valley_answers.tomb_gain(view, kind, self._cards[kind].vp))

    # -- painting

    def paint(self, grid: Grid, scene: Scene) -> None:
        view: View = scene.view
        hand = view.mine.hand
        layout = make_layout(grid.width, grid.height, len(hand), len(view.seats) - 1, len(view.seats[0].sets))
        grid.split_column = layout.right_overlay.x
        status.paint_status(Brush(grid, layout.status), scene, GAME_TITLE, whose_turn(scene))
        self._paint_pyramid(grid, scene, layout)
        self._paint_hand(grid, scene, layout)
        self._paint_question(grid, scene, layout)
        self._paint_side(grid, scene, layout)
        status.paint_footer(Brush(grid, layout.footer), scene)
        self._paint_overlays(grid, scene, layout)

    def _paint_pyramid(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        view: View = scene.view
        for slot in view.pyramid:
            tiles.paint_pyramid_card(Brush(grid, layout.stones[slot.slot]), scene, slot)
        tiles.paint_boneyard(Brush(grid, layout.boneyard), scene)
        tiles.paint_stock(Brush(grid, layout.stock), scene)

    def _paint_hand(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        view: View = scene.view
        mine = view.mine
        tiles.paint_hand_heading(Brush(grid, layout.hand_head), scene)
        if scene.covered_reason:
            below = Rect(layout.hand_head.x, layout.hand_head.bottom, layout.hand_head.width, 1)
            Brush(grid, below).write(1, 0, scene.covered_reason, "dune")
        else:
            for i, card in enumerate(mine.hand):
                tiles.paint_hand_card(Brush(grid, layout.hand[i]), scene, Target("hand", i), card)
        active = view.seats[view.active]
        if active.in_play:
            whose = "In play" if active.seat == view.viewer else f"{scene.names[active.seat]} plays"
            tiles.paint_row(Brush(grid, layout.play), scene, "play", whose, active.in_play)

    def _paint_question(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        view: View = scene.view
        if layout.reader is not None or scene.reader_open:  # what the card does is read there
            scene = replace(scene, hint=("", scene.hint[1]))
        brush = Brush(grid, layout.question)
        for area, label, faces in (("looking", "You look at", view.looked_at), ("revealed", "Revealed", view.revealed)):
            if faces and not scene.covered_reason:
                below = len(question.heading_lines(brush, scene))
                tiles.paint_row(brush.sub_brush(1, below, brush.width - 1, 1), scene, area, label, faces)
                question.paint_question(brush, scene, skip=1)
                return
        question.paint_question(brush, scene, news(scene))

    def _paint_side(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        view: View = scene.view
        seats.paint_tomb(Brush(grid, layout.tomb), scene)
        n = len(view.seats)
        for i, rect in enumerate(layout.seats):
            seats.paint_opponent(Brush(grid, rect), scene, view.seats[(view.mine.seat + 1 + i) % n])
        narrow = layout.story.width < NARROW_STORY_COLUMNS
        story.paint_story(Brush(grid, layout.story), scene, words=short_text if narrow else story.full_text)
        if layout.reader is not None:
            reader.paint_reader(Brush(grid, layout.reader), scene, open_page_ink(scene), legend_signs(scene))

    def _paint_overlays(self, grid: Grid, scene: Scene, layout: Layout) -> None:
        """Paint the overlays: an open story, an open reader."""
        if scene.story_open:
            over = Brush(grid, layout.left_overlay)
            over.cover("on-stone")
            grid.story_scroll = story.paint_story(
                over.sub_brush(1, 0, over.width - 2, over.height, ("on-stone",)), scene, scene.story_scroll
            )
        if scene.reader_open and scene.open_page is not None:
            over = Brush(grid, page_rect(grid, scene, layout))
            over.cover("on-stone")
            reader.paint_reader(
                over.sub_brush(1, 0, over.width - 2, over.height, ("on-stone",)), scene, open_page_ink(scene)
            )


def page_rect(grid: Grid, scene: Scene, layout: Layout) -> Rect:
    """The rectangle of an open page: the reader's own place, which may grow over the story; else the bottom of the right side;
    or the left side if the page would cover its own subject or is too long."""
    if layout.reader is not None:
        own = layout.reader
        rect = Rect(own.x - 1, own.y, own.width + 2, own.height)
        lines = reader.page_height(scene, rect.width - 2)
        return Rect(rect.x, rect.y, rect.width, min(max(own.height, lines), layout.right_overlay.bottom - own.y))
    side = layout.right_overlay
    lines = reader.page_height(scene, side.width - 2)
    place = Rect(side.x, max(side.y, side.bottom - lines), side.width, min(lines, side.height))
    subject = grid.targets.get(scene.cursor) if scene.cursor is not None else None
    if lines <= side.height and (subject is None or not place.overlaps(subject)):
        return place
    left = layout.left_overlay
    lines = reader.page_height(scene, left.width - 2)
    return Rect(left.x, left.y, left.width, min(max(left.height, lines), layout.footer.y - left.y))


def winner_text(scene: Scene) -> str:
    """Who has won."""
    view: View = scene.view
    if len(view.seats) == 1:
        return f"you rest as a {solitaire_rank(view.seats[0].score)}"
    if view.winners == (view.viewer,):
        return "you win"
    won = ["you" if seat == view.viewer else scene.names[seat] for seat in view.winners]
    return f"{won[0]} wins" if len(won) == 1 else f"{' and '.join(won)} share the victory"


def news(scene: Scene) -> list[str]:
    """The news above the answers: the final scores, or what the others did since your turn."""
    view: View = scene.view
    if scene.selected is not None:
        return []
    if view.mover < 0:
        best = sorted(view.seats, key=lambda seat: (-seat.score, seat.tomb_count))
        return [
            f"{scene.names[seat.seat]}: {plural(seat.score, 'point')}, {plural(seat.tomb_count, 'card')} in the tomb."
            for seat in best
        ]
    on_the_way = scene.answers and view.active == view.viewer and not scene.card_first
    texts = [] if on_the_way else [turn_summary(scene, turn) for turn in scene.turns_since]
    if not texts and scene.card_first and view.turn <= len(view.seats):
        texts = [
            f"{scene.signs.usable} marks what you can use: choose it by its key, with the arrows and Enter, or by a click."
        ]
    return texts


def open_page_ink(scene: Scene) -> str:
    """The ink of the open page."""
    return set_ink(scene.open_page.set_name) if scene.open_page is not None else "sand"


def legend_signs(scene: Scene) -> list[tuple[str, str]]:
    """The legend that is shown while no page is open: the signs of the editions first if both are used."""
    signs = scene.signs
    return [*(edition_legend(signs) if scene.view.mixed else ()), *legend(signs)[:MOVE_SIGNS]]


def whose_turn(scene: Scene) -> str:
    """ "Turn 12, yours"; when the game is over, who has won."""
    view: View = scene.view
    if view.mover < 0:
        return f"the game is over: {winner_text(scene)}"
    left = view.stock_ii + view.stock_iii
    last = "last " if not left and not any(slot.face for slot in view.pyramid) else ""
    whose = f"your {last}turn" if view.active == view.viewer else f"{scene.names[view.active]}'s {last}turn"
    if view.turn <= len(view.seats) > 1 and scene.progress is None:
        whose += f", {'you' if view.viewer == FIRST_SEAT else scene.names[FIRST_SEAT]} began"
    return f"turn {view.turn}, {whose}" + (f", {plural(left, 'card')} in the stock" if left <= 6 and not last else "")
