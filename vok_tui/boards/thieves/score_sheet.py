"""The score sheet of King of Thieves, and how a tie was broken."""

from collections.abc import Sequence

from engine.core.wording import plural
from engine.thieves.view import ThievesView
from vok_tui.boards.table_kit import ScoreSheet, SheetRow, winners_sentence


def standing_rows(view: ThievesView) -> tuple[SheetRow, ...]:
    """The treasure, reputation and number of cards of each thief."""
    thieves = view.seats
    return (
        SheetRow("Treasure", tuple([str(thief.treasure) for thief in thieves]), "bold"),
        SheetRow("Reputation", tuple([str(thief.reputation) for thief in thieves])),
        SheetRow("Hand", tuple([str(thief.hand_count) for thief in thieves])),
    )


def score_sheet(view: ThievesView, won: Sequence[bool], names: Sequence[str], your_seat: int) -> ScoreSheet:
    """The score sheet of a finished game."""
    thieves = view.seats
    winners = ["You" if seat == your_seat else names[seat] for seat, has_won in enumerate(won) if has_won]
    treasure = max([thief.treasure for thief, has_won in zip(thieves, won, strict=True) if has_won])
    reputation = [f"{thief.reputation}, out" if thief.status == "out" else str(thief.reputation) for thief in thieves]
    rows = (SheetRow("Reputation", tuple(reputation)),)
    totals = (SheetRow("Treasure", tuple([str(thief.treasure) for thief in thieves]), "bold"),)
    title = winners_sentence(winners, f" with {treasure} treasure")
    return ScoreSheet(title, end_reason(view, won), tuple(won), rows, totals)


def end_reason(view: ThievesView, won: Sequence[bool]) -> str:
    """Why the game is over, and how a tie was broken."""
    thieves = view.seats
    remaining = [thief for thief in thieves if thief.status != "out" and thief.reputation > 0]
    max_treasure = max([thief.treasure for thief in thieves])
    winners = [thief for thief, has_won in zip(thieves, won, strict=True) if has_won]
    tied = [thief for thief in thieves if thief.treasure == max_treasure]
    is_tie_broken = len(tied) > len(winners) and winners[0].treasure == max_treasure > 0
    tie = " Level on treasure: treasure and reputation together decide." if is_tie_broken else ""
    if winners[0].treasure >= view.goal:
        return f"{plural(view.goal, 'treasure', 'treasure')} win the game.{tie}"
    if len(remaining) <= 1:
        return "All others have lost their reputation." if remaining else f"Nobody has any reputation left.{tie}"
    return f"No tomb is left.{tie}"
