"""Valley of the Kings. Cards, parts and rules import each other, which works only if the import begins with the cards."""

from engine.valley import cards

__all__ = ["cards"]
