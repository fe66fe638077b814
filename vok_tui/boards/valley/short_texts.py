"""The short texts of the cards: at most 41 characters each, for places where the text of a card does not fit.

"Pile" is the discard pile. "6+" means only those who own six cards or more. "(some not)" says that the text names exceptions.
A short text may leave out an exception; the reader shows the whole text. A card has no short text if its text is short, or if it
is a custom card with a text of its own.
"""

from collections.abc import Mapping
from typing import Final

from engine.valley.catalogue.card import Card
from engine.valley.editions import AFTERLIFE, BASE, shipped_catalogue

MAX_SHORT_TEXT: Final = 41  # characters: the texts of a hand are whole at 120 columns, even in a mixed game
SHORT_TEXTS: Final[Mapping[str, str]] = {
    "Shabti": "Swap two in the pyramid or sacrifice one.",
    "Urn": "Discard from hand, then draw that many.",
    "Offering Table": "Answer: show it, lose no card, keep it.",
    "Qebehsenuef Canopic Jar": "Others with 6+ sacrifice one from hand.",
    "Duamutef Canopic Jar": "Others with 6+ discard one from hand.",
    "Tyet Amulet": "Repeat an action of this turn (some not).",
    "Djed Pillar Amulet": "Take a card of a set in your tomb.",
    "Heart Scarab Amulet": "Top 2 of deck: one to hand, one to pile.",
    "Ankh Amulet": "Tomb to hand: one. Then entomb from hand.",
    "Wedjat Eye Amulet": "Take a card of cost 4 or less into hand.",
    "Book of the Earth": "Sacrifice one; take up to twice its cost.",
    "Book of Gates": "Top of deck: reveal, execute, discard.",
    "Book of Traversing Eternity": "Take one cheaper than one you bought.",
    "Book of the Dead": "Entomb the cheapest card of the pyramid.",
    "Book of the Heavens": "Pile of 5 or more: entomb one of it.",
    "Statue of Anubis": "Sacrifice a card from hand, draw a card.",
    "Statue of Bastet": "Others with 6+ give a card to your pile.",
    "Statue of Isis": "Pile to hand: one card.",
    "Statue of Sobek": "Sacrifice one in the pyramid; draw one.",
    "Statue of Osiris": "Top of the pile of one with 6+ on yours.",
    "Statue of Thoth": "This turn each card in hand gives 4 gold.",
    "Boat": "Answer to a purchase: take one from base.",
    "Mummified Cat": "Answer to a sacrifice: take that card.",
    "Ka Figurine": "Discard a set card; take one of its set.",
    "Censer": "This turn each card you buy costs 2 less.",
    "Pesesh-kef": "Take the card that your left picks.",
    "Brain Hook": "See a hand, with 6+; put one on its pile.",
    "Bracelet": "Draw a card; with jewelry in tomb, two.",
    "Ring": "Your next card this turn: twice its gold.",
    "Brooch": "Entomb from pyramid; sacrifice from tomb.",
    "Necklace": "Entomb top of deck; if starter, one more.",
    "Antechamber": "Pile to hand: one card.",
    "Offering Chapel": "Each may entomb the top of their pile.",
    "Serdab": "Top 3 of deck: one to hand, rest to pile.",
    "Burial Chamber": "Entomb one; with a chamber there, two.",
    "Treasury": "Take one of cost up to your tomb's count.",
    "Axe": "Discarded: others discard the costliest.",
    "Dagger": "All take the boneyard's top, you first.",
    "Sling": "Sacrifice one (cost 3 or less); draw one.",
    "Bow": "Entomb a card of a set that you lack.",
    "Spear": "Discard one; so does each other with 6+.",
    "Khopesh": "One opponent with 6+ sacrifices two.",
    "Harvest": "Take the cheapest card, twice.",
    "Goddess Nut": "One takes cheapest, you take costliest.",
    "Burial Ceremony": "Entomb one or more starters from hand.",
    "Judgment": "Trade hand cards for the boneyard's top.",
    "Opening of the Mouth": "Execute a card in your tomb (some not).",
    "Hounds and Jackals Game": "Another card in play back to your hand.",
    "Senet Game": "Draw; trade this for a hand's set card.",
    "Ibex Statue": "Swap one with the boneyard's top card.",
    "Mirror Case": "Take one; this falls in from the top.",
    "Sphinx": "Name a set. Top 3: it to hand, rest pile.",
    "Chariot": "Buy your next card from any row.",
}
"""By the name of the card, for cards with a longer text."""


class CardWordings:
    """The texts of the cards of a match, by kind: the whole text, then the short text if there is one."""

    def __init__(self, cards: Mapping[int, Card]) -> None:
        ours = {card.name: card.text for card in shipped_catalogue(BASE, AFTERLIFE).cards}
        self._texts: Final = {
            kind: (card.text, SHORT_TEXTS[card.name])
            if card.name in SHORT_TEXTS and ours.get(card.name) == card.text
            else (card.text,)
            for kind, card in cards.items()
        }

    def wordings(self, kind: int) -> tuple[str, ...]:
        """The wordings of a kind, the longest first."""
        return self._texts[kind]

    def shortest_wording(self, kind: int) -> str:
        """The shortest wording of a kind."""
        return self._texts[kind][-1]
