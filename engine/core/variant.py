"""Which variant of a game is played: its edition, options and custom cards."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class Variant(NamedTuple):
    """An edition, the `choices` for its options, and `cards`, the text of a custom catalogue ("" for the game's own cards)."""

    edition: str = "base"
    choices: tuple[str, ...] = ()
    cards: str = ""

    def pack(self) -> dict[str, Any]:
        """The variant as JSON values."""
        return {"edition": self.edition, "choices": list(self.choices), "cards": self.cards}

    @staticmethod
    def from_packed(fields: Mapping[str, Any]) -> "Variant":
        """The variant that `pack` wrote. Raises KeyError or TypeError for other values."""
        choices = tuple([str(choice) for choice in fields["choices"]])
        return Variant(str(fields["edition"]), choices, str(fields["cards"]))


BASE_VARIANT: Final = Variant()
