"""What can be read about cards: pages, where copies are, what a deck holds, what the cards of a game did."""
