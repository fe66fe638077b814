"""Which form of a game is played."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class Variant(NamedTuple):
    """An edition of a game; `choices`, the answers to what the edition leaves open, in the game's own words; and `cards`, the
    game's text of a catalogue of the players' own, "" for the cards that come with the game."""

    edition: str = "base"
    choices: tuple[str, ...] = ()
    cards: str = ""

    def pack(self) -> dict[str, Any]:
        """The variant as JSON values."""
        return {"edition": self.edition, "choices": list(self.choices), "cards": self.cards}

    @staticmethod
    def unpack(fields: Mapping[str, Any]) -> "Variant":
        """The variant that `pack` wrote. Raises KeyError or TypeError for other fields."""
        choices = tuple([str(choice) for choice in fields["choices"]])
        return Variant(str(fields["edition"]), choices, str(fields["cards"]))


BASE_VARIANT: Final = Variant()
