"""`vok cards`: what is printed on the cards, and what of that is printed and what reconstructed; `vok cards export` writes them
down for an owner of the printed cards to correct, `vok cards check FILE` tells what is wrong with such a file."""

import json
from argparse import Namespace
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from vok_tui.commands import box
from vok_tui.commands.parser import Parser, one_of
from vok_tui.errors import UsageError
from vok_tui.exits import Exit
from vok_tui.nearest import nearest

if TYPE_CHECKING:
    from engine.valley.card import Card, Catalogue

WIDTH: Final = 78


def fill(parser: Parser) -> None:
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="*",
        help="a card or a set, or the beginning of its name; or export, which writes all of them as TOML; or check FILE, which "
        "names every fault of such a file and ends with code 1 if there is any",
    )
    parser.add_argument(
        "--edition", metavar="E", type=one_of("edition", box.editions), help="those of base or afterlife alone"
    )
    parser.add_argument("--cards", metavar="FILE", type=Path, help="those of a file")
    parser.add_argument("--json", action="store_true", help="a list of objects, for programs")


def run(args: Namespace) -> int:
    if args.name[:1] == ["check"]:
        return check(args.name[1:])
    cards = catalogue(args)
    if args.name == ["export"]:
        print(exported(cards), end="")
        return Exit.WELL
    editions = dict(zip(cards.cards, cards.editions, strict=True))
    wanted = _wanted(" ".join(args.name), cards.cards)
    if args.json:
        print(json.dumps([facts(card, editions[card]) for card in wanted], indent=2))
    elif args.name:
        print("\n\n".join(_page(card, editions[card]) for card in wanted))
    else:
        print(_list([(card, editions[card]) for card in wanted]))
    return Exit.WELL


def catalogue(args: Namespace) -> "Catalogue":
    """All cards of an edition, or of both games; of a file if one is named. Raises Refused."""
    from engine.core.errors import BadCatalogue
    from engine.valley.editions import AFTERLIFE, BASE, all_of, pages_of

    house = box.house(args.cards) if args.cards else ""
    wanted = (args.edition,) if args.edition in (BASE, AFTERLIFE) else tuple(pages_of(house))
    try:
        return all_of(wanted, house)
    except BadCatalogue as refused:
        raise UsageError(str(refused)) from None


def exported(cards: "Catalogue") -> str:
    """All of them as a commented text, the starters first."""
    from engine.valley.house import write

    both = list(zip(cards.cards, cards.editions, strict=True))
    starters = [card for card, edition in both if not edition]
    names = list(dict.fromkeys([edition for edition in cards.editions if edition]))
    return write({name: [*starters, *[card for card, edition in both if edition == name]] for name in names})


def check(words: list[str]) -> int:
    """Name all faults of a file; the code is 1 if there are any. Raises Refused for a file that cannot be read."""
    from engine.valley.editions import all_of
    from engine.valley.house import MAX_FAULTS, faults, read, write
    from engine.valley.proof import prove
    from saves.names import plural, visible

    if len(words) != 1:
        raise UsageError("cards check takes one FILE, as vok cards export has written it")
    text, name = box.text_of(Path(words[0])), visible(words[0])
    found = faults(text)
    if not found:
        pages = read(text)
        found = faults(write(pages, bare=True))  # as a game carries them
    if not found:
        cards = all_of(tuple(pages), text)
        found = prove(cards)
    for fault in found:
        print(fault)
    if found:
        more = ", and perhaps more" if len(found) == MAX_FAULTS else ""
        print(f"{plural(len(found), 'fault')} in {name}{more}")
        return Exit.FAILED
    for doubt in doubts(cards):
        print(doubt)
    kinds = f"{len(cards)} kinds, {sum(card.copies for card in cards.cards)} cards"
    print(f"{name} can be played with: {kinds} of {' and '.join(pages)}")
    return Exit.WELL


def doubts(cards: "Catalogue") -> list[str]:
    """A sentence for each value that is other than ours, while both are said to stand on the printed card: one of them is wrong,
    or `printed` was left as it was when the value was changed."""
    from engine.valley.editions import AFTERLIFE, BASE, shipped

    ours = {card.name: card for card in shipped(BASE, AFTERLIFE).cards}
    return [
        f"{card.name}: {field}: is listed in printed, but other than on the card that is known to us; is it really printed so?"
        for card in cards.cards
        for field in card.printed
        if card.name in ours
        and field in ours[card.name].printed
        and value(card, field) != value(ours[card.name], field)
    ]


def value(card: "Card", field: str) -> object:
    """What a card has in a field; of its action what can be compared."""
    return ([part.words() for part in card.action], card.answers) if field == "action" else getattr(card, field)


def facts(card: "Card", edition: str) -> dict[str, Any]:
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


def _wanted(name: str, cards: "tuple[Card, ...]") -> "list[Card]":
    """All cards without a name; else the card or the set of that name, or all that begin or contain it."""
    wanted = " ".join(name.casefold().split())
    for fits in (
        lambda card: wanted in (card.name.casefold(), card.set.casefold()),
        lambda card: card.name.casefold().startswith(wanted),
        lambda card: wanted in card.name.casefold(),
    ):
        found = [card for card in cards if fits(card)] if wanted else list(cards)
        if found:
            return found
    near = nearest(wanted, [card.name for card in cards])
    hint = near if "?" in near else "; vok cards lists them all"
    raise UsageError(f'no card is called "{name}"{hint}')


def _list(cards: "list[tuple[Card, str]]") -> str:
    lines = [f"{'card':<28}{'set':<14}{'edition':<10}{'level':>5}{'copies':>7}{'gold':>5}{'cost':>5}{'vp':>4}"]
    for card, edition in cards:
        vp = str(card.vp) if not card.is_set_card else "-"
        name = f"{card.name:<28}{card.set:<14}{edition or 'both':<10}"
        lines.append(f"{name}{card.level:>5}{card.copies:>7}{card.gold:>5}{card.cost:>5}{vp:>4}")
    total = sum(card.copies for card, _ in cards)
    lines.append(f"{len(cards)} kinds, {total} cards; vok cards NAME shows one in full")
    return "\n".join(lines)


def _page(card: "Card", edition: str) -> str:
    from engine.valley.card import FIELDS
    from saves.names import plural

    vp = f", {card.vp} VP in the tomb" if not card.is_set_card else ""
    fields = [field for field in FIELDS if not (field == "vp" and card.is_set_card)]
    source = []
    for word, told in (("Printed", True), ("Reconstructed", False)):
        named = [field for field in fields if (field in card.printed) == told]
        if named:
            source.append(f"{word}: {', '.join(named)}.")
    return "\n".join(
        [
            f"{card.name}: {card.set}, {edition or 'in both games'}, level {card.level}, {plural(card.copies, 'copy', 'copies')}",
            f"worth {card.gold} gold, costs {card.cost}{vp}",
            *wrap(card.text, WIDTH, initial_indent="  ", subsequent_indent="  "),
            *source,
        ]
    )
