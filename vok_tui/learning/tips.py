"""Tips for a new player: what an answer is good for, until the player has given such answers three times; and that there are
hints, after a game that was lost without one, until the player has asked for three."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.core.action import Action
from vok_tui.game.story import Choice
from vok_tui.learning.history import FOLLOWED_TIP, LearningHistory

TIMES_TO_LEARN: Final = 3
HINT: Final = "hint"  # counted like a verb
HINT_TIP: Final = "Tip: {key} at the table shows a hint. The game is then counted apart."


class Tips:
    """The tips of a game, each a verb and a text (see `TableKit.tips`). The history counts over all matches."""

    def __init__(self, tips: Sequence[tuple[str, str]], game: str, history: LearningHistory) -> None:
        self._texts: Final = dict(tips)
        self._game: Final = game
        self._history: Final = history

    def tip_for(self, choices: Iterable[Choice]) -> str:
        """The tip about one of these answers: of those that are not learned yet, the one that was given least often; "" if there
        is none."""
        offered = {choice.action.verb for choice in choices}
        to_learn = [verb for verb in self._texts if verb in offered and self._times(verb) < TIMES_TO_LEARN]
        return self._texts[min(to_learn, key=self._times)] if to_learn else ""

    def handle_answer(self, action: Action) -> None:
        """Count an answer of the player."""
        if action.verb in self._texts and self._times(action.verb) < TIMES_TO_LEARN:
            self._history.add(self._game, FOLLOWED_TIP, action.verb)

    @property
    def knows_hints(self) -> bool:
        """Whether the player has asked for hints often enough."""
        return self._times(HINT) >= TIMES_TO_LEARN

    def handle_hint(self) -> None:
        """Count a hint that the player asked for."""
        if not self.knows_hints:
            self._history.add(self._game, FOLLOWED_TIP, HINT)

    def _times(self, verb: str) -> int:
        return self._history.count(self._game, FOLLOWED_TIP, verb)
