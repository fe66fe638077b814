"""Facts that a verb or an event declares about itself, besides its texts. The table, the story and the statistics find the verbs
and events that they treat alike by these facts (`verbs_with` and `events_with` in `engine.valley.declared`)."""

from typing import Final

# Of verbs and events.
EXECUTES_CARD: Final = "executes a card"  # the first argument
ENTOMBS_CARD: Final = "entombs a card"  # the first argument
LEAVES_TOMB: Final = "may take a card out of a tomb"  # of a verb: it does if the question is about the tomb

# Of verbs only.
ENTOMBS_DECK_TOP: Final = "entombs the top card of the deck"

# Of events only.
LOSES_CARD: Final = "a player loses a card"
GAINS_CARD: Final = "a player gains a card"
BY_CHANCE: Final = "luck has chosen the card"
REVEALS_CARDS: Final = "shows hidden cards"
REACTION: Final = "a card reacts"
CONSEQUENCE: Final = "follows from the card whose action was executed before"
ROUTINE: Final = "happens in every turn"
