"""All keys of all screens together: found by their names, checked against each other, for the layout of a keyboard."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from vok_tui.shared.errors import ConfigError, suggestion_clause
from vok_tui.shared.key_names import canonical_key, key_label
from vok_tui.shared.shortcuts import (
    EVERYWHERE,
    NO_KEY,
    SCREENS_WITH_OPTION_ROWS,
    SHORTCUTS,
    TABLE,
    Shortcut,
    key_labels,
)


def all_shortcuts() -> dict[str, tuple[Shortcut, ...]]:
    """All shortcuts by screen: `SHORTCUTS`, those of the review and of the overlays, and those of each game alone, under
    `table:NAME`."""
    from vok_tui.boards.table_kit import all_table_kits
    from vok_tui.panes.registry import OVERLAYS
    from vok_tui.shared.shortcuts import COMPARE, COMPARE_SHORTCUTS, REVIEW, REVIEW_SHORTCUTS

    table = (*SHORTCUTS[TABLE], *(overlay.shortcut for overlay in OVERLAYS))
    own = {f"{TABLE}:{name}": kit.game_shortcuts() for name, kit in all_table_kits().items()}
    return {**SHORTCUTS, REVIEW: REVIEW_SHORTCUTS, COMPARE: COMPARE_SHORTCUTS, TABLE: table, **own}


def key_labels_by_id(shortcut_id: str, keymap: Mapping[str, str]) -> list[str]:
    """The labels of the current keys of a shortcut: `["?", "F1"]`; [] for an unknown id."""
    for by_screen in (SHORTCUTS, all_shortcuts()):  # the first is enough for most ids, and fast
        for shortcuts in by_screen.values():
            for shortcut in shortcuts:
                if shortcut.id == shortcut_id:
                    return key_labels(shortcut, keymap)
    return []


KEY_IN_TEXT: Final = re.compile(r"\{([a-z_0-9]+)\}")


def with_keys(text: str, keymap: Mapping[str, str]) -> str:
    """A text for players in which {undo} stands for the first current key of the shortcut "undo"."""

    def key_of(found: re.Match[str]) -> str:
        labels = key_labels_by_id(found[1], keymap)
        return labels[0] if labels else found[0]

    return KEY_IN_TEXT.sub(key_of, text)


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
