"""The colours of the screens: our own theme, and the same set of colours derived from each of Textual's themes.

Panes and style sheets use colours by name (`$gold`, `$dune`), never by number. A colour only repeats what a sign or a word says,
so the screens can be used without colours.

Text has a contrast of at least 4.5 to its background (WCAG 2), also where a terminal has only 256 colours: `READ_ON` says which
ink is read on what. A theme with the colours of the terminal cannot know them, so it uses only the default text colour and bright
colours on the default background.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.app import App
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme
from textual.widget import Widget

from saves.clean_text import visible
from vok_tui.shared.errors import ConfigError, suggestion_clause

VOK_THEME: Final = "vok"
SIXTEEN_COLOR_THEME: Final = "vok-16"
NO_COLOR_THEME: Final = "ansi-dark"  # for NO_COLOR: here Textual sends no colour codes

ColorsByName = Mapping[str, str]

VOK_COLORS: Final[ColorsByName] = {
    "night": "#0f1420",  # the background of everything
    "stone": "#242830",  # a pane, a block; a grey that the 256 colours contain
    "block": "#c9b07c",  # sandstone in the light, with ink on it
    "deep": "#2b4a86",  # lines and frames; behind the first line of the table
    "marked": "#1c2f55",  # behind the chosen line of a list
    "ink": "#1c1a14",  # on blocks and on gold
    "hint": "#24407a",  # the key of a block
    "sand": "#e4d6b4",  # text
    "dune": "#a89b7e",  # secondary text
    "gold": "#f0c24b",  # what is chosen or won; behind the cell under the cursor
    "lapis": "#7fa6e8",  # keys and headings
    "faience": "#62b8a4",  # what is possible
    "carnelian": "#e58a74",  # errors
    "clay": "#d99a6c",  # this and the next six: for what a game distinguishes by colour
    "teal": "#62b8a4",
    "amber": "#f0c24b",
    "olive": "#a9c27a",
    "sky": "#7fa6e8",
    "rose": "#d98ab0",
    "ash": "#a89b7e",
}
BRIGHT_COLORS: Final[ColorsByName] = dict.fromkeys(VOK_COLORS, "ansi_default") | {
    "hint": "ansi_bright_cyan",
    "deep": "ansi_bright_blue",
    "gold": "ansi_bright_yellow",
    "lapis": "ansi_bright_cyan",
    "faience": "ansi_bright_green",
    "carnelian": "ansi_bright_red",
    "clay": "ansi_bright_red",
    "teal": "ansi_bright_green",
    "amber": "ansi_bright_yellow",
    "olive": "ansi_bright_green",
    "sky": "ansi_bright_blue",
    "rose": "ansi_bright_magenta",
}
# For a light background, on which bright colours cannot be read.
TERMINAL_COLORS: Final[ColorsByName] = dict.fromkeys(VOK_COLORS, "ansi_default")

# Required contrasts: a little more than needed, because a terminal rounds colours.
SAND_CONTRAST: Final = 5.5  # $sand
INK_CONTRAST: Final = 4.7  # all other inks
STONE_CONTRAST: Final = 1.2  # a pane against its background
MARKED_CONTRAST: Final = 1.35  # the chosen line of a list against the others
DEEP_CONTRAST: Final = 1.7  # frames and the first line of the table against their background
TEXT_CONTRAST: Final = 4.5  # of any text, as it is shown
GREY_STEPS: Final = 25  # between black and white, as Rich rounds
BLEND_STEPS: Final = 20  # steps from one colour to another in search of a contrast

GROUNDS: Final = ("night", "stone", "marked")  # on which all inks are read
INK_GROUNDS: Final = ("block", "gold", "clay", "teal", "amber", "olive", "sky")  # on which $ink is read
READ_ON: Final[Mapping[str, tuple[tuple[str, ...], float]]] = {
    "stone": (("night",), STONE_CONTRAST),
    "marked": (("night",), MARKED_CONTRAST),
    "deep": (("night",), DEEP_CONTRAST),
    "sand": ((*GROUNDS, "deep"), SAND_CONTRAST),
    "block": (("night",), SAND_CONTRAST),
    "gold": ((*GROUNDS, "deep"), INK_CONTRAST),
    **dict.fromkeys(
        ("dune", "ash", "lapis", "faience", "carnelian", "clay", "teal", "amber", "olive", "sky", "rose"),
        (GROUNDS, INK_CONTRAST),
    ),
    "ink": (INK_GROUNDS, INK_CONTRAST),
    "hint": (("block", "gold"), INK_CONTRAST),
}
"""What each colour is seen on, and with which contrast. A colour comes after those that it is seen on."""


def with_vok_colors(theme: Theme, *, in_256_colors: bool = False) -> Theme:
    """A theme with all colours that our screens use. Those that one of Textual's themes lacks are derived from it; with
    `in_256_colors`, all of them are among those that a terminal with 256 colours has."""
    is_ours = theme.name in BUILTIN_THEMES or (in_256_colors and theme.name == VOK_THEME)
    return _made_theme(theme.name, in_256_colors) if is_ours else theme


@lru_cache(2 * len(BUILTIN_THEMES))
def _made_theme(name: str, in_256_colors: bool) -> Theme:
    theme = BUILTIN_THEMES.get(name)
    if theme is not None and theme.ansi:
        return make_theme(name, BRIGHT_COLORS if theme.dark else TERMINAL_COLORS, theme.dark)
    colours = derive_colors(theme) if theme is not None else VOK_COLORS
    return make_theme(name, among_256_colors(colours) if in_256_colors else colours, theme is None or theme.dark)


def derive_colors(theme: Theme) -> ColorsByName:
    """Our colours, derived from those of a theme. Backgrounds stay; text colours are moved towards black or white until they can
    be read on each of their backgrounds."""
    base = {
        name: Color.parse(text) for name, text in theme.to_color_system().generate().items() if name in THEME_COLORS
    }
    night, primary, accent, foreground = base["background"], base["primary"], base["accent"], base["foreground"]
    success, warning, error = base["success"], base["warning"], base["error"]
    found = {
        "night": night,
        "ink": night,
        "stone": _first_color_with_contrast(night, STONE_CONTRAST, base["surface"], foreground),
        "deep": _first_color_with_contrast(night, DEEP_CONTRAST, night, primary, foreground),
        "marked": _first_color_with_contrast(night, MARKED_CONTRAST, night, primary, foreground),
    }

    def add(name: str, wanted: Color) -> Color:
        grounds, least = READ_ON[name]
        found[name] = readable_color(wanted, tuple([found[ground] for ground in grounds]), least)
        return found[name]

    sand = add("sand", foreground)
    inks = {
        "block": sand.blend(night, 0.25),
        "dune": sand.blend(night, 0.45),
        "ash": sand.blend(night, 0.45),
        "gold": accent,
        "lapis": primary,
        "faience": success,
        "carnelian": error,
        "clay": warning,
        "teal": success,
        "amber": accent,
        "olive": success.blend(warning, 0.5),
        "sky": primary,
        "rose": error.blend(primary, 0.5),
        "hint": primary.blend(night, 0.5),
    }
    for name, wanted in inks.items():
        add(name, wanted)
    return {name: colour.hex6 for name, colour in found.items()}


def among_256_colors(colours: ColorsByName) -> ColorsByName:
    """The nearest colours of a terminal with 256 that can be read on each other. Those that Rich takes for others may not be."""
    palette = _palette()
    found = {"night": _nearest(Color.parse(colours["night"]), palette)}
    for name, (grounds, least) in READ_ON.items():
        least = min(least, TEXT_CONTRAST)  # nothing is rounded any more
        readable = [each for each in palette if all(contrast(each, found[ground]) >= least for ground in grounds)]
        found[name] = _nearest(Color.parse(colours[name]), readable or palette)
    return {name: palette[shown].hex6 for name, shown in found.items()}


@lru_cache(1)
def _palette() -> Mapping[Color, Color]:
    """Those of the 256 colours that are the same in all terminals: for each the colour that Rich takes for it."""
    steps = (0, *range(95, 256, 40))
    colours = [Color(red, green, blue) for red in steps for green in steps for blue in steps]
    greys = [round(255 * step / GREY_STEPS) for step in range(GREY_STEPS + 1)]
    found = {}
    for colour in (*colours, *[Color(grey, grey, grey) for grey in greys]):
        rounded = RichColor.from_rgb(*colour.rgb).downgrade(ColorSystem.EIGHT_BIT)
        found[Color(*rounded.get_truecolor())] = colour
    return found


def _nearest(wanted: Color, colours: Iterable[Color]) -> Color:
    """The colour that looks most like another one; the hue counts more than the brightness."""

    def distance(other: Color) -> float:
        red, green, blue = other.r - wanted.r, other.g - wanted.g, other.b - wanted.b
        luma = 0.3 * red + 0.6 * green + 0.1 * blue
        return 2 * luma**2 + (red - luma) ** 2 + (blue - luma) ** 2

    return min(colours, key=distance)


THEME_COLORS: Final = ("background", "surface", "foreground", "primary", "accent", "success", "warning", "error")


def readable_color(colour: Color, backgrounds: tuple[Color, ...], min_contrast: float) -> Color:
    """`colour`, or the first colour between it and black or white that has at least `min_contrast` to all `backgrounds`; black or
    white if there is none."""
    pole = max(BLACK, WHITE, key=lambda end: min(contrast(end, background) for background in backgrounds))
    for step in range(BLEND_STEPS):
        blended = colour.blend(pole, step / BLEND_STEPS)
        if all(contrast(blended, background) >= min_contrast for background in backgrounds):
            return blended
    return pole


def contrast(first: Color, second: Color) -> float:
    """The contrast ratio of WCAG 2: from 1 to 21."""
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


BLACK: Final = Color(0, 0, 0)
WHITE: Final = Color(255, 255, 255)


@lru_cache(1024)
def _luminance(colour: Color) -> float:
    red, green, blue = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in colour.normalized
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _first_color_with_contrast(background: Color, min_contrast: float, *path: Color) -> Color:
    """The first colour on the path through these colours that has at least `min_contrast` to `background`; otherwise the last."""
    for start, end in pairwise(path):
        for step in range(BLEND_STEPS):
            blended = start.blend(end, step / BLEND_STEPS)
            if contrast(blended, background) >= min_contrast:
                return blended
    return path[-1]


def make_theme(name: str, colours: ColorsByName, dark: bool) -> Theme:
    """A theme for Textual with our colours, which also styles Textual's own widgets."""
    ansi = colours["night"] == "ansi_default"
    cursor = {
        "block-cursor-foreground": colours["sand"] if ansi else colours["ink"],
        "block-cursor-background": colours["night"] if ansi else colours["gold"],
        "block-cursor-text-style": "bold underline" if ansi else "bold",
    }
    selection = (colours["sand"], colours["night"]) if ansi else (colours["ink"], colours["block"])
    bar = "ansi_default" if ansi else colours["deep"]
    return Theme(
        name=name,
        primary=colours["deep"],
        secondary=colours["lapis"],
        accent=colours["gold"],
        warning=colours["gold"],
        error=colours["carnelian"],
        success=colours["faience"],
        foreground=colours["sand"],
        background=colours["night"],
        surface=colours["stone"],
        panel=colours["stone"],
        boost="ansi_default" if ansi else None,
        dark=dark,
        ansi=ansi,
        variables={
            **colours,
            **cursor,
            **{cursor_name.replace("cursor", "cursor-blurred"): value for cursor_name, value in cursor.items()},
            **({"ansi-background": "ansi_default", "ansi-foreground": "ansi_default"} if ansi else {}),
            "text": colours["sand"],
            "text-muted": colours["dune"],
            "text-disabled": colours["dune"],
            "foreground-muted": colours["dune"],
            "text-success": colours["faience"],
            "text-warning": colours["gold"],
            "text-error": colours["carnelian"],
            "block-hover-background": colours["stone"],
            "border": colours["lapis"],
            "border-blurred": colours["deep"],
            "footer-background": colours["night"],
            "footer-key-foreground": colours["lapis"],
            "input-cursor-background": colours["night"],
            "input-cursor-foreground": colours["sand"],
            "input-cursor-text-style": "reverse",
            "input-selection-foreground": selection[0],
            "input-selection-background": selection[1],
            "screen-selection-foreground": selection[0],
            "screen-selection-background": selection[1],
            **dict.fromkeys(("scrollbar", "scrollbar-hover", "scrollbar-active"), bar),
            **dict.fromkeys(
                ("scrollbar-background", "scrollbar-background-hover", "scrollbar-background-active"), colours["night"]
            ),
            "scrollbar-corner-color": colours["night"],
        },
    )


THEMES: Final = (
    make_theme(VOK_THEME, VOK_COLORS, dark=True),
    make_theme(SIXTEEN_COLOR_THEME, BRIGHT_COLORS, dark=True),
)


def theme_names() -> list[str]:
    """The names of all themes, our own first."""
    return [*[theme.name for theme in THEMES], *sorted(BUILTIN_THEMES)]


def check_theme(name: str) -> None:
    """Raise ConfigError if there is no theme of this name. "" is allowed: then the terminal decides."""
    if name and name not in theme_names():
        name = visible(name)
        raise ConfigError(f'[table]: there is no theme "{name}"{suggestion_clause(name, theme_names())}')


def repaint_in_new_theme(app: App[Any]) -> None:
    """Repaint everything after another theme was chosen. Textual repaints only widgets whose style has changed, but texts also
    contain names of colours."""
    from textual.widgets import OptionList  # slow to import, and not needed for the first frame

    for screen in app.screen_stack:
        for widget in screen.walk_children(Widget):
            widget.refresh()
            # An OptionList caches its lines until one of them is replaced.
            if isinstance(widget, OptionList) and widget.option_count:
                widget.replace_option_prompt_at_index(0, widget.get_option_at_index(0).prompt)


def default_theme_name(no_color: bool, sixteen_colors: bool) -> str:
    """The name of the default theme for a terminal."""
    if no_color:
        return NO_COLOR_THEME
    return SIXTEEN_COLOR_THEME if sixteen_colors else VOK_THEME
