"""Rulebook, "Crumbling Pyramid", and the rebuilding of step 3."""

import pytest

from engine.core.game import NOTHING
from engine.valley.state import PYRAMID_START, SLOT_COUNT, ValleyState
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.table import FULL, act, asked, may_fall, menu, pyramid, stock, table

CARDS = ("Boat", "Statue of Bastet", "Statue of Isis", "Statue of Sobek", "Djed Pillar Amulet", "Book of Gates")
ABOVE = {0: (3,), 1: (3, 4), 2: (4,), 3: (5,), 4: (5,), 5: ()}  # the slots diagonally above a slot
Slots = tuple[str, ...]


def pyramid_text(slots: Slots) -> str:
    names = [name or "-" for name in slots]
    return f"{', '.join(names[:3])} / {', '.join(names[3:5])} / {names[5]}"


def after_sacrifice(slots: str | Slots, name: str) -> ValleyState:
    """A pyramid from which Shabti has just taken the card with this name."""
    s = table(hands=("Shabti", ""), pyramid=slots if isinstance(slots, str) else pyramid_text(slots))
    act(s, "execute Shabti", f"sacrifice {name} from the pyramid")
    return s


@pytest.mark.parametrize(
    ("removed", "left"),
    [
        ("Boat", "Statue of Sobek, Statue of Bastet, Statue of Isis / Book of Gates, Djed Pillar Amulet / -"),
        ("Statue of Isis", "Boat, Statue of Bastet, Djed Pillar Amulet / Statue of Sobek, Book of Gates / -"),
        ("Statue of Sobek", "Boat, Statue of Bastet, Statue of Isis / Book of Gates, Djed Pillar Amulet / -"),
        ("Djed Pillar Amulet", "Boat, Statue of Bastet, Statue of Isis / Statue of Sobek, Book of Gates / -"),
    ],
)
def test_the_card_diagonally_above_a_space_falls_into_it_and_the_top_follows(removed: str, left: str):
    assert pyramid(after_sacrifice(FULL, removed)) == left


def test_nothing_crumbles_when_the_top_is_removed():
    s = after_sacrifice(FULL, "Book of Gates")
    assert pyramid(s) == "Boat, Statue of Bastet, Statue of Isis / Statue of Sobek, Djed Pillar Amulet / -"


@pytest.mark.parametrize(
    ("falling", "left"),
    [
        ("Statue of Sobek", "Boat, Statue of Sobek, Statue of Isis / Book of Gates, Djed Pillar Amulet / -"),
        ("Djed Pillar Amulet", "Boat, Djed Pillar Amulet, Statue of Isis / Statue of Sobek, Book of Gates / -"),
    ],
)
def test_the_player_chooses_which_of_two_cards_falls_into_the_middle_of_the_base(falling: str, left: str):
    s = after_sacrifice(FULL, "Statue of Bastet")
    assert asked(s)[0] == 0
    assert menu(s) == ["let Statue of Sobek fall", "let Djed Pillar Amulet fall"]
    act(s, f"let {falling} fall")
    assert pyramid(s) == left


def test_crumbling_example():
    s = table(
        hands="Burial Mask",
        pyramid="Boat, Statue of Isis, Statue of Sobek / Statue of Bastet, Djed Pillar Amulet / Heart Scarab Amulet",
    )
    act(s, "buy Statue of Isis with Burial Mask")
    assert may_fall(s) == ["Statue of Bastet", "Djed Pillar Amulet"]
    act(s, "let Statue of Bastet fall")
    assert pyramid(s) == "Boat, Statue of Bastet, Statue of Sobek / Heart Scarab Amulet, Djed Pillar Amulet / -"


def test_nothing_is_asked_with_one_card_above_the_middle_of_the_base():
    for upper, row in ((3, "Statue of Sobek, -"), (4, "-, Statue of Sobek")):
        s = after_sacrifice(f"Boat, Statue of Bastet, Statue of Isis / {row}", "Statue of Bastet")
        assert s.cells[PYRAMID_START + upper] == NOTHING
        assert pyramid(s) == "Boat, Statue of Sobek, Statue of Isis / -, - / -"


def test_a_space_with_nothing_diagonally_above_it_stays_empty():
    s = after_sacrifice("Boat, Statue of Bastet, Statue of Isis / Statue of Sobek", "Statue of Isis")
    assert pyramid(s) == "Boat, Statue of Bastet, - / Statue of Sobek, - / -"


def crumbled(slots: Slots, slot: int) -> set[Slots]:
    """All pyramids that are possible after the card in a slot was removed, by the rulebook: one of the cards diagonally above an
    empty slot falls into it, and leaves an empty slot itself."""
    above = [upper for upper in ABOVE[slot] if slots[upper]]
    left = list(slots)
    left[slot] = ""
    if not above:
        return {tuple(left)}
    fallen = set()
    for upper in above:
        left[slot] = slots[upper]
        fallen |= crumbled(tuple(left), upper)
    return fallen


def thin_pyramids() -> list[Slots]:
    """One pyramid for every pattern of empty slots that can occur: built with a short stock, then reduced card by card."""
    built = [tuple(CARDS[:size]) + ("",) * (SLOT_COUNT - size) for size in range(SLOT_COUNT + 1)]
    found = {tuple(bool(name) for name in slots): slots for slots in built}
    waiting = list(built)
    while waiting:
        slots = waiting.pop()
        for slot in range(SLOT_COUNT):
            for left in crumbled(slots, slot) if slots[slot] else ():
                spaces = tuple(bool(name) for name in left)
                if spaces not in found:
                    found[spaces] = left
                    waiting.append(left)
    return list(found.values())


def test_every_pyramid_crumbles_by_the_rulebook_wherever_a_card_is_removed():
    pyramids = thin_pyramids()
    assert len(pyramids) > 10
    for slots in pyramids:
        for slot in range(SLOT_COUNT):
            if slots[slot]:
                s = after_sacrifice(slots, slots[slot])
                endings = []
                for text in may_fall(s):
                    endings.append(s.copy())
                    act(endings[-1], f"let {text} fall")
                assert {pyramid(ending) for ending in endings or [s]} == set(map(pyramid_text, crumbled(slots, slot)))


def rebuilt(before: str, new: str) -> ValleyState:
    """The table after a turn that only sacrificed Boat, with this stock."""
    s = table(hands=("Urn", ""), pyramid=before, stock=new)
    act(s, "end turn", "sacrifice Boat from the pyramid")
    return s


def test_the_pyramid_is_rebuilt_from_the_base_up_and_from_left_to_right():
    for copies in range(1, 7):
        s = rebuilt("Boat", f"{copies} Statue of Isis")
        filled = [s.cells[PYRAMID_START + slot] >= 0 for slot in range(SLOT_COUNT)]
        assert filled == [slot < copies for slot in range(SLOT_COUNT)]


def test_rebuilding_does_not_move_cards_already_in_the_pyramid():
    s = rebuilt("Boat, Statue of Bastet, Statue of Sobek / -, - / -", "Statue of Isis, Statue of Isis")
    assert pyramid(s) == "Statue of Isis, Statue of Bastet, Statue of Sobek / Statue of Isis, - / -"


def test_the_stock_gives_level_2_before_level_3():
    s = rebuilt("Boat", "Statue of Thoth, Statue of Isis, Statue of Horus, Statue of Bastet")
    names = [BASE.cards[s.cells[PYRAMID_START + slot]].name for slot in range(4)]
    assert sorted(names[:2]) == ["Statue of Bastet", "Statue of Isis"]
    assert sorted(names[2:]) == ["Statue of Horus", "Statue of Thoth"]


def test_spaces_stay_empty_when_the_stock_runs_out():
    s = rebuilt(FULL, "")
    assert pyramid(s).endswith("/ -")
    assert stock(s) == ""


def test_spaces_are_filled_only_at_the_end_of_the_turn():
    s = table(hands="Burial Mask, Burial Mask", pyramid=FULL, stock="Statue of Thoth, Statue of Horus")
    act(s, "buy Boat with Burial Mask", "buy Statue of Isis with Burial Mask")
    assert pyramid(s) == "Statue of Sobek, Statue of Bastet, Djed Pillar Amulet / Book of Gates, - / -"
