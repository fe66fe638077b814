"""Which keys work now, for the footer, and the tips for a new player."""

from typing import Final

from rich.cells import cell_len

from vok_tui.painting.grid import Target
from vok_tui.panes.live_keys import LiveKeys
from vok_tui.panes.scene import CONFIRM_TARGET, KeyHint, Scene
from vok_tui.screens.table.coaching import Coaching
from vok_tui.screens.table.pointing import Pointing

FOOTER_SHORTCUTS: Final = (
    "choose", "other_payment", "let_go", "narrow", "read", "enlarge", "retry_why", "skip_step", "undo", "redo", "hint",
    "retry_show", "turn_start",
    "help", "chronicle", "start_screen", "leave", "look_back", "reshuffle", "table_cards",
)  # fmt: skip
"""The shortcuts in the footer, followed by the other overlays. If they do not all fit, the last ones are left out."""
OPPONENT_SHORTCUTS: Final = (
    "next_step", "answer_now", "undo", "redo", "turn_start", "help", "chronicle", "start_screen", "leave", "look_back",
    "table_cards",
)  # fmt: skip
"""The shortcuts in the footer while an opponent acts."""
LOOK_BACK_LABELS: Final = {
    "look_back": "Earlier",
    "next_step": "Later",
    "let_go": "Close",
    "choose": "",
    "chronicle": "",
    "help": "",
}
"""The footer while a step of the others is highlighted."""
NARROW_LABELS: Final = {"choose": "", "cursor_up": "Up", "cursor_down": "Down", "let_go": ""}
"""The footer while letters are typed to narrow the list of answers."""
TYPING: Final = (KeyHint("letters", "Narrow", "", ""), KeyHint("Backspace", "Delete", "", ""))
MIN_ANSWERS_TO_NARROW: Final = 6


def footer_hints(
    pointing: Pointing, scene: Scene, keys: LiveKeys, coaching: Coaching | None = None, *, can_enlarge: bool = False
) -> tuple[KeyHint, ...]:
    """The keys that do something in the current state, with their labels."""
    pointer, question, overlay = pointing.pointer, pointing.question, pointing.overlay.current
    labels = question.travel.labels
    if coaching is not None and coaching.shows_hint:
        labels = {**labels, "hint": "Hint off"}
    if pointing.board.is_enlarged:
        labels = {**labels, "enlarge": "Full map"}
    if pointing.guide is not None:
        labels = {**labels, **pointing.guide.footer_labels}
    idle = {
        "let_go": pointer.selected is None and overlay is None and scene.step_marks.highlighted_step is None,
        "skip_step": True,
        "hint": coaching is None or not coaching.can_hint,
        "look_back": not scene.turns_since,
        "other_payment": scene.payment is None,
        "narrow": scene.payment is None and (keys.types_names or len(scene.answers) < MIN_ANSWERS_TO_NARROW),
        "enlarge": not can_enlarge,
        **question.travel.idle,
        **(pointing.guide.idle_keys if pointing.guide is not None else {}),
    }
    if pointing.tips is not None or pointing.guide is not None:
        idle["reshuffle"] = True  # a newcomer has enough keys; the help names it
    if overlay is not None:
        shown = overlay.footer_labels(scene)
        shown = {**shown, overlay.id: shown.get(overlay.id, "Close"), "help": ""}
        labels = {**shown, **labels}
    elif scene.step_marks.highlighted_step is not None:
        shown = labels = LOOK_BACK_LABELS
    elif pointing.answer_list.filter is not None:
        ids = [shortcut_id for shortcut_id in NARROW_LABELS if scene.answers or shortcut_id == "let_go"]
        return (*TYPING, *keys.hints(ids, NARROW_LABELS))
    else:
        other_overlays = [
            shortcut_id
            for shortcut_id, other in pointing.overlay.by_id.items()
            if other.label and shortcut_id not in FOOTER_SHORTCUTS
        ]
        first = ["choose"] if question.humans_are_out else []
        if pointing.guide is not None and scene.payment is None:
            first += pointing.guide.first_keys
        shown = dict.fromkeys(
            [*first, *(OPPONENT_SHORTCUTS if pointing.awaits_opponent else FOOTER_SHORTCUTS), *other_overlays], ""
        )
        if question.shows_end and pointer.cursor == Target("answer", 0):
            labels = {**labels, "choose": "Score sheet"}
        if scene.payment is not None:
            labels = {**labels, "choose": enter_label_while_paying(scene)}
    hints = keys.hints((shortcut_id for shortcut_id in shown if not idle.get(shortcut_id, False)), labels)
    if scene.payment is None or overlay is not None or scene.step_marks.highlighted_step is not None:
        return hints
    cannot_buy = scene.payment.answer is None and scene.cursor == CONFIRM_TARGET
    return (
        *payment_key_hint(scene, len(question.hand_numbers)),
        *(same_width_blank(hint) if hint.id == "choose" and cannot_buy else hint for hint in hints),
    )


def enter_label_while_paying(scene: Scene) -> str:
    """The label of Enter during a purchase; "" for the usual label."""
    if scene.cursor == CONFIRM_TARGET:
        return "Buy"
    is_laid_out = scene.is_laid_out(scene.cursor) if scene.cursor is not None else None
    return "Let go" if scene.cursor == scene.selected else {None: "", True: "Take back", False: "Lay out"}[is_laid_out]


def same_width_blank(hint: KeyHint) -> KeyHint:
    """A blank in place of a key that does nothing now, so that the other keys stay where they are."""
    return KeyHint(" " * cell_len(hint.key), " " * cell_len(hint.label), "", hint.id)


def payment_key_hint(scene: Scene, hand_count: int) -> list[KeyHint]:
    """One hint for all keys of the `hand_count` cards in hand during a purchase; none for an empty hand."""
    keys = {target.index: key for target, key in scene.target_keys.items() if target.area == "hand"}
    hand_keys = [keys[index] for index in range(hand_count) if index in keys]
    return [KeyHint(f"{hand_keys[0]}-{hand_keys[-1]}", "Pay", "", "")] if hand_keys else []
