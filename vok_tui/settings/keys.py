"""All keyboard shortcuts: their names in config.toml, default keys, actions and help texts.

A screen takes its bindings from here (`BINDINGS = bindings("table")`); the app applies the keymap of config.toml (`[keys]`,
`undo = "u,backspace"`). Default keys avoid those of tmux, screen, zellij and of terminal flow control: ctrl with a, b, j, o,
q or s. Textual is imported late, so that commands without a screen can check a config.toml quickly.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vok_tui.errors import ConfigError
from vok_tui.suggestion import suggestion_clause
from vok_tui.terminal.key_names import (
    KEYS_BY_PLACE,
    SUGGESTED_KEYS,
    canonical_key,
    is_latin,
    key_label,
    layout_with_letter,
)

if TYPE_CHECKING:
    from textual.binding import BindingType


@dataclass(frozen=True)
class Shortcut:
    """A keyboard shortcut. With `yields` it gives up a default key that config.toml, which may be older than the shortcut,
    assigns to another one."""

    id: str  # its name in config.toml
    keys: str  # its default keys, separated by commas
    action: str  # the action of Textual
    label: str  # its text in the footer; "" if it is not shown there
    help_text: str  # its line in the help
    priority: bool = False  # takes precedence over the focused widget
    layouts: Mapping[str, str] = field(default_factory=dict)  # default keys for other layouts of `LAYOUTS`
    yields: bool = False


LAYOUTS: Final = ("qwerty", "qwertz", "azerty", *KEYS_BY_PLACE)
NO_KEY: Final = "no_key"  # in a keymap: the key of a shortcut that has lost all its keys; no terminal sends it
OPPONENT_KEYS: Final = "ABCDEFG"  # for the opponents in order, beginning with the next seat
EVERYWHERE: Final = "everywhere"
TABLE: Final = "table"
SCREENS_WITH_OPTION_ROWS: Final = ("setup", "help", "shelf", "stats")  # there the shortcuts of "choice" work too
SHORTCUTS: Final[Mapping[str, tuple[Shortcut, ...]]] = {
    EVERYWHERE: (
        Shortcut("help", "question_mark,f1", "app.help", "Help", "this help: keys and rules"),
        Shortcut("palette", "ctrl+p,colon", "app.command_palette", "", "find any command by its name", yields=True),
        Shortcut("save_screen", "f12,P", "app.save_screen", "", "save this screen as a picture and as text"),
        Shortcut("leave", "q,ctrl+c", "app.leave", "Leave", "leave at once; the game is on disk"),
        Shortcut("suspend", "ctrl+z", "app.suspend_process", "", "go to the shell; fg comes back"),
    ),
    "start": (
        Shortcut("continue", "c", "choose('continue')", "", "continue the latest game that is not over"),
        Shortcut("new", "n", "choose('new')", "", "a new game"),
        Shortcut("open", "o", "choose('open')", "", "the shelf of saved games"),
        Shortcut("cards", "k", "choose('cards')", "", "read every card"),
        Shortcut("keys", "y", "choose('keys')", "", "all keys"),
        Shortcut("start_choose", "enter,space", "choose_focused", "Choose", "choose the focused block"),
        Shortcut("daily", "d", "choose('daily')", "Daily game", "the game of the day, the same for everybody"),
        Shortcut("stats", "s", "choose('stats')", "Statistics", "your finished games in numbers"),
        Shortcut("start_left", "left", "move_focus(-1, 0)", "", "one block to the left"),
        Shortcut("start_right", "right", "move_focus(1, 0)", "", "one block to the right"),
        Shortcut("start_up", "up", "move_focus(0, -1)", "", "one row up"),
        Shortcut("start_down", "down", "move_focus(0, 1)", "", "one row down"),
    ),
    "welcome": (
        Shortcut(
            "welcome_choose", "enter", "choose", "Go on", "on the first start, choose what is marked", priority=True
        ),
        Shortcut("welcome_next", "down,right", "move_focus(1)", "", "on the first start, the next field"),
        Shortcut("welcome_before", "up,left", "move_focus(-1)", "", "on the first start, the field before"),
        Shortcut("welcome_back", "escape", "back", "Menu", "from the first start to the menu"),
    ),
    "setup": (
        Shortcut("setup_start", "enter", "start", "Start", "start the game with these settings", priority=True),
        Shortcut("setup_down", "down", "move_focus(1)", "", "the field below; Tab does it too"),
        Shortcut("setup_up", "up", "move_focus(-1)", "", "the field above; Shift+Tab does it too"),
        Shortcut("setup_back", "escape", "back", "Back", "back without a game"),
    ),
    "choice": (
        Shortcut("choice_left", "left", "pick(-1)", "", "in a row of options, the one to the left"),
        Shortcut("choice_right", "right,space", "pick(1)", "", "in a row of options, the one to the right"),
    ),
    "ask": (
        Shortcut("ask_choose", "enter,space", "choose", "", "in a dialog, choose the marked option"),
        Shortcut("ask_next", "right,down", "move_focus(1)", "", "in a dialog, mark the next option"),
        Shortcut("ask_before", "left,up", "move_focus(-1)", "", "in a dialog, mark the option before"),
        Shortcut("ask_back", "escape", "back", "", "in a dialog, back"),
    ),
    "text": (
        Shortcut("text_done", "enter", "done", "Done", "in a dialog for a text, accept the text", priority=True),
        Shortcut("text_back", "escape", "back", "Back", "back, without a change"),
    ),
    "shelf": (
        Shortcut("shelf_open", "enter", "open", "Open", "open the game; up and down choose one", priority=True),
        Shortcut(
            "shelf_restore", "p", "restore", "Put back", "in the bin, put the game back on the shelf; Enter does it too"
        ),
        Shortcut("shelf_find", "slash", "find", "Find", "find games by words in their line, name or note"),
        Shortcut("shelf_list", "down", "focus_list", "", "from the fields above it to the list"),
        Shortcut("shelf_rename", "r", "send_command('rename')", "Name", "give the game a name; its file keeps its own"),
        Shortcut("shelf_note", "n", "send_command('note')", "Note", "write a note on the game"),
        Shortcut("shelf_delete", "d,delete", "send_command('delete')", "Delete", "move the game to the bin"),
        Shortcut("shelf_bin", "b", "send_command('bin')", "Bin", "the games that were deleted"),
        Shortcut("shelf_empty", "e", "send_command('empty')", "Empty", "in the bin, delete all its games for good"),
        Shortcut("shelf_back", "escape", "back", "Back", "back to where you came from"),
    ),
    "stats": (Shortcut("stats_back", "escape", "back", "Back", "back to where you came from"),),
    "cards": (
        Shortcut("cards_back", "escape", "back", "Back", "back to where you came from"),
        Shortcut("cards_find", "slash", "find", "Find", "find cards by a part of their name, set or text"),
    ),
    TABLE: (
        Shortcut("cursor_up", "up", "move_cursor('up')", "", "the cursor up"),
        Shortcut("cursor_down", "down", "move_cursor('down')", "", "the cursor down"),
        Shortcut("cursor_left", "left", "move_cursor('left')", "", "the cursor to the left"),
        Shortcut("cursor_right", "right", "move_cursor('right')", "", "the cursor to the right"),
        Shortcut("next_part", "tab", "jump_to_group(1)", "", "the cursor to the next part of the table"),
        Shortcut("part_before", "shift+tab", "jump_to_group(-1)", "", "the cursor to the part before"),
        Shortcut("choose", "enter", "choose", "Choose", "choose the card under the cursor, or give that answer"),
        Shortcut("let_go", "escape", "let_go", "Back", "unselect the chosen card; close what is open"),
        Shortcut(
            "answer_yes",
            "y",
            "answer('yes')",
            "",
            "yes, to a question of yes or no",
            yields=True,
            layouts={"qwertz": "z"},
        ),
        Shortcut("answer_no", "o", "answer('no')", "", "no, do without", yields=True),
        Shortcut(
            "narrow",
            "slash",
            "narrow_or_pay('narrow')",
            "List",
            "type a part of an answer to hide the others",
            yields=True,
        ),
        *(
            Shortcut(
                f"opponent_{index + 1}",
                key,
                f"choose_opponent({index})",
                "",
                f"opponent {index + 1}, from the next seat on",
                yields=True,
            )
            for index, key in enumerate(OPPONENT_KEYS)
        ),
        Shortcut(
            "next_step", "full_stop", "next_step", "Next step", "an opponent's next step, without waiting", yields=True
        ),
        Shortcut(
            "answer_now",
            "greater_than_sign",
            "hurry_opponent",
            "Answer now",
            "let the opponent stop thinking and answer now",
            yields=True,
        ),
        Shortcut(
            "look_back",
            "comma",
            "move_step_pointer(-1)",
            "Steps",
            "back through the opponents' steps; the key of the next step leads forward",
        ),
        Shortcut("undo", "u", "travel('undo')", "Undo", "take back your latest answer; watching, a step back"),
        Shortcut("redo", "r", "travel('redo')", "Redo", "play again what was taken back; watching, a step on"),
        Shortcut(
            "turn_start", "U", "travel('turn_start')", "Turn", "back to the start of your turn, then to the one before"
        ),
        Shortcut(
            "reshuffle",
            "R",
            "reshuffle",
            "Reshuffle",
            "go back, and draw again all that you could not know there",
            yields=True,
        ),
        Shortcut(
            "lines",
            "v,L",
            "show_review",
            "Review",
            "look through the game and all its lines; play on from any step",
            yields=True,
        ),
        Shortcut(
            "log_page_up", "pageup", "page(-1)", "", "in the log, earlier turns; in another open pane, the page before"
        ),
        Shortcut(
            "log_page_down", "pagedown", "page(1)", "", "in the log, later turns; in another open pane, the next page"
        ),
        Shortcut(
            "log_first", "home", "page(-1000)", "", "in the log, the first turn; in another open pane, the first page"
        ),
        Shortcut(
            "log_last", "end", "page(1000)", "", "in the log, the latest turn; in another open pane, the last page"
        ),
        Shortcut("table_cards", "k", "show_card_list", "Cards", "read the card under the cursor among all cards"),
        Shortcut("start_screen", "m", "leave_table", "Menu", "to the start screen; the game can be continued"),
    ),
    "score": (
        Shortcut(
            "rematch", "r", "go_on_to('rematch')", "Rematch", "the same players, a new deal; the next player begins"
        ),
        Shortcut("same_seed", "s", "go_on_to('same_seed')", "Same deal", "the very same game, from its first move"),
        Shortcut("review", "v", "go_on_to('review')", "Review", "look through the game, step by step"),
        Shortcut(
            "score_curve", "g", "toggle_look_back", "Curve", "the curve of points, what your cards did, your rating"
        ),
        Shortcut("score_new", "n", "go_on_to('new')", "", "choose players and opponents again"),
        Shortcut("score_start", "m", "go_on_to('start')", "Menu", "to the start screen"),
        Shortcut("score_back", "escape", "back", "Back", "back to the table or the review"),
        Shortcut("score_choose", "enter,space", "choose", "", "choose the marked option"),
        Shortcut("score_right", "right,down", "move_focus(1)", "", "mark the next option"),
        Shortcut("score_left", "left,up", "move_focus(-1)", "", "mark the option before"),
    ),
    "help": (
        Shortcut("help_turn", "tab", "next_page", "Next page", "the next page of the help"),
        Shortcut("help_down", "down,j", "scroll_lines(1)", "", "a line down"),
        Shortcut("help_up", "up,k", "scroll_lines(-1)", "", "a line up"),
        Shortcut("help_page_down", "pagedown,space", "scroll_pages(1)", "", "a page down", priority=True),
        Shortcut("help_page_up", "pageup,shift+space", "scroll_pages(-1)", "", "a page up"),
        Shortcut("help_back", "escape", "back", "Back", "back to where you came from"),
    ),
}
"""The shortcuts of each screen that depend neither on a game nor on a pane. Those of a screen take precedence over those of
"everywhere"."""


def all_shortcuts() -> dict[str, tuple[Shortcut, ...]]:
    """All shortcuts by screen: `SHORTCUTS`, those of the review and of the overlays, and those of each game alone, under
    `table:NAME`."""
    from vok_tui.boards import all_table_kits
    from vok_tui.panes.registry import OVERLAYS
    from vok_tui.settings.review_keys import COMPARE, COMPARE_SHORTCUTS, REVIEW, REVIEW_SHORTCUTS

    table = (*SHORTCUTS[TABLE], *(overlay.shortcut for overlay in OVERLAYS))
    own = {f"{TABLE}:{name}": kit.game_shortcuts() for name, kit in all_table_kits().items()}
    return {**SHORTCUTS, REVIEW: REVIEW_SHORTCUTS, COMPARE: COMPARE_SHORTCUTS, TABLE: table, **own}


def bindings(screen: str) -> "list[BindingType]":
    """The bindings of one screen, for the class attribute BINDINGS."""
    return bindings_of(SHORTCUTS[screen])


def bindings_of(shortcuts: Iterable[Shortcut]) -> "list[BindingType]":
    """The bindings of these shortcuts."""
    from textual.binding import Binding

    return [
        Binding(
            shortcut.keys,
            shortcut.action,
            shortcut.label or shortcut.help_text,
            show=bool(shortcut.label),
            id=shortcut.id,
            tooltip=shortcut.help_text,
            priority=shortcut.priority,
        )
        for shortcut in shortcuts
    ]


def key_labels_by_id(shortcut_id: str, keymap: Mapping[str, str]) -> list[str]:
    """The labels of the current keys of a shortcut: `["?", "F1"]`; [] for an unknown id."""
    for by_screen in (SHORTCUTS, all_shortcuts()):  # the first is enough for most ids, and fast
        for shortcuts in by_screen.values():
            for shortcut in shortcuts:
                if shortcut.id == shortcut_id:
                    return key_labels(shortcut, keymap)
    return []


def key_labels(shortcut: Shortcut, keymap: Mapping[str, str]) -> list[str]:
    """The labels of the current keys of a shortcut."""
    return [key_label(key) for key in keymap.get(shortcut.id, shortcut.keys).split(",") if key != NO_KEY]


def canonical_keys(keys: str) -> str:
    """Keys as written in config.toml, under the names that Textual reports: `?, u` becomes "question_mark,u". Raises ConfigError
    for a key that no terminal sends."""
    names = []
    for word in (word.strip() for word in keys.split(",")):
        name = canonical_key(word)
        if word and not name:
            near = suggestion_clause(word, SUGGESTED_KEYS)
            hint = near if "?" in near else "; it can be a character, or a name like enter, space, pageup, f5 or ctrl+y"
            raise ConfigError(f'no terminal sends a key "{word}"{hint}')
        names += [name] if name else []
    return ",".join(names)


def dead_letter_sentence(letter: str, layout: str, config_path: str) -> str:
    """Which setting gives a meaning to a letter that no key has; "" if none is known. `layout` is the one that is set."""
    fitting = layout_with_letter(letter)
    if fitting == layout:
        return ""
    if fitting:
        effect = "the digits work without Shift" if fitting not in KEYS_BY_PLACE else "each key works by its place"
        return f'No key is called "{letter}". With layout = "{fitting}" below [table] in {config_path}, {effect}.'
    if is_latin(letter):
        return ""
    advice = "Switch your keyboard to Latin letters, or choose keys of your own below [keys]"
    return f'No key is called "{letter}". {advice} in {config_path}.'


def keymap_for_layout(keymap: Mapping[str, str], layout: str) -> dict[str, str]:
    """The keymap of config.toml, completed for a keyboard layout: a shortcut that yields loses the default keys that config.toml
    assigns to another one. Shortcuts that keep their default keys are left out."""
    complete = dict(keymap)
    shortcuts_by_screen = all_shortcuts()
    for screen in shortcuts_by_screen:
        active = _active_together(screen, shortcuts_by_screen)
        taken = {key for shortcut in active for key in keymap.get(shortcut.id, "").split(",")}
        for shortcut in active:
            if shortcut.id not in keymap:
                keys = complete.get(shortcut.id) or shortcut.layouts.get(layout, shortcut.keys)
                kept = [key for key in keys.split(",") if not (shortcut.yields and key in taken)]
                complete[shortcut.id] = ",".join(kept) or NO_KEY
    default = {shortcut.id: shortcut.keys for shortcuts in shortcuts_by_screen.values() for shortcut in shortcuts}
    return {name: keys for name, keys in complete.items() if name in keymap or keys != default[name]}


def check_keymap(keymap: Mapping[str, str]) -> None:
    """Raise ConfigError for an unknown shortcut, and for a key that would have two meanings on one screen."""
    shortcuts_by_screen = all_shortcuts()
    known = [shortcut.id for shortcuts in shortcuts_by_screen.values() for shortcut in shortcuts]
    for name, keys in keymap.items():
        if name not in known:
            raise ConfigError(f'[keys]: no key is called "{name}"{suggestion_clause(name, known)}')
        if not keys.strip(" ,"):
            raise ConfigError(f'[keys]: "{name}" needs at least one key')
    for screen in shortcuts_by_screen:
        used: dict[str, str] = {}
        for shortcut in _active_together(screen, shortcuts_by_screen):
            for key in keymap.get(shortcut.id, shortcut.keys).split(","):
                if key == NO_KEY:
                    continue
                other = used.setdefault(canonical_key(key), shortcut.id)
                if other != shortcut.id:
                    raise ConfigError(
                        f'[keys]: the key {key_label(key)} would be both "{other}" and "{shortcut.id}"; give one of them another'
                    )


def _active_together(screen: str, shortcuts_by_screen: Mapping[str, Sequence[Shortcut]]) -> list[Shortcut]:
    """All shortcuts that are active at the same time on a screen: its own and those of "everywhere"; on the table of a game,
    also those of every table. Where option rows are, theirs are added, and those with priority over them are left out."""
    everywhere = shortcuts_by_screen[EVERYWHERE] if screen != EVERYWHERE else ()
    if screen in SCREENS_WITH_OPTION_ROWS:
        without_priority = [shortcut for shortcut in shortcuts_by_screen[screen] if not shortcut.priority]
        return [*shortcuts_by_screen["choice"], *without_priority, *everywhere]
    table = shortcuts_by_screen[TABLE] if screen.startswith(f"{TABLE}:") else ()
    return [*shortcuts_by_screen[screen], *table, *everywhere]
