"""What the players choose before a game: an edition, and the options of that edition."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core.errors import BadSetup, quoted


class Option(NamedTuple):
    """Something to choose before the first move. `words` are the possible choices, as `Setup.choices` stores them."""

    name: str  # on the command line, unique in its edition: "goal"
    label: str  # in a form: "Treasure to win"
    words: tuple[str, ...]
    default: str  # one of `words`
    summary: str  # one sentence without a full stop, for help


class Edition(NamedTuple):
    """One way to play a game: for how many players, and with which options."""

    name: str
    min_players: int
    max_players: int
    summary: str
    options: tuple[Option, ...] = ()

    @property
    def player_counts(self) -> range:
        """All numbers of players that can play it."""
        return range(self.min_players, self.max_players + 1)

    @property
    def default_choices(self) -> tuple[str, ...]:
        """The default of each option. An empty `Setup.choices` stands for them."""
        return tuple([option.default for option in self.options])


def check_choices(edition: Edition, option_words: Sequence[str]) -> tuple[str, ...]:
    """Check one word for each option, in the order of the options, and return them; () for all defaults. Raises BadSetup."""
    if not option_words:
        return ()
    if len(option_words) != len(edition.options):
        names = ", ".join([option.name for option in edition.options]) or "nothing"
        raise BadSetup(
            f"the edition {edition.name} lets you choose {names}; {len(option_words)} choices do not fit that"
        )
    for option, word in zip(edition.options, option_words, strict=True):
        if word not in option.words:
            raise BadSetup(f"{option.name} is one of {', '.join(option.words)}, not {quoted(word)}")
    return tuple(option_words)


def choices_in_order(edition: Edition, words_by_option: Mapping[str, str]) -> tuple[str, ...]:
    """The choices of a setup, in the order of the options. An option without a word has its default; () if no option has a
    word. Raises BadSetup."""
    names = [option.name for option in edition.options]
    for name in words_by_option:
        if name not in names:
            known = f"there are {', '.join(names)}" if names else "there are none"
            raise BadSetup(f"the edition {edition.name} has no option {quoted(name)}; {known}")
    if not words_by_option:
        return ()
    return check_choices(edition, [words_by_option.get(option.name, option.default) for option in edition.options])
