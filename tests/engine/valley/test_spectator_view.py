"""What a spectator without a seat sees: only what everybody may see."""

from engine.core.game import NOBODY
from engine.valley.game import VALLEY
from engine.valley.state import LOOKED_AT
from tests.engine.valley.table import table

HIDDEN = ("Boat", "Mummified Cat", "Ka Figurine", "Censer", "Burial Mask", "Canopic Chest")


def test_a_spectator_without_a_seat_sees_no_hidden_card():
    other, own, stock, below, pile, looked = HIDDEN
    s = table(
        hands=(f"{own}, Urn", f"{other}, Urn"),
        stock=stock,
        boneyard=f"{below}, Shabti",
        discard=(f"{pile}, Shabti", "Urn"),
        pyramid="Book of Gates",
    )
    s.add(LOOKED_AT, [card.name for card in s.catalogue.cards].index(looked))
    assert own in repr(VALLEY.view(s, 0))
    assert looked in repr(VALLEY.view(s, 0))
    seen = VALLEY.view(s, NOBODY)
    assert not [name for name in HIDDEN if name in repr(seen)]
    assert not any(place.buyable for place in seen.pyramid)
    assert seen.gold_in_hand == 0
    assert seen.mine.hand_count == 2
