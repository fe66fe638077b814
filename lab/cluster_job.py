"""The function that a worker of a cluster runs: it imports Vok there and plays a game.

It is pickled by value, and imports everything on the worker. So a worker without Vok, or with another version, reports that in a
sentence instead of failing to unpickle.
"""

from typing import Any


def play_remote_job(packed_job: list[Any], packed_games: dict[str, list[str]]) -> dict[str, Any]:
    """Play a packed job; an empty job only asks for the version. `packed_games` is `GAMES.pack()` of the program that sends it.

    Returns {"program": hash of the program there, "result": ...}, or {"error": "one sentence"}."""
    try:
        import vok_tui.library  # noqa: F401  makes the packages importable
    except ModuleNotFoundError:
        return {"error": "has no Vok; install it there, or start the worker in a checkout"}
    except ImportError as fault:
        return {"error": f"cannot use Vok: {fault}"}
    from engine.core.errors import EngineError
    from engine.games import GAMES
    from lab.contest import GameJob, play_game
    from lab.journal import program_hash

    GAMES.register_packed(packed_games)
    if not packed_job:
        return {"program": program_hash()}
    try:
        return {"program": program_hash(), "result": play_game(GameJob.from_packed(packed_job))}
    except EngineError as error:
        return {"error": f"says: {error}"}
    except MemoryError:
        return {"error": "has run out of memory"}
