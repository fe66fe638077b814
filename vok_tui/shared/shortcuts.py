"""All keyboard shortcuts: their names in config.toml, default keys, actions and help texts; those of the review last.

A screen takes its bindings from here (`BINDINGS = bindings("table")`); the app applies the keymap of config.toml (`[keys]`,
`undo = "u,backspace"`). Default keys avoid those of tmux, screen, zellij and of terminal flow control: ctrl with a, b, j, o,
q or s. Textual is imported late, so that commands without a screen can check a config.toml quickly.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vok_tui.shared.errors import ConfigError, suggestion_clause
from vok_tui.shared.key_names import (
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
    assigns to another one. With `decides` its keys count only when the terminal has shown what they choose from or change."""

    id: str  # its name in config.toml
    keys: str  # its default keys, separated by commas
    action: str  # the action of Textual
    label: str  # its text in the footer; "" if it is not shown there
    help_text: str  # its line in the help
    priority: bool = False  # takes precedence over the focused widget
    layouts: Mapping[str, str] = field(default_factory=dict)  # default keys for other layouts of `LAYOUTS`
    yields: bool = False
    decides: bool = False


LAYOUTS: Final = ("qwerty", "qwertz", "azerty", *KEYS_BY_PLACE)
NO_KEY: Final = "no_key"  # in a keymap: the key of a shortcut that has lost all its keys; no terminal sends it
OPPONENT_KEYS: Final = "ABCDEFG"  # for the opponents in order, beginning with the next seat
MAX_GAME_KEYS: Final = 3  # games of the start screen that have a key of their own
EVERYWHERE: Final = "everywhere"
TABLE: Final = "table"
SCREENS_WITH_OPTION_ROWS: Final = (
    "setup",
    "help",
    "shelf",
    "stats",
    "losses",
)  # there the shortcuts of "choice" work too
# fmt: off
SHORTCUTS: Final[Mapping[str, tuple[Shortcut, ...]]] = {
    EVERYWHERE: (
        Shortcut("help", "question_mark,f1", "app.help", "Help", "this help: keys and rules"),
        Shortcut("palette", "ctrl+p,colon", "app.command_palette", "", "find any command by its name", yields=True),
        Shortcut("settings", "f2", "app.go('settings')", "", "name, colours, pace, tips, warnings and the other settings", yields=True),
        Shortcut("save_screen", "f12,P", "app.save_screen", "", "save this screen as a picture and as text"),
        Shortcut("redraw", "ctrl+l", "app.redraw", "", "repaint this screen, if other output has spoiled it"),
        Shortcut("leave", "q,ctrl+c", "app.leave", "Leave", "leave at once; the game is on disk"),
        Shortcut("suspend", "ctrl+z", "app.suspend_process", "", "to the shell; fg brings you back"),
   ),
    "start": (
        Shortcut("continue", "c", "choose('continue')", "", "continue the latest game that is not over"),
        *(
            Shortcut(f"start_game_{n}", str(n), f"choose_game({n - 1})", "", f"game {n} of the list", yields=True)
            for n in range(1, MAX_GAME_KEYS + 1)
       ),
        Shortcut("start_choose", "enter,space", "choose_focused", "Choose", "choose the marked entry", decides=True),
        Shortcut("new", "n", "choose('new')", "New", "a new game"),
        Shortcut("daily", "d", "choose('daily')", "", "the game of the day, and those of the last weeks"),
        Shortcut("learn", "l", "choose('learn')", "", "the guided first games", yields=True),
        Shortcut("practise", "p", "choose('practise')", "", "find better in your own games", yields=True),
        Shortcut("puzzle", "z", "choose('puzzle')", "", "the puzzle of the day, then others at your level", yields=True),
        Shortcut("open", "o", "choose('open')", "Saves", "the shelf of saved games"),
        Shortcut("goals", "g", "choose('goals')", "", "what you can reach, and how far you have come", yields=True),
        Shortcut("stats", "s", "choose('stats')", "Stats", "your finished games in numbers"),
        Shortcut("cards", "k", "choose('cards')", "Cards", "read every card"),
        Shortcut("keys", "y", "choose('keys')", "", "all keys"),
        Shortcut("start_settings", "e", "choose('settings')", "Settings", "name, colours, pace, tips, warnings and the other settings", yields=True),
        Shortcut("start_left", "left", "move(-1, 0)", "", "one entry to the left"),
        Shortcut("start_right", "right", "move(1, 0)", "", "one entry to the right"),
        Shortcut("start_up", "up", "move(0, -1)", "", "one row up"),
        Shortcut("start_down", "down", "move(0, 1)", "", "one row down"),
   ),
    "welcome": (
        Shortcut("welcome_choose", "enter", "choose", "Go on", "on the first start, choose what is marked", priority=True, decides=True),
        Shortcut("welcome_right", "right", "move(1, 0)", "", "on the first start, the game or button to the right"),
        Shortcut("welcome_left", "left", "move(-1, 0)", "", "on the first start, the game or button to the left"),
        Shortcut("welcome_next", "down", "move(0, 1)", "Line", "on the first start, the line below"),
        Shortcut("welcome_before", "up", "move(0, -1)", "", "on the first start, the line above"),
        Shortcut("welcome_back", "escape", "back", "Menu", "from the first start to the menu"),
   ),
    "setup": (
        Shortcut("setup_start", "enter", "start", "Start", "start the game with these settings", priority=True, decides=True),
        Shortcut("setup_down", "down", "move_focus(1)", "", "the field below; Tab does it too"),
        Shortcut("setup_up", "up", "move_focus(-1)", "", "the field above; Shift+Tab does it too"),
        Shortcut("setup_back", "escape", "back", "Back", "back without a game"),
   ),
    "choice": (
        Shortcut("choice_left", "left", "pick(-1)", "", "in a row of options, the one to the left"),
        Shortcut("choice_right", "right,space", "pick(1)", "", "in a row of options, the one to the right"),
   ),
    "ask": (
        Shortcut("ask_choose", "enter,space", "choose", "Choose", "in a dialog, choose the marked option", decides=True),
        Shortcut("ask_next", "right,down", "move_focus(1)", "Next", "in a dialog, mark the next option"),
        Shortcut("ask_before", "left,up", "move_focus(-1)", "", "in a dialog, mark the option before"),
        Shortcut("ask_back", "escape", "back", "Back", "in a dialog, back"),
   ),
    "text": (
        Shortcut("text_done", "enter", "done", "Done", "in a dialog for a text, accept the text", priority=True, decides=True),
        Shortcut("text_back", "escape", "back", "Back", "back, without a change"),
   ),
    "shelf": (
        Shortcut("shelf_open", "enter", "open", "Open", "open the game; up and down choose one", priority=True, decides=True),
        Shortcut("shelf_restore", "p", "restore", "Put back", "in the bin, put the game back on the shelf; Enter does it too", decides=True),
        Shortcut("shelf_find", "slash", "find", "Find", "find games by words in their line, name or note"),
        Shortcut("shelf_list", "down", "focus_list", "", "from the fields above it to the list"),
        Shortcut("shelf_rename", "r", "send_command('rename')", "Name", "give the game a name; its file keeps its own"),
        Shortcut("shelf_note", "n", "send_command('note')", "Note", "write a note on the game"),
        Shortcut("shelf_analyse", "A", "analyse", "Marks", "what decisions have cost, before the end only your own: begin the analysis, stop it, or go on with it", decides=True),
        Shortcut("shelf_delete", "d,delete", "send_command('delete')", "Delete", "move the game to the bin", decides=True),
        Shortcut("shelf_bin", "b", "send_command('bin')", "Bin", "the games that were deleted"),
        Shortcut("shelf_empty", "e", "send_command('empty')", "Empty", "in the bin, delete all its games for good", decides=True),
        Shortcut("shelf_back", "escape", "back", "Back", "back to where you came from"),
   ),
    "stats": (
        Shortcut("stats_losses", "L", "show_losses", "Losses", "what your decisions have cost, in all analysed games"),
        Shortcut("stats_goals", "g", "goals", "Goals", "what you can reach, and how far you have come", yields=True),
        Shortcut("stats_back", "escape", "back", "Back", "back to where you came from"),
   ),
    "losses": (
        *(
            Shortcut(f"losses_{n}", str(n), f"see_decision({n - 1})", f"See {n}", f"costly decision {n} in its game")
            for n in (1, 2, 3)
       ),
        Shortcut("losses_drill", "enter,w", "drill", "Drill", "drill the marked kind of decision"),
        Shortcut("losses_down", "down", "move(1)", "Kind", "mark the kind below"),
        Shortcut("losses_up", "up", "move(-1)", "", "mark the kind above"),
        Shortcut("losses_back", "escape", "back", "Back", "back to the statistics"),
   ),
    "goals": (
        Shortcut("goals_down", "down", "move(1)", "Down", "mark the goal below"),
        Shortcut("goals_up", "up", "move(-1)", "", "mark the goal above"),
        Shortcut("goals_page_down", "pagedown", "move(10)", "", "ten goals down"),
        Shortcut("goals_page_up", "pageup", "move(-10)", "", "ten goals up"),
        Shortcut("goals_right", "right", "turn(1)", "Kind", "the goals of the next game"),
        Shortcut("goals_left", "left", "turn(-1)", "", "the goals of the game before"),
        Shortcut("goals_choose", "enter,space", "choose", "Play", "go where the marked goal can be reached", decides=True),
        Shortcut("goals_back", "escape", "back", "Back", "back to where you came from"),
   ),
    "settings": (
        Shortcut("settings_right", "right", "turn(1)", "Change", "the next value of the marked setting"),
        Shortcut("settings_left", "left", "turn(-1)", "", "the value before"),
        Shortcut("settings_write", "enter,space", "write", "", "the next value; for the name, write it"),
        Shortcut("settings_down", "down", "move(1)", "Down", "mark the setting below"),
        Shortcut("settings_up", "up", "move(-1)", "", "mark the setting above"),
        Shortcut("settings_shipped", "backspace,delete", "as_shipped", "Default", "the value that Vok is shipped with"),
        Shortcut("settings_back", "escape", "back", "Back", "back to where you came from"),
   ),
    "cards": (
        Shortcut("cards_back", "escape", "back", "Back", "back to where you came from"),
        Shortcut("cards_find", "slash", "find", "Find", "find cards by a part of their name, set or text"),
        Shortcut("cards_own", "o", "own", "Your box", "enter what is printed on the cards of your own box"),
   ),
    "own_cards": (
        Shortcut("own_all", "a", "as_shown", "As shown", "on your card all is printed as shown", decides=True),
        Shortcut("own_reopen", "r", "reopen", "Take back", "take back what was entered for this card", decides=True),
        Shortcut("own_share", "x", "share", "Share", "copy what differs from the cards of Vok, to send it in", yields=True),
        Shortcut("own_back", "escape", "back", "Back", "back to where you came from"),
   ),
    "best_lines": (
        Shortcut("best_down", "down", "scroll_lines(1)", "Down", "a line down"),
        Shortcut("best_up", "up", "scroll_lines(-1)", "", "a line up"),
        Shortcut("best_page_down", "pagedown,space", "scroll_lines(10)", "", "ten lines down"),
        Shortcut("best_page_up", "pageup", "scroll_lines(-10)", "", "ten lines up"),
        Shortcut("best_back", "escape", "back", "Back", "back to where you came from"),
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
        Shortcut("answer_yes", "y", "answer('yes')", "", "yes, to a question of yes or no", yields=True, layouts={"qwertz": "z"}),
        Shortcut("answer_no", "o", "answer('no')", "", "no, do without", yields=True),
        Shortcut("narrow", "slash", "narrow_or_pay('narrow')", "List", "type a part of an answer to hide the others", yields=True),
        *(
            Shortcut(f"opponent_{index + 1}", key, f"choose_opponent({index})", "", f"opponent {index + 1}, from the next seat on", yields=True)
            for index, key in enumerate(OPPONENT_KEYS)
       ),
        Shortcut("next_step", "full_stop", "next_step", "Next step", "an opponent's next step, without waiting", yields=True),
        Shortcut("answer_now", "greater_than_sign", "hurry_opponent", "Answer now", "let the opponent stop thinking and answer now", yields=True),
        Shortcut("look_back", "comma", "move_step_pointer(-1)", "Steps", "back through the opponents' steps; the key of the next step leads forward"),
        Shortcut("undo", "u", "travel('undo')", "Undo", "take back your latest answer; watching, a step back"),
        Shortcut("redo", "r", "travel('redo')", "Redo", "play again what was taken back; watching, a step on"),
        Shortcut("turn_start", "U", "travel('turn_start')", "Turn", "back to the start of your turn, then to the one before"),
        Shortcut("reshuffle", "R", "reshuffle", "Redeal", "go back, and deal again all that you could not know there", yields=True),
        Shortcut("lines", "v,L", "show_review", "Review", "look through the game and all its lines; play on from any step", yields=True),
        Shortcut("log_page_up", "pageup", "page(-1)", "", "in the log, earlier turns; in another open pane, the page before"),
        Shortcut("log_page_down", "pagedown", "page(1)", "", "in the log, later turns; in another open pane, the next page"),
        Shortcut("log_first", "home", "page(-1000)", "", "in the log, the first turn; in another open pane, the first page"),
        Shortcut("log_last", "end", "page(1000)", "", "in the log, the latest turn; in another open pane, the last page"),
        Shortcut("table_cards", "k", "show_card_list", "Cards", "read the card under the cursor among all cards"),
        Shortcut("hint", "H", "hint", "Hint", "the best answers, with chance and points; the game is then counted apart and not rated", yields=True, decides=True),
        Shortcut("skip_step", "N", "skip_step", "Skip step", "in a guided game, skip this step; in puzzles and practice, the next one", yields=True, decides=True),
        Shortcut("signs", "I", "app.go('signs')", "", "reading the table: every sign and what it means", yields=True),
        Shortcut("start_screen", "m", "leave_table", "Menu", "to the start screen; the game can be continued"),
   ),
    "score": (
        Shortcut("costliest_1", "1", "see_decision(0)", "Try again", "after an analysis, find better than your costliest decision"),
        Shortcut("costliest_2", "2", "see_decision(1)", "", "the same for the second costliest decision"),
        Shortcut("costliest_3", "3", "see_decision(2)", "", "the same for the third costliest decision"),
        Shortcut("score_analyse", "A", "analyse", "Analyse", "what each decision has cost: begin the analysis, stop it, or go on with it", decides=True),
        Shortcut("same_seed", "s", "go_on_to('same_seed')", "Same deal", "the very same game, from its first move", decides=True),
        Shortcut("review", "v", "go_on_to('review')", "Review", "look through the game, step by step"),
        Shortcut("score_best", "B", "best_lines", "Best line", "in an analysed game, what was better, and how it would have gone on"),
        Shortcut("score_curve", "g", "toggle_look_back", "Curve", "the curve of points, what your cards did, your rating; after an analysis, the sheet"),
        Shortcut("rematch", "r", "go_on_to('rematch')", "Rematch", "the same players, a new deal; the next player begins", decides=True),
        Shortcut("score_drill", "w", "drill", "", "drill the kind of decision that has cost you most"),
        Shortcut("score_next", "t", "play_next_game", "Next", "play what is proposed", yields=True, decides=True),
        Shortcut("score_new", "n", "go_on_to('new')", "", "choose players and opponents again"),
        Shortcut("score_start", "m", "go_on_to('start')", "Menu", "to the start screen"),
        Shortcut("score_back", "escape", "back", "Back", "back to the table or the review"),
        Shortcut("score_choose", "enter,space", "choose", "", "choose the marked option", decides=True),
        Shortcut("score_right", "right,down", "move_focus(1)", "", "mark the next option"),
        Shortcut("score_left", "left,up", "move_focus(-1)", "", "mark the option before"),
        Shortcut("score_practise", "p", "go_on_to('practise')", "", "practise what you missed in all games", yields=True),
   ),
    "practise": (
        Shortcut("practise_choose", "enter,space", "choose", "Begin", "begin what is marked", decides=True),
        Shortcut("practise_down", "down", "move(1)", "Down", "mark the kind below"),
        Shortcut("practise_up", "up", "move(-1)", "", "mark the kind above"),
        Shortcut("practise_worst", "w", "worst", "Worst kind", "drill the kind that costs you most", decides=True),
        Shortcut("practise_back", "escape", "back", "Back", "back to where you came from"),
   ),
    "daily": (
        Shortcut("daily_play", "enter,space", "play", "Play", "play, continue or review the game of the marked day", decides=True),
        Shortcut("daily_right", "right", "move(1)", "Day", "the next day"),
        Shortcut("daily_left", "left", "move(-1)", "", "the day before"),
        Shortcut("daily_down", "down", "move(7)", "Week", "a week later"),
        Shortcut("daily_up", "up", "move(-7)", "", "a week earlier"),
        Shortcut("daily_today", "t", "today", "", "mark today"),
        Shortcut("daily_game", "g", "next_game", "Game", "the daily game of the next game"),
        Shortcut("daily_best", "B", "best_lines", "Best", "what the analysis says was better on the marked day"),
        Shortcut("daily_share", "x", "share", "Share", "copy three short lines to share about the marked day"),
        Shortcut("daily_share_exact", "X", "share_exact", "", "copy the exact line, with which programs compare results", yields=True),
        Shortcut("daily_back", "escape", "back", "Back", "back to where you came from"),
   ),
    "retry": (
        Shortcut("retry_show", "S", "show_lines", "Show", "where a turn or a decision is tried again: show the plans or answers with their numbers", decides=True),
        Shortcut("retry_why", "W", "toggle_why", "Why", "afterwards: why the best one is better"),
   ),
    "line": (
        Shortcut("line_on", "right,down", "go(1)", "Step", "a step forward in an expected line"),
        Shortcut("line_back", "left,up", "go(-1)", "Back", "a step back in it"),
        Shortcut("line_keep", "K", "keep", "Keep", "keep its words as a comment on the step", decides=True),
        Shortcut("line_close", "escape", "back", "Close", "back to the review; nothing is stored"),
   ),
    "help": (
        Shortcut("help_turn", "tab", "turn_page(1)", "Next page", "the next page of the help"),
        Shortcut("help_turn_back", "shift+tab", "turn_page(-1)", "", "the page before"),
        Shortcut("help_find", "slash", "find", "Find", "find a word on all pages; Enter finds the next place"),
        Shortcut("help_first", "home", "scroll_lines(-100000)", "", "the first line"),
        Shortcut("help_last", "end", "scroll_lines(100000)", "", "the last line"),
        Shortcut("help_down", "down,j", "scroll_lines(1)", "", "a line down"),
        Shortcut("help_up", "up,k", "scroll_lines(-1)", "", "a line up"),
        Shortcut("help_page_down", "pagedown,space", "scroll_pages(1)", "", "a page down", priority=True),
        Shortcut("help_page_up", "pageup,shift+space", "scroll_pages(-1)", "", "a page up"),
        Shortcut("help_back", "escape", "back", "Back", "back to where you came from"),
   ),
}
# fmt: on
"""The shortcuts of each screen that depend neither on a game nor on a pane. Those of a screen take precedence over those of
"everywhere"."""


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


def key_labels(shortcut: Shortcut, keymap: Mapping[str, str]) -> list[str]:
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


REVIEW: Final = "review"
COMPARE: Final = "compare"
# fmt: off
REVIEW_SHORTCUTS: Final = (
    Shortcut("review_step_back", "left", "go('step', -1)", "Back", "a step back"),
    Shortcut("review_step_on", "right", "go('step', 1)", "Step", "a step forward"),
    Shortcut("review_turn_back", "left_square_bracket,pageup", "go('turn', -1)", "Turn back", "to the turn before"),
    Shortcut("review_turn_on", "right_square_bracket,pagedown", "go('turn', 1)", "Turn", "to the next turn"),
    Shortcut("review_row_up", "up", "go('row', -1)", "Line up", "to the turn or line above in the list"),
    Shortcut("review_row_down", "down", "go('row', 1)", "Line", "to the turn or line below in the list"),
    Shortcut("review_analyse", "A", "analysis('analyse')", "Analyse", "what decisions have cost, before the end only your own: begin the analysis, stop it, or go on with it", decides=True),
    Shortcut("review_mistake_on", "n", "analysis('mistake', 1)", "Mistake", "after an analysis, to your next mistake"),
    Shortcut("review_mistake_back", "N", "analysis('mistake', -1)", "Mistake back", "after an analysis, to your previous mistake"),
    Shortcut("review_play", "enter", "play_on", "Play on", "play on from this step", decides=True),
    Shortcut("review_leave", "escape", "back", "Close", "back to where you came from"),
    Shortcut("review_score", "s", "show_score", "Score sheet", "the score sheet of a finished game: rematch, new game, menu"),
    Shortcut("review_retry", "F", "analysis('better')", "Play again", "after an analysis, play your marked turn, or the decision at this step, again"),
    *(
        Shortcut(f"review_line_{n}", str(n), f"analysis('line', {n})", "Play out" if n == 1 else "", f"after an analysis, play out the line that is expected after answer {n}")
        for n in range(1, 5)
  ),
    Shortcut("review_answers", "S", "analysis('answers')", "All plans", "after an analysis, all plans for the turn, or all answers, judged again"),
    Shortcut("review_why", "W", "analysis('why')", "Why", "after an analysis, why the best answer was better, where it needs room"),
    Shortcut("review_chance", "C", "analysis('chance')", "Chance", "after an analysis, the curve of the chance or of points"),
    Shortcut("review_mark_back", "left_curly_bracket", "go('mark', -1)", "Mark back", "to the mark or comment before"),
    Shortcut("review_mark_on", "right_curly_bracket", "go('mark', 1)", "Mark", "to the next mark or comment"),
    Shortcut("review_reshuffle", "R", "play_on(True)", "Redeal", "in a running game, play on from this step, with all dealt again that you could not know there", decides=True),
    Shortcut("review_eyes", "w", "view_from_next_seat", "Seat", "in a finished game, look from another seat"),
    Shortcut("review_hands", "h", "toggle_hands", "Hands", "in a finished game, open all hands, or close them"),
    Shortcut("review_tree", "t,v", "next_left_side", "Tree", "the tree of lines, the list of turns; on a small screen, the table"),
    Shortcut("review_go_to", "g", "ask_for_text('turn')", "Go to", "to a turn by its number"),
    Shortcut("review_first", "home", "go('end', -1)", "First", "to the start"),
    Shortcut("review_last", "end", "go('end', 1)", "Last", "to the last step"),
    Shortcut("review_round_back", "left_parenthesis", "go('round', -1)", "Round back", "to the round before"),
    Shortcut("review_round_on", "right_parenthesis", "go('round', 1)", "Round", "to the next round"),
    Shortcut("review_kind", "k", "next_step_kind", "Kind", "which kind of step the next two keys look for"),
    Shortcut("review_kind_back", "less_than_sign", "go('kind', -1)", "Before it", "to the step of this kind before"),
    Shortcut("review_kind_on", "greater_than_sign", "go('kind', 1)", "Next of it", "to the next step of this kind"),
    Shortcut("review_autoplay", "full_stop", "next_autoplay_speed", "Play by itself", "play on its own: slowly, faster, fast, stop"),
    Shortcut("review_fold", "space", "toggle_variations", "Fold", "fold or unfold the variations of this turn"),
    Shortcut("review_note_mark", "plus", "change_notes('mark')", "Mark it", "mark the step: good, bad, turning point, no mark", decides=True),
    Shortcut("review_comment", "semicolon", "ask_for_text('comment')", "Comment", "write a comment on the step"),
    Shortcut("review_find", "slash", "ask_for_text('words')", "Find", "to the next step whose story has a word"),
    Shortcut("review_try", "a", "try_answer", "Try", "in a finished game, try another answer here: a new variation; the game stays as it was"),
    Shortcut("review_compare", "equals_sign", "compare", "Compare", "two lines side by side, turn by turn"),
    Shortcut("review_name", "r", "ask_for_text('name')", "Name line", "name this variation"),
    Shortcut("review_promote", "p", "change_notes('promote')", "Main line", "make this variation the main line; the game stays as it was", decides=True),
    Shortcut("review_hide", "H", "change_notes('hide')", "Hide", "hide this variation, or show it again; nothing is deleted", decides=True),
    Shortcut("review_undo", "u", "change_notes('undo')", "Undo note", "take back the latest mark, comment, name, hiding, main line or tried answer", decides=True),
    Shortcut("review_more", "tab", "next_footer_page", "More", "the next keys at the bottom"),
)
# fmt: on
BACKWARD: Final = frozenset(
    {
        "review_turn_back",
        "review_row_up",
        "review_mark_back",
        "review_round_back",
        "review_kind_back",
        "review_mistake_back",
    }
)
"""These are on the last pages of the footer, because the arrow keys and the mouse wheel also lead back."""
WRITING: Final = frozenset(
    {
        "review_play",
        "review_reshuffle",
        "review_note_mark",
        "review_comment",
        "review_name",
        "review_promote",
        "review_hide",
        "review_try",
        "review_undo",
    }
)
"""These write to the save, so they need a game that no other process plays."""
# fmt: off
COMPARE_SHORTCUTS: Final = (
    Shortcut("compare_back", "left,left_square_bracket,up", "move_turns(-1)", "Back", "a turn back in both lines"),
    Shortcut("compare_on", "right,right_square_bracket,down", "move_turns(1)", "Turn", "a turn forward in both lines"),
    Shortcut("compare_other", "tab", "next_variation", "Other line", "compare with the next variation"),
    Shortcut("compare_exchange", "x", "exchange_sides", "Exchange", "exchange the left and the right line"),
    Shortcut("compare_go", "enter", "go_to_left_variation", "Go there", "to the left line at this turn, in the review", decides=True),
    Shortcut("compare_leave", "escape,equals_sign", "back", "Close", "back to the review"),
)
# fmt: on
DECISIONS: Final = frozenset(
    {
        shortcut.id
        for group in (*SHORTCUTS.values(), REVIEW_SHORTCUTS, COMPARE_SHORTCUTS)
        for shortcut in group
        if shortcut.decides
    }
)
"""The shortcuts that decide something."""
