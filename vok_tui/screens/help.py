"""The help screen: short rules in our own words, all current keys, the signs of the table, and the names of the keys in
config.toml.

Sections are separated by an empty line; the first line of each is its title.
"""

from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from ai.analysis.decision import (
    BLUNDER,
    BLUNDER_LOSS,
    CLEARLY_BAD_LOSS,
    INACCURACY,
    INACCURACY_LOSS,
    MISTAKE,
    MISTAKE_LOSS,
    UNSURE_MARK,
)
from ai.process.limits import is_hosted
from vok_tui.boards.keymap import all_shortcuts, key_labels_by_id
from vok_tui.boards.rules_text import read_rules
from vok_tui.boards.table_kit import TableKit
from vok_tui.painting.grid import wrap
from vok_tui.painting.signs import GameSigns, shared_legend, signs_with
from vok_tui.records.loss_report import POINTS_MARK
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.widgets import CleanInput, KeyFooter, OptionRow
from vok_tui.shared.shortcuts import EVERYWHERE, TABLE, Shortcut, bindings, key_labels

SIGNS_PAGE: Final = "Reading the table"
PAGES: Final = ("Rules", "Keys", SIGNS_PAGE, "Names of keys")
KEY_COLUMNS: Final = 18  # columns of the keys
NAMED_KEY_COLUMNS: Final = 22  # columns of the keys on the page with their names
MAX_TEXT_COLUMNS: Final = 96  # maximum columns of text
SCREEN_TITLES: Final = {
    "everywhere": "Everywhere",
    "table": "At the table",
    "review": "Review of a game",
    "compare": "Two lines compared",
    "start": "On the start screen",
    "setup": "New game",
    "choice": "",
    "shelf": "Saved games",
    "stats": "Statistics",
    "losses": "Losses in many games",
    "settings": "Settings",
    "cards": "Cards",
    "own_cards": "Your box",
    "score": "Score sheet",
    "practise": "Practise",
    "goals": "Goals",
    "daily": "Daily game",
    "best_lines": "Best line",
    "retry": "Find better",
    "line": "An expected line",
    "help": "This help",
    "ask": "Dialogs",
    "text": "",
    "welcome": "The first start",
}
MAX_FIND_CHARS: Final = 40
MOUSE: Final = "Mouse"
FIXED_KEYS: Final = {
    EVERYWHERE: (
        ("Tab, Shift+Tab", "the next field, the one before"),
        ("↑ ↓ PgUp PgDn", "move in a list"),
        (MOUSE, "click whatever you want to choose"),
    ),
    "table": (("the key of a card", "in a question, the answer about it"),),
}
CONFIG_NOTE: Final = (
    'To change a key, write its name and the new keys into config.toml, as in:  [keys]  undo = "u,backspace"'
)
MARKS: Final = (  # of decisions, at every game
    (
        BLUNDER,
        f"a blunder: costs {100 * BLUNDER_LOSS:.0f} in 100 or more, that is {100 * BLUNDER_LOSS:.0f} of 100 games won",
    ),
    (
        MISTAKE,
        f"a mistake: costs {100 * MISTAKE_LOSS:.0f} in 100 or more; a secret choice {100 * CLEARLY_BAD_LOSS:.0f} or more",
    ),
    (INACCURACY, f"an inaccuracy: costs {100 * INACCURACY_LOSS:.0f} in 100 or more"),
    (UNSURE_MARK, "unsure: one look found a loss, and a deeper look did not"),
    (POINTS_MARK, "points lost after the game was decided"),
)
ABBREVIATION: Final = ("{more}", "cut off here; {read} reads all of it")  # at the table of every game


class HelpScreen(BaseScreen):
    """The pages in `PAGES` for the game of `kit`; `page` is shown first. `keymap` holds the keys that config.toml changes. On the
    page of keys, those of the screen `first_screen` come first."""

    BINDINGS = bindings("help")

    def __init__(self, kit: TableKit, keymap: Mapping[str, str], page: str = "Rules", first_screen: str = "") -> None:
        super().__init__()
        self.first_screen = first_screen
        self.kit = kit
        self.keymap = keymap
        self.page = page
        self._found_line = -1  # where the words were found that are looked for
        self.pages: Final = (
            PAGES[:-1] if is_hosted() else PAGES
        )  # a guest has no config.toml to write names of keys into

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static("H E L P", classes="title")
            yield OptionRow(self.pages, self.page, id="pages")
            yield VerticalScroll(Static("", id="text"), id="scroll", can_focus=False)
            yield CleanInput(placeholder="find a word", max_length=MAX_FIND_CHARS, compact=True, id="find")
        yield KeyFooter()

    @property
    def game_shown(self) -> str:
        return self.kit.game.name()

    def on_mount(self) -> None:
        field = self.query_one(CleanInput)
        field.cursor_blink, field.display = False, False
        self.query_one(OptionRow).focus()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_page)

    @on(OptionRow.Picked)
    def _show_page(self) -> None:
        if self not in self.app.screen_stack:  # the screen was closed in the meantime
            return
        self._found_line = -1
        self.query_one("#text", Static).update(self._page_content(self.query_one(OptionRow).value, self._columns))
        self.query_one("#scroll").scroll_home(animate=False)

    @property
    def _columns(self) -> int:
        """The columns of the text."""
        return max(20, min(self.query_one("#scroll").size.width - 2, MAX_TEXT_COLUMNS))

    def _page_content(self, page: str, width: int) -> Content:
        if page == "Rules":
            return rules_page(self.kit, width)
        if page == "Keys":
            has_mouse = getattr(self.app, "has_mouse", True)
            return keys_page(self.kit, self.keymap, width, self.first_screen, has_mouse=has_mouse)
        if page == SIGNS_PAGE:
            return signs_page(self.kit.signs, self.keymap, width, ascii_only=getattr(self.app, "ascii_only", False))
        return key_names_page(self.kit, self.keymap, width)

    def action_turn_page(self, step: int) -> None:
        """Show the next page (1), after the last one the first; or the page before (-1)."""
        row = self.query_one(OptionRow)
        row.action_pick((row.picked + step) % len(self.pages) - row.picked)

    # -- finding

    def action_find(self) -> None:
        """Ask for a word."""
        field = self.query_one(CleanInput)
        field.display = True
        field.focus()

    @on(Input.Submitted)
    def _find_next(self) -> None:
        """Show the next line that has the words, on this page or on the next one that has them."""
        row, words = self.query_one(OptionRow), " ".join(self.query_one(CleanInput).value.casefold().split())
        if not words:
            return
        for turns in range(len(self.pages) + 1):
            page = self.pages[(row.picked + turns) % len(self.pages)]
            lines = self._page_content(page, self._columns).plain.casefold().splitlines()
            first = self._found_line + 1 if not turns else 0
            found = next((y for y in range(first, len(lines)) if words in " ".join(lines[y].split())), None)
            if found is not None:
                row.action_pick(self.pages.index(page) - row.picked)
                self.call_after_refresh(self._show_found, found)
                return
        self.app.notify(f'No help page mentions "{words}".', markup=False)

    def _show_found(self, line: int) -> None:
        self._found_line = line
        self.query_one("#scroll").scroll_to(y=line, animate=False, immediate=True)

    def action_back(self) -> None:
        """Leave the field for a word; else close the help."""
        field = self.query_one(CleanInput)
        if field.display:
            field.display = False
            self.query_one(OptionRow).focus()
        else:
            super().action_back()

    def action_scroll_lines(self, lines: int) -> None:
        """Scroll by some lines."""
        scroll = self.query_one("#scroll")
        scroll.scroll_relative(y=lines, animate=False)

    def action_scroll_pages(self, pages: int) -> None:
        """Scroll by pages. One line stays visible."""
        self.action_scroll_lines(pages * max(1, self.query_one("#scroll").size.height - 1))


def shortcuts_at(screen: str, kit: TableKit) -> tuple[Shortcut, ...]:
    """The shortcuts of a screen; at the table, those of this game."""
    return kit.table_shortcuts() if screen == TABLE else all_shortcuts()[screen]


def rules_page(kit: TableKit, width: int) -> Content:
    """All sections of the rules, with hanging indents."""
    if kit.rules_file is None:
        return Content(f"Vok has no text with the rules of {kit.game.title()}.")
    sections = []
    for section in read_rules(kit.rules_file):
        lines = [Content.styled(section.title, "bold $lapis")]
        for text in section.paragraphs:
            lead, rest = (text[0], text[1:]) if text[0].isdigit() else ("·", text)
            lines += [Content(line) for line in wrap(f"{lead} {rest}", width, 2)]
        sections.append(Content("\n").join(lines))
    if kit.credits:
        sections.append(Content("\n").join([Content.styled(line, "$dune") for line in wrap(kit.credits, width)]))
    return Content("\n\n").join(sections)


def keys_page(
    kit: TableKit, keymap: Mapping[str, str], width: int, first_screen: str = "", *, has_mouse: bool = True
) -> Content:
    """All keys by screen, and what they do. Those of `first_screen` come first. The heading of the table names its game."""
    lines = []
    for screen, title in sorted(SCREEN_TITLES.items(), key=lambda section: section[0] != first_screen):
        if title:
            heading = f"{title}: {kit.game.title()}" if screen == TABLE else title
            lines += [Content(""), Content.styled(heading, "bold $lapis")]
        for shortcut in shortcuts_at(screen, kit):
            lines += _entry_lines(", ".join(key_labels(shortcut, keymap)), shortcut.help_text, width)
        for keys, effect in FIXED_KEYS.get(screen, ()):
            if keys == MOUSE and not has_mouse:
                continue
            lines += _entry_lines(keys, effect, width)
    return Content("\n").join(lines[1:])


def signs_page(game_signs: GameSigns, keymap: Mapping[str, str], width: int, *, ascii_only: bool) -> Content:
    """The signs of the table, its abbreviations, and the marks of decisions."""
    signs = signs_with(game_signs, ascii_only=ascii_only)
    lines = [Content.styled("Signs of the table", "bold $lapis")]
    own_legend = [(signs.game_signs[name], text) for name, text in game_signs.legend]
    for sign, meaning in (*shared_legend(signs, game_signs), *own_legend):
        lines += _entry_lines(sign, meaning, width)
    lines += [Content(""), Content.styled("Abbreviations", "bold $lapis")]
    names = {**vars(signs), **signs.game_signs, "read": key_labels_by_id("read", keymap)[0]}
    for short, meaning in (*game_signs.abbreviations, ABBREVIATION):
        lines += _entry_lines(short.format(**names), meaning.format(**names), width)
    lines += [Content(""), Content.styled("Marks of decisions", "bold $lapis")]
    for mark, meaning in MARKS:
        lines += _entry_lines(mark, meaning, width)
    return Content("\n").join(lines)


def key_names_page(kit: TableKit, keymap: Mapping[str, str], width: int) -> Content:
    """The names of the shortcuts in config.toml, and their current keys."""
    lines = [Content.styled(line, "$dune") for line in wrap(CONFIG_NOTE, width)]
    for screen, title in SCREEN_TITLES.items():
        if title:
            heading = f"{title:<{NAMED_KEY_COLUMNS}}{'name for config.toml'}"
            lines += [Content(""), Content.styled(heading, "bold $lapis")]
        for shortcut in shortcuts_at(screen, kit):
            lines += _entry_lines(", ".join(key_labels(shortcut, keymap)), shortcut.id, width, NAMED_KEY_COLUMNS)
    return Content("\n").join(lines)


def _entry_lines(lead: str, text: str, width: int, column: int = KEY_COLUMNS) -> list[Content]:
    """An entry: `lead` in a column, and the wrapped text beside it, or below it if `lead` is too long for the column."""
    wrapped = ["", *wrap(text, width - column)] if cell_len(lead) >= column else wrap(text, width - column)
    leads = [f"{lead:<{column}}", *[" " * column] * (len(wrapped) - 1)]
    return [Content.assemble((lead, "bold"), text) for lead, text in zip(leads, wrapped, strict=True)]
