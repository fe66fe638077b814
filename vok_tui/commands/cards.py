"""`vok cards`: shows the cards, and which of their fields are printed or reconstructed. `vok cards export` writes them as TOML
for correction; `vok cards check FILE` reports the faults of such a file."""

import json
from argparse import Namespace
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from vok_tui.cli import card_options
from vok_tui.cli.parser import Parser, one_of
from vok_tui.errors import UsageError
from vok_tui.exit_codes import ExitCode
from vok_tui.suggestion import suggestion

if TYPE_CHECKING:
    from engine.valley.cards.card import Card
    from engine.valley.cards.catalogue import Catalogue

TEXT_COLUMNS: Final = 78


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="*",
        help="a card or a set, or the beginning of its name. The word export writes all cards as TOML instead; check FILE lists "
        "every fault of such a file and ends with exit code 1 if there is one",
    )
    parser.add_argument(
        "--edition",
        metavar="E",
        type=one_of("edition", card_options.edition_names),
        help="only the cards of base or afterlife",
    )
    parser.add_argument("--cards", metavar="FILE", type=Path, help="the cards of this file")
    parser.add_argument("--json", action="store_true", help="print a JSON list, for programs")


def run(args: Namespace) -> int:
    if args.name[:1] == ["check"]:
        return check_file(args.name[1:])
    cards = read_catalogue(args)
    if args.name == ["export"]:
        print(export_text(cards), end="")
        return ExitCode.OK
    editions = dict(zip(cards.cards, cards.editions, strict=True))
    wanted = _find_cards(" ".join(args.name), cards.cards)
    if args.json:
        print(json.dumps([card_dict(card, editions[card]) for card in wanted], indent=2))
    elif args.name:
        print("\n\n".join(_card_text(card, editions[card]) for card in wanted))
    else:
        print(_cards_table([(card, editions[card]) for card in wanted]))
    return ExitCode.OK


def read_catalogue(args: Namespace) -> "Catalogue":
    """All cards of an edition, of both games, or of a file. Raises CommandError."""
    from engine.core.errors import BadCatalogue
    from engine.valley.editions import AFTERLIFE, BASE, full_catalogue, pages_of

    house = card_options.custom_cards(args.cards) if args.cards else ""
    wanted = (args.edition,) if args.edition in (BASE, AFTERLIFE) else tuple(pages_of(house))
    try:
        return full_catalogue(wanted, house)
    except BadCatalogue as refused:
        raise UsageError(str(refused)) from None


def export_text(cards: "Catalogue") -> str:
    """The cards as commented TOML, starters first."""
    from engine.valley.custom import write_catalogue

    both = list(zip(cards.cards, cards.editions, strict=True))
    starters = [card for card, edition in both if not edition]
    names = list(dict.fromkeys([edition for edition in cards.editions if edition]))
    return write_catalogue({name: [*starters, *[card for card, edition in both if edition == name]] for name in names})


def check_file(words: list[str]) -> int:
    """Print all faults of a file; the exit code is 1 if there are any. Raises CommandError for an unreadable file."""
    from engine.valley.custom import MAX_FAULTS, find_faults, read_catalogue, write_catalogue
    from engine.valley.custom.playability import find_unplayable_actions
    from engine.valley.editions import full_catalogue
    from saves.clean_text import plural, visible

    if len(words) != 1:
        raise UsageError("cards check takes one FILE, as vok cards export has written it")
    text, name = card_options.read_text(Path(words[0])), visible(words[0])
    found = find_faults(text)
    if not found:
        pages = read_catalogue(text)
        found = find_faults(write_catalogue(pages, bare=True))  # as a game carries them
    if not found:
        cards = full_catalogue(tuple(pages), text)
        found = find_unplayable_actions(cards)
    for fault in found:
        print(fault)
    if found:
        more = ", and perhaps more" if len(found) == MAX_FAULTS else ""
        print(f"{plural(len(found), 'fault')} in {name}{more}")
        return ExitCode.FAILED
    for doubt in doubtful_values(cards):
        print(doubt)
    kinds = f"{len(cards)} kinds, {sum(card.copies for card in cards.cards)} cards"
    print(f"{name} can be played with: {kinds} of {' and '.join(pages)}")
    return ExitCode.OK


def doubtful_values(cards: "Catalogue") -> list[str]:
    """A sentence for each value that differs from ours although both are marked as printed: one of them is wrong, or `printed`
    was not updated."""
    from engine.valley.editions import AFTERLIFE, BASE, shipped_catalogue

    ours = {card.name: card for card in shipped_catalogue(BASE, AFTERLIFE).cards}
    return [
        f"{card.name}: {field}: is listed in printed, but other than on the card that is known to us; is it really printed so?"
        for card in cards.cards
        for field in card.printed
        if card.name in ours
        and field in ours[card.name].printed
        and field_value(card, field) != field_value(ours[card.name], field)
    ]


def field_value(card: "Card", field: str) -> object:
    """The value of a field in a form that can be compared."""
    return ([part.signature() for part in card.action], card.answers) if field == "action" else getattr(card, field)


def card_dict(card: "Card", edition: str) -> dict[str, Any]:
    """A card for a program. `edition` is "" for the starters, which belong to both games; `vp` counts for starters and unique
    artifacts; `printed` names the fields that stand in a rulebook or another public source, the others are reconstructed."""
    return {
        "name": card.name,
        "edition": edition,
        "set": card.set,
        "level": card.level,
        "copies": card.copies,
        "gold": card.gold,
        "cost": card.cost,
        "vp": card.vp,
        "text": card.text,
        "printed": list(card.printed),
    }


def _find_cards(name: str, cards: "tuple[Card, ...]") -> "list[Card]":
    """Without a name all cards; else the card or set with this name, or all cards whose name starts with or contains it."""
    wanted = " ".join(name.casefold().split())
    for fits in (
        lambda card: wanted in (card.name.casefold(), card.set.casefold()),
        lambda card: card.name.casefold().startswith(wanted),
        lambda card: wanted in card.name.casefold(),
    ):
        found = [card for card in cards if fits(card)] if wanted else list(cards)
        if found:
            return found
    near = suggestion(wanted, [card.name for card in cards])
    hint = near if "?" in near else "; vok cards lists them all"
    raise UsageError(f'no card is called "{name}"{hint}')


def _cards_table(cards: "list[tuple[Card, str]]") -> str:
    lines = [f"{'card':<28}{'set':<14}{'edition':<10}{'level':>5}{'copies':>7}{'gold':>5}{'cost':>5}{'vp':>4}"]
    for card, edition in cards:
        vp = str(card.vp) if not card.is_set_card else "-"
        name = f"{card.name:<28}{card.set:<14}{edition or 'both':<10}"
        lines.append(f"{name}{card.level:>5}{card.copies:>7}{card.gold:>5}{card.cost:>5}{vp:>4}")
    total = sum(card.copies for card, _ in cards)
    lines.append(f"{len(cards)} kinds, {total} cards; vok cards NAME shows one in full")
    return "\n".join(lines)


def _card_text(card: "Card", edition: str) -> str:
    from engine.valley.cards.card import PRINTABLE_FIELDS
    from saves.clean_text import plural

    vp = f", {card.vp} VP in the tomb" if not card.is_set_card else ""
    fields = [field for field in PRINTABLE_FIELDS if not (field == "vp" and card.is_set_card)]
    source = []
    for word, told in (("Printed", True), ("Reconstructed", False)):
        named = [field for field in fields if (field in card.printed) == told]
        if named:
            source.append(f"{word}: {', '.join(named)}.")
    return "\n".join(
        [
            f"{card.name}: {card.set}, {edition or 'in both games'}, level {card.level}, {plural(card.copies, 'copy', 'copies')}",
            f"worth {card.gold} gold, costs {card.cost}{vp}",
            *wrap(card.text, TEXT_COLUMNS, initial_indent="  ", subsequent_indent="  "),
            *source,
        ]
    )
