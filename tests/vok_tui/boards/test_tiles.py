"""The names of cards on a small table."""

from collections import Counter
from dataclasses import astuple

import pytest
from textual.pilot import Pilot

from engine.valley.view import Face
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import LARGE, TableApp, dealt, play, run, sitting_at
from vok_tui.boards.valley.names import abbreviate, brief_name, set_name_on_card
from vok_tui.boards.valley.short_texts import SHORT_TEXTS
from vok_tui.boards.valley.signs import VALLEY_SIGNS
from vok_tui.boards.valley.tiles import names_and_gap
from vok_tui.painting.grid import Target
from vok_tui.painting.signs import UNICODE_SIGNS, shared_legend, signs_with
from vok_tui.screens.help import ABBREVIATION


def face(name: str) -> Face:
    card = BASE.cards[BASE.kind_of[name]]
    return Face(BASE.kind_of[name], card.name, card.set, 0, card.level, card.gold, card.cost, card.vp)


def test_cards_in_play_lose_the_words_of_their_set_first_and_equal_ones_are_counted():
    names = ["Shabti", "Book of the Heavens", "Shabti", "Hapy Canopic Jar", "Shabti", "Statue of Bastet"]
    shown = names_and_gap(Counter(map(face, names)), 46, UNICODE_SIGNS)
    assert shown == (["Shabti ×3", "The Heavens", "Hapy", "Bastet"], 1)


def test_cut_names_fill_the_line_without_gaps():
    names = ["Shabti", "Urn", "Box of Food", "Tyet Amulet", "Boat", "Mummified Cat", "Ka Figurine", "Offering Table"]
    shown, gap = names_and_gap(Counter(map(face, names)), 47, UNICODE_SIGNS)
    assert gap == 0
    assert sum(len(name) + 2 for name in shown) == 47


def test_the_boneyard_shows_the_points_of_its_unique_artifact():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "★ Unique 3 points" in text(app).splitlines()[3]

    run(dealt(boneyard="Urn, Boat"), test)


def test_a_name_of_fifteen_letters_is_not_cut_at_80_columns():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        shown = text(app)
        assert shown.count("Offering Chapel") == shown.count("Burial Ceremony") == 2

    names = "Offering Chapel, Burial Ceremony"
    position = table(
        hands=(f"Urn, {names}", "Urn"), pyramid=f"{names}, Axe / Sling, Ring / Dagger", edition="afterlife"
    )
    run(sitting_at(position), test)


@pytest.mark.parametrize(
    "hand",
    [
        ("Outer Sarcophagus", "Djed Pillar Amulet", "Book of the Heavens", "Statue of Isis", "Box of Food"),
        ("Bastet", "The Earth", "Urn"),  # full names would cut a text
    ],
)
def test_a_wide_hand_names_cards_as_the_log_does_if_their_texts_fit(hand: tuple[str, ...]):
    cards = [{"Bastet": "Statue of Bastet", "The Earth": "Book of the Earth"}.get(name, name) for name in hand]

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        for name, card in zip(hand, cards, strict=True):
            line = next(line[:77] for line in text(app).splitlines() if line[3:].startswith(f"{name} "))
            assert line.rstrip().endswith(" tomb +1"), "its points have their unit"
            assert SHORT_TEXTS.get(card, "") in line, "its text is whole"

    run(sitting_at(table(hands=(", ".join(cards), "Urn"))), test, LARGE)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_sign_with_a_meaning_is_explained(ascii_only: bool):
    signs = signs_with(VALLEY_SIGNS, ascii_only=ascii_only)
    short = [text.format(**vars(signs), **signs.game_signs) for text, _ in (*VALLEY_SIGNS.abbreviations, ABBREVIATION)]
    explained = " ".join([*[sign for sign, _ in shared_legend(signs, VALLEY_SIGNS)], *short])
    assert all(sign in explained for sign in astuple(signs)[:19] if sign != signs.rule)
    assert {name for name, _ in VALLEY_SIGNS.legend} == signs.game_signs.keys()


def test_brief_names_are_unique():
    names = [brief_name(face(card.name)) for card in BASE.cards]
    assert len(set(names)) == len(names)


def test_a_name_is_not_cut_after_a_short_word():
    assert [abbreviate("Box of Food", width) for width in (11, 9, 7, 5)] == ["Box of Food", "Box of F.", "Box.", "Box."]
    assert abbreviate("Heart Scarab", 7) == "Heart."
    assert abbreviate("Traversing", 7) == "Traver."


def test_the_first_line_shows_the_turn_and_that_it_is_the_last():
    hands = ("Urn, Box of Food", "Urn")
    sitting = sitting_at(table(hands=hands, pyramid="Boat", deck=("9 Urn", "9 Urn")))

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "turn 1, your turn" in text(app).splitlines()[0]
        play(sitting, "end turn", "sacrifice Boat from the pyramid")
        app.table.show_and_continue()
        await pilot.pause()
        assert "turn 2, Nefertari's last turn" in text(app).splitlines()[0]

    run(sitting, test)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 45)])
def test_the_line_below_the_name_of_a_pyramid_card_is_its_set(size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        grid = app.table.surface.grid
        for slot in app.sitting.view().pyramid:
            rect = grid.targets[Target("slot", slot.slot)]
            lines = ["".join([char for char, _ in row[rect.x : rect.right]]) for row in grid.rows[rect.y : rect.bottom]]
            assert slot.face is not None
            assert brief_name(slot.face) in lines[0]
            set_line = lines[1] if rect.height < 7 else lines[-1]  # with an emblem, the set is on the lower edge
            assert set_name_on_card(slot.face.set) in set_line

    pyramid = "Book of the Earth, Inner Sarcophagus, Statue of Isis / Duamutef Canopic Jar, Censer / Boat"
    run(sitting_at(table(hands=("Urn", "Urn"), pyramid=pyramid)), test, size)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 45)])
@pytest.mark.parametrize("pyramid", ["", "Boat"])
def test_an_empty_slot_never_looks_like_a_card(pyramid: str, size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        grid = app.table.surface.grid
        shown = []
        for slot in app.sitting.view().pyramid:
            rect = grid.targets[Target("slot", slot.slot)]
            cells = [cell for row in grid.rows[rect.y : rect.bottom] for cell in row[rect.x : rect.right]]
            if slot.face is None:
                assert not [ink for _, ink in cells if any(name.startswith("on-") for name in ink)]
                shown.append("".join([char for char, _ in cells]).strip())
        assert shown == (["empty"] * 5 if pyramid else [*[""] * 5, "no card is left"])

    run(sitting_at(table(hands=("Urn", "Urn"), pyramid=pyramid)), test, size)
