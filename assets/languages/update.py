"""Bring the catalogues up to date with the texts in the code, and compile them.

    python assets/languages/update.py

Needs Babel. New texts get an empty translation to fill in, texts no longer used go. The box loads `spytable.mo`.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).parent
CODE = (HERE.parent.parent / "device", HERE.parent.parent / "hardware")
DOMAIN = "spytable"
SOURCE = "en"
ASKING = ("t", "_t", "texts", "message", "Clash")
"""What the texts are called in the code: t("…"), t.n("one", "many", number), t.p("context", "…"), message("…").

A `Clash` is of a room that knows no languages."""
NAMED = ("allowed", "remedy", "words")
"""Texts that are given by name, in tables of rooms that know no languages."""
Asked = tuple[str | None, str | tuple[str, str]]
"""A text's context, and the text, or its singular and plural."""


def asked(tree: ast.AST) -> Iterator[Asked]:
    """Yield the texts a module asks for, also those inside f-strings, which Babel's own extractor passes over."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        texts = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        for each in node.keywords:
            if each.arg in NAMED and isinstance(each.value, ast.Constant) and each.value.value:
                yield None, str(each.value.value)
        if name == "Mode" and len(texts) > 1:
            yield None, texts[1]
        elif name in ASKING and texts:
            yield None, texts[0]
        elif name == "n" and len(texts) == 2:
            yield None, (texts[0], texts[1])
        elif name == "p" and len(texts) == 2:
            yield texts[0], texts[1]


def used() -> Catalog:
    """Return the texts in the code."""
    catalog = Catalog(domain=DOMAIN, project="Spytable", charset="utf-8")
    for path in sorted(path for folder in CODE for path in folder.rglob("*.py")):
        for context, message in asked(ast.parse(path.read_text(encoding="utf-8"))):
            catalog.add(message, context=context)
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
    created = held.creation_date
    held.update(texts, no_fuzzy_matching=True)
    held.header_comment = f"# The texts of Spytable in {locale}, brought up to date by update.py."
    held.last_translator, held.msgid_bugs_address, held.language_team = "Spytable", "", ""
    held.creation_date = held.revision_date = created
    held.obsolete.clear()
    return held


def main() -> int:
    """Update every language; return how many texts wait for a translation."""
    texts, waiting = used(), 0
    for folder in sorted(path.parent for path in HERE.glob("*/language.json")):
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
