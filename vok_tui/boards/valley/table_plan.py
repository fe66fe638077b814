"""The plan of the table for each size of terminal: what it shows, and how much space each part has."""

from collections.abc import Sequence
from dataclasses import dataclass

from vok_tui.panes.card_frame import CardPlan


@dataclass(frozen=True)
class TablePlan:
    """The plan for tables from a minimum size on. The story and the question keep their minimum lines before other parts get more
    than they need."""

    min_columns: int
    min_lines: int
    card: CardPlan  # of a card in the pyramid
    hand: CardPlan  # of a card in hand
    min_side_columns: int
    story_columns: int = 0  # of the story on the left; 0 if it is on the right side
    min_story_lines: int = 4
    min_question_lines: int = 3
    curve_lines: int = 0  # with the heading of the curve; 0 if the table shows none
    has_curve_below_story: bool = False  # otherwise it is below the question, or below a story with a column of its own
    has_shelves: bool = False  # tombs may be shelves
    has_names: bool = False  # the tombs of opponents may list the names of their cards; otherwise they only count them


def plan_for(plans: Sequence[TablePlan], width: int, height: int) -> TablePlan:
    """The last plan for tables of at most this size; the first plan if there is none. `plans` go from small to large tables."""
    fitting = [plan for plan in plans if plan.min_columns <= width and plan.min_lines <= height]
    return fitting[-1] if fitting else plans[0]
