"""Our games as PettingZoo environments: `pip install 'vok-tui[pettingzoo]'`.

    from lab.adapters.pettingzoo import env
    table = env("chess", players=3)             # an AECEnv with the agents player_0, player_1, player_2
    table.reset(seed=7)                         # the deal of `vok arena --seed 7`

An observation is a dict: `observation`, what the seat sees as numbers, and `action_mask`, 1 for each legal action, all 0 for a
seat that is not to move. Rewards come at the end: 1 for a sole winner; the sum is 0. A reset without a seed uses the previous
seed plus 1.
"""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from lab.adapters.adapter_state import AdapterState, action_ids
from lab.adapters.game_spec import GAME_SPECS, GameSpec

Observation = dict[str, np.ndarray[Any, Any]]


class GameEnv(AECEnv):
    """An environment for one of our games. `render` returns the view of the current agent as text."""

    def __init__(self, spec: GameSpec, players: int, edition: str = "base") -> None:
        """Raises ValueError for an unknown edition or number of players."""
        super().__init__()
        spec.check(players, edition)
        self.metadata = {"render_modes": ["ansi"], "name": f"vok_{spec.game.name()}_v0", "is_parallelizable": False}
        self.render_mode = "ansi"
        self.spec: Final = spec
        self.players: Final = players
        self.edition: Final = edition
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.action_count: Final = action_ids(spec, players, edition).count
        self._seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed = -1
        size = len(self._deal(0).observe(0))
        self.observation_spaces = {agent: self._build_observation_space(size) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new deal. There are no options. Raises BadSetup for an invalid seed."""
        seed = self._seed + 1 if seed is None else seed
        self.position = self._deal(seed)  # an invalid seed changes nothing
        self._seed = seed
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.mover]

    def step(self, action: int | None) -> None:
        """Play for the current agent; None for an agent whose game is over. Raises ValueError for an action that the mask does
        not allow, without a change."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.position.moves_by_id():
            raise ValueError(f"{action} is not a legal action of {agent} now; the action mask shows the legal ones")
        self._cumulative_rewards[agent] = 0.0
        self.position.play(int(action))
        if self.position.is_over:
            self.rewards = dict(zip(self.possible_agents, self.position.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self.position.mover]

    def observe(self, agent: str) -> Observation:
        seat = self._seats[agent]
        mask: np.ndarray[Any, Any] = np.zeros(self.action_count, np.int8)
        if seat == self.position.mover:
            mask[list(self.position.moves_by_id())] = 1
        return {"observation": np.array(self.position.observe(seat), np.float32), "action_mask": mask}

    def render(self) -> str:
        return str(self.position.view(self._seats[self.agent_selection]))

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def _deal(self, seed: int) -> AdapterState:
        return AdapterState(self.spec, self.players, self.edition, seed)

    def _build_observation_space(self, size: int) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, float(np.finfo(np.float32).max), (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.action_count,), np.int8),
            }
        )


def env(name: str, players: int, edition: str = "base") -> OrderEnforcingWrapper:
    """One of `engine.GAMES`, in PettingZoo's wrapper that rejects a step before the first reset or after the end; its attribute
    unwrapped is the GameEnv. Raises KeyError for an unknown game, ValueError for an unknown edition or number of players."""
    return OrderEnforcingWrapper(GameEnv(GAME_SPECS[name], players, edition))
