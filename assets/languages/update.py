"""Bring the catalogues up to date with the texts in the code, and compile them.

    python assets/languages/update.py

Needs Babel. New texts get an empty translation to fill in, texts no longer used go. The box loads `spytable.mo`.
"""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).parent
CODE = HERE.parent.parent / "device"
DOMAIN = "spytable"
SOURCE = "en"
KEYWORDS = {"t": None, "n": (1, 2), "p": ((1, "c"), 2)}
"""How texts are asked for in the code: t("…"), t.n("one", "many", number), t.p("context", "…")."""


def used() -> Catalog:
    """Return the texts in the code."""
    catalog = Catalog(domain=DOMAIN, project="Spytable", charset="utf-8")
    for path in sorted(CODE.rglob("*.py")):
        with path.open("rb") as file:
            for _, message, comments, context in extract("python", file, KEYWORDS, ("Translators:",)):
                place = (path.relative_to(CODE.parent).as_posix(), 0)
                catalog.add(message, locations=[place], auto_comments=comments, context=context)
    return catalog


def catalogue(language: str, texts: Catalog) -> Catalog:
    """Return a language's catalogue with the texts in use: no more, no fewer."""
    path = HERE / language / f"{DOMAIN}.po"
    locale = language.replace("-", "_")
    if path.exists():
        with path.open("rb") as file:
            held = read_po(file, locale=locale, domain=DOMAIN)
    else:
        held = Catalog(locale=locale, domain=DOMAIN, project="Spytable", charset="utf-8", fuzzy=False)
    held.update(texts, no_fuzzy_matching=True)
    held.obsolete.clear()
    return held


def main() -> int:
    """Update every language; return how many texts wait for a translation."""
    texts, waiting = used(), 0
    for folder in sorted(path.parent for path in HERE.glob("*/language.yaml")):
        if folder.name == SOURCE:
            continue
        held = catalogue(folder.name, texts)
        with (folder / f"{DOMAIN}.po").open("wb") as file:
            write_po(file, held, width=110, include_lineno=False, sort_output=True, ignore_obsolete=True)
        with (folder / f"{DOMAIN}.mo").open("wb") as file:
            write_mo(file, held)
        empty = [m for m in held if m.id and not (all(m.string) if isinstance(m.string, tuple) else m.string)]
        waiting += len(empty)
        sys.stdout.write(f"{folder.name}: {len(held)} texts, {len(empty)} to translate\n")
    return waiting


if __name__ == "__main__":
    sys.exit(min(main(), 1))
