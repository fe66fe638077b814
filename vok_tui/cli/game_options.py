"""The command line options that choose a game, shared by all commands that deal cards: its name, edition and cards."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vok_tui.shared.errors import CommandError, UsageError
from vok_tui.shared.parser import Parser, one_of

if TYPE_CHECKING:
    from engine.core.game import Game, Setup
    from engine.core.setup import Variant
    from vok_tui.boards.table_kit import TableKit

GAME_FLAG: Final = "--game"
SHIPPED_WORD: Final = "vok"


def add_arguments(parser: Parser) -> None:
    """Add `--game`, and the options of the game that it names."""
    kit = add_game_argument(parser)
    editions = [edition.name for edition in kit.game.editions()]
    if len(editions) > 1:
        parser.add_argument(
            "--edition",
            metavar="E",
            type=one_of("edition", lambda: editions),
            help=f"the edition: {', '.join(editions[:-1])} or {editions[-1]} (default: {editions[0]}, if it fits the number of "
            "players)",
        )
    kit.add_options(parser)
    if kit.data is not None:
        parser.add_argument(
            "--cards",
            metavar="FILE",
            type=Path,
            help="play with the cards of this file; vok cards export writes one. The word "
            f"{SHIPPED_WORD} means those of Vok, also if you have entered your own with vok cards own",
        )
    parser.set_defaults(edition=None, cards=None)


def add_game_argument(parser: Parser) -> "TableKit":
    """Add `--game`. Returns the kit of the game that the command line names, so that its options can be added too."""
    from engine.games import GAMES

    names = list(GAMES)
    parser.add_argument(
        GAME_FLAG,
        metavar="GAME",
        type=one_of("game", lambda: names),
        default=GAMES.default,
        help=f"the game: {', '.join(names)} (default: {GAMES.default})",
    )
    named_game = parser.value_before_parsing(GAME_FLAG)
    return table_kit_named(named_game if named_game in names else GAMES.default)


def game_named(name: str) -> "Game[Any]":
    """The rules of a game."""
    from engine.games import GAMES

    return GAMES[name]


def game_and_edition_text(game: str, edition: str) -> str:
    """The game and edition for the heading of a table. The game is left out if it is the default one."""
    from engine.games import GAMES

    edition_text = f"{edition} {table_kit_named(game).edition_label.lower()}"
    return edition_text if game == GAMES.default else f"{GAMES[game].title()}, {edition_text}"


def table_kit_named(name: str) -> "TableKit":
    from vok_tui.boards.table_kit import table_kit_of

    return table_kit_of(game_named(name))


def game_names() -> list[str]:
    """All games, the default one first."""
    from engine.games import GAMES

    return list(GAMES)


def edition_names() -> list[str]:
    """The editions of all games, for a completion script."""
    from engine.games import GAMES

    return list(dict.fromkeys([edition.name for game in GAMES.values() for edition in game.editions()]))


def read_variant(args: Namespace) -> "Variant":
    """The variant that the arguments choose. Raises UsageError, and CommandError for custom cards that cannot be played."""
    from engine.core.errors import BadSetup
    from engine.core.setup import Variant

    kit = table_kit_named(args.game)
    try:
        edition, choices = kit.edition_and_choices(args)
    except BadSetup as refused:
        raise UsageError(str(refused)) from None
    return Variant(
        edition,
        choices,
        read_playable_cards(args.game, args.cards) if args.cards and not are_shipped(args.cards) else "",
    )


def are_shipped(path: Path | None) -> bool:
    """Whether `--cards` asks for the cards of Vok."""
    return path == Path(SHIPPED_WORD)


def check_playable(command: str, setup: "Setup") -> None:
    """Raise UsageError for a setup from which no game can start."""
    from engine.core.errors import BadCatalogue, BadSetup
    from engine.games import GAMES

    try:
        GAMES[setup.game].fingerprint(setup)
        GAMES[setup.game].check_setup(setup)
    except (BadSetup, BadCatalogue) as refused:
        raise UsageError(f"{command}: {refused}") from None


def read_custom_cards(game: str, path: Path) -> str:
    """The custom cards in a file, in the form that a setup stores. Raises CommandError."""
    from engine.core.errors import BadCatalogue

    data = table_kit_named(game).data
    if data is None:
        raise UsageError("this game cannot be played with custom cards")
    try:
        return data.checked_setup_data(read_cards_text(path))
    except BadCatalogue as refused:
        raise CommandError(f"{path}: {refused}; {cards_check_command(game, path)} lists all faults") from None


def cards_check_command(game: str, path: Path) -> str:
    """The command line that lists all faults of a file of custom cards."""
    from engine.games import GAMES

    return f"vok cards check {path}" + (f" {GAME_FLAG} {game}" if game != GAMES.default else "")


def read_playable_cards(game: str, path: Path) -> str:
    """The custom cards in a file, checked in trial games, because cards that can be read but not played would break a game.
    Raises CommandError for everything that `vok cards check` reports as a fault."""
    cards, data = read_custom_cards(game, path), table_kit_named(game).data
    reasons = data.unplayable_reasons(cards) if data is not None else []
    if reasons:
        more = f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""
        raise CommandError(
            f"{path}: these cards cannot be played: {reasons[0]}{more}; {cards_check_command(game, path)} lists all faults"
        )
    return cards


def read_cards_text(path: Path) -> str:
    """The text of a file of custom cards. Raises CommandError."""
    from ai.process.bounded_files import BadFile, read_text
    from engine.core.toml_text import MAX_BYTES

    try:
        return read_text(path, MAX_BYTES)
    except BadFile as bad:
        raise CommandError(f"{path} cannot be read: {bad}") from None
