"""Parses the players on the command line, for all commands: a level with an optional budget, or an external bot."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from vok_tui.shared.errors import UsageError

if TYPE_CHECKING:
    from ai.bots.player_spec import PlayerSpec
    from ai.levels import Budget


def parse_player(command: str, text: str, budget: "Budget", *, gauges_allowed: bool = True) -> "PlayerSpec":
    """The player spec in `text`; `budget` is its default budget. Raises UsageError, also for a gauge if none is allowed."""
    from ai.bots.player_spec import parse_player_spec
    from ai.levels import GAUGES, LEVELS, UnknownLevel
    from engine.core.errors import BadSetup
    from vok_tui.shared.errors import suggestion_clause

    try:
        player = parse_player_spec(text, budget)
    except UnknownLevel as unknown:
        hint = suggestion_clause(unknown.level, list(LEVELS))
        bot_hint = "; a bot of your own is named module:Class" if hint[-1] != "?" and set(text) & set(":/.") else ""
        raise UsageError(f'{command}: there is no level "{unknown.level}"{hint}{bot_hint}') from None
    except BadSetup as refused:
        raise UsageError(f"{command}: {refused}") from None
    if not gauges_allowed and player.level in GAUGES:
        raise UsageError(f"{command}: {text.partition(':')[0]} plays only in contests; see vok arena --help")
    return player


def check_levels(command: str, game: str, players: "Iterable[PlayerSpec]") -> None:
    """Raise UsageError for a level that cannot play this game, because the game has no evaluator for it."""
    from ai.kit import kit_of
    from ai.levels import GAUGES, LEVELS
    from engine.games import GAMES

    kit = kit_of(GAMES[game])
    for level in [player.level for player in players]:
        if level in (*LEVELS, *GAUGES) and not kit.has_level(level):
            known = ", ".join(kit.level_names())
            raise UsageError(f"{command}: {level} does not play {kit.game.title()}; its levels are: {known}")


def check_level_has_no_budget(command: str, text: str) -> None:
    """Check a level for a command with reproducible games. Raises UsageError for an unknown level, and for one with a budget."""
    from ai.levels import LEVELS, Budget

    if text not in LEVELS and (level := text.partition(":")[0]) in LEVELS:
        raise UsageError(
            f'{command}: {level} plays here with its default budget, not as "{text}"; vok arena gives it another'
        )
    parse_player(command, text.partition(":")[0], Budget(), gauges_allowed=False)


def parse_seat_level(text: str, default_milliseconds: int) -> str:
    """The level of a seat, as `Seat.level` stores it: `priest`, `priest:400`, `pharaoh:300ms`, `mybots:Clever`, `equal` or
    `human`. `default_milliseconds` applies to players without a budget of their own. Raises UsageError."""
    from ai.bots.player_spec import EQUAL
    from ai.levels import GAUGES, LEVELS, Budget
    from engine.core.game import HUMAN
    from saves.format.header import MAX_LEVEL_CHARS
    from vok_tui.shared.errors import suggestion_clause

    if text in (HUMAN, EQUAL):
        return text
    if ":" not in text and text not in (*LEVELS, *GAUGES):
        raise UsageError(f'play: there is no level "{text}"{suggestion_clause(text, [*LEVELS, EQUAL, HUMAN])}')
    name = parse_player("play", text, Budget(0, default_milliseconds), gauges_allowed=False).text
    if len(name) > MAX_LEVEL_CHARS:
        raise UsageError(f'play: "{name[:20]}..." is too long: a save stores at most {MAX_LEVEL_CHARS} characters')
    return name
