"""The part of a game's kit for the terminal, and the kinds of steps that it declares. `ai.kit.GameKit` names it, and
`table_kit_of` loads it.

The defaults here need only the rules of a game (`engine.core.game.Game`): they give it the generic panes, a list of answers, a
score sheet and the log. A game overrides what it can do better. Nothing here imports a screen, because commands use it too.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from ai.kit import kit_of
from engine.core.game import Game, Setup, State
from engine.core.match import Match
from engine.core.setup import Edition, Option, choices_in_order
from engine.games import GAMES, load_object
from vok_tui.boards.data_report import RECONSTRUCTED_MARK, ReplaceableData, source_sentences
from vok_tui.painting.signs import GameSigns
from vok_tui.shared.shortcuts import OPPONENT_KEYS, SHORTCUTS, TABLE, Shortcut

if TYPE_CHECKING:
    from argparse import Namespace

    from textual.content import Content

    from vok_tui.boards.game_protocol import GameProtocol
    from vok_tui.boards.goals import PlayerGoal
    from vok_tui.boards.line_reader import LineReader
    from vok_tui.game.lesson import Lesson
    from vok_tui.panes.overlay import Overlay
    from vok_tui.panes.scene import Board
    from vok_tui.shared.parser import Parser


class StepKind(NamedTuple):
    """A step is of this kind if one of its events has one of `verbs` and the viewer may know of that event."""

    name: str  # for settings and commands: "purchase"
    phrase: str  # for players: "a purchase"
    verbs: frozenset[str]


def kinds_of_step(match: Match, node: int, viewer: int, kinds: Sequence[StepKind]) -> tuple[StepKind, ...]:
    """The kinds of the step to `node` that the viewer may know of. Costs at most one replay of the game."""
    game, state = match.game, match.state
    visible_verbs = {event.verb for event in match.events_on_step_to(node) if game.describe_event(state, event, viewer)}
    return tuple([kind for kind in kinds if visible_verbs & kind.verbs])


def first_node_of_kind(match: Match, nodes: Sequence[int], viewer: int, kind: StepKind) -> int | None:
    """The first of `nodes` whose step is of this kind; None if there is none. Costs up to one replay for each node."""
    for node in nodes:
        if kinds_of_step(match, node, viewer, (kind,)):
            return node
    return None


MAX_LISTED_WORDS: Final = 8  # of an option; if there are more and they are numbers, the usage shows a range
CARD_NAME_COLUMNS: Final = 28  # of a name in the list of all cards


class SetupFormRow(NamedTuple):
    """A row of options in the form for a new game."""

    label: str
    option_indices: tuple[int, ...]  # among the options of the edition


@dataclass(frozen=True)
class SheetRow:
    """A row of the score sheet: a cell for each seat. `short` is its label where the rows are columns; by default `label`."""

    label: str
    cells: tuple[str, ...]
    style: str = ""
    short: str = ""


@dataclass(frozen=True)
class ScoreSheet:
    """The score sheet of a finished game."""

    title: str  # a sentence that says who has won
    note: str  # how a tie was broken or why the game is over; "" if there is nothing to say
    won: tuple[bool, ...]  # for each seat, whether its column has the winner's sign
    rows: tuple[SheetRow, ...]  # above the line
    totals: tuple[SheetRow, ...]  # below the line


@dataclass(frozen=True)
class CardEntry:
    """A card in the list of all cards."""

    name: str
    columns: str  # the rest of its line, after the name
    search_text: str  # the text in which a search looks for words
    page: "Content"


@dataclass(frozen=True)
class CardList:
    """All cards of a game, and the line with the heads of their columns."""

    heads: str
    entries: tuple[CardEntry, ...]


def list_of_pieces(
    pieces: Sequence[Mapping[str, Any]], brief: str, shown_values: Mapping[str, Collection[str]] | None = None
) -> CardList:
    """The list of pieces. Each has the text of its field `brief`, and a mark if a value is reconstructed; with `shown_values`, by
    type, only these count."""
    from textual.content import Content

    heads = f"{'':<{CARD_NAME_COLUMNS}}{RECONSTRUCTED_MARK} reconstructed"
    entries = []
    for piece in pieces:
        name, kind, text, values, printed = (piece[key] for key in ("name", "type", "text", "values", "printed"))
        shown = values if shown_values is None else shown_values[kind]
        mark = RECONSTRUCTED_MARK if set(shown) - set(printed) else " "
        sources = "\n".join(source_sentences(list(values), printed))
        page = Content.assemble((name, "bold $gold"), (f"\n{kind}\n\n", "$lapis"), f"{text}\n\n", (sources, "$dune"))
        entries.append(CardEntry(name, f"{mark} {piece[brief]}", f"{name} {kind} {text}", page))
    return CardList(heads, tuple(entries))


AZERTY_DIGITS: Final = (
    "ampersand", "é", "quotation_mark", "apostrophe", "left_parenthesis", "minus", "è", "underscore", "ç", "à",
)  # fmt: skip
"""The digit keys 1 to 9 and 0 of an AZERTY keyboard without Shift, by Textual's names."""


def hand_shortcuts(card_count: int) -> tuple[Shortcut, ...]:
    """The digit keys that choose the first cards of a hand, at most ten. Their ids are the same in every game."""
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


END_TURN: Final = Shortcut(
    "end_turn",
    "n",
    "answer('end')",
    "",
    "end your turn, or this step of it; it never answers another question",
    yields=True,
)
"""The key of the games in which a turn or a step goes on until its player ends it."""


class TableKit:
    """How one game looks and is read at the table and on the command line."""

    edition_label: str = "Edition"  # the label of this field in the form for a new game
    opponent_names: Sequence[str] = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen")
    shortcuts: tuple[Shortcut, ...] = ()  # keys for the targets and answers of this game; config.toml names their ids
    signs: GameSigns = GameSigns()
    step_kinds: Sequence[StepKind] = ()  # the kinds of steps that a review can go to
    rules_file: Path | None = None  # the rules in our own words: see `vok_tui.screens.help`
    introduction: str = ""  # what the game is, for the manual page
    tips: Sequence[tuple[str, str]] = ()  # for new players: a verb, and a tip about its answers; important ones first
    credits: str = ""  # the designer and the publisher, in one sentence
    purpose: str = ""  # what a player does in the game, in a short sentence for the start screen
    character: str = ""  # what kind of game it is, in a few words for somebody who chooses a first game
    good_size: tuple[int, int] = (0, 0)  # columns and lines that a smaller window is advised to have, once
    minutes: int = 0  # how long a game takes; 0 if nobody knows
    # What is loaded only when it is needed, each as `module:NAME` of a module beside that of the kit: "lesson",
    # "more_lessons", "goals", "data", "protocol" and "overlay".
    places: ClassVar[Mapping[str, str]] = {}

    def __init__(self, game: Game[Any]) -> None:
        self.game: Final = game

    def _part(self, name: str) -> Any:
        """What `places` names; None if it names nothing."""
        folder = type(self).__module__.rpartition(".")[0]
        return load_object(f"{folder}.{self.places[name]}") if name in self.places else None

    @property
    def lesson(self) -> "Lesson | None":
        """The guided first game; None if the game has none."""
        found: Lesson | None = self._part("lesson")
        return found

    @property
    def more_lessons(self) -> "tuple[Lesson, ...]":
        """Guided games for who knows the first one: of other editions."""
        return self._part("more_lessons") or ()

    @property
    def goals(self) -> "tuple[PlayerGoal, ...]":
        """What a player of the game can reach: see `vok_tui.boards.goals`."""
        return self._part("goals") or ()

    @property
    def data(self) -> ReplaceableData | None:
        """The data that players may replace, of the class that `places` names; None if the game has none."""
        make = self._part("data")
        return make() if make is not None else None

    @property
    def overlays(self) -> "tuple[Overlay, ...]":
        """The panes of this game that a key opens over the table, in addition to those of every game."""
        overlay = self._part("overlay")
        return (overlay,) if overlay is not None else ()

    def game_shortcuts(self) -> tuple[Shortcut, ...]:
        """All keys of this game at the table: for its targets and answers, and for its overlays."""
        return (*self.shortcuts, *(overlay.shortcut for overlay in self.overlays))

    def table_shortcuts(self) -> tuple[Shortcut, ...]:
        """All keys that mean something at the table of this game, its own first. Keys for more opponents than the game can have
        are left out, and the key of the list of cards in a game without cards."""
        from vok_tui.panes.registry import OVERLAYS

        opponents = max([count for edition in self.game.editions() for count in edition.player_counts]) - 1
        unused = {f"opponent_{number}" for number in range(opponents + 1, len(OPPONENT_KEYS) + 1)}
        if not self.has_card_list:
            unused.add("table_cards")
        shared = (*SHORTCUTS[TABLE], *(overlay.shortcut for overlay in OVERLAYS))
        return (*self.game_shortcuts(), *[shortcut for shortcut in shared if shortcut.id not in unused])

    def board(self, match: Match) -> "Board":
        """A board that shows this match."""
        from vok_tui.boards.generic_board import GenericBoard

        return GenericBoard(match.game.title())

    def line_reader(self, match: Match) -> "LineReader":
        """What reads this match aloud in the plain mode."""
        from vok_tui.boards.line_reader import LineReader

        return LineReader(self.board(match))

    def protocol(self, match: Match) -> "GameProtocol":
        """What describes this match to programs, of the class that `places` names."""
        from vok_tui.boards.game_protocol import GameProtocol

        make: type[GameProtocol] = self._part("protocol") or GameProtocol
        return make(match)

    def edition_in_save_list(self, edition: str) -> str:
        """The edition in the list of saves; "" for the first edition, which needs no name there."""
        return edition if edition != self.game.editions()[0].name else ""

    def add_options(self, parser: "Parser") -> None:
        """Add the arguments for the options of the editions to a command line."""
        options = {option.name: option for edition in self.game.editions() for option in edition.options}
        if options:
            usage = "; ".join([f"{name}={option_usage(option)}" for name, option in options.items()])
            parser.add_argument(
                "--option", metavar="NAME=WORD", action="append", default=[], dest="options", help=usage
            )

    def setup_form_rows(self, edition: Edition) -> Sequence[SetupFormRow]:
        """The rows of the form for a new game that hold the options of an edition."""
        return [SetupFormRow(option.label, (index,)) for index, option in enumerate(edition.options)]

    def short_option_word(self, word: str) -> str:
        """The name or a word of an option, shortened to fit the form."""
        return word

    def edition_and_choices(self, args: "Namespace") -> tuple[str, tuple[str, ...]]:
        """The edition and its choices from the arguments of a command. If no edition is given, the first one for the number of
        players. Raises BadSetup."""
        editions = self.game.editions()
        fitting = [edition for edition in editions if player_count(args) in edition.player_counts]
        edition = self.game.edition(args.edition) if args.edition else [*fitting, editions[0]][0]
        chosen = dict([text.partition("=")[::2] for text in getattr(args, "options", [])])
        return edition.name, choices_in_order(edition, chosen)

    @property
    def has_card_list(self) -> bool:
        """Whether this game has a list of all cards. Does not build it."""
        return type(self).card_list is not TableKit.card_list

    def card_list(self, setup: Setup | None) -> CardList | None:
        """All cards of the game with this setup, or of all editions if `setup` is None; None for a game without cards."""
        del setup
        return None

    def solitaire_record_group(self, setup: Setup) -> str | None:
        """A key for a solitaire game: records compare the results of games with equal keys. None for any other game."""
        del setup
        return None

    def situation(self, view: Any) -> tuple[Sequence[str], Sequence[str]]:
        """Where in the game a seat is, and facts about what it has, each in a few words such as "three cards in hand". They are
        for the titles of puzzles, so they say nothing about the answers."""
        del view
        return (), ()

    def card_activity(self, match: Match, seat: int) -> Sequence[tuple[str, str]]:
        """What the cards of a seat did in a finished game: a name and what the card did, the most important first."""
        del match, seat
        return ()

    def standing_rows(self, view: Any, scores: Sequence[int]) -> Sequence[SheetRow]:
        """What each seat has in a running game and the view shows: a row for each count, such as points."""
        del view
        return (SheetRow("Points", tuple(map(str, scores)), "bold"),) if scores else ()

    def score_sheet(self, state: State, view: Any, names: Sequence[str], your_seat: int) -> ScoreSheet:
        """The score sheet of a finished game. It calls the player in `your_seat` "you"."""
        from engine.core.wording import plural

        del view
        rewards, scores = self.game.rewards(state), self.game.scores(state)
        best = max(rewards)
        won = tuple([reward == best for reward in rewards])
        winners = ["You" if seat == your_seat else names[seat] for seat, has_won in enumerate(won) if has_won]
        unit = self.game.score_word()
        points = f" with {plural(max(scores), unit.removesuffix('s'), unit)}" if scores else ""
        totals = (SheetRow("Points", tuple(map(str, scores)), "bold"),) if scores else ()
        return ScoreSheet(winners_sentence(winners, points), "", won, (), totals)


def player_count(args: "Namespace") -> int:
    """The number of players from the arguments of a command; 0 if they leave it open."""
    players = getattr(args, "players", None)  # the commands of contests keep the players themselves here
    return players if isinstance(players, int) else len(getattr(args, "seats", None) or ())


def option_usage(option: Option) -> str:
    """The words of an option for the help of a command, with its meaning and default, as in "no|yes: whether ... (default: no)".
    Many numbers are shown as a range: "all|1-23"."""
    words = list(option.words)
    numbers = [str(number) for number in range(1, len(words))]
    is_range = len(words) > MAX_LISTED_WORDS and words[1:] == numbers
    choices = f"{words[0]}|1-{numbers[-1]}" if is_range else "|".join(words)
    return f"{choices}: {option.summary} (default: {option.default})"


def winners_sentence(winners: Sequence[str], points_text: str) -> str:
    """Who has won: "You win with 3 points.". `points_text` is " with 3 points", or ""."""
    if not winners:
        return "Nobody wins."
    if len(winners) > 1:
        return f"{' and '.join([', '.join(winners[:-1]), winners[-1]])} share the victory{points_text and points_text + ' each'}."
    return f"{winners[0]} {'win' if winners[0] == 'You' else 'wins'}{points_text}."


def table_kit_of(game: Game[Any]) -> TableKit:
    """The table kit that the kit of a game names; the default `TableKit` if it names none."""
    object_path = kit_of(game).table
    if not object_path:
        return TableKit(game)
    kit: TableKit = load_object(object_path)
    return kit


def all_table_kits() -> dict[str, TableKit]:
    """The table kits of all games, by the name of the game."""
    return {name: table_kit_of(game) for name, game in GAMES.items()}
