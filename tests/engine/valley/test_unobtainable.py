"""The kinds of which a seat can no longer get a card, as its view lists them."""

from tests.engine.valley.table import table
from tests.engine.valley.views import view


def test_a_kind_is_unobtainable_once_all_copies_are_in_other_tombs_or_the_boneyard():
    def unobtainable(seat: int = 0, **zones: object) -> list[str]:
        s = table(hands=("Urn", "Urn"), **zones)
        return [s.catalogue.cards[kind].name for kind in view(s, seat).mine.unobtainable_kinds]

    copies_elsewhere = {"boneyard": "Tyet Amulet, Statue of Isis", "tomb": ("Statue of Isis", "Tyet Amulet")}
    copies = {card.name: card.copies for card in table(hands=("Urn", "Urn")).catalogue.cards}
    assert copies["Tyet Amulet"] == copies["Statue of Isis"] == 2
    assert unobtainable(**copies_elsewhere) == ["Tyet Amulet"]
    assert unobtainable(1, **copies_elsewhere) == ["Statue of Isis"]
    assert unobtainable(boneyard="Tyet Amulet, 2 Urn", tomb=("Urn", "")) == []


def test_the_boneyard_stays_obtainable_if_a_card_can_use_it():
    s = table(hands=("Urn", "Urn"), boneyard="2 Sling, 2 Axe", edition="afterlife")
    assert view(s).mine.unobtainable_kinds == ()
