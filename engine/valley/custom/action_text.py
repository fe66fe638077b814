"""The parts of card texts by name, and actions as text: `"EachOpponent(Sacrifice(), spare=5)"`, as it stands on the pages.

A text is taken apart, never run: only names that stand here are known, only their own arguments are taken, and each is of the
type and within the bounds that the word for it has everywhere. The words themselves follow the constructors of the parts;
they are written down because a compiled class does not tell its own.
"""

import ast
import difflib
import warnings
from collections.abc import Mapping
from typing import Any, Final

from engine.core.errors import BadCatalogue
from engine.valley import parts
from engine.valley.cards.card import Part
from engine.valley.parts.base.card_filter import ANY, CardFilter
from engine.valley.parts.base.slot_filter import ANYWHERE, SlotFilter
from engine.valley.parts.take import ON_DISCARDS, TO_HAND, TO_TOMB

MAX_PART_CHARS: Final = 200  # characters of a part as text
MAX_NESTING: Final = 4  # a part in a part in a part
PARTS_ARGUMENT: Final = "then"  # the argument that takes any number of parts, without a name, before all others
# The arguments of each part, in the order of its constructor; a part that does not stand here takes none.
PART_ARGUMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "ByIt": (PARTS_ARGUMENT,),
    "CheaperPurchases": ("by",),
    "CostsUpTo": ("cost",),
    "Discard": ("which",),
    "Draw": ("cards",),
    "DrawAndWith": ("of_set",),
    "EachOpponent": (PARTS_ARGUMENT, "spare"),
    "EachOpponentDraws": ("cards",),
    "Entomb": ("which", "may"),
    "EntombFromDiscard": ("least",),
    "EntombMany": ("which",),
    "EntombNextAfter": ("which",),
    "EntombWith": ("of_set",),
    "GiveOrShow": ("which",),
    "HoldsInTomb": ("which",),
    "LookAt": ("cards",),
    "LookAtHand": ("spare",),
    "PlunderDiscard": ("spare",),
    "PullFromHand": ("back",),
    "RevealForSet": ("cards",),
    "SacrificeFromPyramid": ("reach",),
    "SacrificeFromTomb": ("which",),
    "Take": ("reach", "to", "may"),
    "UnlessSpared": (PARTS_ARGUMENT, "spare"),
}
# What an argument may be: a number between two others, or a thing of a type.
ARGUMENT_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "by": (1, 7),
    "cards": (1, 9),
    "cost": (0, 7),
    "least": (1, 60),
    "spare": (0, 60),
}
ARGUMENT_TYPES: Final[Mapping[str, type]] = {
    "which": CardFilter,
    "reach": SlotFilter,
    PARTS_ARGUMENT: Part,
    "may": bool,
    "back": bool,
    "of_set": str,
}
TAKE_DESTINATIONS: Final = {"TO_HAND": int(TO_HAND), "TO_TOMB": int(TO_TOMB), "ON_DISCARDS": int(ON_DISCARDS)}
# What need not be said, as it goes without saying.
ARGUMENT_DEFAULTS: Final[Mapping[str, object]] = {"may": False, "back": False, "to": int(ON_DISCARDS), "spare": 0}
CLASSES_BY_WORD: Final[Mapping[str, type]] = {
    name: kind
    for name, kind in vars(parts).items()
    if isinstance(kind, type) and issubclass(kind, (Part, CardFilter, SlotFilter))
}  # every part, which and reach


def parse_part(text: str) -> Part[Any]:
    """The part that a text names. Raises BadCatalogue, whose sentence says what is wrong in it."""
    if len(text) > MAX_PART_CHARS:
        raise BadCatalogue(f"a part of {len(text)} signs; the longest has {MAX_PART_CHARS}")
    try:
        with warnings.catch_warnings():  # Python would write on the terminal what it thinks of an escape in a text
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise BadCatalogue(
            f'"{text[:40]}" is no part; one looks like Draw(2) or Take(CostsUpTo(4), to=TO_HAND)'
        ) from None
    parsed = _parse_thing(tree, 0)
    if not isinstance(parsed, Part):
        raise BadCatalogue(
            f"{type(parsed).__name__} is no part of an action; it stands within one, as in Take(InBase())"
        )
    written = len(part_text(parsed))
    if written > MAX_PART_CHARS:
        raise BadCatalogue(f"a part of {written} signs when written in full; the longest has {MAX_PART_CHARS}")
    return parsed


def again(made: Part[Any]) -> Part[Any]:
    """A part like this one that stands in no program yet."""
    return parse_part(part_text(made))


def part_text(thing: Any) -> str:
    """The text of a part, which or reach: what `parse_part` reads back as its equal."""
    arguments: list[str] = []
    for name in PART_ARGUMENTS.get(type(thing).__name__, ()):
        value = _argument_of(thing, name)
        if name == PARTS_ARGUMENT:
            arguments += [part_text(inner) for inner in value]
        elif value is not None and not (name in ARGUMENT_DEFAULTS and value == ARGUMENT_DEFAULTS[name]):
            arguments.append(
                f"{name}={_value_text(name, value)}"
                if name in (*ARGUMENT_DEFAULTS, "which") and arguments
                else _argument_text(name, value)
            )
    return f"{type(thing).__name__}({', '.join(arguments)})"


def _argument_text(name: str, value: Any) -> str:
    """An argument in its place, with its name where the number alone would say little."""
    return f"{name}={_value_text(name, value)}" if name in ARGUMENT_DEFAULTS else _value_text(name, value)


def _value_text(name: str, value: Any) -> str:
    if name == "to":
        return next(word for word, place in TAKE_DESTINATIONS.items() if place == value)
    if isinstance(value, (CardFilter, SlotFilter)):
        return part_text(value)
    return repr(value)


def _argument_of(thing: Any, name: str) -> Any:
    """What a part was made with; None for what goes without saying."""
    value = getattr(thing, name, None)
    return None if value is ANY or value is ANYWHERE else value


def _parse_thing(tree: ast.expr, depth: int) -> Any:
    """A part, which or reach from a call, or from its name alone."""
    call = tree if isinstance(tree, ast.Call) else ast.Call(tree, [], [])
    if not isinstance(call.func, ast.Name):
        raise BadCatalogue("a part is a name with its arguments in brackets")
    name = call.func.id
    if name not in CLASSES_BY_WORD:
        suggestions = difflib.get_close_matches(name, sorted(CLASSES_BY_WORD), 1)
        raise BadCatalogue(
            f'no part is called "{name[:40]}"' + (f'; did you mean "{suggestions[0]}"?' if suggestions else "")
        )
    if depth == MAX_NESTING:
        raise BadCatalogue(f"{name} lies deeper than {MAX_NESTING} parts in one another")
    try:
        return CLASSES_BY_WORD[name](*_parse_parts(name, call, depth), **_parse_arguments(name, call, depth))
    except TypeError:
        missing = ", ".join(PART_ARGUMENTS.get(name, ())) or "none"
        raise BadCatalogue(f"{name} lacks an argument; it takes {missing}") from None


def _parse_parts(name: str, call: ast.Call, depth: int) -> list[Any]:
    if PARTS_ARGUMENT not in PART_ARGUMENTS.get(name, ()):
        return []
    if not call.args:
        raise BadCatalogue(f"{name} lacks the parts that shall be carried out")
    return [_parse_value(name, PARTS_ARGUMENT, arg, depth) for arg in call.args]


def _parse_arguments(name: str, call: ast.Call, depth: int) -> dict[str, Any]:
    known = PART_ARGUMENTS.get(name, ())
    positional = [word for word in known if word != PARTS_ARGUMENT]
    given: dict[str, Any] = {}
    if PARTS_ARGUMENT not in known:
        if len(call.args) > len(positional):
            raise BadCatalogue(f"{name} takes {len(positional) or 'no'} arguments, not {len(call.args)}")
        for word, arg in zip(positional, call.args, strict=False):
            given[word] = _parse_value(name, word, arg, depth)
    for keyword in call.keywords:
        if keyword.arg not in positional:
            raise BadCatalogue(
                f'{name} has no argument "{str(keyword.arg)[:40]}"; it takes {", ".join(known) or "none"}'
            )
        if keyword.arg in given:
            raise BadCatalogue(f"{name} is told {keyword.arg} twice")
        given[keyword.arg] = _parse_value(name, keyword.arg, keyword.value, depth)
    return given


def _parse_value(name: str, word: str, tree: ast.expr, depth: int) -> Any:
    """The value of an argument, if it is one that this argument may have."""
    if word in ARGUMENT_BOUNDS:
        low, high = ARGUMENT_BOUNDS[word]
        if isinstance(tree, ast.Constant) and type(tree.value) is int and low <= tree.value <= high:
            return tree.value
        raise BadCatalogue(f"{name}: {word} is a whole number from {low} to {high}")
    if word == "to":
        if isinstance(tree, ast.Name) and tree.id in TAKE_DESTINATIONS:
            return TAKE_DESTINATIONS[tree.id]
        raise BadCatalogue(f"{name}: to is one of {', '.join(TAKE_DESTINATIONS)}")
    expected_type = ARGUMENT_TYPES[word]
    if expected_type in (bool, str):
        if isinstance(tree, ast.Constant) and type(tree.value) is expected_type:
            return tree.value
        raise BadCatalogue(
            f"{name}: {word} is " + ("True or False" if expected_type is bool else "the name of a set in quotes")
        )
    value = _parse_thing(tree, depth + 1)
    if not isinstance(value, expected_type):
        known = [one for one, kind in CLASSES_BY_WORD.items() if issubclass(kind, expected_type)]
        expected = "a part" if expected_type is Part else f"one of {', '.join(sorted(known))}"
        raise BadCatalogue(f"{name}: {type(value).__name__} cannot be {word}, which is {expected}")
    return value
