"""The board of a game that brings none: the generic panes and a plain list of answers. Also a base class for small boards."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Final

from engine.core.action import Action
from engine.core.game import NOBODY
from vok_tui.game.story import Choice, Sentence, StoryChapter
from vok_tui.painting.grid import Brush, Grid, Rect, Target
from vok_tui.painting.signs import shared_legend
from vok_tui.panes.scene import Answer, Page, PaneArrangement, Scene, SignNote, default_panes_and_board_rect
from vok_tui.panes.steps import ChapterDetails, SentenceDetails


class GenericBoard:
    """A board that reads nothing from the view. A subclass paints inside `board_rect` and says what its targets mean."""

    role_by_verb: Mapping[str, str] = {}  # `Answer.role` of the answers with each verb

    def __init__(self, title: str) -> None:
        self.title: Final = title
        self.is_enlarged = False

    # -- painting

    def arrange_panes(self, width: int, height: int, view: Any) -> PaneArrangement:
        del view
        return default_panes_and_board_rect(width, height)[0]

    def can_enlarge(self, width: int, height: int) -> bool:
        del width, height
        return False

    def board_rect(self, grid: Grid) -> Rect:
        """The rectangle that the generic panes leave free."""
        return default_panes_and_board_rect(grid.width, grid.height)[1]

    def paint_zones(self, grid: Grid, scene: Scene) -> None:
        """Paint the names of the players, a line each."""
        brush = Brush(grid, self.board_rect(grid))
        for seat, name in enumerate(scene.names):
            brush.write(1, 1 + seat, name, "sand")

    def status_text(self, scene: Scene) -> str:
        """The title of the latest chapter."""
        return scene.chapter_title

    def chapter_details(self, before: Any, after: Any, chapter: StoryChapter, is_chapter_over: bool) -> ChapterDetails:
        """The details of each sentence; if the views show points, also those of the player whose turn it was."""
        del is_chapter_over
        sentences = tuple([self.sentence_details(sentence) for sentence in chapter.sentences])
        seat, points = chapter.chapter.seat, (self.points(before), self.points(after))
        has_points = seat != NOBODY and all(points)
        return ChapterDetails(sentences, (points[0][seat], points[1][seat]) if has_points else None)

    def sentence_details(self, sentence: Sentence) -> SentenceDetails:
        """What the story shows besides a sentence: what the step gained, and the ink of its verb."""
        del sentence
        return SentenceDetails()

    def points(self, view: Any) -> Sequence[int]:
        """The points of each seat that the view shows; empty in a game without points."""
        del view
        return ()

    def changed_targets(self, before: Any, after: Any) -> frozenset[Target]:
        del before, after
        return frozenset()

    def legend(self, scene: Scene) -> list[tuple[str, str]]:
        return shared_legend(scene.signs)

    # -- what the targets mean

    def cursor_home_areas(self) -> tuple[str, ...]:
        return ("hand",)

    def areas_walked_in_lines(self) -> tuple[str, ...]:
        return ()

    def tab_groups(self) -> tuple[tuple[str, ...], ...]:
        return (("hand",), ("answer",))

    def hand_cards(self, view: Any) -> Sequence[Hashable]:
        del view
        return ()

    def viewer_secrets(self, view: Any) -> Sequence[str]:
        return [self.target_name(view, Target("hand", i)) for i in range(len(self.hand_cards(view)))]

    def with_hand_order(self, view: Any, order: Sequence[int]) -> Any:
        del order
        return view

    def targets_of_action(self, view: Any, action: Action) -> tuple[Target, ...]:
        del view, action
        return ()

    def affected_targets(self, view: Any, action: Action) -> tuple[Target, ...]:
        return self.targets_of_action(view, action)

    def answers(
        self, view: Any, choices: list[Choice], selected: Target | None, names: tuple[str, ...]
    ) -> list[Answer]:
        """All answers, or those about the selected target, in the words of the game."""
        del names
        listed = [
            choice for choice in choices if selected is None or selected in self.targets_of_action(view, choice.action)
        ]
        return [
            Answer(
                choice.text[:1].upper() + choice.text[1:],
                choice.action,
                role=self.role_by_verb.get(choice.action.verb, ""),
            )
            for choice in listed
        ]

    def is_about_both(self, view: Any, action: Action, selected: Target, other: Target) -> bool:
        del view, action, selected, other
        return False

    def heading(self, view: Any, selected: Target, answers: Sequence[Answer]) -> str:
        del answers
        return self.target_name(view, selected)

    def target_name(self, view: Any, target: Target) -> str:
        del view, target
        return ""

    def target_description(self, view: Any, target: Target) -> str:
        del view, target
        return ""

    def why_not(self, view: Any, target: Target) -> str:
        del view, target
        return ""

    def pages_about(self, view: Any, target: Target, names: tuple[str, ...], levels: tuple[str, ...]) -> list[Page]:
        del view, target, names, levels
        return []

    def sign_notes(self, scene: Scene, target: Target) -> Iterable[SignNote]:
        del scene, target
        return ()
