"""A TOML text that would keep the parser busy for long is refused before it is parsed. Any other is parsed as usual."""

import ast
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BadText
from engine.core.toml_text import (
    MAX_BARE_CHARACTERS,
    MAX_BYTES,
    MAX_KEY_DOTS,
    MAX_MARKS,
    MAX_NESTING,
    parse,
    write_position,
)
from engine.valley.custom import find_faults
from engine.valley.game import VALLEY
from tests.tables import each_row

DOTTED = ".".join("a" * (MAX_KEY_DOTS + 2))
TOO_MUCH = {
    "a dotted key": (f"{DOTTED} = 1", "dots"),
    "a dotted key of quoted parts": (" . ".join(['"a.b"'] * (MAX_KEY_DOTS + 2)) + " = 1", "dots"),
    "a dotted head": (f"[{DOTTED}]", "dots"),
    "a dotted head of a list": (f"[[{DOTTED}]]", "dots"),
    "a dotted key in a value": (f"x = [{{{DOTTED} = 1}}]", "dots"),
    "a dotted key after a string that ends in quotes": (f'x = ["""a""""", {{{DOTTED} = 1}}]', "dots"),
    "a dotted key after a literal that ends in quotes": (f"x = ['''a''''', {{{DOTTED} = 1}}]", "dots"),
    "a dotted key after an escaped quote": (f'x = ["\\"", {{{DOTTED} = 1}}]', "dots"),
    "lists in lists": (f"x = {'[' * (MAX_NESTING + 1)}", "brackets"),
    "tables in tables": (f"x = {'{a=' * (MAX_NESTING + 1)}", "brackets"),
    "many values": (f"x = [{'1,' * MAX_MARKS}]", "values"),
    "many lines": ("\n" * (MAX_MARKS + 1), "values"),
    "many escapes": ('x = "' + "\\\\" * (MAX_MARKS + 1) + '"', "values"),
    "a string without an end": ('"""' + '\\"""' * (MAX_MARKS + 1), "values"),
    "a long number": (f"x = 0x{'f' * (MAX_BARE_CHARACTERS + 1)}", "number"),
    "a long name": (f"{'a' * (MAX_BARE_CHARACTERS + 1)} = 1", "name"),
    "a long text": (f'x = "{"a" * MAX_BYTES}"', "bytes"),
    "a long text of wide signs": (f'x = "{"é" * (MAX_BYTES // 2)}"', "bytes"),
}


@each_row("name", TOO_MUCH)
def test_a_text_too_costly_to_parse_is_refused_with_a_one_line_error(name: str):
    text, why = TOO_MUCH[name]
    with pytest.raises(ValueError, match=why) as refused:
        parse(text)
    assert not isinstance(refused.value, tomllib.TOMLDecodeError), "the parser was asked all the same"
    assert "\n" not in str(refused.value)


def test_a_refusal_names_the_line():
    with pytest.raises(ValueError, match="at line 3"):
        parse(f"a = 1\n# {DOTTED}\n{DOTTED} = 1\n")


@pytest.mark.parametrize(
    "text",
    [
        f"# {DOTTED} {'[' * 99}\na = 1",
        f'a = "{DOTTED} [[[[[[[[[[[[[[[[[[[[[ \\" {DOTTED}"',
        f"a = '{DOTTED} [[[[[[[[[[[[[[[[[[[[[ \\'\nb = 1",
        f'a = """{DOTTED}\n"" \\""" [[[[[[[[[[[[[[[[[[[[["""\nb = 1',
        f"a = '''{DOTTED}\n'' [[[[[[[[[[[[[[[[[[[[['''''\nb = 1",
        "a = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5]",
        "a.b.c = 1\r\n[a.d]\r\ne = 1979-05-27T07:32:00.5Z",
    ],
)
def test_the_contents_of_strings_and_comments_do_not_count(text: str):
    assert parse(text) == tomllib.loads(text)


def test_invalid_toml_is_refused_by_the_parser():
    with pytest.raises(tomllib.TOMLDecodeError):
        parse("a = ")


def refusal_of_cards(text: str) -> str:
    return str(find_faults(text)[0])


def refusal_of_position(text: str) -> str:
    with pytest.raises(BadText) as refused:
        VALLEY.read_position(text)
    return str(refused.value)


@each_row("refusal", [refusal_of_cards, refusal_of_position])
@each_row("name", TOO_MUCH)
def test_cards_and_positions_that_are_too_costly_to_parse_are_refused(refusal: Callable[[str], str], name: str):
    text, why = TOO_MUCH[name]
    assert why in refusal(text)
    assert "not valid TOML" in refusal(text)


WORD = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('"\\\x7f\x00\n'), max_size=6)
NUMBER_OR_WORD = st.one_of(st.integers(-(2**63), 2**63 - 1), st.booleans(), WORD)
FIELDS = st.dictionaries(
    st.sampled_from(["luck", "hand", "deck_top"]),
    NUMBER_OR_WORD | st.lists(NUMBER_OR_WORD | st.lists(NUMBER_OR_WORD, max_size=3), max_size=3),
)


@given(fields=FIELDS, seats=st.lists(FIELDS, max_size=3))
def test_the_fields_of_a_position_are_read_as_they_were_written(fields: dict[str, object], seats: list[object]):
    assert parse(write_position({**fields, "seat": seats})) == {**fields, "seat": seats}


def test_only_the_bounded_parser_imports_tomllib():
    root = Path(__file__).parents[3]
    files = [path for package in ("engine", "ai", "saves", "vok_tui") for path in (root / package).rglob("*.py")]
    named = [
        str(path.relative_to(root))
        for path in files
        if "tomllib" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.Import) and "tomllib" in [alias.name for alias in node.names])
        or (isinstance(node, ast.ImportFrom) and node.module == "tomllib")
    ]
    assert named == ["engine/core/toml_text.py"]
