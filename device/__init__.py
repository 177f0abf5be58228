"""Spytable: the games, the kiosk and its command line."""

__version__ = "0.1.0"
