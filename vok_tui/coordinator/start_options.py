"""What the command line and the configuration ask of the program before it starts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from ai.bots.player_spec import spec_from_seat_text
from ai.kit import kit_of
from engine.core.game import HUMAN, MAX_SEATS, Game
from engine.core.setup import BASE_VARIANT, Variant
from engine.games import GAMES
from vok_tui.coordinator.config import Config
from vok_tui.records.new_game import FIRST_BY_LOT


def no_own_cards(game: str, edition: str) -> str:
    """The cards of a player who has entered none."""
    del game, edition
    return ""


@dataclass(frozen=True)
class StartOptions:
    """The options; None or empty means that the app chooses.

    With a `path`, that save is opened, and the options of a new game are ignored. With `daily`, the daily game of that date
    begins or continues, with `learn` a guided game, with `practise` mistakes are tried again, with `puzzle` puzzles are
    solved. Otherwise the last unfinished game continues, unless an option asks for a new one (`wants_new_game`).
    With `named_game`, only games of that name are continued; if there is none, a new one begins.
    """

    path: Path | None = None
    review_node: int | None = None  # the node at which the game at `path` is reviewed; None for the table
    views: Mapping[str, Any] = field(default_factory=dict)  # `BaseScreen.kept_view` of the screens at `path`
    watch_from: int | None = None  # the seat, or NOBODY, from which the save at `path` is watched, without playing it
    daily: date | None = None
    learn: str | None = None  # the game whose guided game is played; "" to choose one
    practise: tuple[str, str] | None = None  # a game and the kind of decision to drill; both "" for what has come back
    puzzle: tuple[str, str, str, str] | None = None  # the id of a puzzle, a game, an edition and a theme; "" for any
    new: bool = False
    players: int | None = None
    levels: tuple[str, ...] = ()  # of the opponents in order; a single one applies to all
    names: tuple[str, ...] = ()  # of the players in order, the first is the human at the keyboard
    seed: int | None = None
    first: int | None = None  # who begins: 1 for the first of `names`, 2 for the second, ...; 0 by lot
    trust_bots: bool = False  # whether the bots of the save may run without asking
    low_bandwidth: bool = False  # send less to the terminal, as the command line asks
    pace: float | None = None  # seconds for each step of an opponent; None for that of the configuration
    game: str = GAMES.default
    named_game: str = ""  # the game that the command line names; "" if it names none
    variant: Variant = BASE_VARIANT
    shipped_cards: bool = (
        False  # whether a new game is played with Vok's cards even if the player has entered their own
    )
    own_cards: Callable[[str, str], str] = (
        no_own_cards  # what the player has entered for an edition of a game; "" for none
    )
    config: Config = field(default_factory=Config)
    config_file: Path | None = None  # the file in which the player's name may be stored

    def for_game(self, game: str) -> "StartOptions":
        """The same options for another game, without those that it does not have."""
        kit = kit_of(GAMES[game])
        levels = tuple(
            [level for level in self.levels if level == HUMAN or kit.has_level(spec_from_seat_text(level).level)]
        )
        return replace(self, game=game, variant=Variant(GAMES[game].editions()[0].name), players=None, levels=levels)

    def for_table(self, opponents: tuple[str, ...], edition: str) -> "StartOptions":
        """The same options for a game with these opponents, each a level or "" for any, and in this edition. If `opponents` or
        `edition` is empty, the options decide it, as far as the other allows."""
        if not opponents and not edition:
            return self
        editions = {each.name: each for each in GAMES[self.game].editions()}
        edition = edition or self.variant.edition
        players = len(opponents) + 1 if opponents else editions[edition].min_players
        if not editions[edition].min_players <= players <= editions[edition].max_players:
            edition = next(name for name, each in editions.items() if each.min_players <= players <= each.max_players)
        variant = self.variant if edition == self.variant.edition else Variant(edition, (), self.variant.cards)
        levels = opponents if all(opponents) else self.levels[: players - 1]
        return replace(self, players=players, levels=levels, names=self.names[:players], first=None, variant=variant)

    @property
    def new_variant(self) -> Variant:
        """The variant of a new game: with the cards that the player has entered, unless other cards are chosen."""
        if self.variant.cards or self.shipped_cards:
            return self.variant
        return self.variant._replace(cards=self.own_cards(self.game, self.variant.edition))

    @property
    def daily_game(self) -> str:
        """The game whose daily game is offered, the same as `vok daily` plays: the game that the command line names, else the
        default one. Which game a form has shown last does not matter."""
        return self.named_game or GAMES.default

    @property
    def wants_new_game(self) -> bool:
        """Whether an option asks for a new game, or can only apply to one."""
        numbers = (self.players, self.seed, self.first)
        return (
            self.new
            or self.shipped_cards
            or any(number is not None for number in numbers)
            or bool(self.levels or self.names or self.variant != BASE_VARIANT)
        )

    @property
    def names_nothing(self) -> bool:
        """Whether they leave everything to the app."""
        asked = replace(self, config=Config(), config_file=None, own_cards=no_own_cards, low_bandwidth=False)
        return asked == StartOptions()

    def pack(self) -> dict[str, Any]:
        """The options without the configuration, as JSON values, for another process."""
        return {
            "path": None if self.path is None else str(self.path.absolute()),
            "review_node": self.review_node,
            "views": dict(self.views),
            "watch_from": self.watch_from,
            "daily": None if self.daily is None else self.daily.isoformat(),
            "learn": self.learn,
            "practise": None if self.practise is None else list(self.practise),
            "puzzle": None if self.puzzle is None else list(self.puzzle),
            "new": self.new,
            "players": self.players,
            "levels": list(self.levels),
            "names": list(self.names),
            "seed": self.seed,
            "first": self.first,
            "trust_bots": self.trust_bots,
            "low_bandwidth": self.low_bandwidth,
            "pace": self.pace,
            "game": self.game,
            "named_game": self.named_game,
            "variant": self.variant.pack(),
            "shipped_cards": self.shipped_cards,
        }

    @staticmethod
    def from_packed(fields: Mapping[str, Any]) -> "StartOptions":
        """The options that `pack` wrote, with the default configuration. Raises LookupError, TypeError or ValueError for
        anything else."""
        path, daily, learn, practise, pace = (fields[name] for name in ("path", "daily", "learn", "practise", "pace"))
        kind_game, kind = ("", "") if practise is None else map(str, practise)
        wish = ("", "", "", "") if fields["puzzle"] is None else tuple(map(str, fields["puzzle"]))
        numbers = {name: fields[name] for name in ("review_node", "watch_from", "players", "seed", "first")}
        game, named_game = str(fields["game"]), str(fields["named_game"])
        if any(number is not None and type(number) is not int for number in numbers.values()):
            raise TypeError
        if game not in GAMES or (named_game and named_game not in GAMES):
            raise ValueError
        return StartOptions(
            path=None if path is None else Path(str(path)),
            daily=None if daily is None else date.fromisoformat(daily),
            learn=None if learn is None else str(learn),
            practise=None if practise is None else (kind_game, kind),
            puzzle=None if fields["puzzle"] is None else (wish[0], wish[1], wish[2], wish[3]),
            views={name: view for name, view in dict(fields.get("views", {})).items() if isinstance(view, dict)},
            new=bool(fields["new"]),
            levels=tuple([str(level) for level in fields["levels"][:MAX_SEATS]]),
            names=tuple([str(name) for name in fields["names"][:MAX_SEATS]]),
            trust_bots=bool(fields["trust_bots"]),
            low_bandwidth=bool(fields["low_bandwidth"]),
            pace=None if pace is None else float(pace),
            variant=Variant.from_packed(fields["variant"]),
            shipped_cards=bool(fields["shipped_cards"]),
            game=game,
            named_game=named_game,
            **numbers,
        )

    @property
    def games_to_continue(self) -> Mapping[str, Game[Any]]:
        """The games among which the last unfinished save is continued."""
        return {self.named_game: GAMES[self.named_game]} if self.named_game else GAMES


class SetupArguments(NamedTuple):
    """The arguments of `make_setup`, in its order."""

    names: list[str]
    levels: list[str]
    seed: int | None
    first: int
    variant: Variant
    game: str


def setup_arguments(start: StartOptions, default_level: str = "") -> SetupArguments:
    """What the start options and config.toml say about a new game. Some names may be empty. `default_level` replaces the default
    level of the game."""
    players = start.players or max(
        GAMES[start.game].edition(start.variant.edition).min_players,
        len(start.names),
        len(start.levels) + 1,
        start.first or FIRST_BY_LOT,
    )
    names = [*start.names, *[""] * MAX_SEATS][:players]
    names[0] = names[0] or start.config.name
    default = default_level or kit_of(GAMES[start.game]).default_level()
    levels = start.levels if len(start.levels) > 1 else (start.levels or (default,)) * (players - 1)
    return SetupArguments(
        names,
        [*levels, *[default] * MAX_SEATS][: players - 1],
        start.seed,
        start.first or FIRST_BY_LOT,
        start.new_variant,
        start.game,
    )
