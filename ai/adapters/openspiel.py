"""Our games as OpenSpiel knows games: `pip install 'vok-tui[openspiel]'`.

    from ai.adapters.openspiel import load
    game = load("valley", players=2)            # a pyspiel.Game; later also pyspiel.load_game("vok_valley(players=3)")

- *Chance.* All luck of our games is a function of the deal's seed, and there is no other chance. So a game begins with one
  chance node, which deals: outcome d is the seed d, that of `vok arena --seed d` too. There are `deals` of them, equally
  likely. A game without luck has no chance node.
- *Answers* are numbered by the menu of who is asked (`ai.adapters.numbers`).
- *Information states* are exact: the string is the same in two positions if and only if the seat knows the same in both. The
  order in which it came to know is left out.
- *Returns* are 1 for whoever wins alone and sum to zero; a shared victory lies between.
- `resample_from_infostate` draws anew all that the seat cannot know. The history of such a position still tells how the
  position was reached from which it was drawn. OpenSpiel 2.0 has no way for its C++ bots to call this method of a game
  that is written in Python: its Python ISMCTS plays our games, its C++ one says
  that the method is not implemented.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from ai.adapters.games import SHAPES
from ai.adapters.shape import Shape
from ai.adapters.table import Table, numbers

DEALS: Final = 10_000
SEED_BITS: Final = 53  # what a sampler's float can tell
NOT_DEALT: Final = "not dealt yet"


class SpielGame(pyspiel.Game):
    """A game of ours with a number of players and an edition."""

    def __init__(self, shape: Shape, parameters: Mapping[str, Any] | None = None) -> None:
        """Raises ValueError for a number of players or an edition that the game does not have."""
        kind = game_type(shape)
        chosen = {**kind.parameter_specification, **(parameters or {})}
        self.shape: Final = shape
        self.players: Final = int(chosen["players"])
        self.edition: Final = str(chosen["edition"])
        self.deals: Final = int(chosen["deals"])
        shape.check(self.players, self.edition)
        if self.deals < 1:
            raise ValueError(f"there is at least one deal, not {self.deals}")
        info = pyspiel.GameInfo(
            num_distinct_actions=numbers(shape, self.players, self.edition).count,
            max_chance_outcomes=self.deals if shape.luck else 0,
            num_players=self.players,
            min_utility=-1.0 / (self.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=shape.longest,
        )
        super().__init__(kind, info, dict(chosen))

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Raises ValueError for parameters: there are none."""
        if params:
            raise ValueError(f"an observer takes no parameters; these were given: {params}")
        return SpielObserver(self, bool(iig_obs_type and iig_obs_type.perfect_recall))

    def deal(self, seed: int) -> Table:
        """The table as it stands after the deal."""
        return Table(self.shape, self.players, self.edition, seed)


class SpielState(pyspiel.State):
    """A position: `table`, which is None before the deal. OpenSpiel copies and pickles it by its attributes."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table: Table | None = None if game.shape.luck else game.deal(0)

    # What OpenSpiel asks of every state.

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.mover

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.over

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.table.menu()) if self.table is not None and player == self.table.mover else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(seed, 1 / deals) for seed in range(deals)]

    def _apply_action(self, action: int) -> None:
        """Raises ValueError for a deal or an answer that there is not, and then nothing has changed."""
        if self.table is None:
            deals = self.get_game().deals
            if not 0 <= action < deals:
                raise ValueError(f"there is no deal {action}; deals are numbered from 0 to {deals - 1}")
            self.table = self.get_game().deal(action)
        elif action in self.table.menu():
            self.table.answer(action)
        else:
            raise ValueError(f"{action} cannot be answered now; legal_actions() tells what can be")

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if self.table is None else self.table.say(action)

    def returns(self) -> list[float]:
        return [0.0] * self.num_players() if self.table is None else self.table.returns()

    def __str__(self) -> str:
        return NOT_DEALT if self.table is None else self.table.shape.game.write(self.table.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A position that looks the same to `player`; all else is drawn anew from what `sampler` gives."""
        state: SpielState = self.clone()
        if state.table is not None:
            state.table.redeal(player, int(sampler() * (1 << SEED_BITS)))
        return state


class SpielObserver:
    """What one seat sees: its view as text and as numbers or, with perfect recall, the name of its information state."""

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        self._perfect_recall: Final = perfect_recall
        self.tensor: np.ndarray[Any, Any] | None = None
        self.dict: dict[str, Any] = {}
        if not perfect_recall:
            self.tensor = np.zeros(len(game.deal(0).observe(0)), np.float32)
            self.dict["observation"] = self.tensor

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = 0 if state.table is None else state.table.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.table is None:
            return NOT_DEALT
        return state.table.known(player) if self._perfect_recall else str(state.table.view(player))


def game_type(shape: Shape) -> Any:
    """What OpenSpiel lists the game as. The first edition with the fewest players is what it loads if nothing is said."""
    edition, (least, _) = next(iter(shape.editions.items()))
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"vok_{shape.game.name()}",
        long_name=f"Vok: {shape.game.name()}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if shape.luck else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if shape.hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(most for _, most in shape.editions.values()),
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": least, "edition": edition, "deals": DEALS},
    )


def register(shape: Shape) -> str:
    """Tell OpenSpiel of a game, once a process; returns the name under which `pyspiel.load_game` finds it from now on. A
    position that was pickled elsewhere needs that too."""
    kind = game_type(shape)
    name = str(kind.short_name)

    class Maker:
        """A class where a function would do: OpenSpiel lets go of it when Python has ended, and a class outlives that."""

        def __new__(cls, parameters: Mapping[str, Any]) -> SpielGame:
            return SpielGame(shape, parameters)

    if name not in pyspiel.registered_names():
        pyspiel.register_game(kind, Maker)
    return name


def load(name: str, players: int, edition: str = "base", deals: int = DEALS) -> SpielGame:
    """One of `engine.GAMES`. Raises KeyError for a game that is not there, ValueError for a table that it does not have."""
    shape = SHAPES[name]
    register(shape)
    return SpielGame(shape, {"players": players, "edition": edition, "deals": deals})
