"""What all parts are built on: choosing a card or a number, filters, and whether an action can be completed."""
