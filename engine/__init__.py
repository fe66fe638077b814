"""The public interface of the engine: all that a caller needs to play, log and search any game."""

from engine.interpreted import use_sources_if_asked

use_sources_if_asked()  # before any module that may be compiled

# ruff: noqa: E402
from engine.core.action import Action
from engine.core.errors import BadCatalogue, BadSetup, BadText, EngineError, IllegalAction, UnknownNode, UnknownSeat
from engine.core.game import HUMAN, NOBODY, Event, Game, Question, Seat, Setup, State
from engine.core.log import Log
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES

__all__ = [
    "GAMES",
    "HUMAN",
    "NOBODY",
    "Action",
    "BadCatalogue",
    "BadSetup",
    "BadText",
    "EngineError",
    "Event",
    "Game",
    "IllegalAction",
    "Log",
    "Match",
    "Question",
    "Seat",
    "Setup",
    "State",
    "UnknownNode",
    "UnknownSeat",
    "Variant",
]
