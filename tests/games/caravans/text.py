"""The texts of Caravans: questions, answers and the story."""

from typing import Final

from engine.core.action import Action
from engine.core.game import NOBODY, NOTHING, Event, Question
from tests.games.caravans.state import PHASE, CaravansState

QUESTIONS: Final = ("Which card do you load, face down?", "Whose load do you look at?", "Which road do you take?")


def question(state: CaravansState) -> Question:
    if state.mover == NOBODY:
        return Question(NOBODY, "The game is over.")
    return Question(int(state.mover), QUESTIONS[state.cells[PHASE]])


def action_text(state: CaravansState, action: Action) -> str:
    if action.verb == "wait":
        return "wait"
    (argument,) = action.arguments
    if action.verb == "load":
        return f"load {state.goods.names[argument]}"
    if action.verb == "spy":
        return f"spy on seat {argument + 1}"
    return f"take the {state.goods.roads[argument]}"


def event_sentence(state: CaravansState, event: Event, viewer: int, names: tuple[str, ...]) -> str:
    """The sentence for an event, without anything that the viewer may not know."""
    goods, known = state.goods, event.arguments_for(viewer)
    subject, s = ("You", "") if event.seat == viewer else (seat_name(event.seat, names), "s")
    if event.verb == "drew":
        cards = ", ".join([goods.names[kind] for kind in known if kind != NOTHING]) or f"{len(known)} card"
        return f"{subject} draw{s} {cards}."
    if event.verb == "loaded":
        return f"{subject} load{s} {goods.names[known[0]] if known[0] != NOTHING else 'a card'}."
    if event.verb == "chose":
        return f"{subject} choose{s} {'the ' + goods.roads[known[0]] if known[0] != NOTHING else 'a road'}."
    if event.verb == "spied":
        whose = "your" if known[0] == viewer else f"{seat_name(known[0], names)}'s"
        load = f": {goods.names[known[1]]}" if known[1] != NOTHING else ""
        return f"{subject} look{s} at {whose} load{load}."
    road, kind, gained = known
    load = goods.names[kind] if kind != NOTHING else "nothing"
    return f"{subject} bring{s} {load} by the {goods.roads[road]}, for {gained}."


def seat_name(seat: int, names: tuple[str, ...]) -> str:
    return names[seat] if names else f"Seat {seat + 1}"
