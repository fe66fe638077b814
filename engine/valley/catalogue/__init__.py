"""What cards, parts and verbs declare, and the tables that a catalogue makes of them."""
