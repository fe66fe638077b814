"""The keys of the table as they are now. The player may have changed them, so they are read from the active bindings."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from textual.actions import parse
from textual.binding import ActiveBinding

from vok_tui.painting.grid import Target
from vok_tui.panes.reader import READER
from vok_tui.panes.scene import KeyHint
from vok_tui.shared.key_names import key_label
from vok_tui.shared.shortcuts import NO_KEY

TYPE: Final = "type"  # the action of the keys that begin to type the name of an answer (`Answer.name`)
CHOOSING_ACTIONS: Final = frozenset({"choose_card", "choose", "choose_opponent", "answer", "narrow_or_pay", TYPE})
"""The actions that choose or answer. Their keys and that of the reader do nothing while an opponent acts."""


class LiveKeys:
    """The current keys of targets, of roles (`Answer.role`) and of opponents, who are counted from the next seat on; all
    `used_keys`; and `choosing_actions`, the actions of the keys that choose or answer."""

    def __init__(self, active_bindings: Mapping[str, ActiveBinding]) -> None:
        self.target_keys: Final[dict[Target, str]] = {}
        self.role_keys: Final[dict[str, str]] = {}
        self.opponent_keys: Final[dict[int, str]] = {}
        self.used_keys: Final = frozenset(active_bindings)
        self.choosing_actions: Final[dict[str, str]] = {}
        self.types_names = False  # whether a key begins to type the name of an answer
        self._hints: Final[dict[str, KeyHint]] = {}
        for key, active in active_bindings.items():
            if key == NO_KEY:
                continue
            _, name, arguments = parse(active.binding.action)
            if name == "choose_card":
                self.target_keys.setdefault(Target(str(arguments[0]), int(str(arguments[1]))), key_label(key))
            elif name == "answer":
                self.role_keys.setdefault(str(arguments[0]), key_label(key))
            elif name == "choose_opponent":
                self.opponent_keys.setdefault(int(str(arguments[0])), key_label(key))
            self.types_names = self.types_names or name == TYPE
            if name in CHOOSING_ACTIONS or active.binding.id == READER.id:
                self.choosing_actions[key] = active.binding.action
            shortcut_id = active.binding.id or ""
            label = active.binding.description if active.binding.show else ""
            self._hints.setdefault(shortcut_id, KeyHint(key_label(key), label, active.binding.action, shortcut_id))

    def key_of(self, shortcut_id: str) -> str:
        """The label of the key that is bound to a shortcut; "" if there is none."""
        return self._hints[shortcut_id].key if shortcut_id in self._hints else ""

    def hints(self, ids: Iterable[str], labels: Mapping[str, str] = MappingProxyType({})) -> tuple[KeyHint, ...]:
        """The hints of those of these shortcuts that have a key. `labels` replaces their usual labels, by id."""
        bound = [self._hints[shortcut_id] for shortcut_id in ids if shortcut_id in self._hints]
        return tuple([hint._replace(label=labels.get(hint.id) or hint.label) for hint in bound])
