"""What can go wrong with a part."""


class PartError(Exception):
    """A part is missing, cannot start or stopped answering; the text says why in one line."""
