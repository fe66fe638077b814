"""The terminal: Textual's driver, made robust against any terminal; detection, characters, colours and signals."""
