"""Custom cards: a catalogue as a TOML text, for an owner of the printed cards to correct. `read_catalogue` takes one up,
`find_faults` tells all that is wrong with it, `write_catalogue` writes one. Reading runs nothing: a card's action is a list of
parts by name."""

from engine.valley.custom.card_reader import Fault
from engine.valley.custom.catalogue_reader import MAX_FAULTS, find_faults, read_catalogue
from engine.valley.custom.catalogue_writer import write_catalogue

__all__ = ["MAX_FAULTS", "Fault", "find_faults", "read_catalogue", "write_catalogue"]
