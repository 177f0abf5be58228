"""Pictures of everything the box shows, to be looked at by people."""
