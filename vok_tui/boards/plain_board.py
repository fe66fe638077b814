"""The board for a game without one of its own: the generic panes and a plain list of answers. Also a base for small boards."""

from collections.abc import Sequence
from typing import Any, Final

from engine.core.action import Action
from vok_tui.game.story import Choice, Sentence, StoryChapter
from vok_tui.panes.arrangement import Arrangement, arrange_simply
from vok_tui.panes.grid import Brush, Grid, Rect, Target
from vok_tui.panes.scene import Answer, Page, Scene
from vok_tui.panes.signs import legend


class PlainBoard:
    """Knows nothing of a view. A subclass paints `board_rect` and says what its targets mean."""

    def __init__(self, title: str) -> None:
        self.title: Final = title

    # -- painting

    def arrange(self, width: int, height: int, view: Any) -> Arrangement:
        del view
        return arrange_simply(width, height)[0]

    def board_rect(self, grid: Grid) -> Rect:
        """What the generic panes leave free."""
        return arrange_simply(grid.width, grid.height)[1]

    def paint_zones(self, grid: Grid, scene: Scene) -> None:
        """Paint the names of the players."""
        brush = Brush(grid, self.board_rect(grid))
        for seat, name in enumerate(scene.names):
            brush.write(1, 1 + seat, name, "sand")

    def paint_shown_cards(self, brush: Brush, scene: Scene) -> bool:
        del brush, scene
        return False

    def where_text(self, scene: Scene) -> str:
        """The heading of the latest chapter."""
        return scene.where

    def news(self, scene: Scene) -> list[str]:
        return [summary(turn) for turn in scene.turns_since]

    def short_text(self, sentence: Sentence) -> str:
        return sentence.text

    def legend(self, scene: Scene) -> list[tuple[str, str]]:
        return list(legend(scene.signs))

    # -- what the targets mean

    def card_areas(self) -> tuple[str, ...]:
        return ("hand",)

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        return (("hand",), ("answer",))

    def targets(self, view: Any, action: Action) -> tuple[Target, ...]:
        del view, action
        return ()

    def affected(self, view: Any, action: Action) -> tuple[Target, ...]:
        return self.targets(view, action)

    def answers(
        self, view: Any, choices: list[Choice], selected: Target | None, names: tuple[str, ...]
    ) -> list[Answer]:
        """All answers, or those about the selected target, as the game says them."""
        del names
        wanted = [choice for choice in choices if selected is None or selected in self.targets(view, choice.action)]
        return [Answer(choice.text[:1].upper() + choice.text[1:], choice.action) for choice in wanted]

    def is_about_both(self, view: Any, action: Action, selected: Target, other: Target) -> bool:
        del view, action, selected, other
        return False

    def heading(self, view: Any, selected: Target, answers: Sequence[Answer]) -> str:
        del answers
        return self.card_name(view, selected)

    def card_name(self, view: Any, target: Target) -> str:
        del view, target
        return ""

    def describe(self, view: Any, target: Target) -> str:
        del view, target
        return ""

    def why_not(self, view: Any, target: Target) -> str:
        del view, target
        return ""

    def pages(self, view: Any, target: Target, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        del view, target, names, levels
        return []


def summary(turn: StoryChapter) -> str:
    """All that was told of a turn, in one text."""
    return " ".join([sentence.text for sentence in turn.sentences])
