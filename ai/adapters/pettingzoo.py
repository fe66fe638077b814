"""Our games as PettingZoo knows environments: `pip install 'vok-tui[pettingzoo]'`.

    from ai.adapters.pettingzoo import env
    table = env("valley", players=3)            # an AECEnv with the agents player_0, player_1, player_2
    table.reset(seed=7)                         # the deal of `vok arena --seed 7`

An observation is a dict: `observation`, the numbers of what the seat sees and nothing else, and `action_mask`, 1 for each number
that may be answered now, all 0 for a seat that is not asked. Rewards come at the end: 1 for whoever wins alone, all together 0.
After a reset without a seed comes the deal after the last one.
"""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ai.adapters.games import SHAPES
from ai.adapters.shape import Shape
from ai.adapters.table import Table, numbers

Observation = dict[str, np.ndarray[Any, Any]]


class TableEnv(AECEnv):
    """A table of a game of ours. `render` gives the text of all that the agent who is asked sees."""

    def __init__(self, shape: Shape, players: int, edition: str = "base") -> None:
        """Raises ValueError for a number of players or an edition that the game does not have."""
        super().__init__()
        shape.check(players, edition)
        self.metadata = {"render_modes": ["ansi"], "name": f"vok_{shape.game.name()}_v0", "is_parallelizable": False}
        self.render_mode = "ansi"
        self.shape: Final = shape
        self.players: Final = players
        self.edition: Final = edition
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.answers: Final = numbers(shape, players, edition).count
        self._seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed = -1
        size = len(self._deal(0).observe(0))
        self.observation_spaces = {agent: self._observations(size) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.answers) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew. There are no options. Raises BadSetup for a number that is no seed."""
        seed = self._seed + 1 if seed is None else seed
        self.table = self._deal(seed)  # a seed that is refused changes nothing
        self._seed = seed
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.mover]

    def step(self, action: int | None) -> None:
        """Answer for the agent who is asked; None for one whose game is over. Raises ValueError for an answer that the mask
        does not show, and then nothing has changed."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.table.menu():
            raise ValueError(f"{agent} cannot answer {action} now; the action mask shows what can be answered")
        self._cumulative_rewards[agent] = 0.0
        self.table.answer(int(action))
        if self.table.over:
            self.rewards = dict(zip(self.possible_agents, self.table.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self.table.mover]

    def observe(self, agent: str) -> Observation:
        seat = self._seats[agent]
        mask: np.ndarray[Any, Any] = np.zeros(self.answers, np.int8)
        if seat == self.table.mover:
            mask[list(self.table.menu())] = 1
        return {"observation": np.array(self.table.observe(seat), np.float32), "action_mask": mask}

    def render(self) -> str:
        return str(self.table.view(self._seats[self.agent_selection]))

    def close(self) -> None:
        """Nothing is held open."""

    def _deal(self, seed: int) -> Table:
        return Table(self.shape, self.players, self.edition, seed)

    def _observations(self, size: int) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, float(np.finfo(np.float32).max), (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.answers,), np.int8),
            }
        )


def env(name: str, players: int, edition: str = "base") -> OrderEnforcingWrapper:
    """One of `engine.GAMES`, in PettingZoo's wrapper that says so if a step comes before the first reset or after the end; its
    `unwrapped` is the TableEnv. Raises KeyError for a game that is not there, ValueError for a table that it does not have."""
    return OrderEnforcingWrapper(TableEnv(SHAPES[name], players, edition))
