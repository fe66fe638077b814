"""The live keys of the table. The keymap may have changed them, so they are read from the active bindings."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from textual.actions import parse
from textual.binding import ActiveBinding

from vok_tui.painting.grid import Target
from vok_tui.panes.scene import KeyHint
from vok_tui.settings.keys import NO_KEY
from vok_tui.terminal.key_names import key_label

TYPE: Final = "type"  # the action of the keys that begin the name of an answer (`Answer.name`)
CHOOSING_ACTIONS: Final = frozenset({"choose_card", "choose", "choose_opponent", "answer", "narrow_or_pay", TYPE})
"""The actions that choose or answer. Their keys do nothing while an opponent acts, nor does the key of the reader."""
READ: Final = "read"


class LiveKeys:
    """The current keys: those of targets, of roles (`Answer.role`) and of opponents from the next seat on; all `used_keys`; the
    actions of the keys that are `choosing_actions`."""

    def __init__(self, active: Mapping[str, ActiveBinding]) -> None:
        self.target_keys: Final[dict[Target, str]] = {}
        self.role_keys: Final[dict[str, str]] = {}
        self.opponent_keys: Final[dict[int, str]] = {}
        self.used_keys: Final = frozenset(active)
        self.choosing_actions: Final[dict[str, str]] = {}
        self._hints: Final[dict[str, KeyHint]] = {}
        for key, found in active.items():
            if key == NO_KEY:
                continue
            _, name, arguments = parse(found.binding.action)
            if name == "choose_card":
                self.target_keys.setdefault(Target(str(arguments[0]), int(str(arguments[1]))), key_label(key))
            elif name == "answer":
                self.role_keys.setdefault(str(arguments[0]), key_label(key))
            elif name == "choose_opponent":
                self.opponent_keys.setdefault(int(str(arguments[0])), key_label(key))
            if name in CHOOSING_ACTIONS or found.binding.id == READ:
                self.choosing_actions[key] = found.binding.action
            id_ = found.binding.id or ""
            label = found.binding.description if found.binding.show else ""
            self._hints.setdefault(id_, KeyHint(key_label(key), label, found.binding.action, id_))

    def key_of(self, id_: str) -> str:
        """The key of the shortcut with this id, as people read it; "" if none is bound to it."""
        return self._hints[id_].key if id_ in self._hints else ""

    def hints(self, ids: Iterable[str], labels: Mapping[str, str] = MappingProxyType({})) -> tuple[KeyHint, ...]:
        """The hint of each of these ids that is bound; `labels` overrides labels."""
        found = [self._hints[id_] for id_ in ids if id_ in self._hints]
        return tuple([hint._replace(label=labels.get(hint.id) or hint.label) for hint in found])
