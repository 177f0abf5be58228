"""A monkey at the table: random touches and presses, by the hundred thousand."""
