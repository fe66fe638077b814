"""Saves of every edition, written by version 1 of the rules, can always be opened: same moves, same scores, no damage.

`corpus/index.json` describes each save as it was written: finished and unfinished games, games with variations, with
reactions, with a seat that changed hands, and with custom cards. These files never change.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES
from engine.core.match import Match
from saves import load, verify

CORPUS = Path(__file__).with_name("corpus")
INDEX: dict[str, dict[str, Any]] = json.loads((CORPUS / "index.json").read_text())


def tree_hash(match: Match) -> str:
    """A hash of all nodes of the log: parent, verb and arguments of each."""
    nodes = [
        [parent, action.verb, *action.arguments]
        for parent, action in zip(match.log.parents, match.log.actions, strict=True)
    ]
    return hashlib.sha256(json.dumps(nodes, separators=(",", ":")).encode()).hexdigest()


def test_the_corpus_is_complete():
    assert {path.name for path in CORPUS.glob("*.vok")} == set(INDEX)
    assert len(INDEX) == 100


@pytest.mark.parametrize("name", INDEX)
def test_an_old_save_opens_move_for_move(name: str):
    loaded = load(CORPUS / name, GAMES)
    match, expected = loaded.match, INDEX[name]
    assert (loaded.damage, loaded.lacks_original_cards) == (None, False)
    assert len(match.log.journal) == expected["journal"]
    assert match.log.head == expected["head"]
    assert tree_hash(match) == expected["tree"]
    assert match.is_over == expected["over"]
    assert match.game.scores(match.state) == expected["scores"]


def test_a_game_continues_with_the_menus_it_began_with():
    """Written before both overseers of Tal der Koenige could be ordered to claim the same site. It ends at that question."""
    loaded = load(CORPUS.parent / "tal-of-rules-2.vok", GAMES)
    match = loaded.match
    assert (loaded.damage, len(match.log.journal), match.setup.rules) == (None, 72, 2)
    assert tree_hash(match) == "7bddf02de3eb295b2d517641139e952b18a9b49687a6e017362fd16ca3651af9"
    game, state = match.game, match.state
    assert game.question(state).text == "Which site does the second overseer claim?"
    assert [game.say(state, game.action(state, move)) for move in state.legal_moves()] == ["claim nothing"]
    today = game.read_position(game.write_position(state).removeprefix("rules = 2\n"))
    assert [game.say(today, game.action(today, move)) for move in today.legal_moves()] == [
        "claim nothing",
        "claim site 13",
    ]


@pytest.mark.parametrize("name", ["base-00-finished.vok", "base-08-unfinished.vok", "base-10-variations.vok"])
def test_the_summary_of_an_untouched_old_save_agrees_with_its_game(name: str):
    assert verify(CORPUS / name, GAMES).notes == ()
