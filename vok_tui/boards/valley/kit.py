"""The table kit of Valley of the Kings."""

from argparse import ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.core.editions import Edition
from engine.core.errors import BadSetup
from engine.core.game import Setup, State
from engine.core.history.match import Match
from engine.valley.editions import AFTERLIFE, BASE, BOTH, MIXED, SOLITAIRE, shipped_catalogue
from engine.valley.game import VALLEY
from vok_tui.boards.table_kit import CardList, ReplaceableData, ScoreSheet, TableKit
from vok_tui.boards.valley.signs import VALLEY_SIGNS
from vok_tui.settings.keys import Shortcut

if TYPE_CHECKING:
    from argparse import Namespace

    from vok_tui.cli.parser import Parser
    from vok_tui.panes.scene import Board

EDITION_TEXTS: Final = {
    AFTERLIFE: "Afterlife",
    MIXED: "a mixed game",
    BOTH: "all cards of both games",
    SOLITAIRE: "alone, with robbers",
}
SETS_HELP: Final = (
    "for a mixed or solitaire game: where the sets of 3, 4, 5, 6 and 7 cards and the unique artifacts come from, as six words "
    "with commas between them. Each word is base, afterlife or lot (the seed decides). The sixth may be left out; one word "
    "alone counts for all"
)
SHORT_WORDS: Final = {"uniques": "U", AFTERLIFE: "after"}
CUSTOM_CARDS: Final = "house"  # in the records: results with custom cards


class ValleyTable(TableKit):
    """Board, keys, signs, cards, score sheet and rules of Valley of the Kings."""

    edition_label = "Cards"
    opponent_names = ("Khety", "Merit", "Senmut", "Nofret", "Ankhu", "Tiye", "Hori")
    signs = VALLEY_SIGNS
    rules_file = Path(__file__).with_name("rules.txt")
    introduction = (
        "Valley of the Kings is a card game for two to six players, or for one. Vok plays it in the terminal: alone against the "
        "robbers, against AI opponents, or with friends at one keyboard."
    )
    credits = "Valley of the Kings was designed by Tom Cleaver and published by Alderac Entertainment Group (AEG)."
    shortcuts = (
        Shortcut("pyramid_top", "e", "card('slot', 5)", "", "the card in the top of the pyramid"),
        Shortcut("pyramid_middle_1", "s", "card('slot', 3)", "", "the left card of the pyramid's middle"),
        Shortcut("pyramid_middle_2", "d", "card('slot', 4)", "", "the right card of the pyramid's middle"),
        Shortcut("pyramid_base_1", "z", "card('slot', 0)", "", "the left card of the pyramid's base"),
        Shortcut("pyramid_base_2", "x", "card('slot', 1)", "", "the middle card of the pyramid's base"),
        Shortcut("pyramid_base_3", "c", "card('slot', 2)", "", "the right card of the pyramid's base"),
        *(
            Shortcut(f"hand_{n}", str(n % 10), f"card('hand', {n - 1})", "", f"card {n} of your hand")
            for n in range(1, 11)
        ),
    )

    @property
    def data(self) -> ReplaceableData:
        from vok_tui.boards.valley.cards.card_data import ValleyCards

        return ValleyCards()

    def board(self, match: Match) -> "Board":
        from vok_tui.boards.valley.board import ValleyBoard

        return ValleyBoard(VALLEY.title(), dict(enumerate(VALLEY.catalogue(match.setup).cards)))

    def edition_text(self, edition: str) -> str:
        return EDITION_TEXTS.get(edition, "")

    def add_options(self, parser: "Parser") -> None:
        parser.add_argument("--sets", metavar="WORD,...", type=set_sources, default=(), help=SETS_HELP)

    def form_rows(self, edition: Edition) -> Sequence[tuple[str, tuple[int, ...]]]:
        """Six options in two rows."""
        return [("Sets of", (0, 1, 2)), ("", (3, 4, 5))] if edition.options else []

    def short_word(self, word: str) -> str:
        return SHORT_WORDS.get(word, word.removeprefix("set-"))

    def chosen_form(self, args: "Namespace") -> tuple[str, tuple[str, ...]]:
        """`--sets` without an edition means a mixed game."""
        edition = args.edition or (MIXED if args.sets else BASE)
        try:
            return edition, VALLEY.canonical_choices(edition, args.sets)
        except BadSetup as refused:
            raise BadSetup(f"--sets: {refused}") from None

    def card_list(self, setup: Setup | None) -> CardList:
        from vok_tui.boards.valley.cards.card_list import card_list

        return card_list(VALLEY.catalogue(setup) if setup is not None else shipped_catalogue(BASE, AFTERLIFE))

    def record_group(self, setup: Setup) -> str | None:
        if setup.edition != SOLITAIRE:
            return None
        return CUSTOM_CARDS if setup.cards else " ".join(setup.choices)

    def score_sheet(self, state: State, view: Any, names: Sequence[str], your_seat: int) -> ScoreSheet:
        from vok_tui.boards.valley.score import score_sheet

        del state
        return score_sheet(view, names, your_seat)


def set_sources(text: str) -> tuple[str, ...]:
    """Parse the words of `--sets`."""
    found = tuple(word.strip() for word in text.split(","))
    if not all(found):
        raise ArgumentTypeError(f'words with commas, as in base,afterlife,lot,lot,base,lot, not "{text}"')
    return found


VALLEY_TABLE: Final = ValleyTable(VALLEY)
