"""The verbs, events and words that the parts declare."""

import ast
import copy
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.core.action import Action
from engine.valley import afterlife_cards, base_cards
from engine.valley.catalogue.declarations import NUMBER
from engine.valley.catalogue.verbs import Verb
from engine.valley.declared import DECLARING_CLASSES, EVENT_TEXTS, MOVE_CODEC, VERBS, gather_event_texts, gather_verbs
from engine.valley.parts.choosing import EntombChosen
from engine.valley.parts.deck import Draw, KeepOne
from engine.valley.parts.filters import ANYWHERE
from tests.process_end import MAX_WAIT_SECONDS
from tests.tables import each_row

ROOT = Path(__file__).parents[3]
RULES = sorted((ROOT / "engine" / "valley").rglob("*.py"))
PLACES = re.compile(r"{(\w+)}")
IN_EVENT_TEXTS = {"who", "0", "1", "all", "number", "paid", "then"}


class Twin:
    spec = KeepOne.spec._replace(verbs=(KeepOne.spec.verbs[0]._replace(name="hold"),), event_texts={})


class Changed:
    spec = KeepOne.spec._replace(verbs=(KeepOne.spec.verbs[0]._replace(says="hold {0}"),), event_texts={})


def test_two_verbs_with_one_number_are_refused():
    with pytest.raises(ValueError, match="'keep' and 'hold' have the same number, 14"):
        gather_verbs([KeepOne, Twin])


def test_a_verb_cannot_be_declared_twice():
    with pytest.raises(ValueError, match="the verb 'keep' is declared twice"):
        gather_verbs([KeepOne, Changed])


def test_an_event_cannot_be_declared_twice():
    with pytest.raises(ValueError, match="the event 'shuffled' is declared twice"):
        gather_event_texts([Draw, Draw])


@pytest.mark.parametrize("first", ["parts.tomb", "parts.deck", "turn", "game"])
def test_verb_numbers_do_not_depend_on_the_order_of_imports(first: str):
    code = f"import engine.valley.{first}; from engine.valley.declared import VERBS; print(dict(VERBS))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=MAX_WAIT_SECONDS
    )
    assert done.stdout.strip() == str(dict(VERBS))


def test_a_move_carries_the_number_that_its_verb_declares():
    for verb in VERBS.values():
        move = MOVE_CODEC.encode(Action(verb.name))
        assert move == verb.number
        assert MOVE_CODEC.decode(move) == Action(verb.name)


def test_every_event_that_the_rules_emit_has_a_sentence():
    emitted = {
        node.args[0].value
        for path in RULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "emit"
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(emitted) > 30
    assert emitted <= set(EVENT_TEXTS)


@each_row("verb", VERBS.values())
def test_the_text_of_a_verb_names_all_its_arguments(verb: Verb):
    places = {str(place) for place in range(len(verb.argument_types))}
    assert set(PLACES.findall(verb.says_with_rest or verb.says)) - {"rest"} == places
    assert verb.says


@each_row("cls", DECLARING_CLASSES)
def test_every_placeholder_in_a_sentence_can_be_filled(cls: Any):
    spec = cls.spec
    names = {argument.name for argument in spec.arguments}
    names |= {"a"} if issubclass(cls, EntombChosen) else set()
    for text in (spec.obstacle, getattr(spec, "asks", ""), getattr(spec, "asks_or_pass", "")):
        assert set(PLACES.findall(text)) <= names | {"card", "subject"}
    for event_text in getattr(spec, "event_texts", {}).values():
        known = set(IN_EVENT_TEXTS)
        known |= {"whose", "whom"} if event_text.seat_at >= 0 else set()
        known |= {"set"} if event_text.set_at >= 0 else set()
        known |= {"limit"} if event_text.limit_at >= 0 else set()
        assert set(PLACES.findall(event_text.you + event_text.others)) <= known


@each_row("cls", DECLARING_CLASSES)
def test_no_sentence_has_a_number_that_custom_cards_can_change(cls: Any):
    spec = cls.spec
    if any(argument.value_type == NUMBER for argument in spec.arguments):
        sentences = [spec.obstacle, getattr(spec, "asks", ""), getattr(spec, "asks_or_pass", "")]
        for event_text in getattr(spec, "event_texts", {}).values():
            sentences += [event_text.you, event_text.others]
        assert not re.search(r"\d", re.sub(PLACES, "", " ".join(sentences)))


def renamed(thing: Any) -> Any:
    """The same part or filter, with another name of its class."""
    other = copy.copy(thing)
    other.__class__ = type("Renamed", (type(thing),), {})
    for name in ("which", "reach"):
        if getattr(other, name, ANYWHERE) is not ANYWHERE:  # the object that is left out of texts
            setattr(other, name, renamed(getattr(thing, name)))
    return other


@each_row("card", [*base_cards.CARDS, *afterlife_cards.CARDS])
def test_fingerprints_and_custom_cards_do_not_depend_on_class_names(card: Any):
    if "cpython" in str(sys.modules["engine.valley.parts.deck"].__file__):
        pytest.skip("compiled objects cannot change their class")
    for part in card.action:
        assert renamed(part).signature() == part.signature()
