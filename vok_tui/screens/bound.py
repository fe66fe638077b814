"""The keys in force at the table: the keymap may have moved any of them, so they are read from the bindings."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from textual.actions import parse
from textual.binding import ActiveBinding

from vok_tui.keynames import shown
from vok_tui.keys import EVERYWHERE, KEYS
from vok_tui.panes.grid import Thing

KeyHint = tuple[str, str, str]  # key, label, action
LABELS: Final = {key.id: key.label for place in ("table", EVERYWHERE) for key in KEYS[place]}


class Bound:
    """What is bound to which key: `cards` are the keys of things, `taken` all keys that have a meaning already."""

    def __init__(self, active: Mapping[str, ActiveBinding]) -> None:
        self.cards: Final[dict[Thing, str]] = {}
        self.taken: Final = frozenset(active)
        self._hints: Final[dict[str, KeyHint]] = {}
        for key, found in active.items():
            _, name, arguments = parse(found.binding.action)
            if name == "card":
                self.cards.setdefault(Thing(str(arguments[0]), int(str(arguments[1]))), shown(key))
            id_ = found.binding.id or ""
            self._hints.setdefault(id_, (shown(key), LABELS.get(id_, ""), found.binding.action))

    def hints(self, ids: Iterable[str], labels: Mapping[str, str] = MappingProxyType({})) -> tuple[KeyHint, ...]:
        """Key, label and action of each of these that is bound; `labels` are those that differ now."""
        found = [(labels.get(id_), self._hints[id_]) for id_ in ids if id_ in self._hints]
        return tuple((key, label or usual, action) for label, (key, usual, action) in found)
