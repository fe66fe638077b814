"""The table kit of King of Thieves."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.core.game import Setup, State
from engine.core.match import Match
from engine.core.wording import in_words
from engine.thieves.game import BASE, DOUBLE, THIEVES
from engine.thieves.pieces import PRINTABLE_VALUES
from engine.thieves.pieces_text import read_pieces
from vok_tui.boards.table_kit import (
    CardList,
    ScoreSheet,
    SheetRow,
    StepKind,
    TableKit,
    hand_shortcuts,
    list_of_pieces,
)
from vok_tui.boards.thieves.signs import THIEVES_SIGNS
from vok_tui.shared.shortcuts import Shortcut

if TYPE_CHECKING:
    from vok_tui.boards.line_reader import LineReader
    from vok_tui.panes.scene import Board

SHOWN_VALUES: Final = {**PRINTABLE_VALUES, "guardian": ("symbol", "strength")}  # in the list of all cards
FACE: Final = "play the card chosen face {}: 1 or 2 for its half"
EDITION_TEXTS: Final = {BASE: "", DOUBLE: "two sets"}


class ThievesTableKit(TableKit):
    """Board, keys, signs, pieces, score sheet and rules of King of Thieves."""

    opponent_names = ("Merit", "Khety", "Senmut", "Nofret", "Ankhu", "Tiye", "Hori")
    signs = THIEVES_SIGNS
    rules_file = Path(__file__).with_name("rules.txt")
    introduction = (
        "King of Thieves is a bluffing card game for two to eight players: thieves gamble their reputation for the treasure of "
        "guarded tombs."
    )
    purpose = "Gamble your name for the treasure of guarded tombs."
    character = "Bluff and luck."
    minutes = 30
    tips = (
        ("play_down", "Tip: a card face down counts for you, and nobody knows for how much."),
        ("escape", "Tip: escape early if you cannot win. It costs nothing, and you draw two cards."),
        ("hide", "Tip: hide to draw a card and to see what the others play."),
        ("use", "Tip: each thief may use the community card, for one duel."),
    )
    step_kinds = (
        StepKind("plunder", "a tomb plundered", frozenset({"plundered"})),
        StepKind("guardian", "a guardian beaten", frozenset({"beat"})),
        StepKind("escape", "an escape", frozenset({"escaped"})),
        StepKind("showdown", "cards turned up", frozenset({"turned_up"})),
    )
    credits = (
        "King of Thieves was designed by Robin Elliott, after Paul Wade-Williams, and published by Triple Ace Games."
    )
    shortcuts = (
        *hand_shortcuts(10),
        Shortcut("escape_tomb", "e", "answer('escape')", "", "escape from the tomb", yields=True),
        Shortcut("hide", "h", "answer('hide')", "", "hide", yields=True),
        Shortcut(
            "face_up", "b", "answer('face_up')", "", f"{FACE.format('up')}, then the symbol of a ruby", yields=True
        ),
        Shortcut("face_down", "d", "answer('face_down')", "", FACE.format("down"), yields=True),
    )

    places: ClassVar = {
        "lesson": "lesson:THIEVES_LESSON",
        "goals": "lesson:THIEVES_GOALS",
        "data": "pieces_data:ThievesPieceData",
        "protocol": "protocol:ThievesProtocol",
        "overlay": "seen:CARDS_LEFT",
    }

    def board(self, match: Match) -> "Board":
        from vok_tui.boards.thieves.board import ThievesBoard

        return ThievesBoard(match.game.title())

    def line_reader(self, match: Match) -> "LineReader":
        from vok_tui.boards.thieves.board import ThievesBoard
        from vok_tui.boards.thieves.line_reader import ThievesLineReader

        return ThievesLineReader(ThievesBoard(match.game.title()))

    def edition_in_save_list(self, edition: str) -> str:
        return EDITION_TEXTS.get(edition, "")

    def card_list(self, setup: Setup | None) -> CardList:
        from vok_tui.boards.thieves.pieces_data import pieces_of

        pieces = pieces_of(THIEVES.pieces(setup) if setup is not None else read_pieces(""))
        return list_of_pieces(pieces, "brief", SHOWN_VALUES)

    def situation(self, view: Any) -> tuple[Sequence[str], Sequence[str]]:
        own, to_come = view.seats[view.viewer], view.tombs_in_deck
        facts = [
            f"{in_words(own.hand_count, 'card')} in hand",
            in_words(own.reputation, "reputation token"),
            f"{in_words(len(view.guardians), 'guardian')} awake",
        ]
        return [f"{in_words(to_come, 'more tomb')} to come" if to_come else "the last tomb"], facts

    def standing_rows(self, view: Any, scores: Sequence[int]) -> Sequence[SheetRow]:
        from vok_tui.boards.thieves.score_sheet import standing_rows

        del scores
        return standing_rows(view)

    def score_sheet(self, state: State, view: Any, names: Sequence[str], your_seat: int) -> ScoreSheet:
        from vok_tui.boards.thieves.score_sheet import score_sheet

        rewards = THIEVES.rewards(state)  # type: ignore[arg-type]
        return score_sheet(view, [reward > 0 for reward in rewards], names, your_seat)


THIEVES_TABLE: Final = ThievesTableKit(THIEVES)
