"""The full screens besides the table and the review, and the widgets and dialogs that they share."""
