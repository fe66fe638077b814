"""What a game lets the players choose before it begins: an edition, and the options of that edition."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.core.errors import BadSetup

MAX_SHOWN_CHARS: Final = 40  # of a wrong word in an error


class Option(NamedTuple):
    """One thing that is decided before the first move. `words` are the possible answers as `Setup.choices` holds them."""

    name: str  # for the command line, unique in its edition: "goal"
    label: str  # for a form: "Treasure to win"
    words: tuple[str, ...]
    default: str  # one of `words`
    summary: str  # one sentence without a full stop, for help


class Edition(NamedTuple):
    """A way to play a game: for how many players, and what it leaves open."""

    name: str
    min_players: int
    max_players: int
    summary: str
    options: tuple[Option, ...] = ()

    @property
    def default_choices(self) -> tuple[str, ...]:
        """The default of each option: what `Setup.choices` means when it is empty."""
        return tuple([option.default for option in self.options])


def check_choices(edition: Edition, words: Sequence[str]) -> tuple[str, ...]:
    """One word for each option, in the order of the options; or none, which means the default of each. Raises BadSetup."""
    if not words:
        return ()
    if len(words) != len(edition.options):
        names = ", ".join([option.name for option in edition.options]) or "nothing"
        raise BadSetup(
            f"the edition {edition.name} lets you choose {names}, and {len(words)} words choose something else"
        )
    for option, word in zip(edition.options, words, strict=True):
        if word not in option.words:
            raise BadSetup(f"{option.name} is one of {', '.join(option.words)}, not {word[:MAX_SHOWN_CHARS]!r}")
    return tuple(words)


def choices_by_name(edition: Edition, chosen: Mapping[str, str]) -> tuple[str, ...]:
    """The choices of a setup from words by the name of their option; what is not named keeps its default. Raises BadSetup."""
    names = [option.name for option in edition.options]
    for name in chosen:
        if name not in names:
            known = f"there are {', '.join(names)}" if names else "there are none"
            raise BadSetup(f"the edition {edition.name} has no option {name[:MAX_SHOWN_CHARS]!r}; {known}")
    if not chosen:
        return ()
    return check_choices(edition, [chosen.get(option.name, option.default) for option in edition.options])
