"""`vok cards [NAME]`: what is printed on the cards, and what of that is printed and what reconstructed."""

import json
from argparse import Namespace
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from vok_tui.commands.parser import Parser
from vok_tui.errors import UsageError
from vok_tui.exits import Exit
from vok_tui.nearest import nearest

if TYPE_CHECKING:
    from engine.valley.card import Card

WIDTH = 78


def fill(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="*", help="a card or a set, or the beginning of its name")
    parser.add_argument("--json", action="store_true", help="a list of objects, for programs")


def run(args: Namespace) -> int:
    from engine.valley.cards.base import BASE

    cards = _wanted(" ".join(args.name), BASE.cards)
    if args.json:
        print(json.dumps([facts(card) for card in cards], indent=2))
    elif args.name:
        print("\n\n".join(_page(card) for card in cards))
    else:
        print(_list(cards))
    return Exit.WELL


def facts(card: "Card") -> dict[str, Any]:
    """A card for a program. `vp` counts for starters and unique artifacts; `printed` names the fields that stand in a rulebook
    or another public source, the others are reconstructed."""
    return {
        "name": card.name,
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


def _list(cards: "list[Card]") -> str:
    lines = [f"{'card':<29}{'set':<18}{'level':>5}{'copies':>8}{'gold':>6}{'cost':>6}{'vp':>4}"]
    for card in cards:
        vp = str(card.vp) if not card.is_set_card else "-"
        lines.append(f"{card.name:<29}{card.set:<18}{card.level:>5}{card.copies:>8}{card.gold:>6}{card.cost:>6}{vp:>4}")
    lines.append(f"{len(cards)} kinds, {sum(card.copies for card in cards)} cards; vok cards NAME shows one in full")
    return "\n".join(lines)


def _page(card: "Card") -> str:
    from engine.valley.card import FIELDS

    vp = f", {card.vp} VP in the tomb" if not card.is_set_card else ""
    guessed = [field for field in FIELDS if field not in card.printed and not (field == "vp" and card.is_set_card)]
    source = f"Reconstructed, for want of a public source: {', '.join(guessed)}." if guessed else "All as printed."
    return "\n".join(
        [
            f"{card.name}: {card.set}, level {card.level}, {card.copies} copies",
            f"worth {card.gold} gold, costs {card.cost}{vp}",
            *wrap(card.text, WIDTH, initial_indent="  ", subsequent_indent="  "),
            source,
        ]
    )
