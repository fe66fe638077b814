"""Filters: which cards a part of an action may choose."""

from typing import ClassVar, Final, final

from engine.core.arrays import i64, mypyc_attr
from engine.valley.catalogue.part_spec import NO_FILTER, FilterSpec
from engine.valley.state.valley_state import ValleyState


@mypyc_attr(allow_interpreted_subclasses=True)
class CardFilter:
    """Which cards a player may choose, or must hold."""

    spec: ClassVar[FilterSpec] = NO_FILTER

    def signature(self) -> str:
        """Its word in custom cards. The fingerprint is made from it."""
        return self.spec.word or type(self).__name__

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        """Whether the player `seat` may choose a card of this kind."""
        return True


@final
class AnyCard(CardFilter):
    """Any card."""

    spec: ClassVar[FilterSpec] = FilterSpec(noun="card")

    def signature(self) -> str:
        return "Any"


@final
class Starters(CardFilter):
    """Starter cards."""

    spec: ClassVar[FilterSpec] = FilterSpec("Starters", noun="starter card")

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        return state.catalogue.is_starter[kind] == 1


@final
class SetCards(CardFilter):
    """Set cards: neither starters nor unique artifacts."""

    spec: ClassVar[FilterSpec] = FilterSpec("SetCards", noun="set card")

    def fits(self, state: ValleyState, seat: i64, kind: i64) -> bool:
        return state.catalogue.set[kind] >= 0


ANY: Final = AnyCard()
