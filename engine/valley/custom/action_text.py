"""Actions as text, in the words that the parts declare, such as `"EachOpponent(Sacrifice(), spare=5)"`.

A text is parsed, never run. It may contain only declared words with their declared arguments, each of its type and within its
bounds.
"""

import ast
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.errors import BadCatalogue, is_whole_number
from engine.core.wording import did_you_mean
from engine.valley.catalogue.card import Part
from engine.valley.catalogue.declarations import (
    CARD_FILTER,
    DESTINATION,
    FLAG,
    NUMBER,
    PARTS,
    SET_NAME,
    SLOT_FILTER,
    Argument,
)
from engine.valley.declared import CLASSES_BY_WORD
from engine.valley.parts.filters import ANY, ANYWHERE, CardFilter, SlotFilter

MAX_PART_CHARS: Final = 200  # maximum characters of a part as text
MAX_NESTING: Final = 4  # maximum depth of parts within parts
# The class of the values of each argument type, without NUMBER and DESTINATION.
CLASS_OF_TYPE: Final[Mapping[str, type]] = {
    CARD_FILTER: CardFilter,
    SLOT_FILTER: SlotFilter,
    PARTS: Part,
    FLAG: bool,
    SET_NAME: str,
}


def arguments_of(word: str) -> tuple[Argument, ...]:
    """The declared arguments of the part or filter with this word."""
    arguments: tuple[Argument, ...] = CLASSES_BY_WORD[word].spec.arguments
    return arguments


def argument_names(arguments: Sequence[Argument]) -> str:
    """The names of arguments for an error message: "which, may"; "none" without arguments."""
    return ", ".join([argument.name for argument in arguments]) or "none"


def parse_part(text: str) -> Part[Any]:
    """The part that a text describes. Raises BadCatalogue, which says what is wrong."""
    if len(text) > MAX_PART_CHARS:
        raise BadCatalogue(f"a part has {len(text)} characters; the maximum is {MAX_PART_CHARS}")
    try:
        with warnings.catch_warnings():  # Python would print a warning about an invalid escape
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise BadCatalogue(
            f'"{text[:40]}" is not a part; a part looks like Draw(2) or Take(CostsUpTo(4), to=TO_HAND)'
        ) from None
    parsed = _parse_part_or_filter(tree, 0)
    if not isinstance(parsed, Part):
        raise BadCatalogue(f"{parsed.spec.word} is not a part; it is an argument of one, as in Take(InBase())")
    full_length = len(part_text(parsed))
    if full_length > MAX_PART_CHARS:
        raise BadCatalogue(f"a part has {full_length} characters when written in full; the maximum is {MAX_PART_CHARS}")
    return parsed


def unlinked_copy(part: Part[Any]) -> Part[Any]:
    """An equal part that does not belong to a program yet."""
    return parse_part(part_text(part))


def part_text(part_or_filter: Any) -> str:
    """The text of a part or a filter. `parse_part` reads the text of a part as an equal part."""
    arguments: list[str] = []
    for argument in part_or_filter.spec.arguments:
        value = _value_unless_default_filter(part_or_filter, argument.name)
        if argument.value_type == PARTS:
            arguments += [part_text(inner) for inner in value]
        elif value is not None and (argument.default is None or value != argument.default):
            is_named = argument.default is not None or (argument.value_type == CARD_FILTER and arguments)
            arguments.append(
                f"{argument.name}={_value_text(argument, value)}" if is_named else _value_text(argument, value)
            )
    return f"{part_or_filter.spec.word}({', '.join(arguments)})"


def _value_text(argument: Argument, value: Any) -> str:
    if argument.value_type == DESTINATION:
        return next(word for word, place in argument.choices if place == value)
    if isinstance(value, (CardFilter, SlotFilter)):
        return part_text(value)
    return repr(value)


def _value_unless_default_filter(part_or_filter: Any, name: str) -> Any:
    """The value of an argument; None for the default filters ANY and ANYWHERE, and if there is no such attribute."""
    value = getattr(part_or_filter, name, None)
    return None if value is ANY or value is ANYWHERE else value


def _parse_part_or_filter(tree: ast.expr, depth: int) -> Any:
    """A part or a filter, from a call or from a bare name."""
    call = tree if isinstance(tree, ast.Call) else ast.Call(tree, [], [])
    if not isinstance(call.func, ast.Name):
        raise BadCatalogue("a part is a name with its arguments in brackets")
    word = call.func.id
    if word not in CLASSES_BY_WORD:
        raise BadCatalogue(f"no part is called {word[:40]!r}{did_you_mean(word[:40], CLASSES_BY_WORD)}")
    if depth == MAX_NESTING:
        raise BadCatalogue(f"{word} is nested too deep; the maximum depth is {MAX_NESTING}")
    try:
        return CLASSES_BY_WORD[word](*_parse_parts(word, call, depth), **_parse_arguments(word, call, depth))
    except TypeError:
        raise BadCatalogue(f"{word} lacks an argument; it takes {argument_names(arguments_of(word))}") from None


def _parse_parts(word: str, call: ast.Call, depth: int) -> list[Any]:
    """The parts that a part carries out; [] if it takes none."""
    then = next((argument for argument in arguments_of(word) if argument.value_type == PARTS), None)
    if then is None:
        return []
    if not call.args:
        raise BadCatalogue(f"{word} lacks the parts to carry out")
    return [_parse_value(word, then, tree, depth) for tree in call.args]


def _parse_arguments(word: str, call: ast.Call, depth: int) -> dict[str, Any]:
    """The values of all arguments other than parts, by name. After parts, which are positional, all others need their names."""
    declared = arguments_of(word)
    without_parts = [argument for argument in declared if argument.value_type != PARTS]
    by_name = {argument.name: argument for argument in without_parts}
    values: dict[str, Any] = {}
    if len(without_parts) == len(declared):
        if len(call.args) > len(declared):
            noun = "argument" if len(declared) == 1 else "arguments"
            raise BadCatalogue(f"{word} takes {len(declared) or 'no'} {noun}, not {len(call.args)}")
        for argument, tree in zip(declared, call.args, strict=False):
            values[argument.name] = _parse_value(word, argument, tree, depth)
    for keyword in call.keywords:
        if keyword.arg not in by_name:
            raise BadCatalogue(f'{word} has no argument "{str(keyword.arg)[:40]}"; it takes {argument_names(declared)}')
        if keyword.arg in values:
            raise BadCatalogue(f"{word} has the argument {keyword.arg} twice")
        values[keyword.arg] = _parse_value(word, by_name[keyword.arg], keyword.value, depth)
    return values


def _parse_value(word: str, argument: Argument, tree: ast.expr, depth: int) -> Any:
    """The value of an argument of the part or filter `word`. Raises BadCatalogue if the argument does not allow it."""
    argument_name = argument.name
    if argument.value_type == NUMBER:
        if isinstance(tree, ast.Constant) and is_whole_number(tree.value, argument.low, argument.high):
            return tree.value
        raise BadCatalogue(f"{word}: {argument_name} is a whole number from {argument.low} to {argument.high}")
    if argument.value_type == DESTINATION:
        choices = dict(argument.choices)
        if isinstance(tree, ast.Name) and tree.id in choices:
            return choices[tree.id]
        raise BadCatalogue(f"{word}: {argument_name} is one of {', '.join(choices)}")
    expected_type = CLASS_OF_TYPE[argument.value_type]
    if expected_type in (bool, str):
        if isinstance(tree, ast.Constant) and type(tree.value) is expected_type:
            return tree.value
        raise BadCatalogue(
            f"{word}: {argument_name} is "
            + ("True or False" if expected_type is bool else "the name of a set in quotes")
        )
    value = _parse_part_or_filter(tree, depth + 1)
    if not isinstance(value, expected_type):
        filter_words = [filter_word for filter_word, cls in CLASSES_BY_WORD.items() if issubclass(cls, expected_type)]
        expected = "a part" if expected_type is Part else f"one of {', '.join(sorted(filter_words))}"
        raise BadCatalogue(f"{word}: {value.spec.word} cannot be {argument_name}, which is {expected}")
    return value
