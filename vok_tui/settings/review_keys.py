"""The keys of the review of a game."""

from typing import Final

from vok_tui.settings.keys import Shortcut

REVIEW: Final = "review"
COMPARE: Final = "compare"
REVIEW_SHORTCUTS: Final = (
    Shortcut("review_step_back", "left", "go('step', -1)", "Back", "a step back"),
    Shortcut("review_step_on", "right", "go('step', 1)", "Step", "a step forward"),
    Shortcut("review_turn_back", "left_square_bracket,pageup", "go('turn', -1)", "Turn back", "to the turn before"),
    Shortcut("review_turn_on", "right_square_bracket,pagedown", "go('turn', 1)", "Turn", "to the next turn"),
    Shortcut("review_row_up", "up", "go('row', -1)", "Line up", "to the turn or line above in the list"),
    Shortcut("review_row_down", "down", "go('row', 1)", "Line", "to the turn or line below in the list"),
    Shortcut(
        "review_mark_back", "left_curly_bracket,N", "go('mark', -1)", "Mark back", "to the mark or comment before"
    ),
    Shortcut("review_mark_on", "right_curly_bracket,n", "go('mark', 1)", "Mark", "to the next mark or comment"),
    Shortcut("review_play", "enter", "play_on", "Play on", "play on from this step"),
    Shortcut(
        "review_reshuffle",
        "R",
        "play_on(True)",
        "Reshuffle",
        "in a running game, play on from this step, with all drawn again that you could not know there",
    ),
    Shortcut("review_leave", "escape", "back", "Close", "back to where you came from"),
    Shortcut("review_eyes", "w", "view_from_next_seat", "Seat", "in a finished game, look from another seat"),
    Shortcut("review_hands", "h", "toggle_hands", "Hands", "in a finished game, open all hands, or close them"),
    Shortcut(
        "review_tree",
        "t,v",
        "next_left_side",
        "Tree",
        "the tree of lines, the list of turns; on a small screen, the table",
    ),
    Shortcut("review_go_to", "g", "ask_for_text('turn')", "Go to", "to a turn by its number"),
    Shortcut("review_first", "home", "go('end', -1)", "First", "to the start"),
    Shortcut("review_last", "end", "go('end', 1)", "Last", "to the last step"),
    Shortcut("review_round_back", "left_parenthesis", "go('round', -1)", "Round back", "to the round before"),
    Shortcut("review_round_on", "right_parenthesis", "go('round', 1)", "Round", "to the next round"),
    Shortcut("review_kind", "k", "next_step_kind", "Kind", "which kind of step the next two keys look for"),
    Shortcut("review_kind_back", "less_than_sign", "go('kind', -1)", "Before it", "to the step of this kind before"),
    Shortcut("review_kind_on", "greater_than_sign", "go('kind', 1)", "Next of it", "to the next step of this kind"),
    Shortcut(
        "review_autoplay",
        "full_stop",
        "next_autoplay_speed",
        "Play by itself",
        "play by itself: slowly, faster, fast, stop",
    ),
    Shortcut("review_fold", "space", "toggle_variations", "Fold", "fold or unfold the variations of this turn"),
    Shortcut(
        "review_note_mark",
        "plus",
        "change_notes('mark')",
        "Mark it",
        "mark the step: good, bad, turning point, no mark",
    ),
    Shortcut("review_comment", "semicolon", "ask_for_text('comment')", "Comment", "write a comment on the step"),
    Shortcut("review_find", "slash", "ask_for_text('words')", "Find", "to the next step whose story has a word"),
    Shortcut(
        "review_try",
        "a",
        "try_answer",
        "Try",
        "in a finished game, try another answer here: a new variation; the game stays as it was",
    ),
    Shortcut("review_compare", "equals_sign", "compare", "Compare", "two lines side by side, turn by turn"),
    Shortcut("review_name", "r", "ask_for_text('name')", "Name line", "name this variation"),
    Shortcut(
        "review_promote",
        "p",
        "change_notes('promote')",
        "Main line",
        "make this variation the main line; the game stays as it was",
    ),
    Shortcut(
        "review_hide", "H", "change_notes('hide')", "Hide", "hide this variation, or show it again; nothing is deleted"
    ),
    Shortcut(
        "review_undo",
        "u",
        "change_notes('undo')",
        "Undo note",
        "take back the latest mark, comment, name, hiding, main line or tried answer",
    ),
    Shortcut(
        "review_score", "s", "show_score", "Score sheet", "the score sheet of a finished game: rematch, new game, menu"
    ),
    Shortcut("review_more", "tab", "next_footer_page", "More", "the next keys at the bottom"),
)
BACKWARD: Final = frozenset(
    {"review_turn_back", "review_row_up", "review_mark_back", "review_round_back", "review_kind_back"}
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
COMPARE_SHORTCUTS: Final = (
    Shortcut(
        "compare_back",
        "left,left_square_bracket,up",
        "move_turns(-1)",
        "Back",
        "a turn back in both lines",
    ),
    Shortcut("compare_on", "right,right_square_bracket,down", "move_turns(1)", "Turn", "a turn forward in both lines"),
    Shortcut("compare_other", "tab", "next_variation", "Other line", "compare with the next variation"),
    Shortcut("compare_exchange", "x", "exchange_sides", "Exchange", "exchange the left and the right line"),
    Shortcut("compare_go", "enter", "go_to_left_variation", "Go there", "to the left line at this turn, in the review"),
    Shortcut("compare_leave", "escape,equals_sign", "back", "Close", "back to the review"),
)
