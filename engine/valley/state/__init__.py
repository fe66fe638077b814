"""A position of Valley of the Kings: verbs, zones of cards, and what a seat cannot know."""
