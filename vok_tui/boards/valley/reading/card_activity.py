"""What the cards of a seat did in a finished game."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.core.history.match import Match
from engine.valley.catalogue.facts import BY_CHANCE, EXECUTES_CARD
from engine.valley.declared import events_with
from engine.valley.game import VALLEY
from engine.valley.view import View

EXECUTING_VERBS: Final = events_with(EXECUTES_CARD) - events_with(BY_CHANCE)
"""Events that execute the action of a card that the player has chosen."""
BUYING_VERB: Final = "bought"
MAX_CARDS: Final = 6


def card_activity(match: Match, seat: int) -> Sequence[tuple[str, str]]:
    """The cards whose actions were executed most often; then how many cards were bought, entombed, and not entombed."""
    cards = VALLEY.catalogue(match.setup).cards
    counts: Counter[int] = Counter()
    bought = 0
    for node in match.log.path(match.log.head):
        for event in match.events_on_step_to(node):
            if event.seat == seat and event.verb in EXECUTING_VERBS:
                counts[event.arguments[0]] += 1
            bought += event.seat == seat and event.verb == BUYING_VERB
    lines = [(cards[kind].name, f"executed {_times(count)}") for kind, count in counts.most_common(MAX_CARDS)]
    view: View = match.game.view(match.state, seat)
    mine = view.mine
    outside = len(mine.hand) + mine.deck_count + mine.discard_count + len(mine.in_play)
    lines += [("In total", f"{bought} bought"), ("", f"{mine.tomb_count} entombed, {outside} not")]
    return lines


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
