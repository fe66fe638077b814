"""Actions as text, and the words for the arguments of the parts."""

import inspect
import warnings
from contextlib import suppress

import pytest

from engine.core.errors import BadCatalogue
from engine.valley import afterlife_cards, base_cards
from engine.valley.custom.action_text import parse_part, part_text
from engine.valley.declared import CLASSES_BY_WORD


def test_every_part_takes_its_declared_arguments_by_name():
    for word, cls in CLASSES_BY_WORD.items():
        if "cpython" in str(inspect.getmodule(cls).__file__):
            pytest.skip("a compiled class does not show its parameters")
        names = [argument.name for argument in cls.spec.arguments]
        assert names == [name for name in inspect.signature(cls).parameters if name in names], word


def test_a_part_without_a_required_argument_is_refused_with_its_name():
    with pytest.raises(BadCatalogue, match="LookAt lacks an argument; it takes cards"):
        parse_part("LookAt()")


@pytest.mark.parametrize("card", [*base_cards.CARDS, *afterlife_cards.CARDS], ids=lambda card: card.name)
def test_the_action_of_every_card_can_be_written_and_read(card):
    texts = [part_text(part) for part in card.action]
    assert [parse_part(text).signature() for text in texts] == [part.signature() for part in card.action]


@pytest.mark.parametrize(
    "text",
    ["", "Draw(1) or Draw(2)", "lambda: 0", "Draw(*[1])", "Draw(**{})", "Draw(cards=1, cards=2)", "Draw(-1)", "Draw(True)",
     "(" * 150, "EachOpponent(" * 6 + "Draw(1)" + ")" * 6, "Draw" * 60, "x.Draw(1)", "Draw(x := 1)", "Take(InBase(), to=MOON)",
     "Entomb(may=1)", "EachOpponent()", "EachOpponent(Starters())", "UnlessSpared(Draw(1), spare=99)"],
)  # fmt: skip
def test_a_text_that_is_not_a_part_is_refused_in_a_sentence(text: str):
    with pytest.raises(BadCatalogue) as caught:
        parse_part(text)
    assert len(str(caught.value)) < 300


def test_reading_an_action_shows_no_python_warning():
    with warnings.catch_warnings(record=True) as shown, suppress(BadCatalogue):
        warnings.simplefilter("always")
        parse_part("EntombWith('\\d')")
    assert not shown
