"""A new game: which one, its options, its packs."""

from functools import partial
from typing import ClassVar

from device.cards.packs import ANY, Pack
from device.game.box_words import knows_pictures, knows_words
from device.game.last_choice import last_choice, last_mode, last_packs, last_temper, remember
from device.game.start import CHANCE, Choice, with_box
from device.rules.missions import FIRST, MISSIONS
from device.rules.modes import MODES, STANDARD
from device.rules.options import OPTIONS
from device.storage.store import GameSetup, StoreError
from device.ui.kit import chips, edges, theme, widgets
from device.ui.kit.begin import begin_asked, tell_missing
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.chips import GAP, LABEL_W, Chip, Placed, Row
from device.ui.kit.geometry import Box
from device.ui.kit.names import city_name
from device.ui.kit.screen import Navigator, Screen
from device.ui.lobby.about_game import about_game
from device.ui.lobby.box_chips import ALL_CLUES, ROLES, BoxChoices, room_for
from device.ui.lobby.clue_rows import ClueChoices
from device.ui.lobby.versus_rows import versus_rows
from hardware.ports import Seat

MAX_PACKS = 7
TEAMS_SHOWN, TEAM_W = 3, 14.0
PRAGUE = MISSIONS[FIRST]


class NewGame(Screen):
    """Collects a choice and begins the game."""

    key: ClassVar[str] = "new_game"

    def __init__(
        self, screens: Navigator, mode: str | None = None, team: str | None = None, mission: str | None = None
    ) -> None:
        super().__init__(screens)
        self.mode = mode or last_mode(screens.context.store)
        self.team = team
        self.mission = mission
        self.teams = _teams(screens)
        self.options: dict[str, object] = {}
        self.packs: set[str] = set()
        screens.context.packs.look_again()
        self._choose_mode(self.mode)

    @property
    def family(self) -> str:
        """Return which rules play the chosen game."""
        return MODES[self.mode].game

    def _choose_mode(self, mode: str) -> None:
        """Show a mode as it was played last."""
        self.mode, self._page, self._touched = mode, 0, ""
        if mode != STANDARD:
            self.mission = None
        context = self.context
        last = last_choice(context.store, context.preferences, context.packs, mode)
        self.options = {**dict(MODES[mode].options), **last.options}
        self.tokens = self._number("tokens", PRAGUE.turns)
        self.mistakes = self._number("mistakes", self.tokens)
        shown_first = last.setup.shown_first if self.family == "versus" else context.preferences.shown_first
        self.clues = ClueChoices.of(last, shown_first)
        self.box = BoxChoices((), last_temper(context.store))
        here, self._language = self._available(), context.preferences.language
        self.packs = {pack.id for pack in here if pack.id in last.setup.packs} or {pack.id for pack in here[:1]}
        tell_missing(self.screens, last_packs(context.store, context.packs, mode, self._language), self._language)
        self.screens.invalidate()

    def _number(self, option: str, otherwise: int) -> int:
        """Return a number among the options, which is chosen on a row of its own."""
        value = self.options.pop(option, None)
        return value if isinstance(value, int) else otherwise

    def tick(self, now: float) -> None:
        """Choose anew in another language, which the counter may order: there are other packs."""
        if self._language != self.context.preferences.language:
            self._choose_mode(self.mode)

    def _available(self) -> tuple[Pack, ...]:
        language, decks = self.context.preferences.language, self.context.packs
        words, pictures = decks.packs(language, "words"), decks.packs(language, "pictures")
        return (*pictures, *words) if MODES[self.mode].cards == "pictures" else (*words, *pictures)

    @property
    def _opponents(self) -> bool:
        """Tell whether two teams play, each with a spymaster."""
        return self.family == "versus" and self.options.get("opponent") != "simulated"

    @property
    def _box_can_play(self) -> bool:
        """Tell whether the box knows the cards of the chosen game."""
        knows = knows_pictures if MODES[self.mode].cards == "pictures" else knows_words
        return knows(self.context.preferences.language)

    # The rows

    def rows(self) -> list[Row]:
        """Return the rows of choices of the chosen game."""
        t = self.t
        titles = {name: t(mode.title) for name, mode in MODES.items()}
        games = tuple(
            Chip(f"game:{name}", titles[name], name == self.mode, partial(self._choose_mode, name)) for name in MODES
        )
        duet, roles = self.family == "duet", self.box.roles
        rows = [Row(t("Game"), games, about=about_game(t, self.choice(), self.context.packs, self._opponents))]
        rows += self._duet_rows() if duet else versus_rows(t, self.options, roles, self._option)
        if self._box_can_play:
            rows = chips.with_more(rows, self.box.chips(t, room_for(self.family, self.options)))
        if not (duet and roles) and roles != ALL_CLUES:  # nobody at the table gives a clue, or the box reads it
            rows.append(self.clues.clue_row(t, self._opponents and not roles))
        rows += [self.clues.timer_row(t), self._pack_row()]
        return rows

    def _duet_rows(self) -> list[Row]:
        t = self.t
        if self.mission is not None:
            return [self._mission_row(self.mission), self._order_row()]
        most = max(OPTIONS["duet"]["tokens"])
        tokens = tuple(
            Chip(f"option:tokens:{n}", str(n), n <= self.tokens, partial(self._set_tokens, n), "bystander")
            for n in range(1, int(most) + 1)
        )
        mistakes = tuple(
            Chip(f"option:mistakes:{n}", str(n), 0 < n <= self.mistakes, partial(self._set_mistakes, n), "check")
            for n in range(self.tokens + 1)
        )
        all_cheap = self.mistakes == self.tokens
        cheap = t("Any token may pay for one") if all_cheap else t("Any beyond these cost two tokens")
        return [
            Row(t("Tokens (turns)"), tokens, 11.6, t("Each turn costs one")),
            Row(t("Mistakes"), mistakes, 11.6, cheap),
            self._order_row(),
        ]

    def _mission_row(self, mission: str) -> Row:
        bank = MISSIONS[mission]
        words = f"{city_name(self.t, mission)} {bank.turns}–{bank.mistakes}"
        return Row(
            self.t("Mission"),
            (
                Chip(f"option:mission:{mission}", words, True, self.screens.invalidate),
                Chip("option:mission:none", self.t("A single game"), False, self._play_alone),
            ),
        )

    def _play_alone(self) -> None:
        self.mission = self.team = None

    def _order_row(self) -> Row:
        t = self.t
        words = {"strict": t("Sides take turns"), "loose": t("Two clues in a row allowed")}
        loose = self.options.get("turn_order") == "loose"
        about = t("A side may clue twice, not three times") if loose else t("One clue each, by turns")
        return Row(t("Turn order"), self._option("turn_order", words), about=about)

    def _option(self, option: str, words: dict[str, str]) -> tuple[Chip, ...]:
        values = [str(value) for value in OPTIONS[self.family][option]]
        now = self.options.get(option, values[0])
        values += [CHANCE] if CHANCE in words else []
        return tuple(
            Chip(f"option:{option}:{value}", words[value], value == now, partial(self._set, option, value))
            for value in values
        )

    def _pack_title(self, pack: Pack) -> str:
        """Our pack for every language has a title that is told in the language of the screen: "Pictures"."""
        ours = pack.language == ANY and pack not in self.context.packs.custom()
        return self.t(pack.title) if ours else pack.title

    def _pack_row(self) -> Row:
        packs = [
            Chip(f"pack:{pack.id}", self._pack_title(pack), pack.id in self.packs, partial(self._toggle_pack, pack.id))
            for pack in self._available()
        ]
        if len(packs) > MAX_PACKS:
            a_page = MAX_PACKS - 1
            start = self._page * a_page % (-(-len(packs) // a_page) * a_page)
            packs = [*packs[start : start + a_page], Chip("more_packs", "…", False, self._turn_page)]
        return Row(self.t("Cards"), tuple(packs), 4.0, self._pack_about())

    def _pack_about(self) -> str:
        """Return what is in the pack that was added last, else in one that stays, or how packs are chosen."""
        chosen = [pack for pack in self._available() if pack.id in self.packs]
        chosen.sort(key=lambda pack: pack.id != self._touched)
        about = chosen[0].about if chosen and self._touched else ""
        return about or self.t("Touch to add or leave out")

    # What touching does

    def _set_tokens(self, n: int) -> None:
        standard = self.mistakes == self.tokens
        self.tokens = n
        self.mistakes = n if standard else min(self.mistakes, n)

    def _set_mistakes(self, n: int) -> None:
        self.mistakes = n

    def _set(self, option: str, value: str) -> None:
        self.options[option] = value
        if self.options.get("opponent") == "simulated":
            self.options["operatives"] = "two"
        if self.box.roles not in ROLES[room_for(self.family, self.options)]:
            self.box.roles = ()

    def _turn_page(self) -> None:
        self._page += 1

    def _toggle_pack(self, pack: str) -> None:
        self._touched = pack
        self.packs = self.packs ^ {pack} or self.packs  # the last one stays: a game needs cards
        self.screens.invalidate()

    def choice(self) -> Choice:
        """Return what is chosen."""
        options = {**self.options, **self.clues.options()}
        if self.mission is not None:
            options["mission"] = self.mission
        elif self.mode == STANDARD and self.team is not None and self.tokens == self.mistakes == PRAGUE.turns:
            options["mission"] = FIRST
        elif self.family == "duet":
            options |= {"tokens": self.tokens, "mistakes": self.mistakes}
        packs = tuple(pack.id for pack in self._available() if pack.id in self.packs)
        language = self.context.preferences.language
        team = self.team if self.family == "duet" else None
        clues = self.clues
        shown_first = clues.shown_first and self._opponents
        chosen = Choice(GameSetup(self.mode, language, packs, team, clues.entry, clues.relaxed, shown_first), options)
        return with_box(chosen, self.box.roles, self.box.temper) if self.box.roles else chosen

    def start(self) -> None:
        """Begin the chosen game; a game that stands on the table is dropped only when agreed to."""
        begin_asked(self.screens, self._chosen, lambda: tuple(sorted(self.packs)))

    def _chosen(self) -> Choice:
        context, choice = self.context, self.choice()
        # A mission has tokens of its own.
        bank = {} if self.mission is None else {"tokens": self.tokens, "mistakes": self.mistakes}
        kept = Choice(choice.setup, {**choice.options, **bank})
        remember(context.store, context.preferences, context.packs, kept)
        return choice

    def lit(self) -> frozenset[Seat]:
        """Return both sides: a press starts."""
        return frozenset((Seat.A, Seat.B))

    def press(self, seat: Seat) -> None:
        """Turn to the side that pressed, and start."""
        self.screens.face(seat)
        self.start()

    # Layout and drawing

    def _team_chips(self, room: Box) -> list[tuple[Chip, Box]]:
        """Return the teams that may play, the chosen one first; in a mission the one on whose map it is."""
        if self.family != "duet" or not self.teams:
            return []
        names = sorted(self.teams, key=lambda name: name != self.team)[: 1 if self.mission else TEAMS_SHOWN]
        teams = [Chip(f"team:{name}", name, name == self.team, partial(self._play_as, name)) for name in names]
        spots = room.cut_left(TEAM_W)[1].columns(len(teams), GAP)
        return list(zip(teams, spots, strict=True))

    def _play_as(self, team: str) -> None:
        if self.mission is None:
            self.team = None if team == self.team else team

    def _boxes(self, view: View) -> tuple[Placed, Box, Box, Box]:
        inner = edges.between(view.whole).inset(4.0, 0.1)
        below, rest = inner.cut_bottom(9.05, 0.7)
        back, start = below.cut_left(LABEL_W, 2.0)
        teams = Box(start.x, start.y, 0.0, start.h)
        if (self.family == "duet" and self.teams) or self._notice:
            teams, start = start.cut_left(start.w * 0.66, 2.0)
        return chips.place(rest, self.rows()), back, teams, start

    @property
    def _notice(self) -> str:
        notice = self.screens.notice
        return self.t.again(notice.text) if notice is not None else ""

    def layout(self, canvas: Canvas) -> None:
        """Lay out the rows, back and start."""
        view = canvas.view(self.facing)
        placed, back, teams, start = self._boxes(view)
        shown = [both for _, _, row in placed for both in row]
        if not self._notice:
            shown += self._team_chips(teams)
        for chip, spot in shown:
            if chip.act is not None:
                self.touchable(view, chip.name, spot, chip.act)
        self.touchable(view, "back", back, self.screens.close)
        self.touchable(view, "start", start, self.start, bool(self.packs))

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows, back and start."""
        t, view = self.t, canvas.view(self.facing)
        widgets.ground(canvas)
        placed, back, teams, start = self._boxes(view)
        chips.draw(view, placed)
        if self._notice:
            view.text(self._notice, teams, theme.CAP_BODY, theme.WARN, lines=2)
        elif self._team_chips(teams):
            view.text(t("Team"), teams.cut_left(TEAM_W)[0], theme.CAP_BODY, theme.SOFT)
            for chip, spot in self._team_chips(teams):
                widgets.button(view, spot, chip.words, kind="chosen" if chip.chosen else "plain")
        widgets.button(view, back, t("Back"))
        widgets.button(view, start, t("Start"), theme.CAP_HEADING, "main" if self.packs else "off")
        edges.draw(self, canvas, t("Button: {what}", what=t("Start")))


def _teams(screens: Navigator) -> list[str]:
    """Return the names of the teams; none while they cannot be read."""
    try:
        return [team.name for team in screens.context.store.teams()]
    except StoreError:
        return []
