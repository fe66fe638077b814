"""The half of a game's kit that is about the terminal. `ai.kit.GameKit` names it, `vok_tui.boards.table_kit_of` finds it.

The methods here suit any game that tells its rules (`engine.core.game.Game`) and nothing more: it gets the generic panes, a list
of answers, a score sheet and the log. A game overrides what it knows better. Nothing here imports a screen: commands use it too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from engine.core.editions import Edition, choices_by_name
from engine.core.game import Game, Setup, State
from engine.core.history.match import Match
from vok_tui.panes.signs import OwnSigns
from vok_tui.settings.keys import Shortcut

if TYPE_CHECKING:
    from argparse import Namespace

    from textual.content import Content

    from vok_tui.cli.parser import Parser
    from vok_tui.panes.scene import Board

CARD_NAME_COLUMNS: Final = 28  # columns for a name in the list of all cards


@dataclass(frozen=True)
class SheetRow:
    """A row of the score sheet: a cell for each seat."""

    label: str
    cells: tuple[str, ...]
    style: str = ""


@dataclass(frozen=True)
class ScoreSheet:
    """The score sheet: who has won in a sentence, a note ("" if there is none), whose columns have the winner's sign, and the
    rows above and below the line."""

    title: str
    note: str
    won: tuple[bool, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[SheetRow, ...]


@dataclass(frozen=True)
class CardEntry:
    """A card in the list of all cards: its line behind the name, the text that the search looks through, and its page."""

    name: str
    columns: str
    words: str
    page: "Content"


@dataclass(frozen=True)
class CardList:
    """All cards of a game, with the heads of their columns."""

    heads: str
    entries: tuple[CardEntry, ...]


@dataclass(frozen=True)
class DataReport:
    """What a check of replaceable data has found: faults, each a sentence; else doubts, and what the data hold."""

    faults: tuple[str, ...]
    has_more: bool = False  # the check stopped at a limit
    doubts: tuple[str, ...] = ()
    summary: str = ""


class ReplaceableData(Protocol):
    """Data of a game that players may replace, as the text of a file, such as its cards."""

    def read(self, text: str) -> str:
        """The data as a setup holds them. Raises BadCatalogue."""

    def try_out(self, text: str) -> list[str]:
        """What makes data that can be read unplayable, each in a sentence. `text` is what `read` returned."""

    def export(self, edition: str, text: str) -> str:
        """The data that come with the game, or those of `text`, as a commented file to correct. Raises BadCatalogue."""

    def check(self, text: str) -> DataReport:
        """All faults of a file."""

    def as_table(self, edition: str, text: str) -> str:
        """All pieces, one a line. Raises BadCatalogue."""

    def in_full(self, name: str, edition: str, text: str) -> str:
        """The pieces of this name, all that is known of them. Raises BadCatalogue and UsageError."""

    def to_dicts(self, name: str, edition: str, text: str) -> list[dict[str, Any]]:
        """The same as JSON values; all pieces for an empty name."""


class TableKit:
    """How one game looks and is read at the table and on the command line."""

    edition_label: str = "Edition"  # in the form for a new game
    opponent_names: Sequence[str] = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen")
    shortcuts: tuple[Shortcut, ...] = ()  # keys of the game's own targets, by the ids that config.toml names
    signs: OwnSigns = OwnSigns()
    rules_file: Path | None = None  # the rules in our own words: see `vok_tui.rules_text`
    introduction: str = ""  # what the game is, for the manual page
    credits: str = ""  # whose game it is, in one sentence

    def __init__(self, game: Game[Any]) -> None:
        self.game: Final = game

    @property
    def data(self) -> ReplaceableData | None:
        """The data that players may replace; None if there are none."""
        return None

    def board(self, match: Match) -> "Board":
        """The board of a match."""
        from vok_tui.boards.plain_board import PlainBoard

        return PlainBoard(match.game.title())

    def edition_text(self, edition: str) -> str:
        """What the list of saves says of an edition; "" for the usual one."""
        return edition if edition != self.game.editions()[0].name else ""

    def add_options(self, parser: "Parser") -> None:
        """Declare how the options of the editions are written on a command line."""
        options = {option.name: option for edition in self.game.editions() for option in edition.options}
        if options:
            known = "; ".join(
                [f"{name}={'|'.join(option.words)}: {option.summary}" for name, option in options.items()]
            )
            parser.add_argument(
                "--option", metavar="NAME=WORD", action="append", default=[], dest="options", help=known
            )

    def form_rows(self, edition: Edition) -> Sequence[tuple[str, tuple[int, ...]]]:
        """The rows of the form for a new game: a label, and the places of the options of the edition that stand there."""
        return [(option.label, (place,)) for place, option in enumerate(edition.options)]

    def short_word(self, word: str) -> str:
        """The name or a word of an option, short enough for the form."""
        return word

    def chosen_form(self, args: "Namespace") -> tuple[str, tuple[str, ...]]:
        """The edition and the choices that the arguments name. Raises BadSetup."""
        edition = self.game.edition(args.edition or self.game.editions()[0].name)
        chosen = dict([text.partition("=")[::2] for text in getattr(args, "options", [])])
        return edition.name, choices_by_name(edition, chosen)

    def card_list(self, setup: Setup | None) -> CardList | None:
        """All cards of a game, or of all editions; None for a game without cards."""
        del setup
        return None

    def record_group(self, setup: Setup) -> str | None:
        """For a game alone that keeps records: which results can be compared, by a word; None for any other game."""
        del setup
        return None

    def score_sheet(self, state: State, view: Any, names: Sequence[str], your_seat: int) -> ScoreSheet:
        """The score sheet of a finished game. `your_seat` is called "you"."""
        from saves.clean_text import plural

        del view
        rewards, scores = self.game.rewards(state), self.game.scores(state)
        best = max(rewards)
        won = tuple([reward == best for reward in rewards])
        winners = ["You" if seat == your_seat else names[seat] for seat, has_won in enumerate(won) if has_won]
        points = f" with {plural(max(scores), 'point')}" if scores else ""
        totals = (SheetRow("Points", tuple(map(str, scores)), "bold"),) if scores else ()
        return ScoreSheet(winners_sentence(winners, points), "", won, (), totals)


def winners_sentence(winners: Sequence[str], points: str) -> str:
    """Who has won: "You win with 3 points."."""
    if not winners:
        return "Nobody wins."
    if len(winners) > 1:
        return f"{' and '.join([', '.join(winners[:-1]), winners[-1]])} share the victory{points and points + ' each'}."
    return f"{winners[0]} {'win' if winners[0] == 'You' else 'wins'}{points}."
