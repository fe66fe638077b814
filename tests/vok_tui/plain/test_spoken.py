"""Signs that speech would leave out or read badly are said in words."""

import pytest

from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from vok_tui.boards.table_kit import table_kit_of


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("thieves", "You draw 1 key/3 shield, 2 x 2 sword/1 key and 2 lamp/2 sword.",
         "You draw 1 key or 3 shield; 2 times 2 sword or 1 key; and 2 lamp or 2 sword."),
        ("thieves", "You turn up 1 shield (not 2 key) and 1 lamp (not 3 sword).",
         "You turn up 1 shield and 1 lamp."),
        ("thieves", "play 2 ruby (not 1 key) face up as key", "play 2 ruby face up as key"),
        ("tal", "adjoins: AB 16, CD 18", "adjoins: A, B at area 16; C, D at area 18"),
        ("tal", "You bid 4+3 and 2 blanks for lot 1.", "You bid 4, 3 and 2 blanks for lot 1."),
        ("tal", "You win lot 1: kkryw.", "You win lot 1: 2 black, 1 red, 1 yellow, 1 white."),
        ("tal", "The lots: kkr, wwb.", "Lot 1: 2 black, 1 red. Lot 2: 2 white, 1 blue."),
        ("tal", "You send an overseer from 16 to 15/B.", "You send an overseer from area 16 to place 15B."),
        ("tal", "move a worker from 16 to 22", "move a worker from area 16 to area 22"),
        ("tal", "Go to 18, costs 1", "Go to area 18, costs 1"),
        ("tal", "Stop at 16 (stay)", "Stop at area 16, stay"),
        ("tal", "the first overseer to 10/B, claim site 10; the second to 16",
         "the first overseer to place 10B, claim site 10; the second to area 16"),
        ("tal", "You find 8/A taken: your overseer stops in 21.",
         "You find place 8A taken: your overseer stops in area 21."),
        ("tal", "Played on in 16 pairs of deals", "Played on in 16 pairs of deals"),
        ("tal", "in 17 of 40 tries, 15 to 20 points", "in 17 of 40 tries, 15 to 20 points"),
        ("tal", "You place a black block at site 16.", "You place a black block at site 16."),
        ("valley", "Daily 2026-11-05, you 43, 22 Nov", "Daily 5 November 2026, you 43, 22 November"),
        ("valley", "by month 2026-11", "by month November 2026"),
        ("valley", "Wed 25 Nov  1 position, 0 right", "Wednesday 25 November, 1 position, 0 right"),
        ("valley", "Rating 971 (−8), this puzzle 1,210.", "Rating 971, minus 8, this puzzle 1,210."),
        ("tal", "Sites: 1 (0/5), 13 (2/14)", "Sites: site 1 with 0 of 5 blocks, site 13 with 2 of 14 blocks"),
        ("tal", "Complete: 5 (12), 8 (20)", "Complete: site 5 for 12 points, site 8 for 20 points"),
        ("tal", "Workers: 6/B, 16, 20", "Workers: place 6B, area 16, area 20"),
        ("valley", "You had 5.0 points on average", "You had 5 points on average"),
        ("valley", "46 percent, −1.0 points", "46 percent, minus 1 point"),
        ("valley", "−11.0 points", "minus 11 points"),
        ("valley", "0.00 in 100 per decision, 1.10 in 100", "0 in 100 per decision, 1.10 in 100"),
        ("valley", "0.93 ± 0.10 in 100 per decision", "0.93, give or take 0.10 in 100 per decision"),
        ("valley", "turn 4, 16 : 9 against Khety", "turn 4, 16 to 9 against Khety"),
        ("valley", "The best answer begins with “buy”.", 'The best answer begins with "buy".'),
        ("valley", "fingerprint 87b6-2c79-b2d8 (equal)", "fingerprint 8 7 b 6, 2 c 7 9, b 2 d 8, equal"),
        ("valley", "+0 to +7 points", "plus 0 to plus 7 points"),
        ("valley", "sacrifice Boat (left) from the pyramid", "sacrifice Boat, left, from the pyramid"),
        ("valley", "3\N{MULTIPLICATION SIGN}3 =  9", "3 times 3 is 9"),
    ],
)  # fmt: skip
def test_signs_are_said_in_words(game: str, text: str, said: str) -> None:
    match = Match(GAMES[game], Setup(game, (Seat("Ann"), Seat("Ben")), 1))
    assert table_kit_of(GAMES[game]).line_reader(match).say(text) == said
