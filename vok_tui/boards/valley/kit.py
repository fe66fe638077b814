"""The table kit of Valley of the Kings."""

from argparse import ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.core.errors import BadSetup
from engine.core.game import Setup, State
from engine.core.match import Match
from engine.core.setup import Edition
from engine.core.wording import in_words
from engine.valley.catalogue.declarations import ENTOMBS_CARD, REACTION, REVEALS_CARDS
from engine.valley.declared import events_with
from engine.valley.editions import AFTERLIFE, BASE, BOTH, MIXED, SOLITAIRE, choices_of_words, shipped_catalogue
from engine.valley.game import VALLEY
from vok_tui.boards.table_kit import (
    END_TURN,
    CardList,
    ScoreSheet,
    SetupFormRow,
    SheetRow,
    StepKind,
    TableKit,
    hand_shortcuts,
)
from vok_tui.boards.valley.signs import VALLEY_SIGNS
from vok_tui.shared.shortcuts import Shortcut

if TYPE_CHECKING:
    from argparse import Namespace

    from vok_tui.boards.line_reader import LineReader
    from vok_tui.panes.scene import Board
    from vok_tui.shared.parser import Parser

EDITION_TEXTS: Final = {
    AFTERLIFE: "Afterlife",
    MIXED: "a mixed game",
    BOTH: "all cards of both games",
    SOLITAIRE: "alone, with robbers",
}
SETS_HELP: Final = (
    "for a mixed or solitaire game (without --edition: a mixed one): where the sets of 3, 4, 5, 6 and 7 cards and the unique "
    "artifacts come from, as six words with commas between them. Each word is base, afterlife or lot (the seed decides). The "
    "sixth may be left out; one word alone counts for all (default: lot; solitaire: afterlife)"
)
SHORT_WORDS: Final = {"uniques": "U", AFTERLIFE: "after"}
STEP_KINDS: Final = (
    StepKind("purchase", "a purchase", frozenset({"bought"})),
    StepKind("entombment", "a card entombed", events_with(ENTOMBS_CARD)),
    StepKind("reaction", "a reaction", events_with(REACTION)),
    StepKind("reveal", "a card or hand revealed", events_with(REVEALS_CARDS)),
)
CUSTOM_CARDS_GROUP: Final = "house"  # the record group of solitaire games with custom cards


FEW_CARDS: Final = 12  # in the stock, from which the title of a puzzle may name their number


class ValleyTableKit(TableKit):
    """Board, keys, signs, cards, score sheet and rules of Valley of the Kings."""

    edition_label = "Cards"
    opponent_names = ("Khety", "Merit", "Senmut", "Nofret", "Ankhu", "Tiye", "Hori")
    signs = VALLEY_SIGNS
    rules_file = Path(__file__).with_name("rules.txt")
    introduction = (
        "Valley of the Kings is a card game for two to six players, or for one. Vok plays it in the terminal: alone against the "
        "robbers, against AI opponents, or with friends at one keyboard."
    )
    purpose = "Fill a tomb: only what lies in it scores."
    character = "The gentlest start."
    minutes = 30
    tips = (
        ("buy", "Tip: buy a card from the base of the pyramid. You will draw it in a later turn."),
        ("entomb", "Tip: entomb one card a turn. Only your tomb scores, and different cards of one set score most."),
        ("execute", "Tip: execute a card. Each card gives its gold, or is executed, or goes to your tomb."),
        ("end", "Tip: end your turn when nothing more is useful. You draw five new cards."),
    )
    step_kinds = STEP_KINDS
    credits = "Valley of the Kings was designed by Tom Cleaver and published by Alderac Entertainment Group (AEG)."
    shortcuts = (
        Shortcut("pyramid_top", "e", "choose_card('slot', 5)", "", "the card in the top of the pyramid"),
        Shortcut("pyramid_middle_1", "s", "choose_card('slot', 3)", "", "the left card of the pyramid's middle"),
        Shortcut("pyramid_middle_2", "d", "choose_card('slot', 4)", "", "the right card of the pyramid's middle"),
        Shortcut(
            "pyramid_base_1",
            "z",
            "choose_card('slot', 0)",
            "",
            "the left card of the pyramid's base",
            layouts={"qwertz": "y", "azerty": "w"},
        ),
        Shortcut("pyramid_base_2", "x", "choose_card('slot', 1)", "", "the middle card of the pyramid's base"),
        Shortcut("pyramid_base_3", "c", "choose_card('slot', 2)", "", "the right card of the pyramid's base"),
        *hand_shortcuts(10),
        Shortcut("act", "a", "answer('act')", "", "execute the card chosen", yields=True),
        Shortcut("entomb", "t", "answer('entomb')", "", "entomb the card chosen", yields=True),
        Shortcut("buy", "b", "answer('buy')", "", "buy the card chosen", yields=True),
        Shortcut(
            "other_payment", "p", "narrow_or_pay('next')", "Other payment", "lay out the next best payment", yields=True
        ),
        END_TURN,
    )

    places: ClassVar = {
        "lesson": "lesson:VALLEY_LESSON",
        "more_lessons": "lesson:MORE_LESSONS",
        "goals": "lesson:VALLEY_GOALS",
        "data": "card_data:ValleyCardData",
        "protocol": "protocol:ValleyProtocol",
        "overlay": "pages:COMPOSITION",
    }

    def board(self, match: Match) -> "Board":
        from vok_tui.boards.valley.board import ValleyBoard

        return ValleyBoard(VALLEY.title(), dict(enumerate(VALLEY.catalogue(match.setup).cards)))

    def line_reader(self, match: Match) -> "LineReader":
        from vok_tui.boards.valley.line_reader import ValleyLineReader

        cards = VALLEY.catalogue(match.setup).cards
        return ValleyLineReader(self.board(match), len(cards))

    def edition_in_save_list(self, edition: str) -> str:
        return EDITION_TEXTS.get(edition, "")

    def add_options(self, parser: "Parser") -> None:
        parser.add_argument("--sets", metavar="WORD,...", type=parse_sets_option, default=(), help=SETS_HELP)

    def setup_form_rows(self, edition: Edition) -> Sequence[SetupFormRow]:
        """Two rows of three options, for the editions that have options."""
        return [SetupFormRow("Sets of", (0, 1, 2)), SetupFormRow("", (3, 4, 5))] if edition.options else []

    def short_option_word(self, word: str) -> str:
        return SHORT_WORDS.get(word, word.removeprefix("set-"))

    def edition_and_choices(self, args: "Namespace") -> tuple[str, tuple[str, ...]]:
        """The edition and the words of `--sets`. Without an edition, `--sets` means a mixed game. Raises BadSetup."""
        edition = args.edition or (MIXED if args.sets else BASE)
        try:
            return edition, choices_of_words(VALLEY.edition(edition).name, args.sets)
        except BadSetup as error:
            raise BadSetup(f"--sets: {error}") from None

    def card_list(self, setup: Setup | None) -> CardList:
        from vok_tui.boards.valley.card_list import card_list

        return card_list(VALLEY.catalogue(setup) if setup is not None else shipped_catalogue(BASE, AFTERLIFE))

    def solitaire_record_group(self, setup: Setup) -> str | None:
        if setup.edition != SOLITAIRE:
            return None
        return CUSTOM_CARDS_GROUP if setup.cards else " ".join(setup.choices)

    def situation(self, view: Any) -> tuple[Sequence[str], Sequence[str]]:
        own, stock, places = view.mine, view.stock_ii + view.stock_iii, list[str]()
        if stock <= FEW_CARDS:
            places.append(f"{in_words(stock, 'card')} left in the stock" if stock else "the stock is empty")
        if view.running_card_names:
            places.append(f"{view.running_card_names[-1]} asks")
        facts = [f"{in_words(own.hand_count, 'card')} in hand", f"{in_words(own.tomb_count, 'card')} in your tomb"]
        if view.active == view.viewer:
            missing = [slot.price - view.gold_in_hand for slot in view.pyramid if slot.face and not slot.buyable]
            gold = f"{in_words(view.gold_in_hand, 'gold', 'gold')} in hand"
            facts.append("one gold short" if 1 in missing else gold)
        return places, facts

    def card_activity(self, match: Match, seat: int) -> Sequence[tuple[str, str]]:
        from vok_tui.boards.valley.score_sheet import card_activity

        return card_activity(match, seat)

    def standing_rows(self, view: Any, scores: Sequence[int]) -> Sequence[SheetRow]:
        from vok_tui.boards.valley.score_sheet import standing_rows

        del scores
        return standing_rows(view)

    def score_sheet(self, state: State, view: Any, names: Sequence[str], your_seat: int) -> ScoreSheet:
        from vok_tui.boards.valley.score_sheet import score_sheet

        del state
        return score_sheet(view, names, your_seat)


def parse_sets_option(text: str) -> tuple[str, ...]:
    """Parse the words of `--sets`. An empty word is an error."""
    words = tuple(word.strip() for word in text.split(","))
    if not all(words):
        raise ArgumentTypeError(f'words with commas, as in base,afterlife,lot,lot,base,lot, not "{text}"')
    return words


VALLEY_TABLE: Final = ValleyTableKit(VALLEY)
