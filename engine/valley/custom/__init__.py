"""Custom cards: a catalogue as TOML text, which an owner of the printed cards can correct. `read_catalogue` reads one,
`find_faults` lists its faults, `write_catalogue` writes one. Reading runs no code: a card's action is a list of named parts."""

from engine.valley.custom.catalogue_text import MAX_FAULTS, CardFault, find_faults, read_catalogue, write_catalogue

__all__ = ["MAX_FAULTS", "CardFault", "find_faults", "read_catalogue", "write_catalogue"]
