"""What screens are made from: the base class of all full screens, and dialogs."""
