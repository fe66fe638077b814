"""All that the parts declare, gathered from their modules: verbs, sentences of events, and the words of custom cards.

All modules of the folders `parts` and `rules` are read, so a new part is known as soon as it is written. The order of imports
does not matter: the declaration of a verb contains its number.
"""

import importlib
import pkgutil
from types import ModuleType
from typing import Any, Final

from engine.core.action import VERB_BITS, MoveCodec
from engine.valley import parts, rules
from engine.valley.cards.card import Part
from engine.valley.cards.part_spec import EventText
from engine.valley.parts import base
from engine.valley.parts.base.card_filter import CardFilter
from engine.valley.parts.base.slot_filter import SlotFilter
from engine.valley.state.verbs import COMMON_VERBS, Verb


def import_modules_of(package: ModuleType) -> list[ModuleType]:
    """Import the modules in the folder of a package, and return them."""
    return [
        importlib.import_module(f"{package.__name__}.{found.name}")
        for found in pkgutil.iter_modules(package.__path__)
        if not found.ispkg
    ]


def declaring_classes() -> list[Any]:
    """The parts and filters that declare something, in the order of their names."""
    found = {
        name: cls
        for module in [*import_modules_of(parts), *import_modules_of(base), *import_modules_of(rules)]
        for name, cls in vars(module).items()
        if isinstance(cls, type) and issubclass(cls, (Part, CardFilter, SlotFilter)) and "spec" in vars(cls)
    }
    return [found[name] for name in sorted(found)]


def gather_verbs(classes: list[Any]) -> dict[str, Verb]:
    """All verbs by name. Raises ValueError if two verbs share a name or a number."""
    found = {verb.name: verb for verb in COMMON_VERBS}
    for cls in classes:
        for verb in getattr(cls.spec, "verbs", ()):
            if found.setdefault(verb.name, verb) != verb:
                raise ValueError(f"the verb {verb.name!r} is declared twice")
    numbers = {verb.number: verb.name for verb in found.values()}
    for verb in found.values():
        if numbers[verb.number] != verb.name:
            raise ValueError(
                f"the verbs {verb.name!r} and {numbers[verb.number]!r} have the same number, {verb.number}"
            )
    return dict(sorted(found.items(), key=lambda item: item[1].number))


def gather_event_texts(classes: list[Any]) -> dict[str, EventText]:
    """The sentences of all events by verb. Raises ValueError if one is declared twice."""
    found: dict[str, EventText] = {}
    for cls in classes:
        for event_verb, tell in getattr(cls.spec, "event_texts", {}).items():
            if event_verb in found:
                raise ValueError(f"the event {event_verb!r} is declared twice")
            found[event_verb] = tell
    return found


def codec_of(verbs: dict[str, Verb]) -> MoveCodec:
    """The codec of these verbs."""
    names = [""] * (1 << VERB_BITS)
    for verb in verbs.values():
        names[verb.number] = verb.name
    return MoveCodec(*names)


DECLARING_CLASSES: Final = declaring_classes()
VERBS: Final = gather_verbs(DECLARING_CLASSES)
EVENT_TEXTS: Final = gather_event_texts(DECLARING_CLASSES)
MOVE_CODEC: Final = codec_of(VERBS)
CLASSES_BY_WORD: Final = {cls.spec.word: cls for cls in DECLARING_CLASSES if cls.spec.word}
