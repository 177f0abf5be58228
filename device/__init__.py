"""Spytable: the games, the kiosk and its command line."""
