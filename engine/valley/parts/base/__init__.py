"""What the parts are built on: choosing a card or a number, filters, and the check whether an action can be completed."""
