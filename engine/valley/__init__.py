"""Valley of the Kings: its rules, cards and words.

The cards are imported first. Cards, parts and positions know one another, and only this order works for every module that is
imported first from outside.
"""

from engine.valley import cards

__all__ = ["cards"]
