"""What the table shows at each size, as data. The plans are listed from the smallest to the largest size."""

from collections.abc import Sequence
from dataclasses import dataclass

from vok_tui.panes.card_frame import CardPlan


@dataclass(frozen=True)
class TablePlan:
    """The plan for tables from a size on. `card` is a card on the table, `hand` one in hand. `side_columns` are those of the
    right side at least, `story_columns` those of the story at the left if it has a column of its own there, else 0.
    `story_lines` and `question_lines` are those that these panes keep, before others get more than they need. `curve_lines` are
    those of the curve with its heading, 0 if it does not stand on the table. `has_shelves` and `has_names` tell whether the cards
    of a player are named, as shelves or in lines; else they are counted."""

    min_columns: int
    min_lines: int
    card: CardPlan
    hand: CardPlan
    side_columns: int
    story_columns: int = 0
    story_lines: int = 4
    question_lines: int = 3
    curve_lines: int = 0
    has_shelves: bool = False
    has_names: bool = False


def plan_for(plans: Sequence[TablePlan], width: int, height: int) -> TablePlan:
    """The last plan that fits; the first one if none does."""
    fitting = [plan for plan in plans if plan.min_columns <= width and plan.min_lines <= height]
    return fitting[-1] if fitting else plans[0]
