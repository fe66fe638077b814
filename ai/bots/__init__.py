"""Who plays: levels, their strengths, bots, and external bots in processes of their own."""

from importlib import import_module
from typing import Any, Final

OLD_NAMES: Final = {
    "choose": "choose",
    "decision_seed": "decision_seed",
    "Thought": "PendingMove",
    "judge_of": "best_evaluator",
}  # kept for one version: the names of `ai.bots` when it was one file, and their names in `ai.bots.bot`


def __getattr__(name: str) -> Any:
    if name in OLD_NAMES:
        return getattr(import_module("ai.bots.bot"), OLD_NAMES[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
