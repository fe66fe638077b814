"""Words that the sentences of every game need: the name of a player, and a number with its noun."""


def seat_name(seat: int, names: tuple[str, ...]) -> str:
    """The name of the player at a seat; "Player N", counted from 1, if the seat has no name."""
    return names[seat] if seat < len(names) else f"Player {seat + 1}"


def plural(count: int, singular: str, plural_form: str = "") -> str:
    """ "1 card", "3 cards". Without `plural_form`, the plural is `singular` and an s."""
    return f"{count} {singular if count == 1 else plural_form or singular + 's'}"
