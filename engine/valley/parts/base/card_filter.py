"""Which cards a part of an action speaks of."""

from typing import Final, final

from engine.core.arrays import i64, mypyc_attr
from engine.valley.state.valley_state import ValleyState


@mypyc_attr(allow_interpreted_subclasses=True)
class CardFilter:
    """Which cards a player, `seat`, may choose, or must hold."""

    def signature(self) -> str:
        return type(self).__name__

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        return True


@final
class Any(CardFilter):
    """Any card."""


@final
class Starters(CardFilter):
    """Starter cards."""

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        return state.catalogue.is_starter[kind] == 1


@final
class SetCards(CardFilter):
    """Set cards: neither starters nor unique artifacts."""

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        return state.catalogue.set[kind] >= 0


ANY: Final = Any()
