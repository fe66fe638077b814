"""Our games for OpenSpiel: `pip install 'vok-tui[openspiel]'`.

    from lab.adapters.openspiel import load
    game = load("chess", players=2)             # a pyspiel.Game; later also pyspiel.load_game("vok_chess(players=3)")

- *Chance.* All luck in our games is a function of the deal's seed. So a game begins with one chance node: outcome d is the deal
with seed d, as in `vok arena --seed d`. There are `deals` equally likely outcomes. A game without luck has no chance node.
- *Actions* are numbered by the menu of the seat to move (`lab.adapters.adapter_state`).
- *Information states* are exact: the string is the same in two positions if and only if the seat knows the same in both. They do
not contain the order of past events.
- *Returns* are 1 for a sole winner and sum to zero; a shared victory gives less.
- `resample_from_infostate` redraws everything that the seat cannot know. The history of the new position is still that of the
original one. OpenSpiel 2.0 cannot call this method of a Python game from C++: its Python ISMCTS plays our games, its C++ ISMCTS
reports that the method is not implemented.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from lab.adapters.adapter_state import AdapterState, action_ids
from lab.adapters.game_spec import GAME_SPECS, GameSpec

DEFAULT_DEALS: Final = 10_000
SEED_BITS: Final = 53  # the resolution of a sampler's float
NOT_DEALT: Final = "not dealt yet"


class SpielGame(pyspiel.Game):
    """One of our games, with a number of players and an edition."""

    def __init__(self, spec: GameSpec, parameters: Mapping[str, Any] | None = None) -> None:
        """Raises ValueError for an unknown edition or number of players."""
        game_type_info = game_type(spec)
        values = {**game_type_info.parameter_specification, **(parameters or {})}
        self.spec: Final = spec
        self.players: Final = int(values["players"])
        self.edition: Final = str(values["edition"])
        self.deals: Final = int(values["deals"])
        spec.check(self.players, self.edition)
        if self.deals < 1:
            raise ValueError(f"deals must be at least 1, not {self.deals}")
        info = pyspiel.GameInfo(
            num_distinct_actions=action_ids(spec, self.players, self.edition).count,
            max_chance_outcomes=self.deals if spec.has_luck else 0,
            num_players=self.players,
            min_utility=-1.0 / (self.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=spec.max_decisions,
        )
        super().__init__(game_type_info, info, dict(values))

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Raises ValueError for parameters: there are none."""
        if params:
            raise ValueError(f"an observer takes no parameters; these were given: {params}")
        return SpielObserver(self, bool(iig_obs_type and iig_obs_type.perfect_recall))

    def deal(self, seed: int) -> AdapterState:
        """The position after the deal."""
        return AdapterState(self.spec, self.players, self.edition, seed)


class SpielState(pyspiel.State):
    """A state. `position` is None before the deal. OpenSpiel copies and pickles it by its attributes."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position: AdapterState | None = None if game.spec.has_luck else game.deal(0)

    # The interface of an OpenSpiel state.

    def current_player(self) -> int:
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.is_over else self.position.mover

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.moves_by_id()) if self.position is not None and player == self.position.mover else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(seed, 1 / deals) for seed in range(deals)]

    def _apply_action(self, action: int) -> None:
        """Raises ValueError for an unknown deal or an illegal action, without a change."""
        if self.position is None:
            deals = self.get_game().deals
            if not 0 <= action < deals:
                raise ValueError(f"there is no deal {action}; deals are numbered from 0 to {deals - 1}")
            self.position = self.get_game().deal(action)
        elif action in self.position.moves_by_id():
            self.position.play(action)
        else:
            raise ValueError(f"{action} is not a legal action now; legal_actions() lists them")

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if self.position is None else self.position.describe(action)

    def returns(self) -> list[float]:
        return [0.0] * self.num_players() if self.position is None else self.position.returns()

    def __str__(self) -> str:
        return NOT_DEALT if self.position is None else self.position.spec.game.write_position(self.position.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A position that looks the same to `player`. Everything else is redrawn with random numbers from `sampler`."""
        state: SpielState = self.clone()
        if state.position is not None:
            state.position.resample(player, int(sampler() * (1 << SEED_BITS)))
        return state


class SpielObserver:
    """What one seat sees: its view as text and numbers or, with perfect recall, its information state string."""

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        self._perfect_recall: Final = perfect_recall
        self.tensor: np.ndarray[Any, Any] | None = None
        self.dict: dict[str, Any] = {}
        if not perfect_recall:
            self.tensor = np.zeros(len(game.deal(0).observe(0)), np.float32)
            self.dict["observation"] = self.tensor

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = 0 if state.position is None else state.position.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.position is None:
            return NOT_DEALT
        return state.position.information_state(player) if self._perfect_recall else str(state.position.view(player))


def game_type(spec: GameSpec) -> Any:
    """The game type for OpenSpiel. By default a game has the first edition, with its smallest number of players."""
    edition, (min_players, _) = next(iter(spec.editions.items()))
    chance_modes, information_modes = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"vok_{spec.game.name()}",
        long_name=f"Vok: {spec.game.name()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_modes.EXPLICIT_STOCHASTIC if spec.has_luck else chance_modes.DETERMINISTIC,
        information=information_modes.IMPERFECT_INFORMATION
        if spec.has_hidden_information
        else information_modes.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(max_players for _, max_players in spec.editions.values()),
        min_num_players=min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min_players, "edition": edition, "deals": DEFAULT_DEALS},
    )


def register(spec: GameSpec) -> str:
    """Register a game with OpenSpiel, once per process; returns the name for `pyspiel.load_game`. Also needed before unpickling
    a state."""
    game_type_info = game_type(spec)
    name = str(game_type_info.short_name)

    class Maker:
        """A class instead of a function, because OpenSpiel releases it only after Python has ended."""

        def __new__(cls, parameters: Mapping[str, Any]) -> SpielGame:
            return SpielGame(spec, parameters)

    if name not in pyspiel.registered_names():
        pyspiel.register_game(game_type_info, Maker)
    return name


def load(name: str, players: int, edition: str = "base", deals: int = DEFAULT_DEALS) -> SpielGame:
    """One of `engine.GAMES`. Raises KeyError for an unknown game, ValueError for an unknown edition or number of players."""
    spec = GAME_SPECS[name]
    register(spec)
    return SpielGame(spec, {"players": players, "edition": edition, "deals": deals})
