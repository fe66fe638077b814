"""What a pyramid is worth or can still become worth, from the letters of its blocks."""

from collections.abc import Sequence
from typing import Final

from engine.tal.blocks import COLOUR_LETTERS, COLOURS
from engine.tal.board import CLASSES, LAYERED, MIXED, ONE_COLOUR
from engine.tal.view import SiteView, TalView

LAYER_WITH_HIDDEN_BLOCK: Final = 9  # the size of the large base layer: one block is hidden and may have any colour


def possible_colours(layer: str, size: int) -> set[str]:
    """The colours in which a layer of `size` blocks can still be completed."""
    hidden_blocks = 1 if size == LAYER_WITH_HIDDEN_BLOCK else 0
    return {colour for colour in COLOUR_LETTERS if len(layer) - layer.count(colour) <= hidden_blocks}


def best_possible_class(layers: Sequence[str], sizes: Sequence[int]) -> int:
    """The number of the best class that a pyramid can still reach; the best of all has number 0."""
    colours = [possible_colours(layer, size) for layer, size in zip(layers, sizes, strict=True)]
    if set.intersection(*colours):
        return int(ONE_COLOUR)
    return int(LAYERED) if all(colours) else int(MIXED)


def layers_after_block(site: SiteView, block: str) -> list[str]:
    """The layers after a block is placed on the lowest layer that is not full."""
    layers = list(site.layers)
    for i, size in enumerate(site.layer_sizes):
        if len(layers[i]) < size:
            layers[i] += block
            break
    return layers


def class_values(view: TalView, site: SiteView) -> tuple[int, ...]:
    """What a pyramid on this site is worth in each class."""
    return view.small_values if site.is_small else view.large_values


def best_possible_value(view: TalView, site: SiteView, block: str = "") -> int:
    """The most that a pyramid can still be worth, after `block` is placed there."""
    return class_values(view, site)[best_possible_class(layers_after_block(site, block), site.layer_sizes)]


def block_count(site: SiteView) -> int:
    """The number of blocks on a site."""
    return sum(map(len, site.layers))


def layer_to_fill(site: SiteView) -> int:
    """The number of the layer that the next block goes to; of a complete pyramid the lowest one."""
    sizes = zip(site.layers, site.layer_sizes, strict=True)
    return next((number for number, (layer, size) in enumerate(sizes) if len(layer) < size), 0)


def colour_words(letters: str) -> str:
    """Blocks counted by colour: "3 black, 1 red"."""
    counts = [(letters.count(letter), name) for letter, name in zip(COLOUR_LETTERS, COLOURS, strict=True)]
    return ", ".join([f"{count} {name}" for count, name in counts if count])


def worth_sentences(view: TalView, site: SiteView) -> list[str]:
    """Sentences that say what a site is worth, or can still become worth when it is complete."""
    if site.is_complete:
        return [f"Complete, {site.pyramid_class}: {site.value} points."]
    values = class_values(view, site)
    best = best_possible_class(site.layers, site.layer_sizes)
    possible = [f"{value} {class_words(number)}" for number, value in enumerate(values) if number >= best]
    impossible = [class_words(number) for number in range(best)]
    sentences = [f"Complete, it is worth {', '.join(possible)}."]
    if impossible:
        sentences.append(f"It can no longer be {' or '.join(impossible)}.")
    elif block_count(site):
        colours = [possible_colours(layer, size) for layer, size in zip(site.layers, site.layer_sizes, strict=True)]
        common = set.intersection(*colours)
        names = [name for letter, name in zip(COLOUR_LETTERS, COLOURS, strict=True) if letter in common]
        if len(names) < len(COLOURS):
            sentences.append(f"One colour: {' or '.join(names)}.")
    return sentences


def class_words(class_number: int) -> str:
    """The class of a pyramid in words: "layered"."""
    return ("in one colour", "layered", "mixed")[class_number]


assert len(CLASSES) == 3
