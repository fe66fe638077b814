"""The table kit of Tal der Koenige."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.core.game import Setup, State
from engine.core.match import Match
from engine.core.wording import in_words
from engine.tal.board import board_of
from engine.tal.board_text import read_plan
from engine.tal.game import TAL
from vok_tui.boards.table_kit import (
    END_TURN,
    CardList,
    ScoreSheet,
    SheetRow,
    StepKind,
    TableKit,
    list_of_pieces,
)
from vok_tui.boards.tal.signs import TAL_SIGNS
from vok_tui.shared.shortcuts import Shortcut

if TYPE_CHECKING:
    from vok_tui.boards.line_reader import LineReader
    from vok_tui.panes.scene import Board


class TalTableKit(TableKit):
    """Board, keys, signs, data, score sheet and rules of Tal der Koenige."""

    signs = TAL_SIGNS
    shortcuts = (
        Shortcut(
            "answer_name",
            "0,1,2,3,4,5,6,7,8,9",
            "type",
            "",
            "type the name of an answer: 10b a space, 16 an area, 6k a block and a site, 4 a tablet",
        ),
        Shortcut(
            "answer_all",
            "a",
            "answer('all')",
            "",
            "place all blocks that take no worth, or lay all blanks",
            yields=True,
        ),
        Shortcut(
            "enlarge",
            "f",
            "enlarge",
            "Half map",
            "on a small table: half of the map, larger; the cursor turns to the other half",
            yields=True,
        ),
        END_TURN,
    )

    opponent_names = ("Merit", "Khety", "Senmut")
    rules_file = Path(__file__).with_name("rules.txt")
    introduction = (
        "Tal der Koenige is a board game for two to four players: bid for coloured blocks and build pyramids of them."
    )
    purpose = "Bid for blocks and build pyramids of one colour."
    character = "Only the bag is luck."
    good_size = (120, 40)  # for the large map
    minutes = 60
    tips = (
        ("lay", "Tip: blanks cost nothing, and nobody sees that they are blank until all bids are turned up."),
        ("claim", "Tip: an overseer may claim a site that it only passes."),
        ("build", "Tip: in one colour, a small pyramid is worth four times a mixed one, a large one over three times."),
    )
    step_kinds = (
        StepKind("claim", "a site claimed", frozenset({"claimed"})),
        StepKind("raid", "a site taken over or robbed", frozenset({"took_over", "stole"})),
        StepKind("pyramid", "a pyramid completed", frozenset({"completed"})),
    )
    credits = "Tal der Koenige was designed by Christian Beierer, and published by Kosmos."

    places: ClassVar = {
        "lesson": "lesson:TAL_LESSON",
        "goals": "lesson:TAL_GOALS",
        "data": "board_data:TalBoardData",
        "protocol": "protocol:TalProtocol",
    }

    def board(self, match: Match) -> "Board":
        from vok_tui.boards.tal.board import TalBoard

        setup = match.setup
        return TalBoard(match.game.title(), board_of(TAL.plan(setup), setup.player_count))

    def line_reader(self, match: Match) -> "LineReader":
        from vok_tui.boards.tal.board import TalBoard
        from vok_tui.boards.tal.line_reader import TalLineReader

        setup = match.setup
        return TalLineReader(TalBoard(match.game.title(), board_of(TAL.plan(setup), setup.player_count)))

    def situation(self, view: Any) -> tuple[Sequence[str], Sequence[str]]:
        own = view.seats[view.viewer]
        facts = [
            f"{in_words(len(own.held_blocks), 'block')} in hand",
            f"{in_words(own.scarabs_left, 'scarab')} left",
            *([f"{in_words(view.movement_left, 'step')} left"] if view.movement_left else []),
        ]
        return [f"{in_words(view.bag_count, 'block')} in the bag"], facts

    def standing_rows(self, view: Any, scores: Sequence[int]) -> Sequence[SheetRow]:
        from vok_tui.boards.tal.score_sheet import standing_rows

        del scores
        return standing_rows(view)

    def score_sheet(self, state: State, view: Any, names: Sequence[str], your_seat: int) -> ScoreSheet:
        from vok_tui.boards.tal.score_sheet import score_sheet

        rewards = TAL.rewards(state)  # type: ignore[arg-type]
        return score_sheet(view, [reward > 0 for reward in rewards], names, your_seat)

    def card_list(self, setup: Setup | None) -> CardList:
        from vok_tui.boards.tal.board_data import pieces_of

        pieces = pieces_of(TAL.plan(setup) if setup is not None else read_plan(""))
        return list_of_pieces(pieces, "text")


TAL_TABLE: Final = TalTableKit(TAL)
