"""A position of Valley of the Kings: verbs and moves, zones of cards, and what a seat cannot know."""
