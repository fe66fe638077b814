"""Values that count as printed appear in a rulebook or another public source, and no others do."""

import pytest

from engine.valley.catalogue.card import Card
from tests.engine.valley.catalogues import AFTERLIFE, BASE
from tests.engine.valley.table import afterlife, may_execute
from tests.tables import each_row

CARDS = {card.name: card for card in (*BASE.cards, *AFTERLIFE.cards)}

# The cards with a clarification in one of the two rulebooks.
CLARIFIED = {
    "Boat", "Book of Gates", "Book of the Dead", "Book of Traversing Eternity", "Djed Pillar Amulet", "Ka Figurine",
    "Mummified Cat", "Offering Table", "Qebehsenuef Canopic Jar", "Shabti", "Statue of Bastet", "Statue of Thoth",
    "Tyet Amulet",
    "Antechamber", "Axe", "Bow", "Brooch", "Burial Ceremony", "Dagger", "Goddess Nut", "Hounds and Jackals Game", "Judgment",
    "Mirror Case", "Necklace", "Offering Chapel", "Pesesh-kef", "Ring", "Senet Game",
}  # fmt: skip
# The cards whose action another public source prints.
ELSEWHERE = {"Book of the Earth", "Book of the Heavens", "Book of the Netherworld"}


@each_row("card", CARDS.values())
def test_an_action_counts_as_printed_only_if_a_source_prints_it(card: Card) -> None:
    assert ("action" in card.printed) == (card.name in CLARIFIED | ELSEWHERE)


@pytest.mark.parametrize("name", ["Censer", "Statue of Thoth", "Tyet Amulet"])
def test_the_text_names_each_card_that_opening_of_the_mouth_excludes(name: str) -> None:
    assert name in CARDS["Opening of the Mouth"].text


def test_a_card_that_could_repeat_without_end_says_so() -> None:
    assert "without end" in CARDS["Opening of the Mouth"].text


def test_opening_of_the_mouth_cannot_execute_itself_in_the_tomb() -> None:
    assert not may_execute(afterlife(hands="Opening of the Mouth", tomb="Opening of the Mouth"), "Opening of the Mouth")
