"""The generic panes of the table: each paints a scene into a rectangle, and knows neither terminals nor positions."""
