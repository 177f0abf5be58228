"""A week of a café in one process."""
