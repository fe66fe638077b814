"""The command line options for the cards, shared by all commands that deal."""

from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vok_tui.cli.parser import Parser, one_of
from vok_tui.errors import CommandError, UsageError

if TYPE_CHECKING:
    from engine.core.game import Setup
    from engine.core.variant import Variant

MAX_CARD_FILE_BYTES: Final = 300_000  # of a file of cards, comments and all
EDITION_HELP: Final = "the cards of the game: base, afterlife, mixed, both or solitaire (default: base)"
SETS_HELP: Final = (
    "for a mixed or solitaire game: where the sets of 3, 4, 5, 6 and 7 cards and the unique artifacts come from, as six words "
    "with commas between them. Each word is base, afterlife or lot (the seed decides). The sixth may be left out; one word "
    "alone counts for all"
)


def add_arguments(parser: Parser) -> None:
    """Add the options for the cards."""
    parser.add_argument("--edition", metavar="E", type=one_of("edition", edition_names), help=EDITION_HELP)
    parser.add_argument("--sets", metavar="WORD,...", type=comma_words, default=(), help=SETS_HELP)
    parser.add_argument(
        "--cards", metavar="FILE", type=Path, help="play with the cards of this file; vok cards export writes one"
    )


def edition_names() -> list[str]:
    from engine.valley.editions import EDITIONS

    return list(EDITIONS)


def comma_words(text: str) -> tuple[str, ...]:
    """Parse words separated by commas."""
    found = tuple(word.strip() for word in text.split(","))
    if not all(found):
        raise ArgumentTypeError(f'words with commas, as in base,afterlife,lot,lot,base,lot, not "{text}"')
    return found


def read_variant(args: Namespace) -> "Variant":
    """The variant that the arguments choose. `--sets` without an edition means a mixed game. Raises UsageError, and CommandError
    for custom cards that cannot be played."""
    from engine.core.errors import BadSetup
    from engine.core.variant import Variant
    from engine.valley.editions import BASE, MIXED, canonical_choices

    edition = args.edition or (MIXED if args.sets else BASE)
    try:
        choices = canonical_choices(edition, args.sets)
    except BadSetup as refused:
        raise UsageError(f"--sets: {refused}") from None
    return Variant(edition, choices, proven_custom_cards(args.cards) if args.cards else "")


def check_playable(command: str, setup: "Setup") -> None:
    """Raises UsageError if there is no such game."""
    from engine.core.errors import BadCatalogue, BadSetup
    from engine.valley.editions import catalogue_of

    try:
        catalogue_of(setup)
    except (BadSetup, BadCatalogue) as refused:
        raise UsageError(f"{command}: {refused}") from None


def custom_cards(path: Path) -> str:
    """The custom cards of a file in the form that a setup contains. Raises CommandError."""
    from engine.core.errors import BadCatalogue
    from engine.valley.custom import read_catalogue, write_catalogue

    try:
        return write_catalogue(read_catalogue(read_text(path)), bare=True)
    except BadCatalogue as refused:
        raise CommandError(f"{path}: {refused}; vok cards check {path} tells all") from None


def proven_custom_cards(path: Path) -> str:
    """The same, after a trial of each action, because an action that cannot be completed would break the game. Takes up to half
    a second. Raises CommandError for everything that `vok cards check` reports as a fault."""
    from engine.valley.custom import read_catalogue
    from engine.valley.custom.playability import find_unplayable_actions
    from engine.valley.editions import full_catalogue

    cards = custom_cards(path)
    found = find_unplayable_actions(full_catalogue(tuple(read_catalogue(cards)), cards))
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise CommandError(f"{path}: these cards cannot be played: {found[0]}{more}; vok cards check {path} tells all")
    return cards


def read_text(path: Path) -> str:
    """What a file holds. Raises Refused."""
    from ai.process.bounded_files import BadFile, read_text

    try:
        return read_text(path, MAX_CARD_FILE_BYTES)
    except BadFile as bad:
        raise CommandError(f"{path} cannot be read: {bad}") from None
