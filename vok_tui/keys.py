"""Every key that does something, in one place: what config.toml calls it, its default, and what the help says of it.

A screen takes its bindings from here (`BINDINGS = bindings("table")`), the app moves them by the keymap of config.toml
(`[keys]`, `undo = "u,backspace"`). Defaults stay clear of what tmux, screen, zellij and the flow control of old
terminals keep for themselves: ctrl with a, b, j, o, q or s. Textual is imported only for a screen's sake, so that
commands without one can check a config.toml.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vok_tui.errors import ConfigError
from vok_tui.keynames import SUGGESTED, sent_as, shown
from vok_tui.nearest import nearest

if TYPE_CHECKING:
    from textual.binding import BindingType


@dataclass(frozen=True)
class Key:
    """`id` is its name in config.toml; `key` the default, several with commas; `label` stands in the footer ("" keeps it
    out of there); `does` is its line in the help."""

    id: str
    key: str
    action: str
    label: str
    does: str
    first: bool = False  # goes before what the field with the focus makes of the key


EVERYWHERE: Final = "everywhere"
WITH_CHOICES: Final = ("setup", "help")  # the screens with rows of options, which have keys of their own
KEYS: Final[Mapping[str, tuple[Key, ...]]] = {
    EVERYWHERE: (
        Key("help", "question_mark,f1", "app.help", "Help", "this help: keys and rules"),
        Key("palette", "ctrl+p", "app.command_palette", "", "find any command by its name"),
        Key("leave", "q,ctrl+c", "app.leave", "Leave", "leave at once; the game is on disk"),
        Key("suspend", "ctrl+z", "app.suspend_process", "", "to the shell; fg comes back"),
    ),
    "start": (
        Key("continue", "c", "choose('continue')", "", "go on with the latest game that is not over"),
        Key("new", "n", "choose('new')", "", "a new game"),
        Key("open", "o", "choose('open')", "", "the shelf of saved games"),
        Key("cards", "k", "choose('cards')", "", "read every card"),
        Key("keys", "y", "choose('keys')", "", "every key there is"),
        Key("start_choose", "enter,space", "choose_here", "Choose", "choose the block you stand on"),
        Key("start_left", "left", "step(-1, 0)", "", "one block to the left"),
        Key("start_right", "right", "step(1, 0)", "", "one block to the right"),
        Key("start_up", "up", "step(0, -1)", "", "one row up"),
        Key("start_down", "down", "step(0, 1)", "", "one row down"),
    ),
    "setup": (
        Key("setup_start", "enter", "start", "Start", "start the game as it stands", first=True),
        Key("setup_down", "down", "field(1)", "", "the field below; Tab does it too"),
        Key("setup_up", "up", "field(-1)", "", "the field above; Shift+Tab does it too"),
        Key("setup_back", "escape", "back", "Back", "back without a game"),
    ),
    "choice": (
        Key("choice_left", "left", "pick(-1)", "", "in a row of options, the one to the left"),
        Key("choice_right", "right,space", "pick(1)", "", "in a row of options, the one to the right"),
    ),
    "ask": (
        Key("ask_choose", "enter,space", "choose", "", "in a question, the way that is marked"),
        Key("ask_next", "right,down", "step(1)", "", "in a question, the next way"),
        Key("ask_before", "left,up", "step(-1)", "", "in a question, the way before"),
        Key("ask_back", "escape", "back", "", "in a question, back"),
    ),
    "shelf": (
        Key("shelf_open", "enter", "open", "Open", "open the game; up and down choose one", first=True),
        Key("shelf_back", "escape", "back", "Back", "back to where you came from"),
    ),
    "cards": (
        Key("cards_back", "escape", "back", "Back", "back to where you came from"),
        Key("cards_find", "slash", "find", "Find", "type a part of a name, a set or a text"),
    ),
    "table": (
        Key("pyramid_top", "e", "card('slot', 5)", "", "the card in the top of the pyramid"),
        Key("pyramid_middle_1", "s", "card('slot', 3)", "", "the left card of the pyramid's middle"),
        Key("pyramid_middle_2", "d", "card('slot', 4)", "", "the right card of the pyramid's middle"),
        Key("pyramid_base_1", "z", "card('slot', 0)", "", "the left card of the pyramid's base"),
        Key("pyramid_base_2", "x", "card('slot', 1)", "", "the middle card of the pyramid's base"),
        Key("pyramid_base_3", "c", "card('slot', 2)", "", "the right card of the pyramid's base"),
        *(Key(f"hand_{n}", str(n % 10), f"card('hand', {n - 1})", "", f"card {n} of your hand") for n in range(1, 11)),
        Key("cursor_up", "up", "move('up')", "", "the cursor up"),
        Key("cursor_down", "down", "move('down')", "", "the cursor down"),
        Key("cursor_left", "left", "move('left')", "", "the cursor to the left"),
        Key("cursor_right", "right", "move('right')", "", "the cursor to the right"),
        Key("next_part", "tab", "jump(1)", "", "the cursor to the next part of the table"),
        Key("part_before", "shift+tab", "jump(-1)", "", "the cursor to the part before"),
        Key("choose", "enter", "choose", "Choose", "choose the card, or give the answer, under the cursor"),
        Key("let_go", "escape", "let_go", "Back", "let go of the card chosen; close what is open"),
        Key("read", "space", "read", "Read", "read what lies under the cursor in full; again for its next page"),
        Key("undo", "u", "undo", "Undo", "take back your latest answer; looking on, a step back"),
        Key("redo", "r", "redo", "Redo", "play again what was taken back; looking on, a step on"),
        Key("turn_start", "U", "turn_start", "Turn", "back to the start of your turn, then to the one before"),
        Key("lines", "L", "lines", "Lines", "all lines that were played, to go on in one that was left"),
        Key("chronicle", "l", "chronicle", "Log", "the log: all that was played"),
        Key("log_page_up", "pageup", "page(-1)", "", "in the log, earlier turns; of what is read, the page before"),
        Key("log_page_down", "pagedown", "page(1)", "", "in the log, later turns; of what is read, the next page"),
        Key("log_first", "home", "page(-1000)", "", "in the log, the first turn; of what is read, the first page"),
        Key("log_last", "end", "page(1000)", "", "in the log, the latest turn; of what is read, the last page"),
        Key("table_cards", "k", "cards", "Cards", "read the card under the cursor among all cards"),
        Key("start_screen", "m", "leave_table", "Menu", "to the start screen; the game stays where it is"),
    ),
    "lines": (
        Key("lines_go", "enter", "go", "Go there", "to the end of the line that is marked", first=True),
        Key("lines_back", "escape", "back", "Back", "back to the table"),
    ),
    "score": (
        Key("rematch", "r", "go('rematch')", "Rematch", "the same people, new cards; the next one begins"),
        Key("same_seed", "s", "go('same_seed')", "Same cards", "the very same game, from its first move"),
        Key("review", "v", "go('review')", "Review", "to the table at the end, to go back through the game"),
        Key("score_new", "n", "go('new')", "New game", "choose seats and opponents anew"),
        Key("score_start", "m,escape", "go('start')", "Menu", "to the start screen"),
        Key("score_choose", "enter,space", "choose", "", "the way that is marked"),
        Key("score_right", "right,down", "step(1)", "", "mark the next way"),
        Key("score_left", "left,up", "step(-1)", "", "mark the way before"),
    ),
    "help": (
        Key("help_turn", "tab", "turn", "Next page", "the next page of the help"),
        Key("help_down", "down,j", "roll(1)", "", "a line down"),
        Key("help_up", "up,k", "roll(-1)", "", "a line up"),
        Key("help_page_down", "pagedown,space", "roll_page(1)", "", "a page down", first=True),
        Key("help_page_up", "pageup,shift+space", "roll_page(-1)", "", "a page up"),
        Key("help_back", "escape", "back", "Back", "back to where you came from"),
    ),
}
"""What may be bound where. A key of a screen goes before a key of everywhere."""


def bindings(place: str, *only: str) -> "list[BindingType]":
    """The bindings of one screen, for its BINDINGS; `only` those with these names, if any are given."""
    from textual.binding import Binding

    return [
        Binding(
            key.key,
            key.action,
            key.label or key.does,
            show=bool(key.label),
            id=key.id,
            tooltip=key.does,
            priority=key.first,
        )
        for key in KEYS[place]
        if not only or key.id in only
    ]


def present(name: str, keymap: Mapping[str, str]) -> list[str]:
    """The keys that do it now, as people write them: `["?", "F1"]`; none for a name that no key has."""
    for place in KEYS.values():
        for key in place:
            if key.id == name:
                return [shown(sent) for sent in keymap.get(name, key.key).split(",")]
    return []


def spelt(keys: str) -> str:
    """Keys of config.toml as they arrive: `?, u` becomes "question_mark,u". Raises ConfigError for one that no terminal sends."""
    names = []
    for word in (word.strip() for word in keys.split(",")):
        name = sent_as(word)
        if word and not name:
            near = nearest(word, SUGGESTED)
            more = near if "?" in near else "; it can be a character, or a name like enter, space, pageup, f5 or ctrl+y"
            raise ConfigError(f'no terminal sends a key "{word}"{more}')
        names += [name] if name else []
    return ",".join(names)


def check(keymap: Mapping[str, str]) -> None:
    """Raises ConfigError for a name that no key has, and for one key that would do two things on one screen."""
    known = [key.id for place in KEYS for key in KEYS[place]]
    for name, keys in keymap.items():
        if name not in known:
            raise ConfigError(f'[keys]: no key is called "{name}"{nearest(name, known)}')
        if not keys.strip(" ,"):
            raise ConfigError(f'[keys]: "{name}" needs at least one key')
    for place in KEYS:
        taken: dict[str, str] = {}
        for key in _together(place):
            for one in keymap.get(key.id, key.key).split(","):
                other = taken.setdefault(sent_as(one), key.id)
                if other != key.id:
                    raise ConfigError(
                        f'[keys]: the key {shown(one)} would be both "{other}" and "{key.id}"; give one of them another'
                    )


def _together(place: str) -> list[Key]:
    """The keys that work at once on a screen: its own, those of everywhere, and those of the field with the focus, but for
    keys that are meant to go before it."""
    everywhere = KEYS[EVERYWHERE] if place != EVERYWHERE else ()
    if place not in WITH_CHOICES:
        return [*KEYS[place], *everywhere]
    return [*KEYS["choice"], *(key for key in KEYS[place] if not key.first), *everywhere]
