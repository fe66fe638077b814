"""What a pyramid may still be worth, from the letters of its blocks."""

from collections.abc import Sequence
from typing import Final

from engine.tal.blocks import COLOUR_LETTERS, COLOURS
from engine.tal.data.board import CLASSES, LAYERED, MIXED, ONE_COLOUR
from engine.tal.view import SiteView, TalView

HIDDEN_BLOCK_LAYER: Final = 9  # the size of a layer of which one block is hidden


def possible_colours(layer: str, size: int) -> set[str]:
    """The colours of which a layer can still be."""
    spare = 1 if size == HIDDEN_BLOCK_LAYER else 0
    return {colour for colour in COLOUR_LETTERS if len(layer) - layer.count(colour) <= spare}


def best_possible_class(layers: Sequence[str], sizes: Sequence[int]) -> int:
    """The best class that a pyramid can still have."""
    colours = [possible_colours(layer, size) for layer, size in zip(layers, sizes, strict=True)]
    if set.intersection(*colours):
        return int(ONE_COLOUR)
    return int(LAYERED) if all(colours) else int(MIXED)


def layers_after_block(site: SiteView, block: str) -> list[str]:
    """The layers after a block is placed on the lowest one that is not full."""
    layers = list(site.layers)
    place = next((i for i, (layer, size) in enumerate(zip(layers, site.sizes, strict=True)) if len(layer) < size), None)
    if place is not None:
        layers[place] += block
    return layers


def class_values(view: TalView, site: SiteView) -> tuple[int, ...]:
    """What a pyramid there is worth in each class."""
    return view.small_values if site.is_small else view.large_values


def best_possible_value(view: TalView, site: SiteView, block: str = "") -> int:
    """What a pyramid can still be worth, after a block is placed there."""
    return class_values(view, site)[best_possible_class(layers_after_block(site, block), site.sizes)]


def block_count(site: SiteView) -> int:
    """The number of blocks that lie on a site."""
    return sum(map(len, site.layers))


def colour_words(letters: str) -> str:
    """ "3 black, 1 red"."""
    counts = [(letters.count(letter), name) for letter, name in zip(COLOUR_LETTERS, COLOURS, strict=True)]
    return ", ".join([f"{count} {name}" for count, name in counts if count])


def worth_sentences(view: TalView, site: SiteView) -> list[str]:
    """What the site is worth, or would be."""
    if site.is_complete:
        return [f"Complete, {site.made_as}: {site.value} points."]
    values = class_values(view, site)
    best = best_possible_class(site.layers, site.sizes)
    words = [f"{value} {class_words(kind)}" for kind, value in enumerate(values) if kind >= best]
    lost = [class_words(kind) for kind in range(best)]
    sentences = [f"Complete, it is worth {', '.join(words)}."]
    if lost:
        sentences.append(f"It can no longer be {' or '.join(lost)}.")
    elif block_count(site):
        colours = [possible_colours(layer, size) for layer, size in zip(site.layers, site.sizes, strict=True)]
        fitting = set.intersection(*colours)
        names = [name for letter, name in zip(COLOUR_LETTERS, COLOURS, strict=True) if letter in fitting]
        if len(names) < len(COLOURS):
            sentences.append(f"One colour: {' or '.join(names)}.")
    return sentences


def class_words(pyramid_class: int) -> str:
    """The class of a pyramid in words: "layered"."""
    return ("in one colour", "layered", "mixed")[pyramid_class]


assert len(CLASSES) == 3
