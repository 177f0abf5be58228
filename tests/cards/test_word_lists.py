"""Lists of words pasted from anywhere: a text file, or a table, beside the pack files."""

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from device.cards import word_lists
from device.cards.examined import MAX_PACKS
from device.cards.library import PackLibrary
from device.cards.pack_file import examine
from device.cards.packs import Card, Pack
from device.cards.word_lists import clean
from device.commands import main
from device.config.settings import Settings
from device.files.assets import assets
from device.files.clean import without_invisible
from device.headless.pilot import Pilot
from device.ui.kit.fit import fault_of
from tests.app.conftest import make, stick  # noqa: F401 - fixtures
from tests.cards.test_own_packs import album

WORDS = [f"WORD{chr(65 + n)}" for n in range(25)]


def read(path: Path, text: str, language: str = "en") -> tuple[Pack, list[str]]:
    """Write a list, and read it as a pack; faults come without the file's name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    pack, faults = examine(path, fault_of, language)
    assert pack is not None
    return pack, [str(fault).partition(": ")[2] for fault in faults]


def names(pack: Pack) -> list[str]:
    return [card.name for card in pack.cards]


PASTED: dict[str, Callable[[int, str], str]] = {
    "a word a line": lambda n, word: f"{word}\n",
    "Windows lines": lambda n, word: f"{word}\r\n",
    "old Macintosh lines": lambda n, word: f"{word}\r",
    "empty lines": lambda n, word: f"\n  \n{word}  \n",
    "numbers": lambda n, word: f"{n}. {word}\n",
    "numbers in brackets": lambda n, word: f" ({n}) {word}\n",
    "numbers and a tab": lambda n, word: f"{n}.\t{word}\n",
    "a column of numbers": lambda n, word: f"{n}\t{word}\n",
    "letters": lambda n, word: f"{chr(97 + n % 25)}) {word}\n",
    "dashes": lambda n, word: f"- {word}\n",
    "long dashes": lambda n, word: f"– {word}\n",
    "stars": lambda n, word: f"* {word}\n",
    "bullets": lambda n, word: f"•\t{word}\n",
    "squares": lambda n, word: f"▪ {word}\n",
    "hollow bullets": lambda n, word: f"o\t{word}\n",
    "bullets on numbers": lambda n, word: f"• {n}) {word}\n",
    "ticks": lambda n, word: f"✓ {word}\n",
    "commas": lambda n, word: f"{word}, ",
    "semicolons": lambda n, word: f"{word};\n",
    "full stops": lambda n, word: f"{word}.\n",
    "quotes": lambda n, word: f"“{word}”\n",
    "a mark at the beginning": lambda n, word: f"{'' if n > 1 else chr(0xFEFF)}{word}\n",
    "soft hyphens": lambda n, word: f"{word[:2]}\u00ad{word[2:]}\n",
    "spaces that do not break": lambda n, word: f"\u00a0{word}\u00a0\u2003\n",
    "joiners and directions": lambda n, word: f"\u202a{word[:1]}\u200d{word[1:]}\u202c\ufe0f\n",
    "remarks": lambda n, word: f"# {n}\n{word}\n",
}


@pytest.mark.parametrize("how", PASTED.values(), ids=PASTED)
def test_a_pasted_list_is_a_pack(how: Callable[[int, str], str], tmp_path: Path) -> None:
    text = "".join(how(n, word) for n, word in enumerate(WORDS, 1))
    pack, faults = read(tmp_path / "Our_animals.txt", text)
    assert faults == []
    assert names(pack) == WORDS
    assert (pack.id, pack.title, pack.language, pack.kind) == ("our-animals", "Our animals", "en", "words")


@pytest.mark.parametrize(
    ("word", "cleaned"),
    [
        ("ICE  CREAM", "ICE CREAM"),
        ("ROSE-HIP", "ROSE-HIP"),
        ("3.14", "3.14"),
        ("12:30", "12:30"),
        ("7 WONDERS", "7 WONDERS"),
        ("C3PO", "C3PO"),
        ("O'CLOCK", "O'CLOCK"),
        ("a) apple", "apple"),
        ("żółć", "żółć"),
        ("…", "…"),
        ("--", ""),
        ("1.", ""),
    ],
)
def test_what_belongs_to_a_word_stays(word: str, cleaned: str) -> None:
    assert clean(word) == cleaned


def test_what_cannot_be_cleaned_is_named_by_its_line(tmp_path: Path) -> None:
    lines = [*WORDS, "", "worda", "漢字", "A" * 50, "CA\0T"]
    _, faults = read(tmp_path / "list.txt", "\n".join(lines))
    assert [fault.partition(": ")[0] for fault in faults] == ["line 28", "line 29", "line 30", "line 27"]
    assert faults[-1] == "line 27: 'worda': each card once, and 'WORDA' is the same"
    assert all(fault.isprintable() for fault in faults)


def test_a_list_that_is_too_short_or_no_text_is_named(tmp_path: Path) -> None:
    assert read(tmp_path / "list.txt", "CAT\nDOG")[1] == ["cards: 2: at least 25 cards"]
    assert read(tmp_path / "empty.txt", "")[1] == ["cards: 0: at least 25 cards"]
    (tmp_path / "latin.txt").write_bytes("żółć".encode("iso-8859-2"))
    _, faults = examine(tmp_path / "latin.txt")
    assert "text in UTF-8" in str(faults[0])


@pytest.mark.parametrize(("name", "encoding"), [("x.csv", "cp1250"), ("x.CSV", "cp1252"), ("x.txt", "utf-16")])
def test_what_excel_saves_by_itself_is_told_with_what_to_choose_there(name: str, encoding: str, tmp_path: Path) -> None:
    """ "byte 7: text in UTF-8" helped nobody who had a table."""
    (tmp_path / name).write_bytes("SŁOŃ;KOŃ\n".encode(encoding, "replace") + "ó".encode(encoding))
    _, (fault,) = examine(tmp_path / name)
    assert str(fault).endswith("text in UTF-8: save it as such, in Excel as CSV UTF-8")


@pytest.mark.parametrize("name", ["long.txt", "long.csv"])
def test_of_too_many_words_it_is_told_how_many_they_are(name: str, tmp_path: Path) -> None:
    """Of 9,000 words: "cards: 2001", which they were not."""
    _, faults = examine(_written(tmp_path / name, "\n".join(f"W{n},X{n}" for n in range(4500))))
    count = 9000 if name.endswith("txt") else 4500
    assert str(faults[0]).endswith(f"cards: {count}: at most 2000 cards")


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("name", "first", "language", "ident", "title"),
    [
        ("zoo.txt", "", "es", "zoo", "zoo"),
        ("zoo.txt", "# language: pl\n", "pl", "zoo", "zoo"),
        ("zoo.txt", "#Language: pt-BR \n", "pt-BR", "zoo", "zoo"),
        ("zoo.txt", "\n# animals\n# language: PL\n", "pl", "zoo", "zoo"),
        ("zoo.txt", "## language = pt_br\n", "pt-BR", "zoo", "zoo"),
        ("zoo.txt", "# lang: 'pl' # Polish\n", "pl", "zoo", "zoo"),
        ("zoo.csv", "# language: pl,,\n", "pl", "zoo", "zoo"),
        ("zoo.csv", "# language: pl;;\r\n", "pl", "zoo", "zoo"),
        ("zoo.csv", '"# language: pl",\n', "pl", "zoo", "zoo"),
        ("zoo.csv", "sep=;\n# language: pl\n", "pl", "zoo", "zoo"),
        ("zoo.pl.txt", "", "pl", "zoo-pl", "zoo"),
        ("zoo.pt-BR.csv", "", "pt-BR", "zoo-pt-br", "zoo"),
        ("ZOO.PL.TXT", "", "pl", "zoo-pl", "ZOO"),
        ("ZOO.PT-br.TXT", "", "pt-BR", "zoo-pt-br", "ZOO"),
        ("zoo.pt_BR.txt", "", "pt-BR", "zoo-pt-br", "zoo"),
        ("zoo.pt_pt.csv", "", "pt-PT", "zoo-pt-pt", "zoo"),
        ("ZOO.pt-pt.TXT", "", "pt-PT", "zoo-pt-pt", "ZOO"),
        ("zoo.csv", "word\n", "es", "zoo", "zoo"),
        ("zoo.pl.txt", "# language: en\n", "en", "zoo-pl", "zoo"),
        ("Żółte słowa.v1.TXT", "", "es", "żółte-słowa-v1", "Żółte słowa.v1"),
        ("&.txt", "", "es", "&", "&"),
    ],
)
def test_a_list_says_its_language_by_its_first_line_or_its_name(
    name: str, first: str, language: str, ident: str, title: str, tmp_path: Path
) -> None:
    pack, faults = read(tmp_path / name, first + "\n".join(WORDS), "es")
    assert faults == []
    assert (pack.language, pack.id, pack.title, len(pack.cards)) == (language, ident, title, 25)


def test_a_first_line_of_quotes_without_end_is_read_in_no_time(tmp_path: Path) -> None:
    """How it is looked at took the square of its length: longer than a watchdog waits."""
    first = "# language: en" + '"' * 250 + "x\n# language: en" + '"' * 45_000 + "x"
    pack, _ = read(tmp_path / "zoo.txt", "\n".join([first, *WORDS]), "es")
    assert (pack.language, len(pack.cards)) == ("es", 25)


def test_a_quote_that_is_not_closed_is_told_where_it_opens(tmp_path: Path) -> None:
    """It was told at the last line of the table."""
    rows = [*WORDS[:20], '"OPEN', *(f"{word}S" for word in WORDS)]
    _, faults = examine(_written(tmp_path / "table.csv", "\n".join(rows)))
    assert str(faults[0]).partition(": ")[2].startswith("line 21: ")


def test_a_language_the_box_has_not_is_named(tmp_path: Path) -> None:
    path = _written(tmp_path / "zoo.uk.txt", "\n".join(WORDS))
    _, faults = examine(path)
    assert "language: 'uk': one of en, es, pl" in str(faults[0])


@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize("head", ["", "word,part,part\n", "# language: en\nword,part,part\n"])
def test_a_table_has_a_word_and_its_parts_a_row(between: str, head: str, tmp_path: Path) -> None:
    rows = [f"1. {word},," for word in WORDS] + ['"SNOWMAN","SNOW","MAN"', "", " CARPET ,\u00ad, PET", "# no,no"]
    pack, faults = read(tmp_path / "table.csv", (head + "\n".join(rows)).replace(",", between))
    assert faults == []
    assert names(pack) == [*WORDS, "SNOWMAN", "CARPET"]
    assert pack.cards[25:] == (Card("SNOWMAN", ("SNOW", "MAN")), Card("CARPET", ("PET",)))


@pytest.mark.parametrize(
    "head", ["", "ID;Word;Parts\n", "Nr;Word\n", ";word\n", "Pos;Tier\n", '"#";Karta\n', "Lp.;Słowo;\n"]
)
@pytest.mark.parametrize("row", ["{};{};", '"{}";"{}"', "{}.;{}", "({});{};;", "{}\t{}\t", "{},{},,"])
def test_a_column_that_numbers_the_rows_goes(row: str, head: str, tmp_path: Path) -> None:
    """A game of 1, 2, 3 was dealt, whose parts were the words."""
    between = next(sign for sign in ";\t," if sign in row)
    rows = [row.format(n, word) for n, word in enumerate(WORDS, 1)]
    rows += [between.join(("26", "SNOWMAN", "SNOW", "MAN")), f"{between}ADDED", f"LAST{between}"]
    pack, faults = read(tmp_path / "table.csv", head.replace(";", between) + "\n".join(rows))
    assert (faults, names(pack)) == ([], [*WORDS, "SNOWMAN", "ADDED", "LAST"])
    assert [card for card in pack.cards if card.parts] == [Card("SNOWMAN", ("SNOW", "MAN"))]


def _numbered(row: str, every: int = 0, title: str = "Fruit;") -> list[str]:
    """Return numbered rows of words, with a title above each so many of them."""
    rows = [row.format(n, word) for n, word in enumerate(WORDS, 1)]
    parts = [rows[at : at + every] for at in range(0, len(rows), every)] if every else [rows]
    return [each for part in parts for each in ([title, *part] if every else part)]


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([*_numbered("{};{}"), *(f"{n};" for n in range(26, 60))], id="numbers without a word"),
        pytest.param([*_numbered("{};{}"), *(f"{n}" for n in range(26, 60))], id="numbers alone"),
        pytest.param([*(f"{n};" for n in range(60)), *_numbered("{};{}")], id="numbers without a word first"),
        *(pytest.param(_numbered(row), id=row) for row in (";{};{}", ";;{};{}", "{};;{}", ";{};;{};", ";;{}. {}")),
        *(pytest.param(_numbered("{};{}", every), id=f"a title above {every}") for every in (6, 5, 4)),
        *(pytest.param(_numbered(row, 6), id=f"titles and {row}") for row in (";{1};", ";{};{}", "{};;{}")),
        *(
            pytest.param(["Our club;", head, *_numbered(";{};{}" if head[:1] == ";" else "{};{}")], id=f"below {head}")
            for head in ("Nr;Word", "Pos;Tier", "Lp.;Słowo;Części", ";;", ";Nr;Word", ";Word", ";Pos;Tier")
        ),
        pytest.param(["Our club", "", "2026", "No;Card", *_numbered("{};{}")], id="two lines above"),
        pytest.param([";Our club", ";Word;Parts", *_numbered(";{1};")], id="above words"),
        pytest.param(["Our club", "Word;Parts", *_numbered("{1};")], id="above words alone"),
        pytest.param(["Our club;", *_numbered(";{1}")], id="above an empty column"),
    ],
)
def test_what_stands_beside_and_above_the_words_is_no_card(rows: list[str], tmp_path: Path) -> None:
    """Forty numbers with words at thirty, an empty column before them or titles among them: a game of 1, 2, 3."""
    for between in ";,\t":
        pack, faults = read(tmp_path / "table.csv", "\n".join(rows).replace(";", between))
        assert (faults, names(pack)) == ([], WORDS)
        assert not any(card.parts for card in pack.cards)


def _grouped(row: str, every: int) -> list[str]:
    """Return rows of words beside cells of groups, each of which stands at the first of so many words."""
    return [row.format(f"GROUP{n}" if n % every == 0 else "", word) for n, word in enumerate(WORDS)]


_ADDED = [WORDS[9], *(f"{n};{word}" for n, word in enumerate(WORDS[10:], 10))]
_AGAIN = [f"{n};{word}" for n, word in enumerate(WORDS[9:], 1)]


@pytest.mark.parametrize(
    "rows",
    [
        *(pytest.param(_grouped("{};{}", every), id=f"groups of {every}") for every in (25, 10, 3, 2)),
        pytest.param(_grouped("{};;{}", 9), id="an empty column behind the groups"),
        pytest.param(["Category;Word", *_grouped("{};{}", 9)], id="below a heading"),
        pytest.param(["Our club", "Category;Word;Parts", *_grouped("{};{};", 9)], id="below a title and a heading"),
        pytest.param([f"{n};{row}" for n, row in enumerate(_grouped("{};{}", 9), 1)], id="numbers before the groups"),
        pytest.param(
            [*(f";{word}" for word in WORDS[:9]), "new;WORDJ", *(f";{word}" for word in WORDS[10:])], id="note"
        ),
        pytest.param(["Our club;", *(f";{word}" for word in WORDS[:24]), "WORDY;"], id="a word in the first column"),
        pytest.param([f";{word}" if n != 9 else word for n, word in enumerate(WORDS)], id="a word among empty cells"),
        pytest.param(
            [f"{n};{word}" if n != 9 else word for n, word in enumerate(WORDS)], id="a word without its number"
        ),
        pytest.param(["WORDA", *_numbered("{};{}")[1:]], id="a first word without its number"),
        pytest.param(["WORDA", "WORDB", *_numbered("{};{}")[2:]], id="two first words without numbers"),
        pytest.param(
            ["Our club", *(word if n in (9, 10) else f"{n};{word}" for n, word in enumerate(WORDS, 1))],
            id="words without their numbers below a title",
        ),
        pytest.param(["Our club", *_numbered("{};{}")[:9], *_ADDED], id="a word added below a title"),
        pytest.param(["Fruit", *_numbered("{};{}")[:9], "Trees", *_AGAIN], id="numbers that begin again"),
    ],
)
def test_no_word_of_a_table_vanishes(rows: list[str], tmp_path: Path) -> None:
    """Beside groups or a note, or without its number, a word was gone, and the groups were dealt."""
    for between in ";,\t":
        pack, faults = read(tmp_path / "table.csv", "\n".join(rows).replace(";", between))
        assert (faults, names(pack)) == ([], WORDS)
        assert not any(card.parts for card in pack.cards)


def test_a_number_of_a_row_may_be_longer_than_any(tmp_path: Path) -> None:
    rows = [f"{'9' * 5000};{word}" for word in WORDS]
    pack, faults = read(tmp_path / "table.csv", "\n".join(rows))
    assert (faults, names(pack)) == ([], WORDS)


def test_parts_below_their_words_make_no_titles_of_them(tmp_path: Path) -> None:
    rows = [row for word in WORDS for row in (f"{word};", f";{word[:2]}", f";{word[2:]}")]
    pack, faults = read(tmp_path / "table.csv", "\n".join(rows))
    assert (faults, names(pack)) == ([], WORDS)


@pytest.mark.parametrize("second", ["WORD", "WORD;PLAY", "CARD;"])
def test_a_second_row_is_a_heading_only_where_it_names_two_columns(second: str, tmp_path: Path) -> None:
    pack, faults = read(tmp_path / "table.csv", "\n".join(["FIRST;", second, *(f"{word};" for word in WORDS)]))
    assert (faults, names(pack)) == ([], ["FIRST", second.partition(";")[0], *WORDS])


def test_some_words_beside_the_numbers_may_be_numbers(tmp_path: Path) -> None:
    rows = [f"{n};{word}" for n, word in enumerate([*WORDS, "1984", "007", "101", "2001"], 1)]
    pack, faults = read(tmp_path / "films.csv", "\n".join(rows))
    assert (faults, names(pack)) == ([], [*WORDS, "1984", "007", "101", "2001"])


@pytest.mark.parametrize("row", ["{}", "{};", "{};;", "{};19;84"])
def test_words_that_are_numbers_are_no_column_of_numbers(row: str, tmp_path: Path) -> None:
    years = [str(year) for year in range(1980, 2010)]
    pack, faults = read(tmp_path / "years.csv", "\n".join(map(row.format, years)))
    assert (faults, names(pack)) == ([], years)


def test_a_few_words_that_are_numbers_stay_beside_their_parts(tmp_path: Path) -> None:
    rows = [*(f"{word};A" for word in WORDS), "101;DALMATIANS", "007;BOND"]
    pack, faults = read(tmp_path / "films.csv", "\n".join(rows))
    assert (faults, names(pack)) == ([], [*WORDS, "101", "007"])


@pytest.mark.parametrize("head", ["", ";palabra;partes\n", "Nr;Word\n", ";;\n"])
@pytest.mark.parametrize("row", [";{};", ";{}", '"";"{}"', "-;{};"])
def test_an_empty_first_column_goes(row: str, head: str, tmp_path: Path) -> None:
    """It was a pack of 0 cards, and nothing said why."""
    pack, faults = read(tmp_path / "table.csv", head + "\n".join(row.format(word) for word in ["CARTA", *WORDS]))
    assert (faults, names(pack)) == ([], ["CARTA", *WORDS])


@pytest.mark.parametrize(
    "head",
    [
        *("Word,Parts", "word", "Palabra,Partes", "palavra,partes", "słowo,części", "SŁOWA", "Card,Parts,Allow"),
        *("carta,permitidas", "Karta,Dozwolone", "ID,Carta", "Nº,Palavra", "N.º,palavra", "Núm.,Palabra", "Lp.,Karta"),
    ],
)
def test_a_heading_is_no_card_in_any_language(head: str, tmp_path: Path) -> None:
    for between in ",;":
        text = "\n".join([head.replace(",", between), *(f"{word}{between}" for word in WORDS)])
        pack, faults = read(tmp_path / "table.csv", text)
        assert (faults, names(pack)) == ([], WORDS)


@pytest.mark.parametrize("first", ["CARTA", "karta,", "ID", "PARTE,", "WORDPLAY,WORD,PLAY", "Nr,NUMBER"])
def test_a_word_that_could_stand_above_a_column_is_a_card(first: str, tmp_path: Path) -> None:
    pack, faults = read(tmp_path / "table.csv", "\n".join([first, *(f"{word},A" for word in WORDS)]))
    assert (faults, names(pack)) == ([], [first.partition(",")[0], *WORDS])


@pytest.mark.parametrize(
    "row", ["{},SNOW,MAN", '{},"SNOW; MAN"', "{};SNOW,MAN", "{}\tSNOW, MAN", '"{}"\t"SNOW; MAN"', '"{}";SNOW,MAN']
)
def test_parts_may_stand_together_behind_the_word(row: str, tmp_path: Path) -> None:
    """Behind a tab the word was glued to its first part, and games were dealt with that card."""
    pack, faults = read(tmp_path / "table.csv", "\n".join(map(row.format, WORDS)))
    assert faults == []
    assert pack.cards == tuple(Card(word, ("SNOW", "MAN")) for word in WORDS)


@pytest.mark.parametrize("between", [",", ";", "\t", "|"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_a_table_may_say_what_stands_between_its_columns(between: str, quote: str, tmp_path: Path) -> None:
    rows = [f"{quote}sep={between}{quote}", f"word{between}part", f"ICE-CREAM{between}ICE", *WORDS]
    pack, faults = read(tmp_path / "table.csv", "\r\n".join(rows))
    assert faults == []
    assert pack.cards[0] == Card("ICE-CREAM", ("ICE",))
    assert names(pack)[1:] == WORDS
    pack, faults = read(tmp_path / "table.csv", "\n".join(["# language: pl", "", *rows]))
    assert (faults, pack.language, len(pack.cards)) == ([], "pl", 26)
    pack, faults = read(tmp_path / "list.txt", "\n".join([rows[0], *WORDS]))
    assert (faults, names(pack)) == ([], WORDS)


@pytest.mark.parametrize("ending", ["txt", "csv"])
@pytest.mark.parametrize(
    "word",
    ["=cmd|calc", "@SUM(A1)", "<b>CAT</b>", "../../cat", "{CAT}", "CAT=DOG", "CAT\\DOG", "$HOME", "…", "№"],
)
def test_a_formula_a_tag_or_a_path_is_no_card(word: str, ending: str, tmp_path: Path) -> None:
    _, faults = read(tmp_path / f"list.{ending}", "\n".join([*WORDS, word]))
    assert len(faults) == 1
    assert faults[0].startswith("line 26: ")
    assert faults[0].endswith(": letters and digits first, then also spaces and -–'’.·,:&/+!?()%_")


def test_what_people_play_with_is_a_card(tmp_path: Path) -> None:
    words = [
        "O'CLOCK",
        "L’AVIA",
        "3.14",
        "12:30",
        "7 WONDERS",
        "AC/DC",
        "R&B",
        "C3PO",
        "COL·LEGI",
        "HEY!",
        "50%",
        "ŻÓŁĆ",
    ]
    _, faults = read(tmp_path / "list.txt", "\n".join([*WORDS, *words]))
    assert faults == []


def test_a_formula_is_no_part_of_a_card_either(tmp_path: Path) -> None:
    _, faults = read(tmp_path / "table.csv", "\n".join([*WORDS, "SNOWMAN,=SNOW,MAN"]))
    assert [fault.partition(": ")[0] for fault in faults] == ["line 26"]


def test_a_table_that_is_no_good_is_named_by_its_line(tmp_path: Path) -> None:
    rows = "\n".join([*WORDS, "漢字,A", f"CAT,{'A' * 50}", "worda"])
    _, faults = read(tmp_path / "table.csv", rows)
    assert [fault.partition(": ")[0] for fault in faults] == ["line 26", "line 27", "line 28"]
    path = _written(tmp_path / "endless.csv", "\n".join(WORDS) + '\n"' + "x" * 200_000)
    _, broken = examine(path)
    assert len(broken) == 1
    assert len(str(broken[0])) <= 300


def test_a_list_beside_pictures_is_played_and_remarks_hinder_no_album(tmp_path: Path) -> None:
    """The words of a class were passed over without a word, for a logo lay beside them."""
    album(tmp_path / "Summer")
    (tmp_path / "Summer/names.txt").write_text("who is who")
    (tmp_path / "Summer/Credits.txt").write_text("\n".join(f"{word} - by Ann" for word in WORDS))
    (tmp_path / "Summer/files.txt").write_text("\n".join(f"{word}.JPG" for word in WORDS))
    album(tmp_path / "kids/zoo")
    (tmp_path / "kids/words.txt").write_text("\n".join(WORDS))
    (tmp_path / "kids/zoo/animals.txt").write_text("\n".join(WORDS))
    found = PackLibrary(assets(), [tmp_path])
    assert sorted(pack.id for pack in found.custom()) == ["Summer", "animals", "words", "zoo"]
    assert found.faults == ()


def test_a_list_with_a_fault_beside_pictures_is_told(tmp_path: Path) -> None:
    """One word twice, and the words of a class were passed over as remarks on the logo beside them."""
    album(tmp_path / "zoo")
    (tmp_path / "zoo/animals.txt").write_text("\n".join([*WORDS, WORDS[3]]))
    (tmp_path / "zoo/notes.txt").write_text("\n".join(f"{word} = on the left, behind Ann" for word in WORDS))
    found = PackLibrary(assets(), [tmp_path])
    assert [pack.id for pack in found.custom()] == ["zoo"]
    assert [f"{WORDS[3]!r}" in fault and "animals.txt" in fault for fault in found.faults] == [True]


def test_remarks_on_each_picture_take_no_place_from_packs(tmp_path: Path) -> None:
    """Counted as packs they were more than a box takes, and the album they lay in was not found."""
    album(tmp_path / "Summer")
    for number in range(MAX_PACKS + 1):
        (tmp_path / f"Summer/{number}.txt").write_text("a boat at sea")
    found = PackLibrary(assets(), [tmp_path])
    assert [pack.id for pack in found.custom()] == ["Summer"]
    assert found.faults == ()


def test_a_list_is_found_among_remarks_on_each_picture(tmp_path: Path) -> None:
    """Of more texts than a box takes packs the first ones were looked at; and of lists beyond that nothing was told."""
    names = sorted(f"a{n:03}" for n in range(MAX_PACKS))
    for name in names:
        (tmp_path / "Summer").mkdir(exist_ok=True)
        (tmp_path / f"Summer/{name}.png").write_bytes(b"")
        (tmp_path / f"Summer/{name}.txt").write_text("a boat at sea")
    (tmp_path / "Summer/words.txt").write_text("\n".join(WORDS))
    found = PackLibrary(assets(), [tmp_path])
    assert [pack.id for pack in found.custom()] == ["words"]
    for name in names:
        (tmp_path / f"Summer/{name}.txt").write_text("\n".join(WORDS))
    found = PackLibrary(assets(), [tmp_path])
    assert len(found.custom()) == MAX_PACKS - 1
    assert "at most 200 packs" in found.faults[-1]


@pytest.mark.parametrize("kind", [".png", ".HEIC"])
@pytest.mark.parametrize("with_pack_file", [False, True])
def test_pictures_that_lie_loose_are_told_where_they_belong(with_pack_file: bool, kind: str, tmp_path: Path) -> None:
    """Two dozen photos beside the folders of packs were passed over without a word."""
    album(tmp_path)
    for file in tmp_path.iterdir():
        file.rename(file.with_suffix(kind))
    (tmp_path / "kids.txt").write_text("\n".join(WORDS))
    if with_pack_file:
        (tmp_path / "pack.yaml").write_text("x")
    found = PackLibrary(assets(), [tmp_path])
    assert [pack.id for pack in found.custom()] == ["kids"]
    assert any("pictures belong in a folder" in fault for fault in found.faults) is not with_pack_file


@pytest.mark.parametrize("name", ["kite.png", "kite.HEIC"])
def test_a_picture_that_is_checked_belongs_in_a_folder_too(name: str, tmp_path: Path) -> None:
    """Of its bytes it was said that they are no text in UTF-8."""
    (tmp_path / name).write_bytes(b"\x89PNG")
    pack, (fault,) = examine(tmp_path / name)
    assert pack is None
    assert fault.line == f"{tmp_path / name}: pictures belong in a folder, which is the pack then"


def test_a_list_on_a_stick_is_played_in_the_language_of_the_box_and_copied(
    make: Callable[..., Pilot],  # noqa: F811
    stick: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    (stick / "packs").mkdir()
    (stick / "packs/zoo.txt").write_text("\n".join(f"• {word}" for word in WORDS))
    pilot = make(settings=Settings(usb=stick, language="en"))
    pilot.tap("settings")
    pilot.tap("language:pl")
    pilot.tap("page:owner")
    pilot.tap("packs")
    assert {"zoo", "Polski · 25 kart"} <= {line["text"] for line in pilot.dump()["text"]}
    pilot.tap("keep")
    pilot.wait(1)
    assert (tmp_path / "box0/packs/zoo.txt").exists()
    pilot.kiosk.screens.go("home")
    pilot.tap("new_game")
    assert "pack:zoo" in {target.name for target in pilot.kiosk.frame.targets}


def test_the_command_line_lists_and_checks_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "packs").mkdir()
    path = _written(tmp_path / "packs/zoo.txt", "\n".join(WORDS))
    config = _written(tmp_path / "config.yaml", "defaults: {language: pl}")
    wanted = {"id": "zoo", "title": "zoo", "language": "pl", "kind": "words", "cards": 25}
    assert main(["--config", str(config), "packs", "check", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == wanted
    assert main(["--config", str(config), "--data-dir", str(tmp_path), "packs"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == wanted


@pytest.mark.parametrize("sign", ["(", "1", "x", '"', "-"])
@pytest.mark.parametrize("ending", ["txt", "csv", "yaml"])
def test_a_line_without_an_end_is_not_looked_through_letter_by_letter(
    sign: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two megabytes of one word: the box stood still for as long as it took to look at each letter by itself."""
    looked_at = 0
    category = unicodedata.category

    def counted(letter: str) -> str:
        nonlocal looked_at
        looked_at += 1
        return category(letter)

    monkeypatch.setattr(unicodedata, "category", counted)
    words = [*(f"WORD{chr(65 + n // 10)}{chr(65 + n % 10)}" for n in range(28)), sign * 1_900_000]
    file = tmp_path / f"list.{ending}"
    if ending == "yaml":
        listed = ", ".join(f"'{word}'" for word in words)
        file.write_text(f"id: x\ntitle: X\nlanguage: en\nkind: words\ncards: [{listed}]\n")
    else:
        file.write_text("\n".join(words))
    _, faults = examine(file)
    assert len(faults) <= 1
    assert looked_at < 10_000


@pytest.mark.parametrize(
    ("ending", "content"),
    [
        ("txt", "; " * 20_000 + "\n"),
        ("txt", "1.," * 16_000 + "\n"),
        ("txt", ";" * 99 + "\n"),
        ("csv", "," * 99 + "\n"),
        ("csv", "-" + ",-" * 99 + "\n"),
    ],
)
def test_a_list_of_nothing_is_not_cleaned_piece_by_piece(
    ending: str, content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two megabytes of signs that part words: the box stood still for seconds."""
    cleaned = 0

    def counted(text: str) -> str:
        nonlocal cleaned
        cleaned += 1
        return without_invisible(text)

    monkeypatch.setattr(word_lists, "without_invisible", counted)
    file = tmp_path / f"list.{ending}"
    file.write_text(content * min(19_000, 1_900_000 // len(content)))
    _, faults = examine(file)
    assert len(faults) == 1
    assert cleaned < 100_000


def test_quotes_of_two_rows_glue_them_not_together(tmp_path: Path) -> None:
    """Two rows that began with a quote were one card, KOTPIES, and games were dealt with it."""
    path = tmp_path / "animals.csv"
    path.write_text("# ours\n" + "\n".join(['"KOT', '"PIES', *WORDS]) + "\n")
    pack, faults = examine(path, fault_of, "pl")
    assert pack is None
    assert [str(fault).partition(": ")[2] for fault in faults] == ["line 2: 'KOTPIES': quotes that close on their line"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (f"{'long ' * 12}name.pl.txt", "'long long long…: a text of at most 60 characters"),
        (" .txt", "'': text that is not blank"),
        (" .pl.csv", "'': text that is not blank"),
        ("日本.txt", "'日本': letters the font has, and '日' is not among them"),
    ],
)
def test_what_is_wrong_with_a_lists_name_is_told_of_its_name(name: str, told: str, tmp_path: Path) -> None:
    """It spoke of an `id`, which nobody had written."""
    (tmp_path / name).write_text("\n".join(WORDS))
    pack, (fault,) = examine(tmp_path / name, fault_of, "en")
    assert pack is None
    assert str(fault).endswith(f"{name}: {told}")


def test_a_list_of_the_longest_name_may_say_its_language_in_it(tmp_path: Path) -> None:
    """Its id, with the language, had a letter too many."""
    path = tmp_path / f"{'a' * 60}.pt-BR.txt"
    path.write_text("\n".join(WORDS))
    pack, faults = examine(path, fault_of, "en")
    assert not faults
    assert pack and (pack.title, pack.language) == ("a" * 60, "pt-BR")


def test_of_two_lists_that_are_called_alike_one_is_named_by_what_it_is_called(tmp_path: Path) -> None:
    for name in ("my-list.txt", "my list.txt"):
        (tmp_path / name).write_text("\n".join((*WORDS, name[:2])))
    library = PackLibrary(assets(), [tmp_path])
    assert [pack.title for pack in library.custom()] == ["my list"]
    (fault,) = library.faults
    assert fault == f"{tmp_path}/my-list.txt: 'my-list': a name that no other pack has; my list has this one"
