"""Writes a catalogue as TOML: with comments for readers, or without them for a setup. Both are read as the same cards."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from engine.valley.catalogue.card import PRINTABLE_FIELDS, STARTER, Card
from engine.valley.custom.action_text import part_text
from engine.valley.custom.card_reader import FLAG_FIELDS, REACTION_WORDS

HEADER_TEXT: Final = """\
# Custom cards for Vok. Correct here what differs from your printed cards, then
#
#     vok cards check FILE          lists everything that is wrong
#     vok play --cards FILE         plays with it; a save contains its cards
#
# The comment after each value says where it comes from: "printed" in a rulebook or another public source, or
# "reconstructed" because there is none. `printed` at the end of a card lists the printed fields, which the game shows.
#
# Requirements: five sets of 3, 4, 5, 6 and 7 kinds in each game, two copies of each; six unique artifacts; 29 cards of level
# 2 and 27 of level 3; 40 starter cards, of which each player gets a quarter. Gold is 1 to 9, cost 1 to 7 (starters 0).
#
# An action is a list of parts, carried out in this order. docs/custom-cards.md describes the parts and their arguments.
# A card without an action `answers` what opponents do, as one of {answers}.
"""


def write_catalogue(by_edition: Mapping[str, Sequence[Card]], without_comments: bool = False) -> str:
    """The TOML text: the starters of the first edition, then the other cards of each edition."""
    first_edition = next(iter(by_edition.values()))
    cards = [("", card) for card in first_edition if card.set == STARTER]
    cards += [
        (edition, card)
        for edition, edition_cards in by_edition.items()
        for card in edition_cards
        if card.set != STARTER
    ]
    header = [] if without_comments else [HEADER_TEXT.replace("{answers}", ", ".join(REACTION_WORDS))]
    return "\n".join([*header, *[_card_text(edition, card, without_comments) for edition, card in cards]])


def _card_text(edition: str, card: Card, without_comments: bool) -> str:
    """The table [[card]]. Each field has its name, its value as TOML, and the name by which `Card.printed` lists it."""
    fields: list[tuple[str, str, str]] = [("name", toml_string(card.name), "name")]
    if edition:
        fields.append(("edition", toml_string(edition), ""))
    fields.append(("set", toml_string(card.set), "set"))
    fields += [(field, str(getattr(card, field)), field) for field in ("level", "copies", "gold", "cost")]
    if not card.is_set_card:
        fields.append(("vp", str(card.vp), "vp"))
    fields.append(("text", toml_string(card.text), ""))
    if card.reaction:
        fields.append(
            (
                "answers",
                toml_string(next(word for word, number in REACTION_WORDS.items() if number == card.reaction)),
                "action",
            )
        )
    else:
        fields.append(("action", f"[{', '.join([toml_string(part_text(part)) for part in card.action])}]", "action"))
    defaults = {"repeatable": True}
    fields += [
        (flag, str(getattr(card, flag)).lower(), "")
        for flag in FLAG_FIELDS
        if getattr(card, flag) != defaults.get(flag, False)
    ]
    lines = ["[[card]]"]
    for field, value, source in fields:
        comment = (
            "" if without_comments or not source else f"  # {'printed' if source in card.printed else 'reconstructed'}"
        )
        lines.append(f"{field} = {value}{comment}")
    lines.append(
        f"printed = [{', '.join([toml_string(field) for field in PRINTABLE_FIELDS if field in card.printed])}]"
    )
    return "\n".join(lines) + "\n"


def toml_string(text: str) -> str:
    """A text as a TOML string. Texts of cards are cleaned, and for these a JSON string is also a TOML string."""
    return json.dumps(text, ensure_ascii=False)
