"""One training run: it plays games and learns from each of them. Its settings and its seed determine every weight.

It can be saved after any round and continued later with the same result. It starts from initial weights, or from weights that
were learned for cards with the same names. After a correction of a card, a short run from the earlier weights is enough.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ai.process import bounded_files
from ai.valley.learned import Weights
from ai.valley.value_file import read_weights_unchecked, write_value
from ai.value_file import BadTraining, parse_value_file
from engine.core.game import Game
from engine.valley.editions import AFTERLIFE, BASE, MIXED, shipped_catalogue
from lab.valley.selfplay import SelfPlay
from lab.valley.td_learning import Learner

GAMES_PER_ROUND: Final = 20  # all played with the weights from before the round
HANDWRITTEN_ROUNDS: Final = 5  # the first rounds, played by the handwritten evaluator
SCRIBE_GAMES_RATE_SCALE: Final = 0.5  # learning rate in games with scribes, relative to self-play
FINAL_RATE_SHARE: Final = 0.02  # the final learning rate, relative to the first


OLD_FIELD_NAMES: Final = {"company": "scribe_games"}  # in the shipped files of learned values


class BadTrainingRun(BadTraining):
    """A file that does not hold this training run. The text is one sentence."""


class TrainingRun:
    """The training run of one value."""

    def __init__(
        self,
        game: Game[Any],
        edition: str,
        players: int,
        games: int,
        simulations: int,
        trace_decay: float,
        learning_rate: float,
        seed: int,
        hidden_unit_count: int = 0,
        scribe_games: int = 0,
    ) -> None:
        self.settings: Final[dict[str, Any]] = {
            "edition": edition,
            "players": players,
            "games": games,
            "simulations": simulations,
            "lambda": trace_decay,
            "rate": learning_rate,
            "seed": seed,
            "hidden": hidden_unit_count,
            "scribe_games": scribe_games,
        }
        self.game: Final = game
        self.selfplay: Final = SelfPlay(game, edition, players, simulations)
        cards = self.selfplay.start_game(0).catalogue
        self.cards: Final = shipped_catalogue(BASE, AFTERLIFE) if edition == MIXED else cards
        self.learner: Final = Learner(self.cards, trace_decay, hidden_unit_count, seed)
        self.selfplay_games: Final = games
        self.total_games: Final = games + scribe_games
        self.learning_rate: Final = learning_rate
        self.seed: Final = seed
        self.games_done = 0
        self.positions = 0
        self.error = 0.0  # mean squared error of the predictions in the latest round
        self.has_prior_weights = False  # whether it started from earlier weights

    def start_from_value(self, value_file_text: str) -> None:
        """Start from the weights of a value, whose file holds this text. Raises BadValueFile, and BadTrainingRun for another
        number of hidden units."""
        weights = read_weights_unchecked(value_file_text, self.cards)
        try:
            self.learner.load_weights(weights)
        except ValueError:
            raise BadTrainingRun(
                f"that value has {weights.hidden_unit_count} hidden units: use --hidden {weights.hidden_unit_count}"
            ) from None
        fields = parse_value_file(value_file_text)
        try:
            self.settings["from"] = with_current_field_names({"cards": fields["cards"], **fields["made"]})
        except (KeyError, TypeError, AttributeError):
            raise BadTrainingRun(
                "that value does not say how it was made, so the new one could not be made again"
            ) from None
        self.has_prior_weights = True

    def run(self) -> Iterator[None]:
        """Train to the end; yields after each round."""
        while self.games_done < self.total_games:
            self._play_round()
            yield

    def _play_round(self) -> None:
        """Play the games of a round, learn from each, and take the average of the weights near the end of a stage: self-play, or
        the games with scribes after it."""
        weights = (
            self.learner.weights()
            if self.has_prior_weights or self.games_done >= HANDWRITTEN_ROUNDS * GAMES_PER_ROUND
            else None
        )
        with_scribes = self.games_done >= self.selfplay_games
        first_game, end_game = (self.selfplay_games, self.total_games) if with_scribes else (0, self.selfplay_games)
        count = min(GAMES_PER_ROUND, end_game - self.games_done)
        squared_error = 0.0
        for _ in range(count):
            examples, outcome = self.selfplay.play_game(
                self.learner, weights, self.seed + self.games_done, with_scribes
            )
            self.learner.learn(examples, outcome, self._current_learning_rate(first_game, end_game))
            self.games_done += 1
            self.positions += len(examples)
            squared_error += self.learner.error
        self.error = squared_error / count
        if 10 * (self.games_done - first_game) >= 7 * (end_game - first_game):
            self.learner.add_weights_to_average()
        if self.games_done == self.selfplay_games < self.total_games:
            self.learner.restart_from_average()

    def _current_learning_rate(self, first_game: int, end_game: int) -> float:
        """The learning rate for the next game, which falls during a stage of the run: the games from `first_game` on, before
        `end_game`."""
        rate_scale = SCRIBE_GAMES_RATE_SCALE if self.games_done >= self.selfplay_games else 1.0
        remaining_share = (end_game - self.games_done) / (end_game - first_game)
        return self.learning_rate * rate_scale * (remaining_share + FINAL_RATE_SHARE)

    def average_weights(self) -> Weights:
        """The result of the training so far: see `Learner.average_weights`."""
        return self.learner.average_weights()

    def write_value(self, path: Path) -> None:
        """Write the weights, and how they were made. Raises OSError."""
        how_made = {**self.settings, "done": self.games_done, "positions": self.positions}
        write_value(path, self.cards, self.average_weights(), how_made)

    def save(self, path: Path) -> None:
        """Save the state of the run. Raises OSError."""
        fields = {
            "vok course": self.settings,
            "done": self.games_done,
            "positions": self.positions,
            "learner": self.learner.pack(),
        }
        temporary = path.with_name(path.name + ".new")
        temporary.write_text(json.dumps(fields), encoding="utf-8")
        temporary.replace(path)

    def load(self, path: Path) -> None:
        """Continue a saved run. Raises BadTrainingRun and BadFile."""
        text = bounded_files.read_text(path, bounded_files.MAX_LEARNED_BYTES)
        try:
            fields = json.loads(text)
            if fields["vok course"] != self.settings:
                raise BadTrainingRun(f"{path} holds another training run; name another file")
            self.learner.restore(fields["learner"])
            self.games_done, self.positions = int(fields["done"]), int(fields["positions"])
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, RecursionError):
            raise BadTrainingRun(f"{path} holds no training run; name another file") from None


def with_current_field_names(settings: Mapping[str, Any]) -> dict[str, Any]:
    """How a value was made, and the value that it started from, with today's names of the settings."""
    renamed = {OLD_FIELD_NAMES.get(name, name): value for name, value in settings.items()}
    if "from" in renamed:
        renamed["from"] = with_current_field_names(renamed["from"])
    return renamed
