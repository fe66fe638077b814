"""The story pane: what was played, turn by turn, the latest at the bottom; what is new since your turn is marked."""

from collections.abc import Callable, Sequence

from engine.core.game import NOBODY
from vok_tui.game.story import Sentence, StoryChapter
from vok_tui.panes.grid import Brush, Ink
from vok_tui.panes.scene import Scene
from vok_tui.panes.text import wrap

SentenceText = Callable[[Sentence], str]
StoryLine = tuple[str, Ink, bool]  # text, ink, whether it is new since the viewer's own turn


def full_text(sentence: Sentence) -> str:
    """The full text of a sentence."""
    return sentence.text


def story_lines(scene: Scene, width: int, wanted: int, words: SentenceText = full_text) -> list[StoryLine]:
    """The latest lines, oldest first: at least `wanted`, in whole turns. Earlier turns are not wrapped, so the cost does not
    grow with the length of the game."""
    new = {turn.chapter for turn in scene.turns_since}
    made: list[StoryLine] = []
    for turn in reversed(scene.turns):
        if len(made) >= wanted:
            break
        made = turn_lines(scene, turn, width, turn.chapter in new, words) + made
    return made


def turn_lines(scene: Scene, turn: StoryChapter, width: int, fresh: bool, words: SentenceText) -> list[StoryLine]:
    """The lines of a turn: a heading, then the sentences."""
    made: list[StoryLine] = [(chapter_heading(scene, turn), ("lapis", "bold"), fresh)]
    for text in turn_texts(turn, scene, words):
        made += [(line, ("sand",) if fresh else ("dune",), fresh) for line in wrap(text, width - 1, 1)]
    return made


def chapter_heading(scene: Scene, turn: StoryChapter) -> str:
    """The heading of a turn or phase: its number and whose turn it was, or its title where it was everybody's."""
    chapter = turn.chapter
    if chapter.seat == NOBODY:
        return chapter.title
    return " ".join([str(chapter.number), turn_player(scene, turn), chapter.phase]).strip()


def turn_player(scene: Scene, turn: StoryChapter) -> str:
    """Whose turn it was, as it appears in the sentences; "" in a chapter of all players."""
    seat = turn.chapter.seat
    if seat == NOBODY:
        return ""
    return "You" if seat == scene.viewer else scene.names[seat]


def turn_texts(turn: StoryChapter, scene: Scene, words: SentenceText) -> list[str]:
    """The sentences of a turn, without the player's name at the start; repeated sentences are counted."""
    name = turn_player(scene, turn) + " "
    texts: list[str] = []
    counts: list[int] = []
    for sentence in turn.sentences:
        text = words(sentence)
        if sentence.seat == turn.chapter.seat and text.startswith(name):
            text = text[len(name) :]
        if texts and texts[-1] == text:
            counts[-1] += 1
        else:
            texts.append(text)
            counts.append(1)
    times = [f" {scene.signs.times}{n}." if n > 1 else "." for n in counts]
    return [text.removesuffix(".") + end for text, end in zip(texts, times, strict=True)]


def paint_story(brush: Brush, scene: Scene, scroll: int = 0, words: SentenceText = full_text) -> int:
    """Paint the latest lines that fit, scrolled back by `scroll` lines, but not beyond the beginning. `words` gives the text of
    a sentence, perhaps shortened. Returns the number of lines scrolled back."""
    brush.write(0, 0, "Log", "lapis", "bold")
    made, height = story_lines(scene, brush.width, brush.height + scroll, words), brush.height - 1
    scroll = min(scroll, max(0, len(made) - height))
    for y, (text, ink, fresh) in enumerate(visible_lines(made, height, scroll)):
        if fresh:
            brush.write(0, y + 1, scene.signs.new_bar, "gold")
        brush.write(1, y + 1, text, *ink)
    return scroll


def visible_lines(made: Sequence[StoryLine], height: int, scroll: int) -> Sequence[StoryLine]:
    """The last `height` lines, scrolled back by `scroll` lines."""
    end = max(min(height, len(made)), len(made) - scroll)
    return made[max(0, end - height) : end]
