"""The board of Valley of the Kings: paints the table, and tells the screen which answers belong to which card."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from engine.core.wording import plural
from engine.valley.catalogue.card import Card
from engine.valley.rules.scoring import solitaire_rank
from engine.valley.view import View
from vok_tui.boards.valley import answers as valley_answers
from vok_tui.boards.valley import boxes, story_details, tiles, tombs
from vok_tui.boards.valley import pages as valley_pages
from vok_tui.boards.valley.answers import answer_gain_text
from vok_tui.boards.valley.layout import TableContents, ValleyLayout, make_layout
from vok_tui.boards.valley.names import FIRST_SEAT
from vok_tui.boards.valley.short_texts import CardWordings
from vok_tui.boards.valley.sign_notes import sign_notes
from vok_tui.boards.valley.signs import VALLEY_SIGNS, edition_legend
from vok_tui.boards.valley.tiles import MIN_TEXT_COLUMNS, name_columns, paint_card_row, paint_hand_card_line_with_text
from vok_tui.boards.valley.tombs import paint_missing_kinds
from vok_tui.game.story import Choice, StoryChapter
from vok_tui.painting.grid import Brush, Grid, Rect, Target
from vok_tui.painting.signs import shared_legend
from vok_tui.panes.scene import NOTHING_ABOVE, AboveAnswers, Answer, Page, PaneArrangement, Scene
from vok_tui.panes.steps import ChapterDetails

LOW_STOCK_CARDS: Final = 6  # from this number down, the status line shows the size of the stock


class ValleyBoard:
    """The board of a match, with its cards by kind."""

    is_enlarged = False

    def __init__(self, title: str, cards: Mapping[int, Card]) -> None:
        self.title: Final = title
        self._cards: Final = cards
        self._wordings: Final = CardWordings(cards)
        self._laid_out: tuple[int, int, View, ValleyLayout] | None = None  # width, height, view and their layout

    # -- what the screen asks

    def can_enlarge(self, width: int, height: int) -> bool:
        del width, height
        return False

    def hand_cards(self, view: View) -> Sequence[Hashable]:
        return [card.face.kind for card in view.mine.hand]

    def viewer_secrets(self, view: View) -> Sequence[str]:
        return [card.face.name for card in view.mine.hand]

    def with_hand_order(self, view: View, order: Sequence[int]) -> View:
        mine = replace(view.mine, hand=tuple([view.mine.hand[index] for index in order]))
        return replace(view, seats=(*view.seats[: mine.seat], mine, *view.seats[mine.seat + 1 :]))

    targets_of_action = staticmethod(valley_answers.targets_of_action)
    affected_targets = staticmethod(valley_answers.affected_targets)
    is_about_both = staticmethod(valley_answers.is_about_both)
    heading = staticmethod(valley_answers.selected_card_heading)
    why_not = staticmethod(valley_answers.why_not)

    def answers(
        self, view: Any, choices: list[Choice], selected: Target | None, names: tuple[str, ...]
    ) -> list[Answer]:
        return [
            replace(answer, note=self._gain_text(view, answer) or answer.note)
            for answer in valley_answers.list_answers(view, choices, selected, names)
        ]

    def target_name(self, view: Any, target: Target) -> str:
        face = valley_pages.visible_or_printed_face(view, target, self._cards)
        return face.name if face is not None else ""

    def target_description(self, view: Any, target: Target) -> str:
        face = valley_pages.visible_or_printed_face(view, target, self._cards)
        return f"{face.name}: {self._cards[face.kind].text}" if face is not None else ""

    def pages_about(self, view: Any, target: Target, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        pages = valley_pages.pages_about(view, target, names, levels, self._cards)
        face = valley_pages.visible_or_printed_face(view, target, self._cards)
        if not pages or face is None:
            return pages
        return [replace(pages[0], brief=self._wordings.wordings(face.kind)), *pages[1:]]

    sign_notes = staticmethod(sign_notes)

    def cursor_home_areas(self) -> tuple[str, ...]:
        return ("hand", "slot", "play", "looking", "revealed", "seat", "boneyard")

    def areas_walked_in_lines(self) -> tuple[str, ...]:
        return ()

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        return (
            ("slot", "boneyard", "stock"),
            ("hand", "pile"),
            ("play",),
            ("answer", "looking", "revealed"),
            ("set", "missing"),
            ("seat",),
        )

    def _gain_text(self, view: View, answer: Answer) -> str:
        """The points that an answer gains or loses; "" if it moves none."""
        return answer_gain_text(view, answer.action, self._cards) if answer.action is not None else ""

    # -- painting

    def arrange_panes(self, width: int, height: int, view: View) -> PaneArrangement:
        return self._layout(width, height, view).panes

    def paint_zones(self, grid: Grid, scene: Scene) -> AboveAnswers:
        layout = self._layout(grid.width, grid.height, scene.view)
        self._paint_pyramid(grid, scene, layout)
        self._paint_hand(grid, scene, layout)
        self._paint_seats(grid, scene, layout)
        return cards_scores_or_sign_hint(scene)

    def status_text(self, scene: Scene) -> str:
        """The number of the turn and whose it is: "turn 12, your turn", or "you are asked in Khety's turn"; when the
        game is over, who has won."""
        view: View = scene.view
        if view.mover < 0:
            return f"the game is over: {winner_text(scene)}"
        stock_count = view.stock_ii + view.stock_iii
        last = "last " if not stock_count and not any(slot.face for slot in view.pyramid) else ""
        whose = f"your {last}turn" if view.active == view.viewer else f"{scene.names[view.active]}'s {last}turn"
        if view.mover == view.viewer != view.active and not scene.covered_reason:
            whose = f"you are asked in {whose}"
        if view.turn <= len(view.seats) > 1 and not (scene.thinking.name or scene.thinking.is_waiting):
            whose += f", {'you' if view.viewer == FIRST_SEAT else scene.names[FIRST_SEAT]} began"
        stock = f", {plural(stock_count, 'card')} in the stock" if stock_count <= LOW_STOCK_CARDS and not last else ""
        return f"turn {view.turn}, {whose}{stock}"

    def chapter_details(
        self, before: View, after: View, chapter: StoryChapter, is_chapter_over: bool
    ) -> ChapterDetails:
        return story_details.chapter_details(before, after, chapter, is_chapter_over, self._cards)

    changed_targets = staticmethod(story_details.changed_targets)

    def legend(self, scene: Scene) -> list[tuple[str, str]]:
        """The signs of every table and of this game; in a game with cards of both editions, their signs first."""
        return [*(edition_legend(scene.signs) if scene.view.mixed else ()), *shared_legend(scene.signs, VALLEY_SIGNS)]

    def _layout(self, width: int, height: int, view: View) -> ValleyLayout:
        """The layout of a view on a table of this size. The latest is kept, because each key paints the same view again."""
        laid_out = self._laid_out
        if laid_out is None or laid_out[:2] != (width, height) or laid_out[2] is not view:
            mine = view.mine
            name_widths = tombs.shelf_name_widths(mine)
            contents = TableContents(len(mine.hand), len(view.seats) - 1, len(mine.sets), name_widths)
            laid_out = self._laid_out = width, height, view, make_layout(width, height, contents)
        return laid_out[3]

    def _paint_pyramid(self, grid: Grid, scene: Scene, layout: ValleyLayout) -> None:
        view: View = scene.view
        plan = layout.plan.card
        boneyard, stock = Brush(grid, layout.boneyard), Brush(grid, layout.stock)
        for slot in view.pyramid:
            brush = Brush(grid, layout.pyramid[slot.slot])
            if plan.has_frame:
                boxes.paint_pyramid_card_box(brush, scene, slot, plan, self._wordings)
            else:
                tiles.paint_pyramid_card_tile(brush, scene, slot)
        if plan.has_emblem:
            boxes.paint_boneyard_picture(boneyard, scene)
            boxes.paint_stock_picture(stock, scene)
        else:
            tiles.paint_boneyard(boneyard, scene)
            tiles.paint_stock(stock, scene)

    def _paint_hand(self, grid: Grid, scene: Scene, layout: ValleyLayout) -> None:
        view: View = scene.view
        mine = view.mine
        active = view.seats[view.active]
        label = "In play" if active.seat == view.viewer else f"{scene.names[active.seat]} plays"
        free_part = tiles.paint_hand_heading(Brush(grid, layout.hand_head), scene)
        if active.in_play:
            play = Brush(grid, layout.play) if layout.play is not None else free_part
            paint_card_row(play, scene, "play", label, active.in_play)
        if scene.covered_reason:
            first_line = Rect(layout.hand_head.x, layout.hand_head.bottom, layout.hand_head.width, 1)
            Brush(grid, first_line).write(1, 0, scene.covered_reason, "dune")
            return
        gains = [valley_answers.tomb_gain_text(view, card.face.kind, card.face.vp) for card in mine.hand]
        for i, card in enumerate(mine.hand):
            brush, target, gain = Brush(grid, layout.hand[i]), Target("hand", i), gains[i]
            if brush.height > 1:
                boxes.paint_hand_card_box(brush, scene, target, card, gain, self._wordings)
            elif layout.plan.card.has_frame and brush.width >= MIN_TEXT_COLUMNS:
                columns = name_columns(brush.width, mine.hand, gains, self._wordings, int(view.mixed))
                paint_hand_card_line_with_text(brush, scene, target, card, gain, self._wordings, columns)
            else:
                tiles.paint_hand_card_line(brush, scene, target, card)

    def _paint_seats(self, grid: Grid, scene: Scene, layout: ValleyLayout) -> None:
        view: View = scene.view
        side = layout.side
        (tombs.paint_my_shelves if side.has_shelves else tombs.paint_my_tomb)(Brush(grid, side.tomb), scene)
        if len(view.seats) == 1:  # the line below the tomb is free
            tombs.paint_ranks(Brush(grid, Rect(side.tomb.x, side.tomb.bottom, side.tomb.width, 1)), scene)
        for i, rect in enumerate(side.seats):
            seat = view.seats[(view.mine.seat + 1 + i) % len(view.seats)]
            if i < side.shelved_opponent_count:
                tombs.paint_opponent_shelves(Brush(grid, rect), scene, seat)
            else:
                tombs.paint_opponent(Brush(grid, rect), scene, seat, with_card_names=layout.plan.has_names)
        if layout.plan.story_columns:  # the story has a column of its own, so the lines below the opponents are free
            paint_missing_kinds(Brush(grid, side.rest), scene, self._cards)


def winner_text(scene: Scene) -> str:
    """Who has won, or the rank of a solitaire game."""
    view: View = scene.view
    if len(view.seats) == 1:
        return f"you rest as a {solitaire_rank(view.seats[0].score)}"
    if view.winners == (view.viewer,):
        return "you win"
    winners = ["you" if seat == view.viewer else scene.names[seat] for seat in view.winners]
    return f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the victory"


def cards_scores_or_sign_hint(scene: Scene) -> AboveAnswers:
    """What is above the answers: cards that only the question shows, or the final scores, or in the first turn how to use the
    cards with a sign; else nothing."""
    view: View = scene.view
    for area, label, faces in (("looking", "You look at", view.looked_at), ("revealed", "Revealed", view.revealed)):
        if faces and not scene.covered_reason:
            return AboveAnswers(paint_row=partial(paint_card_row, scene=scene, area=area, label=label, faces=faces))
    if scene.selected is not None:
        return NOTHING_ABOVE
    if view.mover < 0:
        ranking = sorted(view.seats, key=lambda seat: (-seat.score, seat.tomb_count))
        return AboveAnswers(
            [
                f"{scene.names[seat.seat]}: {plural(seat.score, 'point')}, {plural(seat.tomb_count, 'card')} in the tomb."
                for seat in ranking
            ]
        )
    if not scene.turns_since and scene.needs_card_first and view.turn <= len(view.seats):
        with_arrows = f"with the arrows and {scene.footer_key('choose')}"
        ways = f"by its key, {with_arrows}, or by a click" if scene.has_mouse else f"by its key, or {with_arrows}"
        if scene.guide is not None:  # there is room for one line
            ways = "by its key"
        return AboveAnswers([f"{scene.signs.usable} marks what you can use: choose it {ways}."])
    return NOTHING_ABOVE
