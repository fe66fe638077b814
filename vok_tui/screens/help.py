"""Help: the rules in short, and every key there is as it is bound now."""

from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static

from vok_tui.keys import EVERYWHERE, KEYS, bindings, present
from vok_tui.panes.text import wrap
from vok_tui.rules import rules
from vok_tui.screens.choice import Choice
from vok_tui.screens.room import Room

PAGES: Final = ("Rules", "Keys")
COLUMN: Final = 18  # columns for the keys
WIDEST: Final = 96  # columns of text that still read well
PLACES: Final = {
    "everywhere": "Everywhere",
    "table": "At the table",
    "start": "On the start screen",
    "setup": "New game",
    "choice": "",
    "shelf": "Saved games",
    "cards": "Cards",
    "score": "Score sheet",
    "help": "This help",
    "ask": "",
}
FIXED: Final = {
    EVERYWHERE: (
        ("Tab, Shift+Tab", "the next field, the one before"),
        ("↑ ↓ PgUp PgDn", "move in a list"),
        ("Mouse", "click whatever you want to choose"),
    ),
    "table": (("a letter", "the answer that it stands before"),),
}
CONFIG: Final = 'To move a key, give its name (on the right) in config.toml:  [keys]  undo = "u,backspace"'


class HelpScreen(Room):
    """Two pages, `page` first. `keymap` holds what config.toml has moved."""

    BINDINGS = bindings("help")

    def __init__(self, keymap: Mapping[str, str], page: str = "Rules") -> None:
        super().__init__()
        self.keymap = keymap
        self.page = page

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static("H E L P", classes="title")
            yield Choice(PAGES, self.page, id="pages")
            yield VerticalScroll(Static("", id="text"), id="scroll", can_focus=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(Choice).focus()

    def on_resize(self) -> None:
        self.call_after_refresh(self._turn)

    @on(Choice.Picked)
    def _turn(self) -> None:
        rules = self.query_one(Choice).value == "Rules"
        width = max(20, min(self.query_one("#scroll").size.width - 2, WIDEST))
        self.query_one("#text", Static).update(rules_page(width) if rules else keys_page(self.keymap, width))
        self.query_one("#scroll").scroll_home(animate=False)

    def action_turn(self) -> None:
        """To the other page."""
        pages = self.query_one(Choice)
        pages.action_pick(1 if pages.value == PAGES[0] else -1)

    def action_roll(self, lines: int) -> None:
        """Scroll by some lines; beyond a page it is pages."""
        scroll = self.query_one("#scroll")
        scroll.scroll_relative(y=lines, animate=False)

    def action_roll_page(self, pages: int) -> None:
        """Scroll by pages, keeping a line in sight."""
        self.action_roll(pages * max(1, self.query_one("#scroll").size.height - 1))


def rules_page(width: int) -> Content:
    """All sections, with room between them; a paragraph hangs by its number or its dot."""
    sections = []
    for section in rules():
        lines = [Content.styled(section.title, "bold $lapis")]
        for text in section.text:
            lead, rest = (text[0], text[1:]) if text[0].isdigit() else ("·", text)
            lines += [Content(line) for line in wrap(f"{lead} {rest}", width, 2)]
        sections.append(Content("\n").join(lines))
    return Content("\n\n").join(sections)


def keys_page(keymap: Mapping[str, str], width: int) -> Content:
    """All keys by place: the keys, what they do, and their name in config.toml."""
    lines = []
    for place, title in PLACES.items():
        if title:
            lines += [Content(""), Content.styled(title, "bold $lapis")]
        for key in KEYS[place]:
            lines += _key(", ".join(present(key.id, keymap)), key.does, key.id, width)
        for keys, does in FIXED.get(place, ()):
            lines += _key(keys, does, "", width)
    return Content("\n").join([*lines[1:], Content(""), Content.styled(CONFIG, "$dune")])


def _key(keys: str, does: str, name: str, width: int) -> list[Content]:
    """A line, or two where the name does not go into one."""
    told = wrap(does, width - COLUMN)
    if cell_len(told[-1]) + 2 + len(name) > width - COLUMN:
        told.append("")
    before = [f"{keys:<{COLUMN}}", *[" " * COLUMN] * (len(told) - 1)]
    lines = [Content.assemble((lead, "bold"), text) for lead, text in zip(before, told, strict=True)]
    lines[-1] = Content.assemble(lines[-1], "  " if told[-1] else "", (name, "$dune"))
    return lines
