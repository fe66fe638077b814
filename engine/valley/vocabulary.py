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
from engine.valley.card import Part
from engine.valley.parts.reach import ANYWHERE, Reach
from engine.valley.parts.takes import ON_DISCARDS, TO_HAND, TO_TOMB
from engine.valley.parts.which import ANY, Which

LONGEST: Final = 200  # characters of a part as text
DEEPEST: Final = 4  # a part in a part in a part
MANY: Final = "then"  # the argument that takes any number of parts, without a name, before all others
# The arguments of each part, in the order of its constructor; a part that does not stand here takes none.
ARGUMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "ByIt": (MANY,),
    "CheaperPurchases": ("by",),
    "CostsUpTo": ("cost",),
    "Discard": ("which",),
    "Draw": ("cards",),
    "DrawAndWith": ("of_set",),
    "EachOpponent": (MANY, "spare"),
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
    "UnlessSpared": (MANY, "spare"),
}
# What an argument may be: a number between two others, or a thing of a type.
BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "by": (1, 7),
    "cards": (1, 9),
    "cost": (0, 7),
    "least": (1, 60),
    "spare": (0, 60),
}
TYPES: Final[Mapping[str, type]] = {
    "which": Which,
    "reach": Reach,
    MANY: Part,
    "may": bool,
    "back": bool,
    "of_set": str,
}
PLACES: Final = {"TO_HAND": int(TO_HAND), "TO_TOMB": int(TO_TOMB), "ON_DISCARDS": int(ON_DISCARDS)}
# What need not be said, as it goes without saying.
USUAL: Final[Mapping[str, object]] = {"may": False, "back": False, "to": int(ON_DISCARDS), "spare": 0}
NAMES: Final[Mapping[str, type]] = {
    name: kind
    for name, kind in vars(parts).items()
    if isinstance(kind, type) and issubclass(kind, (Part, Which, Reach))
}  # every part, which and reach


def part(text: str) -> Part[Any]:
    """The part that a text names. Raises BadCatalogue, whose sentence says what is wrong in it."""
    if len(text) > LONGEST:
        raise BadCatalogue(f"a part of {len(text)} signs; the longest has {LONGEST}")
    try:
        with warnings.catch_warnings():  # Python would write on the terminal what it thinks of an escape in a text
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise BadCatalogue(
            f'"{text[:40]}" is no part; one looks like Draw(2) or Take(CostsUpTo(4), to=TO_HAND)'
        ) from None
    made = _thing(tree, 0)
    if not isinstance(made, Part):
        raise BadCatalogue(f"{type(made).__name__} is no part of an action; it stands within one, as in Take(InBase())")
    return made


def again(made: Part[Any]) -> Part[Any]:
    """A part like this one that stands in no program yet."""
    return part(words(made))


def words(made: Any) -> str:
    """The text of a part, which or reach: what `part` reads back as its equal."""
    said: list[str] = []
    for name in ARGUMENTS.get(type(made).__name__, ()):
        value = _argument(made, name)
        if name == MANY:
            said += [words(inner) for inner in value]
        elif value is not None and not (name in USUAL and value == USUAL[name]):
            said.append(f"{name}={_value(name, value)}" if name in (*USUAL, "which") and said else _named(name, value))
    return f"{type(made).__name__}({', '.join(said)})"


def _named(name: str, value: Any) -> str:
    """An argument in its place, with its name where the number alone would say little."""
    return f"{name}={_value(name, value)}" if name in USUAL else _value(name, value)


def _value(name: str, value: Any) -> str:
    if name == "to":
        return next(word for word, place in PLACES.items() if place == value)
    if isinstance(value, (Which, Reach)):
        return words(value)
    return f"'{value}'" if isinstance(value, str) else str(value)


def _argument(made: Any, name: str) -> Any:
    """What a part was made with; None for what goes without saying."""
    value = getattr(made, name, None)
    return None if value is ANY or value is ANYWHERE else value


def _thing(tree: ast.expr, depth: int) -> Any:
    """A part, which or reach from a call, or from its name alone."""
    call = tree if isinstance(tree, ast.Call) else ast.Call(tree, [], [])
    if not isinstance(call.func, ast.Name):
        raise BadCatalogue("a part is a name with its arguments in brackets")
    name = call.func.id
    if name not in NAMES:
        near = difflib.get_close_matches(name, sorted(NAMES), 1)
        raise BadCatalogue(f'no part is called "{name[:40]}"' + (f'; did you mean "{near[0]}"?' if near else ""))
    if depth == DEEPEST:
        raise BadCatalogue(f"{name} lies deeper than {DEEPEST} parts in one another")
    try:
        return NAMES[name](*_many(name, call, depth), **_arguments(name, call, depth))
    except TypeError:
        missing = ", ".join(ARGUMENTS.get(name, ())) or "none"
        raise BadCatalogue(f"{name} lacks an argument; it takes {missing}") from None


def _many(name: str, call: ast.Call, depth: int) -> list[Any]:
    if MANY not in ARGUMENTS.get(name, ()):
        return []
    if not call.args:
        raise BadCatalogue(f"{name} lacks the parts that shall be carried out")
    return [_checked(name, MANY, arg, depth) for arg in call.args]


def _arguments(name: str, call: ast.Call, depth: int) -> dict[str, Any]:
    takes = ARGUMENTS.get(name, ())
    places = [word for word in takes if word != MANY]
    given: dict[str, Any] = {}
    if MANY not in takes:
        if len(call.args) > len(places):
            raise BadCatalogue(f"{name} takes {len(places) or 'no'} arguments, not {len(call.args)}")
        for word, arg in zip(places, call.args, strict=False):
            given[word] = _checked(name, word, arg, depth)
    for keyword in call.keywords:
        if keyword.arg not in places:
            raise BadCatalogue(
                f'{name} has no argument "{str(keyword.arg)[:40]}"; it takes {", ".join(takes) or "none"}'
            )
        if keyword.arg in given:
            raise BadCatalogue(f"{name} is told {keyword.arg} twice")
        given[keyword.arg] = _checked(name, keyword.arg, keyword.value, depth)
    return given


def _checked(name: str, word: str, tree: ast.expr, depth: int) -> Any:
    """The value of an argument, if it is one that this argument may have."""
    if word in BOUNDS:
        low, high = BOUNDS[word]
        if isinstance(tree, ast.Constant) and type(tree.value) is int and low <= tree.value <= high:
            return tree.value
        raise BadCatalogue(f"{name}: {word} is a whole number from {low} to {high}")
    if word == "to":
        if isinstance(tree, ast.Name) and tree.id in PLACES:
            return PLACES[tree.id]
        raise BadCatalogue(f"{name}: to is one of {', '.join(PLACES)}")
    wanted = TYPES[word]
    if wanted in (bool, str):
        if isinstance(tree, ast.Constant) and type(tree.value) is wanted:
            return tree.value
        raise BadCatalogue(
            f"{name}: {word} is " + ("True or False" if wanted is bool else "the name of a set in quotes")
        )
    value = _thing(tree, depth + 1)
    if not isinstance(value, wanted):
        known = [one for one, kind in NAMES.items() if issubclass(kind, wanted)]
        what = "a part" if wanted is Part else f"one of {', '.join(sorted(known))}"
        raise BadCatalogue(f"{name}: {type(value).__name__} cannot be {word}, which is {what}")
    return value
