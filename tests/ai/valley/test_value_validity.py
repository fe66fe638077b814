"""A learned value stays valid as long as the cards play the same, and no longer."""

import pytest

from ai.analysis.calibration import calibration_for, chances_of
from ai.bots.bot import best_evaluator
from ai.valley.kit import VALLEY_KIT
from ai.valley.learned import LearnedEvaluator
from engine.core.game import Seat, Setup
from engine.core.setup import Variant
from engine.games import GAMES
from engine.valley.custom import write_catalogue
from engine.valley.editions import SHIPPED_CARDS
from engine.valley.game import VALLEY
from tests.engine.valley.custom.catalogue_edits import card_table, changed

TEXT = write_catalogue(SHIPPED_CARDS, without_comments=True)


def moved_to_the_end(name: str) -> str:
    return TEXT.replace(card_table(name, TEXT), "").rstrip() + "\n\n" + card_table(name, TEXT)


SAME_PLAY = {
    "another text": changed("Outer Sarcophagus", "text", '"Put a starter card into your tomb."', TEXT),
    "fewer printed fields": changed("Outer Sarcophagus", "printed", '["set"]', TEXT),
    "another order": moved_to_the_end("Outer Sarcophagus"),
}
OTHER_PLAY = {
    "gold": changed("Outer Sarcophagus", "gold", "4", TEXT),
    "cost": changed("Outer Sarcophagus", "cost", "2", TEXT),
    "action": changed("Outer Sarcophagus", "action", '["Draw(1)"]', TEXT),
}


NEW_CARD = changed("Ka Figurine", "action", '["Draw(1)", "Entomb()"]', TEXT).replace("Ka Figurine", "Grave Robber")


def evaluator(edition: str, players: int, cards: str, choices: tuple[str, ...] = ()) -> object:
    seats = tuple(Seat("", "") for _ in range(players))
    return best_evaluator(VALLEY, VALLEY.start(Setup("valley", seats, 3, Variant(edition, choices, cards))))


def weights_by_name(learned: object) -> dict[str, float]:
    assert isinstance(learned, LearnedEvaluator)
    return dict(zip(learned.features.feature_names(), learned.weights.params, strict=False))


@pytest.mark.parametrize("change", SAME_PLAY)
@pytest.mark.parametrize(("edition", "players"), [("base", 2), ("base", 4), ("mixed", 3)])
def test_a_change_that_does_not_alter_play_keeps_the_value(change: str, edition: str, players: int):
    assert SAME_PLAY[change] != TEXT
    before = weights_by_name(evaluator(edition, players, ""))
    assert weights_by_name(evaluator(edition, players, SAME_PLAY[change])) == before


@pytest.mark.parametrize("change", OTHER_PLAY)
def test_a_change_that_alters_play_drops_the_value(change: str):
    assert OTHER_PLAY[change] != TEXT
    assert not isinstance(evaluator("base", 2, OTHER_PLAY[change]), LearnedEvaluator)


@pytest.mark.parametrize(("edition", "choices"), [("afterlife", ()), ("mixed", (*["base"] * 5, "afterlife"))])
def test_a_new_card_keeps_the_values_of_games_without_it(edition: str, choices: tuple[str, ...]):
    before = weights_by_name(evaluator(edition, 3, "", choices))
    assert weights_by_name(evaluator(edition, 3, NEW_CARD, choices)) == before


@pytest.mark.parametrize("edition", ["base", "mixed"])
def test_a_game_with_a_new_card_has_no_learned_value(edition: str):
    choices = ("base",) * 6 if edition == "mixed" else ()
    assert not isinstance(evaluator(edition, 3, NEW_CARD, choices), LearnedEvaluator)


FAR_NUMBER = changed("Outer Sarcophagus", "gold", "6", TEXT)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("change", ["gold", "cost"])
def test_an_analysis_borrows_value_and_chances_of_cards_that_differ_in_numbers_only(change: str, players: int):
    """It says so, and opponents do not."""
    game, seats = GAMES["valley"], tuple(Seat("", "") for _ in range(players))
    setup, shipped = (Setup("valley", seats, 3, Variant("base", (), cards)) for cards in (OTHER_PLAY[change], ""))
    state, usual = game.start(setup), game.start(shipped)
    assert weights_by_name(VALLEY_KIT.analysis_evaluator(state)) == weights_by_name(VALLEY_KIT.evaluator(usual))
    assert not isinstance(VALLEY_KIT.evaluator(state), LearnedEvaluator)
    assert calibration_for(game, setup, state) == calibration_for(game, shipped, usual)
    assert calibration_for(game, setup, state) is not None
    assert chances_of(game, setup, state).is_borrowed
    assert not chances_of(game, shipped, usual).is_borrowed
    assert VALLEY_KIT.value_key(state) != VALLEY_KIT.value_key(usual), "no statistic mixes them"


@pytest.mark.parametrize("cards", [OTHER_PLAY["action"], FAR_NUMBER, NEW_CARD])
def test_other_actions_new_cards_and_far_numbers_have_no_chances(cards: str):
    game = GAMES["valley"]
    setup = Setup("valley", (Seat("", ""), Seat("", "")), 3, Variant("base", (), cards))
    state = game.start(setup)
    assert calibration_for(game, setup, state) is None
    assert not chances_of(game, setup, state).is_borrowed
