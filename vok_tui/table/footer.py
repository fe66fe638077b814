"""The footer of the table: the keys that work now, with labels that depend on what is open."""

from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len

from vok_tui.boards import table_kit_of
from vok_tui.painting.grid import Target
from vok_tui.panes.payment import CONFIRM_TARGET
from vok_tui.panes.scene import KeyHint, Scene
from vok_tui.table.live_keys import LiveKeys
from vok_tui.table.pointing import Pointing
from vok_tui.table.travel import idle_ways, reshuffle_choices, travel_labels

FOOTER_SHORTCUTS: Final = (
    "choose", "other_payment", "let_go", "narrow", "read", "undo", "redo", "turn_start", "help", "chronicle", "start_screen",
    "leave", "look_back", "reshuffle", "table_cards",
)  # fmt: skip
"""The overlays that are not among them follow. If there is no room for all, the last ones are left out."""
OPPONENT_SHORTCUTS: Final = (
    "next_step", "answer_now", "undo", "redo", "turn_start", "help", "chronicle", "start_screen", "leave", "look_back",
    "table_cards",
)  # fmt: skip
"""Those while an opponent acts."""
LOOK_BACK_LABELS: Final = {
    "look_back": "Earlier",
    "next_step": "Later",
    "let_go": "Close",
    "choose": "",
    "chronicle": "",
    "help": "",
}
"""The footer while a step of the others is pointed at."""
NARROW_LABELS: Final = {"choose": "", "cursor_up": "Up", "cursor_down": "Down", "let_go": ""}
"""The footer while the list of answers is narrowed: letters are typed then."""
TYPING: Final = (KeyHint("letters", "Narrow", "", ""), KeyHint("Backspace", "Delete", "", ""))
MANY_ANSWERS: Final = 6  # from here on it is worth typing a part of one


def footer_hints(pointing: Pointing, scene: Scene, keys: LiveKeys) -> tuple[KeyHint, ...]:
    """The keys that do something in the current state."""
    pointer, session, overlay = pointing.pointer, pointing.session, pointing.overlay.current
    labels: Mapping[str, str] = travel_labels(session)
    idle = {
        "let_go": pointer.selected is None and overlay is None and scene.highlighted_step is None,
        "look_back": not scene.turns_since,
        "other_payment": scene.payment is None,
        "narrow": scene.payment is None and len(scene.answers) < MANY_ANSWERS,
        **idle_ways(session),
        "reshuffle": not reshuffle_choices(session),
        "table_cards": not table_kit_of(session.match.game).has_card_list,
    }
    if overlay is not None:
        shown = overlay.footer_labels(scene)
        shown = {**shown, overlay.id: shown.get(overlay.id, "Close"), "help": ""}
        labels = {**shown, **labels}
    elif scene.highlighted_step is not None:
        shown = labels = LOOK_BACK_LABELS
    elif pointing.answer_list.filter is not None:
        ids = [id_ for id_ in NARROW_LABELS if scene.answers or id_ == "let_go"]
        return (*TYPING, *keys.hints(ids, NARROW_LABELS))
    else:
        own = [id_ for id_, found in pointing.overlay.known.items() if found.label and id_ not in FOOTER_SHORTCUTS]
        choose = ["choose"] if pointing.question.humans_are_out else []
        shown = dict.fromkeys(
            [*choose, *(OPPONENT_SHORTCUTS if pointing.opponents_act else FOOTER_SHORTCUTS), *own], ""
        )
        if session.shows_end and pointer.cursor == Target("answer", 0):
            labels = {**labels, "choose": "Score sheet"}
        if scene.payment is not None:
            labels = {**labels, "choose": payment_label(scene)}
    found = keys.hints((id_ for id_ in shown if not idle.get(id_, False)), labels)
    if scene.payment is None or overlay is not None or scene.highlighted_step is not None:
        return found
    cannot_buy = scene.payment.answer is None and scene.cursor == CONFIRM_TARGET
    return (
        *payment_key_hint(scene),
        *(same_width_blank(hint) if hint.id == "choose" and cannot_buy else hint for hint in found),
    )


def payment_label(scene: Scene) -> str:
    """What Enter does while something is paid for; "" where it does the usual."""
    if scene.cursor == CONFIRM_TARGET:
        return "Buy"
    pays = scene.is_laid_out(scene.cursor) if scene.cursor is not None else None
    return "Let go" if scene.cursor == scene.selected else {None: "", True: "Take back", False: "Lay out"}[pays]


def same_width_blank(hint: KeyHint) -> KeyHint:
    """A key that does nothing now. It keeps its columns, so that the other keys stay where they are."""
    return KeyHint(" " * cell_len(hint.key), " " * cell_len(hint.label), "", hint.id)


def payment_key_hint(scene: Scene) -> list[KeyHint]:
    """One hint for all keys of the hand while something is paid for; none for an empty hand."""
    keys = {target.index: key for target, key in scene.target_keys.items() if target.area == "hand"}
    lying = [keys[index] for index in range(scene.hand_count) if index in keys]
    return [KeyHint(f"{lying[0]}-{lying[-1]}", "Pay", "", "")] if lying else []
