"""The half of a game's kit that is about the terminal. `ai.kit.GameKit` names it, `vok_tui.boards.table_kit_of` finds it.

The methods here suit any game that tells its rules (`engine.core.game.Game`) and nothing more: it gets the generic panes, a list
of answers, a score sheet and the log. A game overrides what it knows better. Nothing here imports a screen: commands use it too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from engine.core.editions import Edition, Option, choices_in_order
from engine.core.game import Game, Setup, State
from engine.core.history.match import Match
from vok_tui.boards.step_kinds import StepKind
from vok_tui.painting.signs import GameSigns
from vok_tui.settings.keys import Shortcut

if TYPE_CHECKING:
    from argparse import Namespace

    from textual.content import Content

    from vok_tui.cli.parser import Parser
    from vok_tui.panes.overlay import Overlay
    from vok_tui.panes.scene import Board

MAX_LISTED_WORDS: Final = 8  # of an option; more are written short if they are numbers
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
    search_text: str
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

    def checked_setup_data(self, file_text: str) -> str:
        """The data of a file in the form that a setup holds: checked, without comments. Raises BadCatalogue."""

    def unplayable_reasons(self, setup_data: str) -> list[str]:
        """What makes data that can be read unplayable, each in a sentence. `setup_data` is what `checked_setup_data` returned."""

    def export(self, edition: str, data_text: str) -> str:
        """The data that come with the game, or those of `data_text`, as a commented file to correct. Raises BadCatalogue."""

    def check(self, file_text: str) -> DataReport:
        """All faults of the text of a file, or what it holds."""

    def table_text(self, edition: str, data_text: str) -> str:
        """All pieces, one a line. Raises BadCatalogue."""

    def details_of(self, piece_name: str, edition: str, data_text: str) -> str:
        """All that is known of the pieces whose name contains `piece_name`, or of the one that is called so. "" for `data_text`
        means the data that come with the game. Raises BadCatalogue and UsageError."""

    def dicts_of(self, piece_name: str, edition: str, data_text: str) -> list[dict[str, Any]]:
        """The same as JSON values, one for each piece; all pieces for an empty name."""


AZERTY_DIGITS: Final = (
    "ampersand", "é", "quotation_mark", "apostrophe", "left_parenthesis", "minus", "è", "underscore", "ç", "à",
)  # fmt: skip
"""What the keys of the digits send without Shift."""


def hand_shortcuts(card_count: int) -> tuple[Shortcut, ...]:
    """The keys of the first cards of a hand, at most ten: the digits, in every game under the same names."""
    return tuple(
        [
            Shortcut(
                f"hand_{n}",
                str(n % 10),
                f"choose_card('hand', {n - 1})",
                "",
                f"card {n} of your hand",
                layouts={"azerty": f"{n % 10},{AZERTY_DIGITS[n - 1]}"},
            )
            for n in range(1, card_count + 1)
        ]
    )


class TableKit:
    """How one game looks and is read at the table and on the command line."""

    edition_label: str = "Edition"  # in the form for a new game
    opponent_names: Sequence[str] = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen")
    shortcuts: tuple[Shortcut, ...] = ()  # keys of the game's own targets, by the ids that config.toml names
    signs: GameSigns = GameSigns()
    step_kinds: Sequence[StepKind] = ()  # what a review can go to
    rules_file: Path | None = None  # the rules in our own words: see `vok_tui.rules_text`
    introduction: str = ""  # what the game is, for the manual page
    motto: str = ""  # below the title of the start screen
    how_to_play: Sequence[tuple[str, str]] = ()  # on the start screen: up to three words, each with a sentence
    tips: Sequence[
        tuple[str, str]
    ] = ()  # for a new player: verbs, and what an answer of each is good for; the first ones first
    credits: str = ""  # whose game it is, in one sentence

    def __init__(self, game: Game[Any]) -> None:
        self.game: Final = game

    @property
    def data(self) -> ReplaceableData | None:
        """The data that players may replace; None if there are none."""
        return None

    @property
    def overlays(self) -> "tuple[Overlay, ...]":
        """The panes of this game that a key lays over the table, besides those of every game."""
        return ()

    def own_shortcuts(self) -> tuple[Shortcut, ...]:
        """The keys of this game at the table: of its targets and of its overlays."""
        return (*self.shortcuts, *(overlay.shortcut for overlay in self.overlays))

    def board(self, match: Match) -> "Board":
        """The board of a match."""
        from vok_tui.boards.plain_board import PlainBoard

        return PlainBoard(match.game.title())

    def edition_in_save_list(self, edition: str) -> str:
        """What the list of saves says of an edition; "" for the usual one."""
        return edition if edition != self.game.editions()[0].name else ""

    def add_options(self, parser: "Parser") -> None:
        """Declare how the options of the editions are written on a command line."""
        options = {option.name: option for edition in self.game.editions() for option in edition.options}
        if options:
            known = "; ".join([f"{name}={option_usage(option)}: {option.summary}" for name, option in options.items()])
            parser.add_argument(
                "--option", metavar="NAME=WORD", action="append", default=[], dest="options", help=known
            )

    def setup_form_rows(self, edition: Edition) -> Sequence[tuple[str, tuple[int, ...]]]:
        """The rows of the form for a new game: a label, and the places of the options of the edition that stand there."""
        return [(option.label, (place,)) for place, option in enumerate(edition.options)]

    def short_option_word(self, word: str) -> str:
        """The name or a word of an option, short enough for the form."""
        return word

    def edition_and_choices(self, args: "Namespace") -> tuple[str, tuple[str, ...]]:
        """The edition and the choices that the arguments name. Without an edition, it is the first one for their number of
        players. Raises BadSetup."""
        editions = self.game.editions()
        fitting = [edition for edition in editions if player_count(args) in edition.player_counts]
        edition = self.game.edition(args.edition) if args.edition else [*fitting, editions[0]][0]
        chosen = dict([text.partition("=")[::2] for text in getattr(args, "options", [])])
        return edition.name, choices_in_order(edition, chosen)

    @property
    def has_card_list(self) -> bool:
        """Whether there is a list of all cards. Makes none."""
        return type(self).card_list is not TableKit.card_list

    def card_list(self, setup: Setup | None) -> CardList | None:
        """All cards of a game, or of all editions; None for a game without cards."""
        del setup
        return None

    def solitaire_record_group(self, setup: Setup) -> str | None:
        """For a game alone that keeps records: which results can be compared, by a word; None for any other game."""
        del setup
        return None

    def card_activity(self, match: Match, seat: int) -> Sequence[tuple[str, str]]:
        """What the cards of a seat did in a finished game, the most important first: their names, and what each did."""
        del match, seat
        return ()

    def standing_rows(self, view: Any, scores: Sequence[int]) -> Sequence[SheetRow]:
        """What each seat has in the middle of a game, as far as the view shows it: a row for each thing that counts."""
        del view
        return (SheetRow("Points", tuple(map(str, scores)), "bold"),) if scores else ()

    def score_sheet(self, state: State, view: Any, names: Sequence[str], your_seat: int) -> ScoreSheet:
        """The score sheet of a finished game. `your_seat` is called "you"."""
        from saves.clean_text import plural

        del view
        rewards, scores = self.game.rewards(state), self.game.scores(state)
        best = max(rewards)
        won = tuple([reward == best for reward in rewards])
        winners = ["You" if seat == your_seat else names[seat] for seat, has_won in enumerate(won) if has_won]
        word = self.game.score_word()
        points = f" with {plural(max(scores), word.removesuffix('s'), word)}" if scores else ""
        totals = (SheetRow("Points", tuple(map(str, scores)), "bold"),) if scores else ()
        return ScoreSheet(winners_sentence(winners, points), "", won, (), totals)


def player_count(args: "Namespace") -> int:
    """The number of players that the arguments of a command name; 0 if it is left open."""
    players = getattr(args, "players", None)  # for a contest, these are the players themselves
    return players if isinstance(players, int) else len(getattr(args, "seats", None) or ())


def option_usage(option: Option) -> str:
    """The words of an option as a command line shows them, with the numbers behind the first one short: "all|1-23"."""
    words = list(option.words)
    numbers = [str(number) for number in range(1, len(words))]
    return f"{words[0]}|1-{numbers[-1]}" if len(words) > MAX_LISTED_WORDS and words[1:] == numbers else "|".join(words)


def winners_sentence(winners: Sequence[str], with_points: str) -> str:
    """Who has won: "You win with 3 points.". `with_points` is " with 3 points", or ""."""
    if not winners:
        return "Nobody wins."
    if len(winners) > 1:
        return f"{' and '.join([', '.join(winners[:-1]), winners[-1]])} share the victory{with_points and with_points + ' each'}."
    return f"{winners[0]} {'win' if winners[0] == 'You' else 'wins'}{with_points}."
