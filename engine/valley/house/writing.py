"""A catalogue as TOML, for people to read and correct, or bare, for a setup to carry. Both read back as the same cards."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from engine.valley.card import FIELDS, STARTER, Card
from engine.valley.house.fields import ANSWERS, FLAGS, is_set
from engine.valley.vocabulary import words

HEAD: Final = """\
# Cards of the house for Vok. Correct here what differs from your printed cards, then
#
#     vok cards check FILE          names everything that does not fit
#     vok play --cards FILE         plays with it; a save carries its cards with it
#
# Behind each value stands where it comes from: "printed" in a rulebook or another public source, or "reconstructed",
# a stand-in for want of one. `printed` at the end of a card lists the fields of the first kind, for the game to show.
#
# What must hold: five sets of 3, 4, 5, 6 and 7 kinds in each game, two copies of each; six unique artifacts; 29 cards of level
# 2 and 27 of level 3; 40 starter cards, of which each player gets a quarter. Gold is 1 to 9, cost 1 to 7 (starters 0).
#
# An action is a list of parts, carried out in this order. The parts, their arguments and what they do stand in docs/house.md.
# A card without an action `answers` what opponents do, as one of {answers}.
"""


def write(pages: Mapping[str, Sequence[Card]], bare: bool = False) -> str:
    """The text: the starters once, then each page. `bare` leaves out all that is for people."""
    first = next(iter(pages.values()))
    cards = [("", card) for card in first if card.set == STARTER]
    cards += [(edition, card) for edition, page in pages.items() for card in page if card.set != STARTER]
    head = [] if bare else [HEAD.replace("{answers}", ", ".join(ANSWERS))]
    return "\n".join([*head, *[_card(edition, card, bare) for edition, card in cards]])


def _card(edition: str, card: Card, bare: bool) -> str:
    rows: list[tuple[str, str, str]] = [("name", quoted(card.name), "name")]
    if edition:
        rows.append(("edition", quoted(edition), ""))
    rows.append(("set", quoted(card.set), "set"))
    rows += [(field, str(getattr(card, field)), field) for field in ("level", "copies", "gold", "cost")]
    if not is_set(card):
        rows.append(("vp", str(card.vp), "vp"))
    rows.append(("text", quoted(card.text), ""))
    if card.answers:
        rows.append(
            ("answers", quoted(next(word for word, number in ANSWERS.items() if number == card.answers)), "action")
        )
    else:
        rows.append(("action", f"[{', '.join([quoted(words(part)) for part in card.action])}]", "action"))
    usual = {"repeatable": True}
    rows += [
        (flag, str(getattr(card, flag)).lower(), "") for flag in FLAGS if getattr(card, flag) != usual.get(flag, False)
    ]
    lines = ["[[card]]"]
    for field, value, source in rows:
        told = "" if bare or not source else f"  # {'printed' if source in card.printed else 'reconstructed'}"
        lines.append(f"{field} = {value}{told}")
    lines.append(f"printed = [{', '.join([quoted(field) for field in FIELDS if field in card.printed])}]")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """As TOML writes a text; JSON does it alike for all that a cleaned text holds."""
    return json.dumps(text, ensure_ascii=False)
