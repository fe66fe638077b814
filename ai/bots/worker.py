"""The thinking process: it chooses moves for the opponents, so that the table stays responsive.

Protocol: one JSON object per line, UTF-8, in both directions. A request is

    {"id": 7, "game": "chess", "edition": "base", "choices": [], "cards": "", "seed": 42, "rules": 2, "values": "values-2",
     "seats": [["Ann", "human", 0], ["Bek", "priest", 0]], "line": [["entomb", 3], ["end"], ...],
     "viewer": 1, "player": "priest:400", "allowed": null}

where `line` has the actions so far, and `{"seat": 0, "drawn": "..."}` for a reshuffle. `player` is a text for
`ai.bots.player_spec.spec_from_seat_text`. If it names an external bot, `allowed` is the digest of the code that the player has
allowed to run (`ai.bots.bot_source`); "" allows all code, because the player has typed the name; null allows none. While the
process thinks, it reports twice a second

    {"id": 7, "thinking": 4200, "seconds": 0.5, "limit": [0, 900]}

(simulations and seconds so far, and the limits of this decision in simulations and milliseconds, 0 for none). The answer, with
the same id, is one of

    {"id": 7, "action": ["buy", 1, 4], "simulations": 100, "seconds": 0.12}   "short": true if the machine was so busy that
                                        the search stayed below the minimum of its budget (`Budget.min_simulations`)
    {"id": 7, "overtaken": true}        a newer request came: only the newest is answered
    {"id": 7, "guest": "one sentence"}  the external bot at this seat has failed
    {"id": 7, "error": "one sentence"}  the id is null if it could not be read

If a level thinks on several processes (`ai.bots.root_parallel`), this process sends its helpers the same request with
"part": [1, 2] (index and number of processes) and "spent", the milliseconds that the seat has spent since another seat moved.
Instead of an action they answer {"tried": [[move, visits, total reward], ...], ...}.

To cancel a request, send {"id": 8, "drop": true}, which overtakes it like any newer request. To end a search early, send
{"hurry": 7}: request 7 is then answered with the best move so far. The message itself has no answer.

Requests contain the actions that lead to a position, not the position; the worker plays only the difference to the previous
request. How the process starts and ends: `ai.process.pipes`.
"""

import json
from collections.abc import Callable, Mapping
from math import inf
from time import perf_counter
from typing import Any, Final

from ai.bots.bot import Bot, PendingMove, decision_seed
from ai.bots.external_bots import DEFAULT_DECISION_MS, ExternalBotFailed, TableBots
from ai.bots.player_spec import PlayerSpec, spec_from_seat_text
from ai.bots.root_parallel import (
    MAX_SILENCE_SECONDS,
    RootParallelHelpers,
    merge_stats,
    process_count,
)
from ai.levels import Budget, get_level
from ai.process.limits import MAX_PROCESS_MEGABYTES
from ai.process.pipes import PipeHost, serve
from ai.search.mcts import most_visited
from ai.search.playout import Rng
from engine.core.errors import BadSetup, EngineError
from engine.core.game import NOTHING, Game, Setup
from engine.core.log import Step, unpack_step
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES

PROGRESS_SECONDS: Final = 0.5  # pause between two progress messages


class Worker:
    """Answers requests, and reports the progress of a long search. It keeps the match of the previous request, so that only new
    steps are played."""

    def __init__(self, games: Mapping[str, Game[Any]], pipes: PipeHost) -> None:
        self._games: Final = games
        self._pipes: Final = pipes
        self._match: Match | None = None
        self._bot: Bot | None = None
        self._answered_node: int = NOTHING  # the node of the question that the bot answered last
        self._helpers: Final = RootParallelHelpers()
        self._table_bots: Final = TableBots()

    def handle_message(self, message: bytes) -> dict[str, Any]:
        """The answer to one request, valid or not."""
        request_id = None
        try:
            request = json.loads(message)
            request_id = int(request["id"])
            if "drop" in request:
                return {"id": request_id, "overtaken": True}
            return {"id": request_id, **self._think(request_id, request)}
        except ExternalBotFailed as failed:
            return {"id": request_id, "guest": str(failed)}
        except EngineError as error:
            return {"id": request_id, "error": str(error)}
        except (KeyError, TypeError, ValueError) as error:
            return {"id": request_id, "error": f"the request cannot be read: {type(error).__name__} {error}"[:200]}

    def _think(self, request_id: int, request: dict[str, Any]) -> dict[str, Any]:
        started = perf_counter()
        match = self._match_after(Setup.from_packed(request), list(map(unpack_step, request["line"])))
        player = spec_from_seat_text(str(request["player"]))
        progress = ProgressReport(request_id, self._pipes.send)
        choose_move = self._ask_external_bot if player.is_external else self._ask_level
        answer = choose_move(match, player, progress, request)
        if answer is None:
            return {"overtaken": True}
        return {**answer, "simulations": progress.simulations, "seconds": round(perf_counter() - started, 6)}

    def _ask_level(
        self, match: Match, player: PlayerSpec, progress: "ProgressReport", request: dict[str, Any]
    ) -> dict[str, Any] | None:
        """The answer; None if a newer request has arrived."""
        viewer, level, budget = int(request["viewer"]), player.level, player.budget
        index, processes = request.get("part", (0, process_count(level)))
        is_leader = processes > 1 and index == 0
        request_id = int(request["id"])
        full_budget = budget or get_level(level).budget
        if processes > 1:
            budget = full_budget.share(index, processes)
        seed = decision_seed(match.setup.seed, match.depth(match.log.head), viewer)
        move_seed = seeded_hash(seed, index) >> 1 if index else seed
        bot = self._get_or_create_bot(match, viewer, level, budget, match.setup.values)
        last_move, chapter_moves = self._last_own_move(match), match.chapter_moves(match.log.head)
        pending = bot.start_move(match.state, move_seed, last_move, request.get("spent"), chapter_moves)
        progress.limit = Budget(full_budget.simulations, pending.budget.milliseconds)
        self._answered_node = NOTHING
        started = perf_counter()

        def keep_thinking() -> bool:
            helper_simulations = self._helpers.simulations if is_leader else 0
            progress.send_if_due(pending.simulations + helper_simulations, perf_counter() - started)
            if is_leader and self._pipes.hurried_id == request_id:
                self._helpers.hurry()
            return not self._pipes.has_message

        if is_leader:
            self._helpers.ask({**request, "spent": bot.spent_ms}, processes)
        if not self._search_to_the_end(pending, request_id, keep_thinking):
            return None
        stats = pending.search.move_stats() if pending.search else []
        move, is_short = pending.move, pending.is_short
        if is_leader and match.state.move_count > 1 and pending.search is None:
            self._helpers.cancel()  # the last turn is solved
        elif is_leader and match.state.move_count > 1:
            milliseconds = pending.budget.milliseconds
            seconds = milliseconds / 1000 - (perf_counter() - started) if milliseconds else inf
            helper_stats = self._helpers.gather_answers(MAX_SILENCE_SECONDS, keep_thinking, seconds)
            if helper_stats is None:
                return None
            keep_thinking()
            is_short = is_short and progress.simulations < full_budget.min_simulations
            all_stats = merge_stats([stats, *helper_stats])
            move = most_visited(all_stats, Rng(seed)) if all_stats else move
        self._answered_node = match.log.head
        if index:
            return {"tried": stats}
        action = match.game.action(match.state, move).pack()
        return {"action": action, "short": True} if is_short else {"action": action}

    def _search_to_the_end(self, pending: PendingMove, request_id: int, report: Callable[[], bool]) -> bool:
        """Search until the move is decided, at once if the request is hurried, and call `report` after each step. Returns False
        if a newer request has arrived; the helpers are then cancelled."""
        while not pending.done:
            if self._pipes.has_message:
                self._helpers.cancel()
                return False
            pending.step()
            if self._pipes.hurried_id == request_id:
                pending.finish_with_best()
            report()
        return True

    def _get_or_create_bot(self, match: Match, viewer: int, level: str, budget: Budget, values: str) -> Bot:
        """The bot of the previous request if game, seat, level, budget and values are the same, otherwise a new one."""
        bot, wanted = self._bot, (match.game, viewer, level, budget, values)
        if bot is None or (bot.game, bot.viewer, bot.level, bot.budget, bot.values) != wanted:
            bot = self._bot = Bot(match.game, viewer, level, budget, values)
            self._answered_node = NOTHING
        return bot

    def _last_own_move(self, match: Match) -> int:
        """The move that answered the bot's previous question, if it led to the current node; otherwise NOTHING."""
        log = match.log
        if self._answered_node in (NOTHING, log.head) or log.parents[log.head] != self._answered_node:
            return NOTHING
        if log.head in log.redraws:
            return NOTHING
        return match.game.move(match.at(self._answered_node), log.actions[log.head])

    def _ask_external_bot(
        self, match: Match, player: PlayerSpec, progress: "ProgressReport", request: dict[str, Any]
    ) -> dict[str, Any] | None:
        """The answer; None if a newer request has arrived."""
        viewer, allowed = int(request["viewer"]), request.get("allowed")
        if match.state.mover != viewer:
            raise BadSetup(f"seat {viewer + 1} is not asked now")
        if not isinstance(allowed, str):
            raise ExternalBotFailed(player.level, "its code is not allowed to run")

        progress.limit = Budget(0, player.budget.milliseconds or DEFAULT_DECISION_MS)

        def keep_waiting(seconds: float) -> bool:
            progress.send_if_due(0, seconds)
            return not self._pipes.has_message

        move = self._table_bots.choose(match, viewer, player.level, player.budget.milliseconds, keep_waiting, allowed)
        return None if move is None else {"action": match.game.action(match.state, move).pack()}

    def _match_after(self, setup: Setup, steps: list[Step]) -> Match:
        """The match of the previous request, moved to the node after these steps; a new match for another setup."""
        if self._match is None or self._match.setup != setup:
            self._match = Match(self._games[setup.game], setup)
            self._bot = None
        match = self._match
        path = match.log.path(match.log.head)[1:]
        shared = 0
        while shared < min(len(path), len(steps)) and match.log.step_to(path[shared]) == steps[shared]:
            shared += 1
        if shared < len(path):
            match.goto(path[shared - 1] if shared else 0)
        for step in steps[shared:]:
            match.play_step(step)
        return match


class ProgressReport:
    """Reports the progress of a long search, twice a second, with the limits of the decision."""

    def __init__(self, request_id: int, send: Callable[[dict[str, Any]], None]) -> None:
        self.simulations = 0
        self.limit = Budget()
        self._request_id: Final = request_id
        self._send: Final = send
        self._last_seconds = 0.0

    def send_if_due(self, simulations: int, seconds: float) -> None:
        """Record the progress, and send it if PROGRESS_SECONDS have passed since the last report."""
        self.simulations = simulations
        if seconds - self._last_seconds >= PROGRESS_SECONDS:
            self._last_seconds = seconds
            limit = [self.limit.simulations, self.limit.milliseconds]
            self._send({"id": self._request_id, "thinking": simulations, "seconds": round(seconds, 1), "limit": limit})


def serve_requests(memory_megabytes: int = MAX_PROCESS_MEGABYTES) -> None:
    """Answer requests until the input ends, with a memory limit."""
    pipes = PipeHost(memory_megabytes)
    serve(Worker(GAMES, pipes).handle_message, pipes)
