"""From what is asked and what is pointed at to a scene: all that is painted follows from these two."""

from collections.abc import Mapping

from engine.core.rules import NOBODY
from vok_tui.panes.grid import Thing
from vok_tui.panes.scene import Scene
from vok_tui.panes.signs import Signs
from vok_tui.screens.bound import KeyHint
from vok_tui.screens.pointing import Pointing
from vok_tui.thinking import Progress


def stage(
    pointing: Pointing,
    signs: Signs,
    keys: Mapping[Thing, str],
    footer: tuple[KeyHint, ...],
    progress: Progress | None = None,
) -> Scene:
    """The scene: `keys` are the keys of things, `footer` those of the last line, `progress` is how far an opponent has come who
    thinks for long."""
    session, asked, pointer, board = pointing.session, pointing.asked, pointing.pointer, pointing.board
    pages = [] if session.waits_for != NOBODY else pointing.pages()
    page = min(pointer.page, max(0, len(pages) - 1))
    return Scene(
        view=asked.view,
        names=session.names,
        levels=session.levels,
        signs=signs,
        asked=asked.heading if pointer.chosen is None else board.heading(asked.view, pointer.chosen, pointing.answers),
        answers=pointing.answers,
        live=asked.live,
        meant=frozenset(pointing.meant()),
        keys=keys,
        cursor=pointer.cursor,
        chosen=pointer.chosen,
        note=pointer.note or pointer.idle,
        hint=pointing.hint(),
        thinking=session.names[session.mover]
        if session.request() is not None and not (pointing.despairs or session.held or session.hushed)
        else "",
        progress=progress,
        ordinary=asked.ordinary,
        covered=session.covered,
        peeked=session.peeked,
        since=asked.since,
        turns=asked.turns,
        reading=pages[page] if pages else None,
        reading_open=pointer.reading,
        page=page,
        pages=len(pages),
        log_open=pointer.log_open,
        log_up=pointer.log_up,
        footer=footer,
    )
