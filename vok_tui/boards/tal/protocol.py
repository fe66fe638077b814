"""Tal der Koenige, described to programs. A place has its name on the board: "15/B", or "16" for an area. Sites, lots and
overseers are counted from 1. Blocks are colours with their numbers."""

from collections.abc import Sequence
from typing import Final

from engine.core.action import Action
from engine.core.events import NOTHING, Event
from engine.core.match import Match
from engine.tal.blocks import COLOUR_LETTERS, COLOURS, heap_letters
from engine.tal.board import (
    AREA_COUNT,
    CLASSES,
    FIRST_AREA,
    PLACE_NAMES,
    SITE_COUNT,
    SPACE_COUNT,
    board_of,
    is_small,
    layer_size,
    spaces_of,
)
from engine.tal.game import TAL
from engine.tal.state import NO_CLAIMED_SITE, PHARAOH_PYRAMID_SIZE, VALUED_MASK, bid_blank_count
from engine.tal.view import BuilderView, LotView, SiteView, TalView
from vok_tui.boards.game_protocol import GameProtocol, Json, event_fields, filled, seat_number

BLANK: Final = 0
COLOUR_OF_LETTER: Final = dict(zip(COLOUR_LETTERS, COLOURS, strict=True))
BAG: Final = {"zone": "bag"}
PHARAOH: Final = {"zone": "pharaoh"}


class TalProtocol(GameProtocol):
    """Describes lots, sites and builders."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._plan: Final = TAL.plan(match.setup)
        self._board: Final = board_of(self._plan, match.setup.player_count)

    def table(self, view: TalView, names: Sequence[str]) -> Json:
        return filled(
            round=view.round,
            phase=view.phase,
            asked=seat_number(view.mover),
            asked_lot=number(view.asked_lot),
            asked_overseer=number(view.asked_overseer),
            moving_worker=place_name(view.moving_worker_place),
            movement_left=view.movement_left,
            disc=view.disc_seat + 1,
            orders_are_open=view.orders_are_open,
            lots={str(lot.number + 1): lot_fields(lot) for lot in view.lots},
            bag=colours(view.bag_blocks),
            pharaoh=colours(view.pharaoh_blocks),
            sites={str(site.number + 1): site_fields(site) for site in view.sites if site.in_game},
            seats={str(seat.seat + 1): builder_fields(seat, names[seat.seat]) for seat in view.seats},
        )

    def event(self, event: Event, viewer: int, node: int) -> Json | None:
        del node
        return self._event_of_round(event, viewer) or self._event_of_board(event, viewer)

    def _event_of_round(self, event: Event, viewer: int) -> Json | None:
        """An event about tablets, lots and blocks that nobody has built; None for another one."""
        known, verb, seat = event.arguments_for(viewer), event.verb, event.seat + 1
        held, reserve = {"zone": "held", "seat": seat}, {"zone": "tablets", "seat": seat}
        if verb in ("laid", "bid"):
            tablets = (
                [tablet_name(known[1])] if verb == "laid" else [tablet_name(value) for value in bid_values(known[1])]
            )
            return event_fields(event, viewer, tablets, reserve, {"zone": "lot", "number": known[0] + 1})
        if verb in ("won", "unsold"):
            lot = {"zone": "lot", "number": known[0] + 1}
            return event_fields(event, viewer, block_list(known[1]), lot, held if verb == "won" else None)
        if verb == "drew_lots":
            return event_fields(event, viewer, (), BAG, lots=[block_list(blocks) for blocks in known])
        if verb == "unsold_go":
            return event_fields(event, viewer, block_list(known[1]), None, PHARAOH if known[0] else BAG)
        if verb == "gave":
            return event_fields(event, viewer, block_list(known[0]), held, PHARAOH)
        return None

    def _event_of_board(self, event: Event, viewer: int) -> Json:
        """An event about figures and sites, or the end."""
        known, verb = event.arguments_for(viewer), event.verb
        if verb == "wrote":
            return event_fields(event, viewer, orders=None if known[0] == NOTHING else written_orders(known))
        if verb in ("overseer", "moved"):
            figure, ordered = ("overseer", place_name(known[2])) if verb == "overseer" else ("worker", None)
            return event_fields(event, viewer, [figure], on_board(known[0]), on_board(known[1]), ordered=ordered)
        if verb in ("stole", "built"):
            site, block = {"zone": "site", "number": known[0] + 1}, [COLOURS[known[1]]]
            held = {"zone": "held", "seat": event.seat + 1}
            if verb == "built":
                return event_fields(event, viewer, block, held, site)
            return event_fields(event, viewer, block, site, held, other=known[2] + 1)
        if verb in ("claimed", "missed_claim"):
            return event_fields(event, viewer, site=known[0] + 1)
        if verb == "took_over":
            return event_fields(event, viewer, site=known[0] + 1, other=known[1] + 1)
        if verb == "completed":
            return event_fields(event, viewer, site=known[0] + 1, pyramid=CLASSES[known[1]], amount=known[2])
        return event_fields(event, viewer)

    def action(self, action: Action) -> Json:
        verb, arguments = action.verb, action.arguments
        if verb == "lay":
            return {"verb": verb, "lot": arguments[0] + 1, "tablet": arguments[1]}
        if verb == "stop":
            return {"verb": verb, "overseer": arguments[0] + 1, "place": place_name(arguments[1])}
        if verb == "claim":
            return {"verb": verb, "overseer": arguments[0] + 1, "site": arguments[1] + 1}
        if verb == "claim_none":
            return {"verb": verb, "overseer": arguments[0] + 1}
        if verb in ("take", "go"):
            return {"verb": verb, "place": place_name(arguments[0])}
        if verb == "take_over":
            return {"verb": verb, "site": arguments[0] + 1}
        if verb in ("steal", "build"):
            return {"verb": verb, "site": arguments[0] + 1, "colour": COLOURS[arguments[1]]}
        return {"verb": verb}

    def map(self) -> Json:
        plan = self._plan
        classes = [name.replace(" ", "_") for name in CLASSES]
        areas = {
            str(FIRST_AREA + area): [str(other) for other in plan.borders[area]] for area in range(int(AREA_COUNT))
        }
        return {
            "areas": areas,
            "sites": {
                str(site + 1): {
                    "size": "small" if is_small(site) else "large",
                    "layers": [int(layer_size(site, layer)) for layer in range(3) if layer_size(site, layer)],
                    "spaces": {
                        PLACE_NAMES[space]: str(area)
                        for space, area in zip(spaces_of(site), plan.sites[site].adjoins, strict=True)
                    },
                }
                for site in range(int(SITE_COUNT))
                if self._board.site_is_used[site]
            },
            "points": {
                "small": dict(zip(classes, plan.small_values, strict=True)),
                "large": dict(zip(classes, plan.large_values, strict=True)),
            },
            "pharaoh_pyramid": int(PHARAOH_PYRAMID_SIZE),
        }


def number(index: int) -> int | None:
    """What players call a site, lot or overseer; None for none."""
    return index + 1 if index != NOTHING else None


def place_name(place: int) -> str | None:
    return PLACE_NAMES[place] if place != NOTHING else None


def on_board(place: int) -> Json:
    return {"zone": "area" if place >= SPACE_COUNT else "space", "place": PLACE_NAMES[place]}


def colours(letters: str) -> Json:
    """The blocks of a heap: how many there are of each colour."""
    return {colour: letters.count(letter) for letter, colour in COLOUR_OF_LETTER.items() if letter in letters}


def block_list(blocks: int) -> list[str]:
    return [COLOUR_OF_LETTER[letter] for letter in heap_letters(blocks)]


def tablet_name(value: int) -> str | None:
    """A tablet in an event: its number, "blank", or None if it is not known."""
    return None if value == NOTHING else str(value) if value != BLANK else "blank"


def bid_values(bid: int) -> list[int]:
    values = [value for value in (4, 3, 2, 1) if (bid & int(VALUED_MASK)) >> (value - 1) & 1]
    return [*values, *[BLANK] * int(bid_blank_count(bid))]


def order_fields(stop: int, claim: int) -> Json:
    """An order: where the overseer stops, and the site that it claims."""
    return filled(stop=place_name(stop), claim=number(claim))


def written_orders(known: Sequence[int]) -> list[Json]:
    claims = [NOTHING if claim == NO_CLAIMED_SITE else claim for claim in known[1::2]]
    return [order_fields(stop, claim) for stop, claim in zip(known[::2], claims, strict=True)]


def lot_fields(lot: LotView) -> Json:
    return filled(
        blocks=colours(lot.blocks),
        winner=number(lot.winner),
        bids={
            str(bid.seat + 1): filled(count=bid.count, tablets=list(bid.tablets) if bid.tablets is not None else None)
            for bid in lot.bids
            if bid.count
        },
    )


def site_fields(site: SiteView) -> Json:
    return filled(
        owner=number(site.owner),
        layers=[colours(layer) for layer in site.layers],
        pyramid=site.pyramid_class or None,
        points=site.value,
        quota=site.block_quota,
    )


def builder_fields(builder: BuilderView, name: str) -> Json:
    orders = builder.orders
    return filled(
        name=name,
        points=builder.points,
        scarabs=builder.scarabs_left,
        held=colours(builder.held_blocks),
        workers=[PLACE_NAMES[place] for place in builder.workers],
        overseers=[PLACE_NAMES[place] for place in builder.overseers],
        orders=[order_fields(order.stop, order.claim) for order in orders] if orders is not None else None,
        has_written_orders=builder.has_written_orders,
        tablets=list(builder.tablets_left) if builder.tablets_left is not None else None,
    )
