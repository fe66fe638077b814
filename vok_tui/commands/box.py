"""Which cards are played with, as the command line says it: the same options for every command that deals."""

from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vok_tui.commands.parser import Parser, one_of
from vok_tui.errors import Refused, UsageError

if TYPE_CHECKING:
    from engine.core.rules import Setup
    from vok_tui.start import Box

MAX_BYTES: Final = 300_000  # of a file of cards, comments and all
EDITION: Final = "which cards are played: base (default), afterlife, mixed, both or solitaire"
SETS: Final = (
    "in a mixed or solitaire game, where the sets of 3, 4, 5, 6 and 7 and the unique artifacts come from: base, afterlife or "
    "lot, which the seed decides; six words with commas, five, or one for all"
)


def fill(parser: Parser) -> None:
    """The options."""
    parser.add_argument("--edition", metavar="E", type=one_of("edition", editions), help=EDITION)
    parser.add_argument("--sets", metavar="WORD,...", type=words, default=(), help=SETS)
    parser.add_argument(
        "--cards", metavar="FILE", type=Path, help="play with the cards of a file; see vok cards export"
    )


def editions() -> list[str]:
    from engine.valley.editions import EDITIONS

    return list(EDITIONS)


def words(text: str) -> tuple[str, ...]:
    """A reader of words with commas."""
    found = tuple(word.strip() for word in text.split(","))
    if not all(found):
        raise ArgumentTypeError(f'words with commas, as in base,afterlife,lot,lot,base,lot, not "{text}"')
    return found


def box(args: Namespace) -> "Box":
    """What lies on the table. Choices without an edition mean a mixed game. Raises UsageError, and Refused for cards of a file
    that cannot be played."""
    from engine.core.errors import BadSetup
    from engine.valley.editions import BASE, MIXED, canonical
    from vok_tui.start import Box

    edition = args.edition or (MIXED if args.sets else BASE)
    try:
        choices = canonical(edition, args.sets)
    except BadSetup as refused:
        raise UsageError(f"--sets: {refused}") from None
    return Box(edition, choices, proven(args.cards) if args.cards else "")


def must_be_playable(command: str, setup: "Setup") -> None:
    """Raises UsageError if no such game can be begun."""
    from engine.core.errors import BadCatalogue, BadSetup
    from engine.valley.editions import catalogue_of

    try:
        catalogue_of(setup)
    except (BadSetup, BadCatalogue) as refused:
        raise UsageError(f"{command}: {refused}") from None


def house(path: Path) -> str:
    """The cards of a file as a setup carries them. Raises Refused."""
    from engine.core.errors import BadCatalogue
    from engine.valley.house import read, write

    try:
        return write(read(text_of(path)), bare=True)
    except BadCatalogue as refused:
        raise Refused(f"{path}: {refused}; vok cards check {path} tells all") from None


def proven(path: Path) -> str:
    """The same, after each action has been tried: one that breaks off would break the game. Costs up to half a second. Raises
    Refused for all that vok cards check calls a fault."""
    from engine.valley.editions import all_of
    from engine.valley.house import read
    from engine.valley.proof import prove

    cards = house(path)
    found = prove(all_of(tuple(read(cards)), cards))
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise Refused(f"{path}: these cards cannot be played: {found[0]}{more}; vok cards check {path} tells all")
    return cards


def text_of(path: Path) -> str:
    """What a file holds. Raises Refused."""
    from ai.files import BadFile, read_text

    try:
        return read_text(path, MAX_BYTES)
    except BadFile as bad:
        raise Refused(f"{path} cannot be read: {bad}") from None
