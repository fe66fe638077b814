"""Everything that the parts declare: verbs, sentences of events, and the words of custom cards.

`turn` and all modules in the folders `parts` and `rules` are searched, so a new part needs no registration. The order of imports
does not matter, because the declaration of a verb contains its number.
"""

import importlib
import pkgutil
from types import ModuleType
from typing import Any, Final

from engine.core.action import VERB_BITS, MoveCodec
from engine.valley import parts, rules, turn
from engine.valley.catalogue.card import Part
from engine.valley.catalogue.declarations import EventText
from engine.valley.catalogue.verbs import COMMON_VERBS, Verb
from engine.valley.parts.filters import CardFilter, SlotFilter


def import_modules_of(package: ModuleType) -> list[ModuleType]:
    """Import and return the modules in the folder of a package, without its subpackages."""
    return [
        importlib.import_module(f"{package.__name__}.{module.name}")
        for module in pkgutil.iter_modules(package.__path__)
        if not module.ispkg
    ]


def declaring_classes() -> list[Any]:
    """The parts and filters that declare a `spec`, sorted by name."""
    classes = {
        name: cls
        for module in [*import_modules_of(parts), *import_modules_of(rules), turn]
        for name, cls in vars(module).items()
        if isinstance(cls, type) and issubclass(cls, (Part, CardFilter, SlotFilter)) and "spec" in vars(cls)
    }
    return [classes[name] for name in sorted(classes)]


def gather_verbs(classes: list[Any]) -> dict[str, Verb]:
    """All verbs by name, sorted by number. Raises ValueError if two verbs share a name or a number."""
    verbs = {verb.name: verb for verb in COMMON_VERBS}
    for cls in classes:
        for verb in getattr(cls.spec, "verbs", ()):
            if verbs.setdefault(verb.name, verb) != verb:
                raise ValueError(f"the verb {verb.name!r} is declared twice")
    numbers = {verb.number: verb.name for verb in verbs.values()}
    for verb in verbs.values():
        if numbers[verb.number] != verb.name:
            raise ValueError(
                f"the verbs {verb.name!r} and {numbers[verb.number]!r} have the same number, {verb.number}"
            )
    return dict(sorted(verbs.items(), key=lambda item: item[1].number))


def gather_event_texts(classes: list[Any]) -> dict[str, EventText]:
    """The sentences of events, by the verb of the event. Raises ValueError if an event is declared twice."""
    texts: dict[str, EventText] = {}
    for cls in classes:
        for event_verb, text in getattr(cls.spec, "event_texts", {}).items():
            if event_verb in texts:
                raise ValueError(f"the event {event_verb!r} is declared twice")
            texts[event_verb] = text
    return texts


def verbs_with(fact: str) -> frozenset[str]:
    """The names of the verbs that declare a fact, a constant of `engine.valley.catalogue.declarations`."""
    return frozenset([name for name, verb in VERBS.items() if fact in verb.facts])


def events_with(fact: str) -> frozenset[str]:
    """The events that declare a fact, a constant of `engine.valley.catalogue.declarations`."""
    return frozenset([event_verb for event_verb, text in EVENT_TEXTS.items() if fact in text.facts])


def codec_of(verbs: dict[str, Verb]) -> MoveCodec:
    """The codec that turns actions with these verbs into moves and back."""
    names = [""] * (1 << VERB_BITS)
    for verb in verbs.values():
        names[verb.number] = verb.name
    return MoveCodec(*names)


DECLARING_CLASSES: Final = declaring_classes()
VERBS: Final = gather_verbs(DECLARING_CLASSES)
EVENT_TEXTS: Final = gather_event_texts(DECLARING_CLASSES)
MOVE_CODEC: Final = codec_of(VERBS)
CLASSES_BY_WORD: Final = {cls.spec.word: cls for cls in DECLARING_CLASSES if cls.spec.word}
