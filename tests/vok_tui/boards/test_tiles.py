"""Cards on the table, by name, with little room."""

from collections import Counter
from dataclasses import astuple

import pytest
from textual.pilot import Pilot

from engine.valley.view import Face
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import TableApp, at, dealt, play, run
from vok_tui.boards.valley.drawing.tiles import names_and_gap
from vok_tui.boards.valley.names import abbreviate, brief_name
from vok_tui.boards.valley.signs import OTHER_SET, VALLEY_SIGNS
from vok_tui.painting.signs import UNICODE_SIGNS, shared_legend, signs_with
from vok_tui.screens.help import ABBREVIATION


def face(name: str) -> Face:
    card = BASE.cards[BASE.kind_of[name]]
    return Face(BASE.kind_of[name], card.name, card.set, 0, card.level, card.gold, card.cost, card.vp)


def test_cards_in_play_lose_what_their_set_says_before_any_is_cut_and_equal_ones_are_counted():
    names = ["Shabti", "Book of the Heavens", "Shabti", "Hapy Canopic Jar", "Shabti", "Statue of Bastet"]
    shown = names_and_gap(Counter(map(face, names)), 46, UNICODE_SIGNS)
    assert shown == (["Shabti ×3", "The Heavens", "Hapy", "Bastet"], 1)


def test_where_names_must_be_cut_the_cards_stand_close_and_use_all_the_room():
    names = ["Shabti", "Urn", "Box of Food", "Tyet Amulet", "Boat", "Mummified Cat", "Ka Figurine", "Offering Table"]
    shown, gap = names_and_gap(Counter(map(face, names)), 47, UNICODE_SIGNS)
    assert gap == 0
    assert sum(len(name) + 2 for name in shown) == 47


def test_the_boneyard_tells_what_its_unique_artifact_is_worth():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "★ Unique 3 points" in text(app).splitlines()[3]

    run(dealt(boneyard="Urn, Boat"), test)


def test_a_name_of_fifteen_letters_stands_whole_in_pyramid_and_hand_at_80_columns():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        shown = text(app)
        assert shown.count("Offering Chapel") == shown.count("Burial Ceremony") == 2

    names = "Offering Chapel, Burial Ceremony"
    position = table(
        hands=(f"Urn, {names}", "Urn"), pyramid=f"{names}, Axe / Sling, Ring / Dagger", edition="afterlife"
    )
    run(at(position), test)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_sign_that_says_something_is_explained(ascii_only: bool):
    signs = signs_with(VALLEY_SIGNS, ascii_only=ascii_only)
    short = [text.format(**vars(signs)) for text, _ in (*VALLEY_SIGNS.abbreviations, ABBREVIATION)]
    told = " ".join([*[sign for sign, _ in shared_legend(signs, VALLEY_SIGNS)], *short])
    assert all(sign in told for sign in astuple(signs)[:19] if sign != signs.rule)
    assert {name for name, _ in VALLEY_SIGNS.legend} == signs.game_signs.keys() - {OTHER_SET}


def test_brief_names_are_told_apart():
    names = [brief_name(face(card.name)) for card in BASE.cards]
    assert len(set(names)) == len(names)


def test_a_name_is_not_cut_behind_a_small_word():
    assert [abbreviate("Box of Food", most) for most in (11, 9, 7, 5)] == ["Box of Food", "Box of F.", "Box.", "Box."]
    assert abbreviate("Heart Scarab", 7) == "Heart."
    assert abbreviate("Traversing", 7) == "Traver."


def test_the_first_line_tells_the_last_turn_of_each():
    hands = ("Urn, Box of Food", "Urn")
    session = at(table(hands=hands, pyramid="Boat", deck=("9 Urn", "9 Urn")))

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert "turn 1, your turn" in text(app).splitlines()[0]
        play(session, "end turn", "sacrifice Boat from the pyramid")
        app.table.show_and_continue()
        await pilot.pause()
        assert "turn 2, Nefertari's last turn" in text(app).splitlines()[0]

    run(session, test)


def test_a_long_name_stands_whole_in_the_pyramid_on_two_lines():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        lines = [line[:56] for line in text(app).splitlines()]
        shown = " ".join(" ".join(lines).split())
        for first, rest in (("Book of the", "≡ Earth"), ("Inner", "▮ Sarcophagus"), ("Duamutef", "∪ Canopic Jar")):
            assert first in shown
            assert rest in shown
        assert "♜ Statues" in shown, "a short name stands on one line above its set"

    names = "Book of the Earth, Inner Sarcophagus, Statue of Isis / Duamutef Canopic Jar, Ring / Dagger"
    run(at(table(hands=("Urn", "Urn"), pyramid=names.replace("Ring / Dagger", "Censer / Boat"))), test)
