"""The colours of the house, once for many colours and once for sixteen.

Panes and styles name a colour by what it is (`$gold`, `$dune`), never by its number. A colour only ever repeats what a
glyph or a word says already: without any colour the screens read the same.
"""

from typing import Final

from textual.theme import Theme

VOK: Final = "vok"
SIXTEEN: Final = "vok-16"
PLAIN: Final = "ansi-dark"  # with NO_COLOR: Textual sends no colour code at all under it, and greys under any other

# name: with many colours, with sixteen
COLOURS: Final = {
    "night": ("#0f1420", "ansi_default"),  # behind everything
    "stone": ("#242830", "ansi_default"),  # a pane, a block; so grey that 256 colours have it too
    "block": ("#c9b07c", "ansi_default"),  # sandstone in the light, with ink on it
    "hint": ("#24407a", "ansi_bright_cyan"),  # the key that chooses a block
    "ink": ("#1c1a14", "ansi_default"),
    "sand": ("#e4d6b4", "ansi_default"),  # what is read
    "dune": ("#9c8f73", "ansi_white"),  # what may be overlooked
    "gold": ("#f0c24b", "ansi_bright_yellow"),  # what is chosen, what is won
    "lapis": ("#7fa6e8", "ansi_bright_cyan"),  # keys and headings
    "deep": ("#2b4a86", "ansi_blue"),  # lines and frames
    "faience": ("#62b8a4", "ansi_bright_green"),  # what may be done
    "carnelian": ("#d9715a", "ansi_bright_red"),  # what went wrong
}


def _theme(name: str, column: int) -> Theme:
    colour = {key: both[column] for key, both in COLOURS.items()}
    sixteen = column == 1
    return Theme(
        name=name,
        primary=colour["deep"],
        secondary=colour["lapis"],
        accent=colour["gold"],
        warning=colour["gold"],
        error=colour["carnelian"],
        success=colour["faience"],
        foreground=colour["sand"],
        background=colour["night"],
        surface=colour["stone"],
        panel=colour["stone"],
        boost="ansi_default" if sixteen else None,
        dark=True,
        ansi=sixteen,
        variables={
            **colour,
            **({"ansi-background": "ansi_black", "ansi-foreground": "ansi_white"} if sixteen else {}),
            "block-cursor-foreground": "ansi_black" if sixteen else colour["ink"],
            "block-cursor-background": "ansi_white" if sixteen else colour["gold"],
            "border": colour["lapis"],
            "border-blurred": colour["deep"],
            "footer-background": colour["night"],
            "footer-key-foreground": colour["lapis"],
            "input-cursor-text-style": "reverse",
            "scrollbar": "ansi_blue" if sixteen else colour["deep"],
            "scrollbar-background": colour["night"],
            "scrollbar-corner-color": colour["night"],
        },
    )


THEMES: Final = (_theme(VOK, 0), _theme(SIXTEEN, 1))


def defaults() -> dict[str, str]:
    """Our colours for a theme that is not ours: the sixteen, which any terminal has."""
    return {name: both[1] for name, both in COLOURS.items()}


def chosen(no_color: bool, sixteen: bool) -> str:
    """The theme for a terminal."""
    if no_color:
        return PLAIN
    return SIXTEEN if sixteen else VOK
