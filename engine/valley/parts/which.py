"""Which cards a part of an action speaks of."""

from typing import Final, final

from engine.core.row import i64, mypyc_attr
from engine.valley.state import ValleyState


@mypyc_attr(allow_interpreted_subclasses=True)
class Which:
    """Which cards a player, `who`, may choose, or must hold."""

    def words(self) -> str:
        return type(self).__name__

    def fits(self, s: ValleyState, who: i64, kind: i64) -> bool:
        return True


@final
class Any(Which):
    """Any card."""


@final
class Starters(Which):
    """Starter cards."""

    def fits(self, s: ValleyState, who: i64, kind: i64) -> bool:
        return s.cards.starter[kind] == 1


@final
class SetCards(Which):
    """Set cards: neither starters nor unique artifacts."""

    def fits(self, s: ValleyState, who: i64, kind: i64) -> bool:
        return s.cards.set[kind] >= 0


ANY: Final = Any()
