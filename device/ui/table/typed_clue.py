"""The clue pad for typed clues: a keyboard in the game's language, and advice on the clue's form while it is typed."""

from functools import cached_property, lru_cache, partial
from typing import ClassVar

from device.clues import CardWord, ClueChecker, Violation
from device.files.clean import is_number
from device.files.texts import Texts
from device.game import seating
from device.rules.actions import GiveClue
from device.rules.model import Clue, DuetPublic, Side, VersusPublic
from device.ui.kit import fit, theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box, grid
from device.ui.kit.keyboard import Keyboard
from device.ui.kit.lines import PromptLines
from device.ui.kit.screen import Navigator
from device.ui.table import strip
from device.ui.table.clue_pad import CluePad
from device.ui.table.prompts import clue_text
from hardware.ports import Seat

MAX_LENGTH = 40
"""A clue may have so many letters."""
DIGITS_W = 37.0
WARMING, WARMED = "warming", 3
"""A word the checker gets ready with, and how many of the cards at once."""


@lru_cache(maxsize=2)
def checker(language: str) -> ClueChecker:
    """Return the checker of a language, made once."""
    return ClueChecker(language)


class TypedClue(CluePad):
    """Takes the word and the number; a word whose form is doubtful may be given anyway."""

    key: ClassVar[str] = "typed_clue"
    shown_as: ClassVar[str] = "clue_pad"
    height: ClassVar[float] = 46.2

    def __init__(self, screens: Navigator, seat: Seat) -> None:
        super().__init__(screens, seat)
        self.word = ""
        setup = screens.context.session.setup
        self._relaxed = bool(setup and setup.relaxed)
        self._shown_first = bool(setup and setup.shown_first)
        self._cold: list[CardWord] | None = None
        self._keyboard = Keyboard(self._letters, self.write, self.erase, digits=False)

    def _letters(self) -> tuple[str, ...]:
        return self.context.languages[self.context.clue_language].keyboard

    @property
    def _checker(self) -> ClueChecker:
        return checker(self.context.clue_language)

    @cached_property
    def _visible(self) -> tuple[list[CardWord], bool]:
        """Return the words a clue may not use, and whether there are pictures among the cards."""
        cards = [self.context.card(name) for name in self.public.cards if not self.public.covered(name)]
        words = [CardWord(card.name, card.parts, card.allow) for card in cards if card.file is None]
        return words, len(words) < len(cards)

    def doubts(self) -> tuple[Violation, ...]:
        """Return why the word's form is doubtful; empty where it is not."""
        if not self.word.strip():
            return ()
        words, pictures = self._visible
        return self._checker.check(self.word, words, relaxed=self._relaxed, pictures=pictures)

    @property
    def _guessing(self) -> Side:
        table = self.public
        return Side(self.seat).other if isinstance(table, DuetPublic) else seating.actor(table, self.seat)

    @property
    def _for_box(self) -> bool:
        """Tell whether the box is to guess: what is only spoken it does not hear."""
        return seating.whole_side(self.context.partner.plays, self._guessing)

    @property
    def ready(self) -> bool:
        """Tell whether there is a clue to give; one for the box has a word, and signs alone are none."""
        needs_word = bool(self.word.strip()) or self._for_box
        return super().ready and not (needs_word and self.spoken_word() is None)

    def _lost_on_box(self) -> str:
        """Return why the box, where it is to guess, could not by this word; by what everybody sees alone."""
        partner, word = self.context.partner, self.word.strip()
        if partner.knows is None or partner.sees is None or not word or not self._for_box:
            return ""
        if not partner.knows(word):
            return self.t("The box does not know that word")
        return "" if partner.sees(word, self.public, self._guessing) else self.t("The box sees no card in that word")

    def tick(self, now: float) -> None:
        """Get the checker ready for these words a few at a time, once the pad is seen, so that typing never waits."""
        if self._cold is None:
            self._cold = list(self._visible[0])
        elif self._cold:
            some, self._cold = self._cold[:WARMED], self._cold[WARMED:]
            self._checker.check(WARMING, some)

    def give(self) -> None:
        """Give the clue; if the game wants it so, once the other team's spymaster has allowed it."""
        table, word = self.public, self.spoken_word()
        if self.number is None or word is None or not self._shown_first or not isinstance(table, VersusPublic):
            super().give()
            return
        action = GiveClue(table.team, self.number, word)
        shown = clue_text(self.t, Clue(table.team, self.number, word))
        self.screens.open("clue_review", team=table.team.other, clue=shown, then=partial(self.screens.do, action))

    @property
    def _private(self) -> bool:
        """Tell whether the word must not be read across the table: the other spymaster is to see it first."""
        return self._shown_first and isinstance(self.public, VersusPublic)

    def spoken_word(self) -> str | None:
        """Return the word as typed; None when it was left without a letter, and only spoken."""
        word = " ".join(self.word.split())
        return word if any(map(str.isalnum, word)) else None

    def typed(self, text: str) -> None:
        """Take letters and digits from an attached keyboard."""
        if is_number(text, 1):
            super().typed(text)
        else:
            self.write(text)

    def write(self, text: str) -> None:
        """Add letters to the word."""
        self.word = fit.typed(self.word, text, MAX_LENGTH)
        self.screens.invalidate()

    def erase(self) -> None:
        """Take the last letter back."""
        self.word = self.word[:-1]

    @property
    def _giving(self) -> str:
        return self.t("Give it anyway") if self.doubts() else super()._giving

    def strip_lines(self, seat: Seat, lines: PromptLines) -> PromptLines:
        """Tell the giver what to type."""
        label = super().strip_lines(seat, lines)
        if seat is not self.seat:
            return label
        one = self.t("Type one word, then choose its number")
        main = self.t("Type the clue, then choose its number") if self._relaxed else one
        return PromptLines(main, label.more, label.button, True)

    def _places(self, view: View) -> tuple[Box, Box, Box, Box, Box, list[Box], Box]:
        sheet = self.sheet(view)
        line, rest = sheet.inset(1.6, 1.2).cut_top(9.2, 0.6)
        cancel, line = line.cut_left(24.0, 1.4)
        confirm, field = line.cut_right(DIGITS_W, 1.4)
        digits, rest = rest.cut_right(DIGITS_W, 1.4)
        reason, keys = rest.cut_top(2.8, 0.5)
        return sheet, cancel, field, confirm, reason, grid(digits, 4, 3, 0.8)[: len(self.numbers)], keys

    def layout(self, canvas: Canvas) -> None:
        """Lay out the keys, the digits, cancel and confirm."""
        view = canvas.view(self.seat)
        _, cancel, _, confirm, _, digits, keys = self._places(view)
        strip.lay_out(self, canvas)
        self.lay_out_digits(view, digits)
        self._keyboard.lay_out(self, view, keys)
        self.touchable(view, "cancel", cancel, self.screens.close)
        self.touchable(view, "confirm", confirm, self.give, self.ready)

    def draw(self, canvas: Canvas) -> None:
        """Draw the pad over the table; it waits unseen while the clues so far are looked at."""
        if self.hidden:
            return
        t, view = self.t, canvas.view(self.seat)
        sheet, cancel, field, confirm, reason, digits, keys = self._places(view)
        widgets.sheet(view, sheet)
        widgets.button(view, cancel, t("Cancel"))
        view.panel(field, theme.PAPER, theme.PAPER_EDGE, 0.8, 0.2)
        cap = theme.CAP_SMALL if self._private else theme.CAP_HEADING
        view.text(self.word + "|", field.inset(2.0, 0.8), cap, theme.INK, "left", lines=2, recorded=self.word)
        doubts = self.doubts()
        widgets.button(view, confirm, self._giving, theme.CAP_PROMPT, "main" if self.ready else "off")
        if doubts:
            label = " · ".join(why(t, doubt) for doubt in doubts[:2])
            view.text(label, reason, theme.CAP_SMALL if self._private else theme.CAP_BODY, theme.WARN, weight="medium")
        elif lost := self._lost_on_box():
            view.text(lost, reason, theme.CAP_BODY, theme.WARN, weight="medium")
        elif not self._checker.knows_forms:
            note = t("In this language only the words on the table and their parts are checked")
            view.text(note, reason, theme.CAP_BODY, theme.SOFT, weight="medium")
        self.draw_digits(view, digits)
        self._keyboard.draw(view, keys)


def why(t: Texts, doubt: Violation) -> str:
    """Put a doubt about a clue's form in plain words."""
    match doubt.rule:
        case "same":
            return t("{word} lies on the table", word=doubt.word)
        case "form":
            return t("It is a form of {word}", word=doubt.word)
        case "part":
            return t("It is a part of {word}", word=doubt.word)
        case "derived":
            return t("It is related to {word}", word=doubt.word)
    return t("That is more than one word")
