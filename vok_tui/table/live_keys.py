"""The live keys of the table. The keymap may have changed them, so they are read from the active bindings."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from textual.actions import parse
from textual.binding import ActiveBinding

from vok_tui.panes.grid import Target
from vok_tui.settings.keys import EVERYWHERE, SHORTCUTS
from vok_tui.terminal.key_names import key_label

KeyHint = tuple[str, str, str]  # key, label, action
SHORTCUT_LABELS: Final = {key.id: key.label for place in ("table", EVERYWHERE) for key in SHORTCUTS[place]}


class LiveKeys:
    """The current keys: `target_keys` of targets, and all `used_keys`."""

    def __init__(self, active: Mapping[str, ActiveBinding]) -> None:
        self.target_keys: Final[dict[Target, str]] = {}
        self.used_keys: Final = frozenset(active)
        self._hints: Final[dict[str, KeyHint]] = {}
        for key, found in active.items():
            _, name, arguments = parse(found.binding.action)
            if name == "card":
                self.target_keys.setdefault(Target(str(arguments[0]), int(str(arguments[1]))), key_label(key))
            id_ = found.binding.id or ""
            self._hints.setdefault(id_, (key_label(key), SHORTCUT_LABELS.get(id_, ""), found.binding.action))

    def hints(self, ids: Iterable[str], labels: Mapping[str, str] = MappingProxyType({})) -> tuple[KeyHint, ...]:
        """Key, label and action of each of these ids that is bound; `labels` overrides labels."""
        found = [(labels.get(id_), self._hints[id_]) for id_ in ids if id_ in self._hints]
        return tuple((key, label or usual, action) for label, (key, usual, action) in found)
