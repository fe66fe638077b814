"""Builds the scene from the open question and the state of the pointer."""

from engine.core.game import NOBODY
from vok_tui.game.thinker import ThinkingProgress
from vok_tui.panes.scene import Scene
from vok_tui.panes.signs import Signs
from vok_tui.table.footer import footer_hints
from vok_tui.table.live_keys import LiveKeys
from vok_tui.table.pointing import Pointing


def build_scene(
    pointing: Pointing,
    signs: Signs,
    keys: LiveKeys,
    progress: ThinkingProgress | None = None,
) -> Scene:
    """The scene. `progress` is that of a thinking opponent."""
    session, question, pointer, board = pointing.session, pointing.question, pointing.pointer, pointing.board
    pages = [] if session.next_viewer != NOBODY else pointing.pages()
    page = min(pointer.page_index, max(0, len(pages) - 1))
    return Scene(
        view=question.view,
        names=session.names,
        viewer=session.viewer,
        where=session.chapter.title,
        levels=session.levels,
        signs=signs,
        heading=question.heading
        if pointer.selected is None
        else board.heading(question.view, pointer.selected, pointing.answers),
        answers=pointing.answers,
        usable=question.usable,
        affected=frozenset(pointing.affected()),
        target_keys=keys.target_keys,
        cursor=pointer.cursor,
        selected=pointer.selected,
        note=pointer.note or pointer.idle_reason,
        hint=pointing.hint(),
        thinking_name=session.names[session.mover]
        if session.request() is not None
        and not (pointing.awaits_replacement or session.awaits_reactions or session.asks_in_secret)
        else "",
        progress=progress,
        card_first=question.card_first,
        covered_reason=session.covered_reason,
        peeked=session.peeked,
        turns_since=question.turns_since,
        turns=question.turns,
        open_page=pages[page] if pages else None,
        reader_open=pointer.reader_open,
        page_index=page,
        page_count=len(pages),
        story_open=pointer.story_open,
        story_scroll=pointer.story_scroll,
        footer=footer_hints(pointing, keys),
    )
