"""The cards of Valley of the Kings as data: shown on the command line, exported as TOML, checked, and played with."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any, Final, NamedTuple

from engine.core.wording import plural
from engine.valley.catalogue.card import PRINTABLE_FIELDS, Card
from engine.valley.catalogue.catalogue import Catalogue
from engine.valley.custom import MAX_FAULTS, find_faults, read_catalogue, write_catalogue
from engine.valley.custom.playability import find_unplayable_actions
from engine.valley.editions import AFTERLIFE, BASE, custom_or_shipped_cards, full_catalogue, shipped_catalogue
from vok_tui.boards.data_report import DataReport, comparable_name, doubt_sentence, no_such_piece, source_sentences
from vok_tui.boards.valley.names import CARD_TYPES, ROMAN_LEVELS

TEXT_COLUMNS: Final = 78
EDITION_TITLES: Final = {BASE: "Valley of the Kings", AFTERLIFE: "Afterlife"}


class CardInEdition(NamedTuple):
    """A card and the edition that it is from."""

    card: Card
    edition: str  # "" if both games have the card


class ValleyCardData:
    """The cards that come with the game, or those that a player has written."""

    typed_names: Mapping[str, str] = {"vp": "points"}

    def said_value(self, field: str, value: str) -> str:
        if field == "level":
            return f"level {ROMAN_LEVELS[int(value)] if value in ('1', '2', '3') else value}"
        if field == "copies":
            return f"{value} {'copy' if value == '1' else 'copies'} in the box"
        if field == "vp":
            return f"{value} {'point' if value == '1' else 'points'} in the tomb"
        return f"{field} {value}"

    def kind_in_words(self, table: Mapping[str, Any]) -> str:
        name, edition = str(table.get("set", "")), str(table.get("edition", ""))
        kind = CARD_TYPES.get(name) or f"{name}, a set"
        return f"{kind} of {EDITION_TITLES[edition]}" if edition in EDITION_TITLES else f"{kind} of both games"

    def checked_setup_data(self, file_text: str) -> str:
        return write_catalogue(read_catalogue(file_text), without_comments=True)

    def unplayable_reasons(self, setup_data: str) -> list[str]:
        """Try each action: one that cannot be completed would break the game. Takes up to half a second."""
        return list(map(str, find_unplayable_actions(full_catalogue(tuple(read_catalogue(setup_data)), setup_data))))

    def export(self, edition: str, data_text: str) -> str:
        """The cards as commented TOML, starters first."""
        catalogue = catalogue_for(edition, data_text)
        cards = cards_in_editions(catalogue)
        starters = [card for card, card_edition in cards if not card_edition]
        editions = list(dict.fromkeys([card_edition for card_edition in catalogue.editions if card_edition]))
        return write_catalogue(
            {name: [*starters, *[card for card, card_edition in cards if card_edition == name]] for name in editions}
        )

    def check(self, file_text: str) -> DataReport:
        faults = find_faults(file_text)
        if not faults:
            cards_by_game = read_catalogue(file_text)
            faults = find_faults(write_catalogue(cards_by_game, without_comments=True))  # the form that a setup holds
        if faults:
            return DataReport(tuple(map(str, faults)), len(faults) == MAX_FAULTS)
        catalogue = full_catalogue(tuple(cards_by_game), file_text)
        unplayable = find_unplayable_actions(catalogue)
        if unplayable:
            return DataReport(tuple(map(str, unplayable)), len(unplayable) == MAX_FAULTS)
        card_count = sum(card.copies for card in catalogue.cards)
        summary = f"{len(catalogue)} kinds, {card_count} cards of {' and '.join(cards_by_game)}"
        return DataReport((), doubts=tuple(printed_value_doubts(catalogue)), summary=summary)

    def table_text(self, edition: str, data_text: str) -> str:
        catalogue = catalogue_for(edition, data_text)
        return cards_table(cards_in_editions(catalogue))

    def details_of(self, piece_name: str, edition: str, data_text: str) -> str:
        cards = find_cards(piece_name, catalogue_for(edition, data_text))
        return "\n\n".join([card_details(card, card_edition) for card, card_edition in cards])

    def dicts_of(self, piece_name: str, edition: str, data_text: str) -> list[dict[str, Any]]:
        cards = find_cards(piece_name, catalogue_for(edition, data_text))
        return [card_dict(card, card_edition) for card, card_edition in cards]


def catalogue_for(edition: str, data_text: str) -> Catalogue:
    """All cards of one of the two games, or of both for any other edition; from `data_text` unless it is "". Raises
    BadCatalogue."""
    editions = (edition,) if edition in (BASE, AFTERLIFE) else tuple(custom_or_shipped_cards(data_text))
    return full_catalogue(editions, data_text)


def cards_in_editions(catalogue: Catalogue) -> list[CardInEdition]:
    """All cards of a catalogue, each with its edition."""
    return [CardInEdition(card, edition) for card, edition in zip(catalogue.cards, catalogue.editions, strict=True)]


def printed_value_doubts(catalogue: Catalogue) -> list[str]:
    """A sentence for each value that differs from ours although both are listed in `printed`: one of them is wrong, or `printed`
    was not updated."""
    ours = {card.name: card for card in shipped_catalogue(BASE, AFTERLIFE).cards}
    return [
        doubt_sentence(card.name, field)
        for card in catalogue.cards
        for field in card.printed
        if card.name in ours
        and field in ours[card.name].printed
        and comparable_value(card, field) != comparable_value(ours[card.name], field)
    ]


def comparable_value(card: Card, field: str) -> object:
    """The value of a field; for the action, its signatures and the reaction."""
    return ([part.signature() for part in card.action], card.reaction) if field == "action" else getattr(card, field)


def card_dict(card: Card, edition: str) -> dict[str, Any]:
    """A card as a JSON object. `edition` is "" for the starters, which belong to both games. `vp` counts only for starters and
    unique artifacts. `printed` lists the fields that are in a rulebook or another public source; all others are reconstructed."""
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


def find_cards(name: str, catalogue: Catalogue) -> list[CardInEdition]:
    """The card or the set with a name; else all cards whose names start with it; else all whose names contain it. All cards for
    an empty name. Each card comes with its edition, "" if both games have it. Raises UsageError if there are none."""
    cards = cards_in_editions(catalogue)
    searched_name = comparable_name(name)
    for matches in (
        lambda card: searched_name in (card.name.casefold(), card.set.casefold()),
        lambda card: card.name.casefold().startswith(searched_name),
        lambda card: searched_name in card.name.casefold(),
    ):
        found = [found_card for found_card in cards if matches(found_card.card)] if searched_name else cards
        if found:
            return found
    raise no_such_piece(name, [card.name for card, _ in cards], "card")


def cards_table(cards: list[CardInEdition]) -> str:
    """A table of cards: the heads, a line with the numbers of each card, and the totals."""
    lines = [f"{'card':<28}{'set':<14}{'edition':<10}{'level':>5}{'copies':>7}{'gold':>5}{'cost':>5}{'vp':>4}"]
    for card, edition in cards:
        vp = str(card.vp) if not card.is_set_card else "-"
        name = f"{card.name:<28}{card.set:<14}{edition or 'both':<10}"
        lines.append(f"{name}{card.level:>5}{card.copies:>7}{card.gold:>5}{card.cost:>5}{vp:>4}")
    total = sum(card.copies for card, _ in cards)
    lines.append(f"{len(cards)} kinds, {total} cards; vok cards NAME shows one in full")
    return "\n".join(lines)


def card_details(card: Card, edition: str) -> str:
    """All details of a card, and which fields are printed and which reconstructed."""
    vp = f", {plural(card.vp, 'point')} in the tomb" if not card.is_set_card else ""
    fields = [field for field in PRINTABLE_FIELDS if not (field == "vp" and card.is_set_card)]
    return "\n".join(
        [
            f"{card.name}: {card.set}, {edition or 'in both games'}, level {card.level}, {plural(card.copies, 'copy', 'copies')}",
            f"worth {card.gold} gold, costs {card.cost}{vp}",
            *wrap(card.text, TEXT_COLUMNS, initial_indent="  ", subsequent_indent="  "),
            *source_sentences(fields, card.printed),
        ]
    )
