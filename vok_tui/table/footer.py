"""The footer of the table: the keys that work now, with labels that depend on what is open."""

from typing import Final

from vok_tui.panes.grid import Target
from vok_tui.table.live_keys import KeyHint, LiveKeys
from vok_tui.table.pointing import Pointing

FOOTER_SHORTCUTS: Final = (
    "choose", "let_go", "read", "undo", "redo", "turn_start", "help", "chronicle", "start_screen", "leave", "table_cards",
)  # fmt: skip
"""If there is no room for all, the last ones are left out."""
STORY_LABELS: Final = {
    "cursor_up": "Up", "cursor_down": "Down", "log_page_up": "Earlier", "log_page_down": "Later",
    "log_first": "First", "log_last": "Latest", "let_go": "Close", "chronicle": "Close", "help": "Help",
}  # fmt: skip
"""Labels while the story is open."""
READER_LABELS: Final = {
    "read": "Next page", "log_page_up": "Page before", "log_first": "First", "log_last": "Last", "let_go": "Close",
    "choose": "Choose", "help": "Help",
}  # fmt: skip
"""Labels while several pages are read."""
SPECTATOR_LABELS: Final = {"undo": "Earlier", "redo": "Later"}
"""Labels for spectators."""


def footer_hints(pointing: Pointing, keys: LiveKeys) -> tuple[KeyHint, ...]:
    """The keys that do something in the current state."""
    pointer, session = pointing.pointer, pointing.session
    named = SPECTATOR_LABELS if session.is_spectating else {}
    if pointer.story_open:
        return keys.hints(STORY_LABELS, STORY_LABELS)
    if pointer.reader_open:
        last = pointer.page_index + 1 >= len(pointing.pages())
        undo = ("undo",) if session.can_undo else ()
        some = READER_LABELS if len(pointing.pages()) > 1 else ("read", "choose", *undo, "help", "chronicle")
        return keys.hints(some, {**READER_LABELS, **({"read": "Close"} if last else {}), **named})
    idle = {
        "let_go": pointer.selected is None,
        "undo": not session.can_undo,
        "redo": not session.can_redo,
        "turn_start": not session.can_undo,
    }
    at_score_sheet = session.is_over and pointer.cursor == Target("answer", 0)
    labels = {**named, **({"choose": "Score sheet"} if at_score_sheet else {})}
    return keys.hints((name for name in FOOTER_SHORTCUTS if not idle.get(name, False)), labels)
