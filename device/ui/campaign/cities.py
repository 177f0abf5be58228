"""The cities of the mission map: where they are on Earth, and their names in the language of the screen."""

PLACES: dict[str, tuple[float, float]] = {
    "prague": (50.1, 14.4),
    "berlin": (52.5, 13.4),
    "london": (51.5, -0.1),
    "montreal": (45.5, -73.6),
    "los_alamos": (35.9, -106.3),
    "washington": (38.9, -77.0),
    "paris": (48.9, 2.3),
    "madrid": (40.4, -3.7),
    "monte_carlo": (43.7, 7.4),
    "vatican": (41.9, 12.5),
    "cairo": (30.0, 31.2),
    "casablanca": (33.6, -7.6),
    "bogota": (4.7, -74.1),
    "rio_de_janeiro": (-22.9, -43.2),
    "baghdad": (33.3, 44.4),
    "dubai": (25.2, 55.3),
    "mumbai": (19.1, 72.9),
    "cape_town": (-33.9, 18.4),
    "sydney": (-33.9, 151.2),
    "tokyo": (35.7, 139.7),
    "moscow": (55.8, 37.6),
    "yakutsk": (62.0, 129.7),
    "shanghai": (31.2, 121.5),
    "hong_kong": (22.3, 114.2),
    "bangkok": (13.8, 100.5),
    "singapore": (1.4, 103.8),
}
"""City, its latitude and longitude in degrees."""

LABELS: dict[str, tuple[float, float]] = {
    "prague": (-0.75, 1),
    "berlin": (0.75, -1),
    "london": (-0.75, -1),
    "montreal": (-0.75, -1),
    "los_alamos": (0.25, 1),
    "washington": (1, 0.75),
    "paris": (-1, 0.25),
    "madrid": (0, 1),
    "monte_carlo": (-0.25, -1),
    "vatican": (-0.75, 1),
    "cairo": (-1, 0.75),
    "casablanca": (-0.75, -1),
    "bogota": (-0.75, 1),
    "rio_de_janeiro": (0.75, -1),
    "baghdad": (0, -1),
    "dubai": (-1, 0.5),
    "mumbai": (-0.5, 1),
    "cape_town": (-1, 0.5),
    "sydney": (-0.75, -1),
    "tokyo": (-0.25, -1),
    "moscow": (-1, -0.5),
    "yakutsk": (-1, 0.5),
    "shanghai": (-0.75, -1),
    "hong_kong": (-1, -0.75),
    "bangkok": (1, 0.25),
    "singapore": (-0.75, 1),
}
"""City, where its label stands beside its mark: to the left (-1) or right (1), above (-1) or below (1).

Chosen so that no label lies over another or over a busy route, in any language.
"""
