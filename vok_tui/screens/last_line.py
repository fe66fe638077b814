"""The last line of the table: the keys that do something now, and what they are called while this or that lies open."""

from typing import Final

from vok_tui.panes.grid import Thing
from vok_tui.screens.bound import Bound, KeyHint
from vok_tui.screens.pointing import Pointing

FOOTER: Final = (
    "choose", "let_go", "read", "undo", "redo", "turn_start", "help", "chronicle", "start_screen", "leave", "table_cards",
)  # fmt: skip
"""Where there is no room for all, the last ones go."""
IN_LOG: Final = {
    "cursor_up": "Up", "cursor_down": "Down", "log_page_up": "Earlier", "log_page_down": "Later",
    "log_first": "First", "log_last": "Latest", "let_go": "Close", "chronicle": "Close", "help": "Help",
}  # fmt: skip
"""While the log lies open."""
IN_PAGES: Final = {
    "read": "Next page", "log_page_up": "Page before", "log_first": "First", "log_last": "Last", "let_go": "Close",
    "choose": "Choose", "help": "Help",
}  # fmt: skip
"""While a thing of several pages is read."""
LOOKING_ON: Final = {"undo": "Earlier", "redo": "Later"}
"""What these are called where nobody plays."""


def last_line(pointing: Pointing, bound: Bound) -> tuple[KeyHint, ...]:
    """The keys, as they are `bound`, that do something for what is pointed at and open."""
    pointer, session = pointing.pointer, pointing.session
    named = LOOKING_ON if session.looks_on else {}
    if pointer.log_open:
        return bound.hints(IN_LOG, IN_LOG)
    if pointer.reading:
        last = pointer.page + 1 >= len(pointing.pages())
        undo = ("undo",) if session.can_undo else ()
        some = IN_PAGES if len(pointing.pages()) > 1 else ("read", "choose", *undo, "help", "chronicle")
        return bound.hints(some, {**IN_PAGES, **({"read": "Close"} if last else {}), **named})
    idle = {
        "let_go": pointer.chosen is None,
        "undo": not session.can_undo,
        "redo": not session.can_redo,
        "turn_start": not session.can_undo,
    }
    at_sheet = session.over and pointer.cursor == Thing("answer", 0)
    labels = {**named, **({"choose": "Score sheet"} if at_sheet else {})}
    return bound.hints((name for name in FOOTER if not idle.get(name, False)), labels)
