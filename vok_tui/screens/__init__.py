"""The front end that paints: the app, its screens with the table and the review, and the widgets and dialogs that they share."""
