"""The report on a lost game, in any width."""

from rich.cells import cell_len

from tests.tables import each_row
from tests.vok_tui.records.analysed_games import DECISION
from vok_tui.records.loss_report import KindShare, LossReport, SeatLoss
from vok_tui.screens.why_lost import why_content

LEVELS = tuple(SeatLoss(level, "", loss) for level, loss in (("pharaoh", 0.25), ("vizier", 0.33), ("scribe", 0.82)))


@each_row("width", range(72, 161))
@each_row("levels", [(), LEVELS])
@each_row("names", [("You", "Khety"), ("千代田の長い名前の人物", "Semerkhet of Abydos")])
def test_no_line_of_the_report_is_wider_than_its_part_of_the_screen(
    names: tuple[str, str], levels: tuple[SeatLoss, ...], width: int
):
    report = LossReport(
        "Your costliest decision so far",
        (DECISION,),
        (SeatLoss(names[0], "like a scribe or a priest", 2.97, True), SeatLoss(names[1], "a scribe", 0.8)),
        levels,
        "119 decisions with a choice, 4 marked, 1 unsure",
        (
            KindShare("choosing", "how to use an action", 10.6, 102, 1.0),
            KindShare("buying", "what to buy", 9.3, 5, 0.0),
        ),
        is_own=True,
    )
    content = why_content(report, "analysed 3%, 9 min left", width, 30, ["1", "2", "3"], "w")
    assert max(map(cell_len, content.plain.splitlines())) <= width


def test_all_levels_are_listed_in_80_columns():
    losses = {"pharaoh": 0.43, "vizier": 0.77, "priest": 1.09, "scribe": 1.25, "shabti": 4.55}
    levels = tuple([SeatLoss(level, "", loss) for level, loss in losses.items()])
    report = LossReport("Your costliest decisions", (DECISION,), (SeatLoss("You", "", 3.21, True),), levels)
    for width in (76, 78, 80):
        (line,) = [line for line in why_content(report, "", width, 6, ["1"]).plain.splitlines() if "Levels" in line]
        assert all(level in line for level in losses), line
    (line,) = [line for line in why_content(report, "", 95, 6, ["1"]).plain.splitlines() if "Levels" in line]
    assert "shabti 4.55" in line


def test_your_own_loss_is_left_out_last():
    """Your seat is not always the first one."""
    seats = (SeatLoss("Merit", "a scribe", 0.33), SeatLoss("You", "like a shabti or a scribe", 3.21, True))
    report = LossReport("Your costliest decisions", (DECISION,), seats, LEVELS, "119 decisions with a choice", ())
    for width in range(72, 110):
        shown = why_content(report, "", width, 6, ["1"]).plain
        assert "You 3.21" in shown, (width, shown)
