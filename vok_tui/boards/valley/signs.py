"""The signs of sets and editions, and the abbreviations on the table."""

from typing import Final

from vok_tui.painting.signs import GameSigns, Signs

OTHER_SET: Final = "other"  # the name of the sign of unknown sets
FROM_BASE: Final = "from base"
FROM_AFTERLIFE: Final = "from afterlife"
VALLEY_SIGNS: Final = GameSigns(
    unicode={
        FROM_BASE: "☼",
        FROM_AFTERLIFE: "☾",
        "starter": "·",
        "sarcophagi": "▮",
        "canopic jars": "∪",
        "amulets": "☥",
        "books": "≡",
        "statues": "♜",
        "mummification": "§",
        "jewelry": "○",
        "chambers": "Π",
        "weapons": "†",
        "tomb art": "¶",
        "unique": "★",
        OTHER_SET: "¤",
    },
    ascii={
        FROM_BASE: "V",
        FROM_AFTERLIFE: "A",
        "starter": ".",
        "sarcophagi": "#",
        "canopic jars": "u",
        "amulets": "%",
        "books": "=",
        "statues": "&",
        "mummification": "$",
        "jewelry": "(",
        "chambers": "n",
        "weapons": "/",
        "tomb art": "Y",
        "unique": "!",
        OTHER_SET: "?",
    },
    shared=(
        ("{paid}{unpaid}{lost}", "gold: paid, missing, lost"),
        ("{done}", "can be bought, complete, has won"),
        ("0{becomes}1", "points now, with one card more"),
    ),
    legend=(
        (FROM_BASE, "from Valley of the Kings"),
        (FROM_AFTERLIFE, "from Afterlife"),
        ("starter", "starters"),
        ("sarcophagi", "Sarcophagi"),
        ("canopic jars", "Canopic Jars"),
        ("amulets", "Amulets"),
        ("books", "Books"),
        ("statues", "Statues"),
        ("mummification", "Mummification"),
        ("jewelry", "Jewelry"),
        ("chambers", "Chambers"),
        ("weapons", "Weapons"),
        ("tomb art", "Tomb Art"),
        ("unique", "unique artifacts"),
        (OTHER_SET, "a set that only custom cards have"),
    ),
    abbreviations=(
        ("2g", "a card's gold, if you lay it out to buy"),
        ("act", "its action: it can be executed now"),
        ("3/6", "three of the six kinds of a set lie in the tomb"),
        ("{filled}{filled}{hollow}{hollow}", "the same as a row of signs"),
        (
            "{statues}3",
            "at an opponent: three kinds of this set lie in the tomb; after {starter} and {unique}, single cards",
        ),
        ("▒▒▒", "the stock: its cards lie face down"),
        ("tomb +5", "the points that your tomb gains if you entomb the card"),
        ("+5", "in the log: the points that a step brought"),
        ("6+", "only those who own six cards or more"),
        ("Answer", "a reaction: used in the turn of another player, when it says so"),
        ("pile", "the discard pile of a player"),
        ("cost 4{becomes}3", "what is printed, and what it costs you today"),
        (
            "{filled}{hollow}{times}",
            "in a tomb: a kind that is there, one that is missing, one that is no longer available",
        ),
        ("2 Urn, Urn {times}2", "two equal cards; in the log, two equal steps in a row"),
        ("8{becomes}13", "at a turn of the log: the points before and after it"),
        ("costs {minus}2", "all that you buy in this turn costs two less"),
        ("next card twice", "the best card of your next payment counts twice"),
        ("any row", "your next purchase may come from any row of the pyramid"),
        ("entombed", "you have entombed your card of this turn"),
        ("pyramid +1", "one lies in the pyramid, and one you have not seen"),
    ),
)


def sign_of_set(signs: Signs, set_name: str) -> str:
    """The sign of a set; that of `OTHER_SET` for an unknown set."""
    return signs.game_signs.get(set_name.casefold(), signs.game_signs[OTHER_SET])


def edition_sign(signs: Signs, edition: str, mixed: bool) -> str:
    """The sign of an edition, which follows the sign of the set; "" unless cards of two games are `mixed`, and for cards of both
    games."""
    return signs.game_signs.get(f"from {edition}", "") if mixed else ""


def edition_legend(signs: Signs) -> tuple[tuple[str, str], ...]:
    """The signs of the editions and their meanings, for a game with cards of both."""
    meanings = dict(VALLEY_SIGNS.legend)
    return tuple((signs.game_signs[name], meanings[name]) for name in (FROM_BASE, FROM_AFTERLIFE))
