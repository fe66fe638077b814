"""The rooms before a game: the start, the form for a new game, and the shelf of saves. And the statistics, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from ai.bots.player_spec import EQUAL
from ai.kit import kind_words
from ai.levels import LEVELS
from engine import GAMES
from engine.core.errors import BadSetup
from engine.core.game import HUMAN
from engine.core.journal import NAME
from engine.core.setup import Edition, Variant, read_seed, seed_text
from engine.core.wording import plural
from saves import SaveError, SaveInfo
from saves.clean_text import clean_and_cut
from vok_tui.boards.line_reader import LineAnswer, as_sentence, spoken
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator.config import SettingValue
from vok_tui.coordinator.frontend import AtForm
from vok_tui.coordinator.settings import NO_NAME, SettingRow, setting_rows
from vok_tui.coordinator.start_options import setup_arguments
from vok_tui.plain.conversation import NOT_FOUND, LineCommand, LineQuestion
from vok_tui.plain.rooms import BACK, Hall, SimpleRoom
from vok_tui.records.game_stats import GameStats
from vok_tui.records.new_game import make_setup
from vok_tui.records.save_list import SaveQuery, dated_title, result_of, totals_text
from vok_tui.records.stats_text import (
    costly_text,
    headline,
    left_out_text,
    levels_text,
    loss_headline,
    points_text,
    rating_text,
    streaks_text,
)
from vok_tui.shared import levels
from vok_tui.shared.levels import FRIEND, FRIEND_SUMMARY, LadderRow, ladder_rows, selectable_levels

if TYPE_CHECKING:
    from vok_tui.learning.goal_counts import GoalState
    from vok_tui.records.loss_stats import LossStats

MAX_GROUPS_SAID: Final = 12
NAME_QUESTION: Final = "Your name?"
RANDOM: Final = "random"


class WelcomeRoom(SimpleRoom):
    """The first start: asks for a name, then offers a guided game."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self._name: str | None = None  # None until it was asked

    def question(self) -> LineQuestion:
        coordinator, known = self.coordinator, self.coordinator.player.options.config.name
        if self._name is None:
            hello = (
                "Welcome to Vok. Each question has numbered answers: type a number or a word. Type help at any time."
            )
            keeps = f" An empty line keeps {known}." if known else " An empty line leaves it out."
            return LineQuestion(f"{hello} {NAME_QUESTION}{keeps}", takes_text=True)
        guided = coordinator.new_games.guided_games

        game = coordinator.player.options.game
        offers = [
            (
                f"Guided game of {GAMES[each].title()}, {guided.minutes(each)} minutes",
                partial(self._leave, "learn", each),
            )
            for each in sorted(guided.games, key=lambda each: each != game)
        ]
        offers.append((f"A game of {GAMES[game].title()} at once", partial(self._leave, "first", game)))
        offers.append(("The menu", partial(self._leave, "start", game)))
        text = "A guided game shows a game at the real table, one idea at a time. Begin with what?"
        return self.offer(text, offers, back=self._ask_for_name)

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        return {
            "menu": LineCommand("to the start", lambda _: self._leave("start", self.coordinator.player.options.game))
        }

    def _leave(self, choice: str, game: str) -> None:
        self.coordinator.leave_welcome(self._name or self.coordinator.player.options.config.name, choice, game)

    def _ask_for_name(self) -> None:
        self._name = None

    def take_text(self, text: str | None) -> None:
        self._name = text or self.coordinator.player.options.config.name


class StartRoom(SimpleRoom):
    """The first question: continue, a new game, the daily games, practice, the shelf, statistics, goals, the own box."""

    def question(self) -> LineQuestion:
        coordinator, options = self.coordinator, self.coordinator.player.options
        offers: list[tuple[str, Callable[[], None]]] = []
        latest = coordinator.latest()
        if latest is not None:
            title = GAMES[latest.save.game].title()
            lesson = f"the guided game of {title}, {latest.lesson_state}"
            what = lesson if latest.lesson_state else save_title(latest.save)
            offers.append((f"Continue {what}", coordinator.continue_latest))
        daily, game = GAMES[options.daily_game], GAMES[options.game]
        offers += [
            ("New game", lambda: coordinator.show_over(AtForm())),
            (f"Daily games of {daily.title()}", coordinator.show_daily),
            ("Guided games", coordinator.new_games.choose_lesson),
            ("Practise your mistakes", coordinator.looking_back.practise),
            ("Puzzles", coordinator.looking_back.solve_puzzles),
            ("Saved games", coordinator.saved_games.show),
            ("Statistics", coordinator.looking_back.show_stats),
            ("Goals", coordinator.looking_back.show_goals),
            ("Settings", coordinator.show_settings),
        ]
        if table_kit_of(game).data is not None:
            offers.append(
                (f"What is printed in your own box of {game.title()}", lambda: coordinator.show_box(game.name()))
            )
        offers.append(("Quit", coordinator.quit))
        return self.offer("Vok. What do you want to do?", offers)


def all_stats_sentences(all_stats: Sequence[GameStats]) -> list[str]:
    """The statistics of all games as sentences, with what decisions have cost."""
    from vok_tui.records.loss_stats import loss_stats  # loads the analysis

    sentences: list[str] = []
    for stats in all_stats:
        sentences += stats_sentences(stats)
        sentences += [line for losses in loss_stats(stats.overall.games) for line in losses_of_games(losses)]
    return sentences or ["No finished game yet."]


def goal_sentences(states: Sequence[GoalState], now: datetime) -> list[str]:
    """The goals as sentences: how many are reached, then each."""
    from vok_tui.learning.goal_counts import group_title

    reached = [state for state in states if state.is_reached]
    sentences = [f"{len(reached)} of {len(states)} goals reached"]
    for state in [*reached, *[state for state in states if not state.is_reached]]:
        what = f"{group_title(state.goal.section)}, {state.goal.title}: {state.goal.text}"
        sentences.append(f"{what}, {'reached on ' if state.is_reached else ''}{state.standing_text(now)}")
    return [as_sentence(sentence) for sentence in sentences]


def stats_sentences(stats: GameStats) -> list[str]:
    """The statistics of a game as sentences: all games, then each group."""
    overall = (
        headline(stats),
        rating_text(stats),
        streaks_text(stats.overall),
        points_text(stats.overall, stats.score_word, ascii_only=True),
    )
    sentences = [f"{stats.title}, {overall[0]}", *overall[1:]]
    groups = [
        (label if name in label.split() else f"by {name} {label}", summary)  # "2 players" says what it is
        for name, by_label in stats.groups.items()
        for label, summary in by_label.items()
    ]
    groups += [(f"counted apart, {reason}", summary) for reason, summary in stats.kept_apart.items() if summary.games]
    for label, summary in groups[:MAX_GROUPS_SAID]:
        won = f", {summary.won} won, {summary.lost} lost" if summary.results else ""
        sentences.append(f"{label}: {plural(len(summary.games), 'game')}{won}")
    if len(groups) > MAX_GROUPS_SAID:
        sentences.append(f"vok stats has {len(groups) - MAX_GROUPS_SAID} groups more")
    return [as_sentence(spoken_number(sentence)) for sentence in sentences if sentence]


def losses_of_games(losses: LossStats) -> list[str]:
    """What the decisions of many games have cost, as sentences: all together, beside the levels, and each kind."""
    sentences = [f"What decisions cost, {losses.name}, {loss_headline(losses)}"]
    unit, units = ("stretch", "stretches") if losses.by_turns else ("decision", "decisions")
    levels = levels_text(losses)
    sentences += [f"Beside it: {levels.replace('  ', ', ')}"] if levels else []
    sentences += [
        f"{kind_words(losses.game, kind.name)}: {100 * kind.loss:.2f} in 100 per {unit}, "
        f"{plural(kind.decisions, unit, units)}, {kind.share:.0%} of all"
        for kind in losses.kinds()[:MAX_GROUPS_SAID]
    ]
    sentences += filter(None, [costly_text(losses), left_out_text(losses)])
    return [as_sentence(spoken_number(sentence)) for sentence in sentences]


def spoken_number(text: str) -> str:
    """A text of the statistics without signs that speech would leave out."""
    return spoken(text.replace("%", " percent"))


class FormRoom(SimpleRoom):
    """The form for a new game: begin, or change one field after the other."""

    def __init__(self, hall: Hall, opponents: tuple[str, ...] = (), edition: str = "") -> None:
        super().__init__(hall)
        self.coordinator.player.options = self.coordinator.player.options.for_table(opponents, edition)
        self._field = ""  # the field that is asked for; "" for the whole form
        self._seat = 0  # the place of the opponent that the field is about

    def question(self) -> LineQuestion:
        options, edition = self.coordinator.player.options, self._edition
        if self._field == "name":
            return LineQuestion(
                f"{NAME_QUESTION} An empty line keeps {options.config.name or 'none'}.", takes_text=True
            )
        if self._field == "seed":
            seed = "a random one" if options.seed is None else seed_text(options.seed)
            return LineQuestion(f"The seed: a number, words, or {RANDOM}? An empty line keeps {seed}.", takes_text=True)
        if self._field:
            asked = self._ask_field(self._field)
            self._acts[BACK] = self._change("")
            return replace(asked, back=LineAnswer(BACK, command=BACK))
        names, levels, _, first, _, _ = setup_arguments(options)
        offers: list[tuple[str, Callable[[], None]]] = [("Begin", self._begin)]
        offers.append((f"Game: {GAMES[options.game].title()}", self._change("game")))
        if len(GAMES[options.game].editions()) > 1:
            offers.append((f"Edition: {edition.name}", self._change("edition")))
        if len(edition.player_counts) > 1:
            offers.append((f"Players: {len(names)}", self._change("players")))
        offers += [
            (
                f"Opponent {place if len(levels) > 1 else ''}".rstrip() + f": {level_word(level)}",
                self._change("level", place),
            )
            for place, level in enumerate(levels, 1)
        ]
        offers.append((f"Your name: {names[0] or 'none'}", self._change("name")))
        offers.append((f"Who begins: {['by lot', 'you', 'the others'][min(first, 2)]}", self._change("first")))
        offers += [
            (f"{option.label}: {word}", self._change(f"option {index}"))
            for index, (option, word) in enumerate(zip(edition.options, self._words, strict=True))
        ]
        if not options.variant.cards and options.own_cards(options.game, edition.name):
            box = "Vok's cards" if options.shipped_cards else "the cards of your box"
            offers.append((f"Played with: {box}", partial(self._set, shipped_cards=not options.shipped_cards)))
        seed = "random" if options.seed is None else seed_text(options.seed)
        offers += [(f"Seed: {seed}", self._change("seed")), ("Back to the start", self.coordinator.go_to_start)]
        return self.offer("A new game. Begin, or change what?", offers)

    def take_text(self, text: str | None) -> None:
        field, self._field = self._field, ""
        if not text:
            return
        if field == "name":
            self.coordinator.player.change_setting("name", text)
        else:
            try:
                self._set(seed=None if text.casefold() == RANDOM else read_seed(text))
            except BadSetup as refused:
                self.conversation.refuse(as_sentence(str(refused)))

    @property
    def _edition(self) -> Edition:
        return GAMES[self.coordinator.player.options.game].edition(self.coordinator.player.options.variant.edition)

    @property
    def _words(self) -> tuple[str, ...]:
        return self._edition.all_choices(self.coordinator.player.options.variant.choices)

    def _change(self, field: str, seat: int = 0) -> Callable[[], None]:
        def change() -> None:
            self._field, self._seat = field, seat

        return change

    def _set(self, **changes: object) -> None:
        self.coordinator.player.options = replace(self.coordinator.player.options, **changes)  # type: ignore[arg-type]

    def _ask_field(self, field: str) -> LineQuestion:
        options, edition = self.coordinator.player.options, self._edition

        def chosen(act: Callable[[], None]) -> Callable[[], None]:
            def choose() -> None:
                self._field = ""
                act()

            return choose

        if field == "game":
            games = [(game.title(), chosen(partial(self._choose_game, name))) for name, game in GAMES.items()]
            return self.offer("Which game?", games)
        if field == "edition":
            editions = GAMES[options.game].editions()
            return self.offer(
                "Which edition?",
                [
                    (
                        f"{each.name}: {each.summary}",
                        chosen(partial(self._set, variant=Variant(each.name), players=None, levels=(), first=None)),
                    )
                    for each in editions
                ],
            )
        if field == "players":
            counts = [
                (plural(count, "player"), chosen(partial(self._set, players=count, first=None)))
                for count in edition.player_counts
            ]
            return self.offer("How many players, you among them?", counts)
        if field == "level":
            rows = {row.level: row for row in ladder_rows(self.coordinator.player.rate(options.game))}
            return self.offer(
                "Which opponent?",
                [
                    (level_summary(level, rows.get(level)), chosen(partial(self._choose_level, level)))
                    for level in selectable_levels(HUMAN, options.game)
                ],
            )
        if field == "first":
            players = len(setup_arguments(options).names)
            places = ["By lot", "You", *[f"Opponent {place}" for place in range(1, players)]]
            return self.offer(
                "Who begins?",
                [(text, chosen(partial(self._set, first=place))) for place, text in enumerate(places)],
            )
        index = int(field.removeprefix("option "))
        option = edition.options[index]
        return self.offer(
            f"{option.label}: {option.summary}. Which?",
            [(word, chosen(partial(self._choose_word, index, word))) for word in option.words],
        )

    def _choose_game(self, name: str) -> None:
        self.coordinator.player.choose_game(name)

    def _choose_level(self, level: str) -> None:
        levels = list(setup_arguments(self.coordinator.player.options).levels)
        levels[self._seat - 1] = HUMAN if level == FRIEND else level
        players = len(levels) + 1
        self._set(levels=tuple(levels), players=players)

    def _choose_word(self, index: int, word: str) -> None:
        words = [*self._words[:index], word, *self._words[index + 1 :]]
        self._set(variant=self.coordinator.player.options.variant._replace(choices=tuple(words)))

    def _begin(self) -> None:
        self.coordinator.new_games.begin(make_setup(*setup_arguments(self.coordinator.player.options)))


def level_word(level: str) -> str:
    return FRIEND if level == HUMAN else levels.level_text(level)


def level_summary(level: str, row: LadderRow | None = None) -> str:
    """A level and how it plays, with its row on the ladder."""
    if level == FRIEND:
        return f"{FRIEND}, {FRIEND_SUMMARY}"
    summary = levels.SUMMARY if level == EQUAL else LEVELS[level].summary if level in LEVELS else "a bot"
    return f"{level}, {summary}" if row is None else f"{level}, rated {row.rating:,}, {summary}; {row.note}"


def save_title(save: SaveInfo) -> str:
    """A save in a list: its game, its name or its players, and the day."""
    title = dated_title(save, datetime.now().astimezone())
    is_named = save.game in GAMES and GAMES[save.game].title() in title
    return spoken(title if is_named or save.game not in GAMES else f"{GAMES[save.game].title()}, {title}")


class SettingsRoom(SimpleRoom):
    """The settings with their values. An answer leads to the values of one setting, with the sentence about it."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self._row: SettingRow | None = None  # which is changed

    def question(self) -> LineQuestion:
        config, row = self.coordinator.player.options.config, self._row
        if row is None:
            offers = [
                (f"{each.label}: {each.chosen(config).word}", partial(self._open, each)) for each in setting_rows()
            ]
            return self.offer("Settings. Change which?", [*offers, ("Back to the start", self.coordinator.go_to_start)])
        text = f"{row.label}, now {row.chosen(config).word}. {row.sentence}"
        if not row.choices:
            return LineQuestion(f"{text} Type it, {NO_NAME} to have none, or back.", takes_text=True)
        choices = [(choice.word, partial(self._set, choice.value)) for choice in row.choices]
        return self.offer(f"{text} Which?", [*choices, ("As it is", self._close)])

    def take_text(self, text: str | None) -> None:
        if text is None:
            self._close()
        else:
            self._set("" if text == NO_NAME else text)

    def _open(self, row: SettingRow) -> None:
        self._row = row

    def _close(self) -> None:
        self._row = None

    def _set(self, value: SettingValue) -> None:
        row = self._row
        assert row is not None
        self._close()
        self.coordinator.player.change_setting(row.name, value)
        self.conversation.say(as_sentence(f"{row.label}: {row.chosen(self.coordinator.player.options.config).word}"))


class ShelfRoom(SimpleRoom):
    """The saves on the shelf or in the bin, the latest first. An answer opens a game, or takes it back from the bin."""

    def __init__(self, hall: Hall, *, in_bin: bool = False) -> None:
        super().__init__(hall)
        self._in_bin: Final = in_bin
        self._saves: list[SaveInfo] = []  # as they were listed

    def question(self) -> LineQuestion:
        coordinator, saved_games = self.coordinator, self.coordinator.saved_games
        try:
            listed = coordinator.shelf.list_bin(GAMES) if self._in_bin else coordinator.shelf.list_saves(GAMES)
            self._saves = SaveQuery().sorted_matches(listed)
        except SaveError as error:
            self.conversation.say(str(error))
            self._saves = []
        offers: list[tuple[str, Callable[[], None]]] = []
        for save in self._saves:
            act = partial(saved_games.restore if self._in_bin else saved_games.open, save)
            offers.append((f"{save_title(save)}, {result_of(save)}", act))
        offers = [
            (text, act) for text, (_, act) in zip(self._unlike([text for text, _ in offers]), offers, strict=True)
        ]
        heading = as_sentence(spoken(totals_text(self._saves))) if self._saves else self._no_saves
        if self._in_bin:
            heading = "In the bin: restore which one?" if self._saves else "The bin is empty. What next?"
            if self._saves:
                offers.append(("Empty the bin", saved_games.ask_to_empty_bin))
            offers.append(("Back to the saved games", saved_games.show))
        else:
            heading = f"{heading} {'Which one?' if self._saves else 'What next?'}"
            offers += [
                ("The bin", partial(saved_games.show, in_bin=True)),
                ("Back to the start", coordinator.go_to_start),
            ]
        return self.offer(heading, offers)

    def _unlike(self, texts: Sequence[str]) -> list[str]:
        """The texts of the saves, none like another: those that are alike with the time at which they were played last, and then
        with a number."""
        counts = Counter(texts)
        times = [f"{datetime.fromtimestamp(save.last_played).astimezone():%H:%M}" for save in self._saves]
        timed = [
            f"{text}, last played at {time}" if counts[text] > 1 else text
            for text, time in zip(texts, times, strict=True)
        ]
        counts, met = Counter(timed), Counter[str]()
        unlike = []
        for text in timed:
            met[text] += 1
            unlike.append(f"{text}, number {met[text]} of {counts[text]}" if counts[text] > 1 else text)
        return unlike

    @property
    def _no_saves(self) -> str:
        """What is said of a shelf without saves."""
        with suppress(SaveError):
            if not self.coordinator.shelf.is_empty:
                return "There are no saves here; all are in the bin."
        return "There are no saves yet."

    @property
    def commands(self) -> Mapping[str, LineCommand]:
        if self._in_bin:
            return super().commands
        return {
            **super().commands,
            "rename": LineCommand("give the game with this number another name", self._rename, "NUMBER NAME"),
            "delete": LineCommand("move the game with this number to the bin", self._delete, "NUMBER"),
        }

    def _numbered(self, number: str) -> SaveInfo | None:
        """The save with a number of the list that was read; says so if there is none."""
        answers = self.conversation.listing.answers
        index = int(number) - 1 if number.isdecimal() and len(number) < 4 else -1
        place = answers[index].command if 0 <= index < len(answers) else ""
        if place.isdecimal() and int(place) < len(self._saves):
            return self._saves[int(place)]
        self.conversation.refuse("Type the number of a game of the list.", NOT_FOUND, "a number of the list")
        return None

    def _rename(self, rest: str) -> None:
        number, _, name = rest.partition(" ")
        text = clean_and_cut(name)[: NAME.max_chars]
        save = self._numbered(number)
        if save is not None and not text:
            self.conversation.refuse("Type the name after the number.", NOT_FOUND, "a name")
        elif save is not None and self.coordinator.saved_games.annotate(save, NAME, text):
            self.conversation.say(f"This game is called {text}.")

    def _delete(self, number: str) -> None:
        save = self._numbered(number)
        if save is not None:
            self.coordinator.saved_games.delete(save)
