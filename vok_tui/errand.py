"""What a worker of a cluster is told to do: find Vok there and play a game.

These functions cross the network by value, so they hold on to nothing of this house: whatever they need they import where they
arrive. Thus a worker without Vok, or with another one, can say so in a sentence instead of failing to read what it was sent.
"""

from typing import Any


def errand(packed: list[Any]) -> dict[str, Any]:
    """Play a packed job; {"program": its name there, "result": ...}, or {"error": "one sentence"}."""
    try:
        import vok_tui.library  # noqa: F401  opens the houses
    except ModuleNotFoundError:
        return {"error": "has no Vok; install it there, or start the worker in a checkout"}
    except ImportError as fault:
        return {"error": f"cannot use Vok: {fault}"}
    from ai.arena import Job, play
    from ai.record import program
    from engine.core.errors import EngineError

    if not packed:
        return {"program": program()}
    try:
        return {"program": program(), "result": play(Job.unpack(packed))}
    except EngineError as error:
        return {"error": f"says: {error}"}
    except MemoryError:
        return {"error": "has run out of memory"}
