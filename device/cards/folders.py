"""What lies in a folder of packs: pack files, lists of words, folders of pictures, and what cannot be used."""

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from device.cards.other_pictures import is_other_picture
from device.files.failures import reason
from device.files.messages import Message, message
from device.files.places import NO_LINK, fault_of_link, stop_at_depth

PACK_ENDINGS = (".yaml", ".yml", ".json")
LIST_ENDINGS = (".txt", ".csv")
PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")
OTHER_ENDINGS = (
    *(".doc", ".docx", ".odt", ".pages", ".pdf", ".rtf"),
    *(".numbers", ".ods", ".tsv", ".xls", ".xlsx"),
    *(".7z", ".gz", ".rar", ".tar", ".tgz", ".zip"),
    *(f"{pack}{text}" for pack in PACK_ENDINGS for text in LIST_ENDINGS),
)
"""What people keep words and pictures in that a box does not read, as a pack file that an editor called a text."""
_BESIDE = ("copying", "credits", "licence", "license", "readme", "~$")
"""How the names of files begin that say something about packs, or that an office program leaves."""
_MACHINES = ("__macosx", "@eadir", "@recently-snapshot", "@recycle", "@tmp", "@transcode", "#recycle", "#snapshot")
"""What computers call folders of their own that are not hidden, in small letters: Macs, and disks in the network."""
MAX_ENTRIES = 20_000
"""Files and folders that are looked at; a stick may hold anything."""
MAX_NAME = 255
"""Bytes of a name."""


@dataclass(slots=True)
class Found:
    """What was found, each in the order of its name.

    `others` are files of no kind a box takes, `strange` the names of such pictures by their folder, `faults` says what
    is wrong with a file or a folder; of `albums` it is told how many pictures they have. Lists in such a folder, and
    pack files in or above one, may be no more than remarks: those called as a picture beside them are `alike`, others
    are `near`.
    """

    packs: list[Path] = field(default_factory=list)
    lists: list[Path] = field(default_factory=list)
    albums: dict[Path, int] = field(default_factory=dict)
    others: list[Path] = field(default_factory=list)
    strange: dict[Path, list[str]] = field(default_factory=dict)
    faults: list[tuple[Path, str]] = field(default_factory=list)
    near: list[Path] = field(default_factory=list)
    alike: list[Path] = field(default_factory=list)


def look_into(root: Path, failed: Callable[[OSError], None] | None = None) -> Found:
    """Look through a folder and those below it; what cannot be looked at is a fault, or for `failed` to judge."""
    found, seen, shown = Found(), 0, set[Path]()

    def note(error: OSError) -> None:
        if failed is not None:
            failed(error)
        found.faults.append((Path(error.filename or root), reason(error)))

    for base, folders, names in os.walk(root, onerror=note) if _is_folder(root, found, note) else ():
        seen += len(folders) + len(names)
        if seen > MAX_ENTRIES:
            found.faults.append((root, message("at most {n} files", n=MAX_ENTRIES)))
            break
        place = Path(base)
        stop_at_depth(root, base, folders, note)
        folders[:] = _sound(place, folders, found, note)
        pictures, files = sum(map(is_picture, names)) if place != root else 0, names
        if place != root and (strange := sorted(filter(is_other_picture, names))):
            found.strange[place] = strange
        names = [name for name in names if _ends(name, PACK_ENDINGS + LIST_ENDINGS) or is_other(name)]
        shots = {name.lower() for name in files if is_picture(name) or is_other_picture(name)}
        names = [name for name in names if not _is_of_one(name, shots)]
        names = _sound(place, names, found, note)
        found.packs += [place / name for name in names if _ends(name, PACK_ENDINGS)]
        found.others += [place / name for name in names if is_other(name)]
        lists = [place / name for name in names if is_list(name)]
        if pictures:
            found.albums[place] = pictures
            found.near += [path for path in lists if not path.name.lower().startswith(_BESIDE)]
            shown |= {place / Path(name).stem for name in filter(is_picture, files)}
        else:
            found.lists += lists
        loose = sorted(files) if place == root and not found.packs else []
        if loose := [name for name in loose if is_picture(name) or is_other_picture(name)]:
            found.faults.append((root / loose[0], message("pictures belong in a folder, which is the pack then")))
    _sort(root, found, shown)
    return found


def _sort(root: Path, found: Found, shown: set[Path]) -> None:
    """Put what was found in order; `shown` are the paths of pictures without their endings."""
    for listed in (found.packs, found.lists, found.others):
        listed.sort()
    found.albums, found.strange = dict(sorted(found.albums.items())), dict(sorted(found.strange.items()))
    above = {each for folder in (*found.albums, *found.strange) for each in (folder, *folder.parents)} - {root}
    remarks = sorted([*found.near, *(path for path in found.packs if path.parent in above)])
    found.packs = [path for path in found.packs if path.parent not in above]
    found.near = [path for path in remarks if path.parent / path.stem not in shown]
    found.alike = [path for path in remarks if path.parent / path.stem in shown]


def _is_folder(root: Path, found: Found, note: Callable[[OSError], None]) -> bool:
    """Tell whether a folder lies at a path; anything else there is noted."""
    try:
        if stat.S_ISDIR(root.lstat().st_mode):
            return True
        found.faults.append((root, fault_of_link(root) or message("a pack file, or a folder of PNG or JPEGs")))
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        note(error)
    return False


def pictures_in(folder: Path) -> Iterator[Path]:
    """Yield the picture files of a folder by their names.

    Raises:
        OSError: it cannot be read.
    """
    for path in sorted(folder.iterdir()):
        if is_picture(path.name):
            yield path


def is_picture(name: str) -> bool:
    """Tell whether a file of this name is taken for a picture."""
    return _ends(name, PICTURE_ENDINGS) and not _hidden(name)


def is_list(name: str) -> bool:
    """Tell whether a file of this name is taken for a list of words."""
    return _ends(name, LIST_ENDINGS) and not is_other(name)


def is_other(name: str) -> bool:
    """Tell whether a file of this name was put there to be played, and is of a kind the box does not take."""
    return bool(other_ending(name)) and not name.lower().startswith(_BESIDE)


def other_ending(name: str) -> str:
    """Return how a name ends that is of such a kind, in small letters; nothing where it is of none."""
    return next((ending for ending in OTHER_ENDINGS if _ends(name, (ending,))), "")


def fault_of_name(name: str) -> Message | None:
    """Say what a file must be called instead; None when its name is fine."""
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        return message("a name in UTF-8")
    return message("a name of at most {n} bytes", n=MAX_NAME) if size > MAX_NAME else None


def _sound(place: Path, names: list[str], found: Found, note: Callable[[OSError], None]) -> list[str]:
    """Return the names one can do something with, sorted; the others are noted."""
    sound = []
    for name in sorted(each for each in names if not _hidden(each)):
        fault: str | None = fault_of_name(name)
        try:
            fault = fault or (NO_LINK if stat.S_ISLNK((place / name).lstat().st_mode) else None)
        except OSError as error:
            note(error)
            continue
        if fault is None:
            sound.append(name)
        else:
            found.faults.append((place / name, fault))
    return sound


def _is_of_one(name: str, pictures: set[str]) -> bool:
    """Tell whether a file says something of one of the pictures beside it, as `IMG_1.JPG.json`, by its whole name."""
    dots = (at for at, sign in enumerate(name) if sign == ".")
    return _ends(name, PACK_ENDINGS) and any(name[:at].lower() in pictures for at in dots)


def _hidden(name: str) -> bool:
    """Tell whether a file or a folder was put there by a computer, not by people."""
    return name.startswith(".") or name.lower() in _MACHINES


def _ends(name: str, endings: tuple[str, ...]) -> bool:
    return name.lower().endswith(endings)
