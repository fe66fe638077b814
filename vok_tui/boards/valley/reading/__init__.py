"""Texts about cards: pages of the reader, where copies are, what a deck contains, what the cards of a game did."""
