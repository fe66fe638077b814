"""Valley of the Kings. Cards, parts and rules import each other, which works only if the cards are imported first."""

from engine.valley import cards

__all__ = ["cards"]
