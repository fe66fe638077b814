"""The cards of Valley of the Kings as data: shown on the command line, exported as TOML, checked, and played with."""

from textwrap import wrap
from typing import Any, Final

from engine.valley.cards.card import PRINTABLE_FIELDS, Card
from engine.valley.cards.catalogue import Catalogue
from engine.valley.custom import MAX_FAULTS, find_faults, read_catalogue, write_catalogue
from engine.valley.custom.playability import find_unplayable_actions
from engine.valley.editions import AFTERLIFE, BASE, cards_by_edition, full_catalogue, shipped_catalogue
from vok_tui.boards.table_kit import DataReport
from vok_tui.errors import UsageError
from vok_tui.suggestion import suggestion

TEXT_COLUMNS: Final = 78


class ValleyCards:
    """The cards that come with the game, or those of a text."""

    def checked_setup_data(self, file_text: str) -> str:
        return write_catalogue(read_catalogue(file_text), bare=True)

    def unplayable_reasons(self, setup_data: str) -> list[str]:
        """Tries each action: one that cannot be completed would break the game. Takes up to half a second."""
        return list(map(str, find_unplayable_actions(full_catalogue(tuple(read_catalogue(setup_data)), setup_data))))

    def export(self, edition: str, data_text: str) -> str:
        """The cards as commented TOML, starters first."""
        cards = catalogue_for(edition, data_text)
        both = list(zip(cards.cards, cards.editions, strict=True))
        starters = [card for card, edition in both if not edition]
        names = list(dict.fromkeys([edition for edition in cards.editions if edition]))
        pages = {name: [*starters, *[card for card, edition in both if edition == name]] for name in names}
        return write_catalogue(pages)

    def check(self, file_text: str) -> DataReport:
        found = find_faults(file_text)
        if not found:
            pages = read_catalogue(file_text)
            found = find_faults(write_catalogue(pages, bare=True))  # as a game carries them
        if found:
            return DataReport(tuple(map(str, found)), len(found) == MAX_FAULTS)
        cards = full_catalogue(tuple(pages), file_text)
        unplayable = find_unplayable_actions(cards)
        if unplayable:
            return DataReport(tuple(map(str, unplayable)), len(unplayable) == MAX_FAULTS)
        kinds = f"{len(cards)} kinds, {sum(card.copies for card in cards.cards)} cards of {' and '.join(pages)}"
        return DataReport((), doubts=tuple(printed_value_doubts(cards)), summary=kinds)

    def table_text(self, edition: str, data_text: str) -> str:
        cards = catalogue_for(edition, data_text)
        return cards_table(list(zip(cards.cards, cards.editions, strict=True)))

    def details_of(self, piece_name: str, edition: str, data_text: str) -> str:
        cards = catalogue_for(edition, data_text)
        return "\n\n".join([card_details(card, edition) for card, edition in find_cards(piece_name, cards)])

    def dicts_of(self, piece_name: str, edition: str, data_text: str) -> list[dict[str, Any]]:
        cards = catalogue_for(edition, data_text)
        return [card_dict(card, edition) for card, edition in find_cards(piece_name, cards)]


def catalogue_for(edition: str, text: str) -> Catalogue:
    """All cards of one of the two games, or of both, as they are or as `text` has them. Raises BadCatalogue."""
    wanted = (edition,) if edition in (BASE, AFTERLIFE) else tuple(cards_by_edition(text))
    return full_catalogue(wanted, text)


def printed_value_doubts(cards: Catalogue) -> list[str]:
    """A sentence for each value that differs from ours although both are marked as printed: one of them is wrong, or `printed`
    was not updated."""
    ours = {card.name: card for card in shipped_catalogue(BASE, AFTERLIFE).cards}
    return [
        f"{card.name}: {field}: is listed in printed, but other than on the card that is known to us; is it really printed so?"
        for card in cards.cards
        for field in card.printed
        if card.name in ours
        and field in ours[card.name].printed
        and comparable_value(card, field) != comparable_value(ours[card.name], field)
    ]


def comparable_value(card: Card, field: str) -> object:
    """The value of a field in a form that can be compared."""
    return ([part.signature() for part in card.action], card.reaction) if field == "action" else getattr(card, field)


def card_dict(card: Card, edition: str) -> dict[str, Any]:
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


def find_cards(name: str, catalogue: Catalogue) -> list[tuple[Card, str]]:
    """Without a name all cards; else the card or set with this name, or all cards whose name starts with or contains it, each
    with its edition ("" if both games have it). Raises UsageError."""
    cards = list(zip(catalogue.cards, catalogue.editions, strict=True))
    wanted = " ".join(name.casefold().split())
    for fits in (
        lambda card: wanted in (card.name.casefold(), card.set.casefold()),
        lambda card: card.name.casefold().startswith(wanted),
        lambda card: wanted in card.name.casefold(),
    ):
        found = [(card, edition) for card, edition in cards if fits(card)] if wanted else cards
        if found:
            return found
    near = suggestion(wanted, [card.name for card, _ in cards])
    hint = near if "?" in near else "; vok cards lists them all"
    raise UsageError(f'no card is called "{name}"{hint}')


def cards_table(cards: list[tuple[Card, str]]) -> str:
    """A line for each card with its numbers, below the heads, and the totals."""
    lines = [f"{'card':<28}{'set':<14}{'edition':<10}{'level':>5}{'copies':>7}{'gold':>5}{'cost':>5}{'vp':>4}"]
    for card, edition in cards:
        vp = str(card.vp) if not card.is_set_card else "-"
        name = f"{card.name:<28}{card.set:<14}{edition or 'both':<10}"
        lines.append(f"{name}{card.level:>5}{card.copies:>7}{card.gold:>5}{card.cost:>5}{vp:>4}")
    total = sum(card.copies for card, _ in cards)
    lines.append(f"{len(cards)} kinds, {total} cards; vok cards NAME shows one in full")
    return "\n".join(lines)


def card_details(card: Card, edition: str) -> str:
    """All that is known of a card, and which of it is printed."""
    from saves.clean_text import plural

    vp = f", {plural(card.vp, 'point')} in the tomb" if not card.is_set_card else ""
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
