"""Help: the rules in short, every key there is as it is bound now, the signs of the table, and what config.toml calls the
keys."""

from collections.abc import Mapping
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static

from vok_tui.keys import EVERYWHERE, KEYS, bindings, present
from vok_tui.panes.signs import ASCII, UNICODE, Signs, legend
from vok_tui.panes.text import wrap
from vok_tui.rules import rules
from vok_tui.screens.choice import Choice
from vok_tui.screens.room import Room

PAGES: Final = ("Rules", "Keys", "Signs", "Names of keys")
COLUMN: Final = 18  # columns for the keys
NAMED: Final = 22  # the same, where a heading stands over them
WIDEST: Final = 96  # columns of text that still read well
PLACES: Final = {
    "everywhere": "Everywhere",
    "table": "At the table",
    "lines": "Lines of a game",
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
    "table": (
        ("a letter", "the answer that it stands before"),
        ("any key", "goes on at once where an opponent's step stays to be seen"),
        ("w", "once the game is over, the score sheet; Enter does it too"),
    ),
}
CONFIG: Final = (
    'To move a key, write its name and the keys that shall do it into config.toml, as in:  [keys]  undo = "u,backspace"'
)
WORTH: Final = (
    ("2g", "a card's gold, if you lay it out to buy"),
    ("act", "its action can be carried out now"),
    ("3/6", "three of the six kinds of a set lie in the tomb"),
    ("VP", "points that the card itself is worth in the tomb"),
    ("+5 VP", "at an answer that entombs: what your tomb gains by it"),
    ("cost 4{to}3", "what is printed, and what it costs you today"),
    ("{full}{full}{hollow}", "kinds that lie in the tomb, and kinds that are missing"),
    ("{more}", "cut off here; Space reads all of it"),
)
"""What the table writes short, beside its signs."""


class HelpScreen(Room):
    """The pages of `PAGES`, `page` first. `keymap` holds what config.toml has moved."""

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
        if self not in self.app.screen_stack:  # it was left meanwhile
            return
        width = max(20, min(self.query_one("#scroll").size.width - 2, WIDEST))
        self.query_one("#text", Static).update(self._page(self.query_one(Choice).value, width))
        self.query_one("#scroll").scroll_home(animate=False)

    def _page(self, page: str, width: int) -> Content:
        if page == "Rules":
            return rules_page(width)
        if page == "Keys":
            return keys_page(self.keymap, width)
        if page == "Signs":
            return signs_page(ASCII if getattr(self.app, "ascii_only", False) else UNICODE, width)
        return names_page(self.keymap, width)

    def action_turn(self) -> None:
        """To the next page, behind the last one to the first."""
        pages = self.query_one(Choice)
        pages.action_pick(1 if pages.value != PAGES[-1] else 1 - len(PAGES))

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
    """All keys by place, and what they do."""
    lines = []
    for place, title in PLACES.items():
        if title:
            lines += [Content(""), Content.styled(title, "bold $lapis")]
        for key in KEYS[place]:
            lines += _line(", ".join(present(key.id, keymap)), key.does, width)
        for keys, does in FIXED.get(place, ()):
            lines += _line(keys, does, width)
    return Content("\n").join(lines[1:])


def signs_page(signs: Signs, width: int) -> Content:
    """The signs of the table, then what it writes short."""
    lines = [Content.styled("Signs of the table", "bold $lapis")]
    for sign, says in legend(signs):
        lines += _line(sign, says, width)
    lines += [Content(""), Content.styled("Written short", "bold $lapis")]
    for short, says in WORTH:
        sign = short.format(to=signs.to, full=signs.full, hollow=signs.hollow, more=signs.more)
        lines += _line(sign, says, width)
    return Content("\n").join(lines)


def names_page(keymap: Mapping[str, str], width: int) -> Content:
    """What config.toml calls each key, and which keys it is now."""
    lines = [Content.styled(line, "$dune") for line in wrap(CONFIG, width)]
    for place, title in PLACES.items():
        if title:
            heading = f"{title:<{NAMED}}{'name for config.toml'}"
            lines += [Content(""), Content.styled(heading, "bold $lapis")]
        for key in KEYS[place]:
            lines += _line(", ".join(present(key.id, keymap)), key.id, width, NAMED)
    return Content("\n").join(lines)


def _line(lead: str, text: str, width: int, column: int = COLUMN) -> list[Content]:
    """What it is about in a column of its own, and what is said of it beside that."""
    told = wrap(text, width - column)
    before = [f"{lead:<{column}}", *[" " * column] * (len(told) - 1)]
    return [Content.assemble((lead, "bold"), text) for lead, text in zip(before, told, strict=True)]
