"""Where the missing cards of a set are, on its page."""

from textual.pilot import Pilot

from engine.core.game import NOBODY
from engine.valley.game import VALLEY
from engine.valley.state import ValleyState
from tests.engine.valley.catalogues import BASE
from tests.engine.valley.table import table
from tests.engine.valley.walks import walk
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import LARGE, NAMES, TableApp, run, sitting_at
from vok_tui.boards.valley.pages import NOT_SEEN, copies_by_place, pages_of_set, whereabouts_text
from vok_tui.painting.grid import Target

CARDS = dict(enumerate(BASE.cards))


def where(position: ValleyState, name: str, viewer: int = 0) -> str:
    kind = BASE.kind_of[name]
    return whereabouts_text(VALLEY.view(position, viewer), CARDS[kind], kind, NAMES)


def test_the_page_names_each_place_with_a_copy():
    pyramid = "Statue of Sobek, Urn, Urn / Urn, Urn / Urn"
    position = table(
        hands=("Book of Gates", "Urn"),
        pyramid=pyramid,
        deck=("Book of the Dead, Book of Gates", ""),
        discard=("Book of the Earth, Urn", "Tyet Amulet"),
        tomb=("", "2 Statue of Isis"),
        in_play=("Statue of Bastet", ""),
        boneyard="Statue of Anubis, Urn",
        stock="Statue of Sobek, Statue of Anubis, Book of the Dead, Statue of Thoth",
    )
    assert where(position, "Book of Gates") == "your hand, your deck"
    assert where(position, "Book of the Dead") == "your deck, not seen"
    assert where(position, "Book of the Earth").startswith("your pile")
    assert where(position, "Statue of Sobek").startswith("pyramid, not seen")
    assert where(position, "Statue of Bastet").startswith("in play")
    assert where(position, "Statue of Anubis").startswith("boneyard, not seen")
    assert where(position, "Tyet Amulet").startswith("Nefertari's pile")
    assert "Nefertari's tomb 2" in where(position, "Statue of Isis")
    assert where(position, "Statue of Thoth") == f"{NOT_SEEN} 2"
    seen = where(position, "Book of Gates", NOBODY)
    assert seen == f"{NOT_SEEN} 2", "a spectator knows no hand and no deck"


def test_the_places_of_a_card_add_up_to_its_copies():
    for step, position in enumerate(walk(3, 21)):
        if step % 12 == 0:
            view = VALLEY.view(position, step % 3)
            for kind, card in CARDS.items():
                if card.is_set_card:
                    assert sum(count for _, count in copies_by_place(view, card, kind, NAMES)) == card.copies


def test_a_kind_whose_copies_are_all_in_other_tombs_is_not_available():
    copies = CARDS[BASE.kind_of["Statue of Isis"]].copies
    position = table(hands=("Urn", "Urn"), tomb=("", f"{copies} Statue of Isis"))
    assert where(position, "Statue of Isis") == f"no longer available: Nefertari's tomb {copies}"


def test_the_page_of_a_complete_set_lists_no_unseen_cards():
    books = [card.name for card in BASE.cards if card.set == "Books"]
    for tomb, has_unseen in ((books, False), (books[1:], True)):
        view = VALLEY.view(table(hands=("Urn", "Urn"), tomb=(", ".join(tomb), "")), 0)
        index = next(i for i, row in enumerate(view.mine.sets) if row.name == "Books")
        lines = [line for _, line in pages_of_set(view, index, NAMES, CARDS)[0].lines]
        assert any(line.startswith("Not seen: ") for line in lines) == has_unseen


def test_the_page_of_a_set_fits_on_the_table():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        app.table.pointing.pointer.cursor = Target("set", 4)
        await pilot.press("space")
        await pilot.pause()
        shown = " ".join(text(app).split())
        assert "Not seen: in the stock" in shown
        assert "Statue of Thoth: pyramid" in shown

    pyramid = "Statue of Isis, Statue of Thoth, Boat / Tyet Amulet, Statue of Anubis / Censer"
    for size in ((80, 24), LARGE):
        run(sitting_at(table(hands=("Urn", "Urn"), pyramid=pyramid, stock="2 Book of Gates")), test, size)


def test_a_table_of_200_columns_shows_which_kinds_are_still_available():
    pyramid = "Statue of Sobek, Urn, Urn / Urn, Urn / Urn"
    position = table(
        hands=("Book of Gates", "Urn"),
        pyramid=pyramid,
        tomb=("Statue of Anubis, Outer Sarcophagus, Middle Sarcophagus, Inner Sarcophagus", "2 Statue of Isis"),
        stock="Statue of Sobek, Statue of Thoth",
    )

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        missing_kinds = text(app).split("Missing kinds still available")[1]
        assert "Gates yours" in missing_kinds
        assert "Sobek pyramid +" in missing_kinds
        assert "Isis" not in missing_kinds, "all its copies are in a tomb"
        assert "▮" not in missing_kinds, "nothing of this set is missing"
        assert missing_kinds.index("♜") < missing_kinds.index("≡"), "the fullest set comes first"

    run(sitting_at(position), test, (200, 60))
