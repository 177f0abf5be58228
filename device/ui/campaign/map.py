"""The mission map: the teams, how far each has come, and the mission to play next."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from device.game.campaign import Progress, progress
from device.game.last_choice import last_mission, last_packs
from device.rules.missions import MISSIONS
from device.rules.modes import STANDARD
from device.storage.store import StoreError, Team
from device.ui.campaign import city_card
from device.ui.campaign.map_view import MapView
from device.ui.campaign.new_routes import NewRoutes
from device.ui.campaign.teams import ask_delete, name_team, write_notes
from device.ui.kit import edges, faults, theme, widgets
from device.ui.kit.begin import begin_asked
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator, Screen
from hardware.ports import Seat

BAR_H, BAND_H = 9.1, 16.2
CHIP_W, MORE_W, BUTTON_W = 16.0, 9.2, 21.0
GAP = 1.0


class Map(Screen):
    """Shows a team's map; a city is selected by touching near it, or stepped to."""

    key: ClassVar[str] = "map"

    def __init__(
        self, screens: Navigator, team: str | None = None, city: str | None = None, won: str | None = None
    ) -> None:
        """Show a team's map at a city; `won`: the mission it has just won for the first time."""
        super().__init__(screens)
        self._routes = NewRoutes(screens.now, won or "", MISSIONS[won].opens if won else ())
        self.page = 0
        self.team: Team | None = None
        self.teams: list[Team] = []
        self.progress: Progress = progress(())
        self.selected = city or ""
        self.read(team or screens.context.visit.team)
        self._view: tuple[object, MapView | None] = (None, None)

    def read(self, team: str | None) -> None:
        """Read the teams anew and show one of them; without a name, the one that played last."""
        try:
            self.teams = self.context.store.teams()
            names = [each.name for each in self.teams]
            before = team if team in names else self.context.store.last_team()
            chosen = before if before in names else next(iter(names), None)  # a damaged name is no team's
            self.team = next((each for each in self.teams if each.name == chosen), None)
            self.progress = progress(self.context.session.results(chosen) if chosen else ())
        except StoreError:
            self.team, self.progress = None, progress(())
            self.screens.notify(self.t("The teams cannot be read just now."))
        self.context.visit.team = self.team.name if self.team else None
        self.selected = self.selected or self.progress.next
        self.screens.invalidate()

    def choose(self, team: str | None) -> None:
        """Show a team's map, at the mission it would play next."""
        self.selected = ""
        self.read(team)

    # What touching does

    def _select(self, city: str) -> None:
        self.selected = city

    def _step(self, by: int) -> None:
        cities = list(MISSIONS)
        self.selected = cities[(cities.index(self.selected) + by) % len(cities)]

    def _with_team(self, then: Callable[[], None]) -> None:
        if self.team is None:
            self._new_team(then)
        else:
            then()

    def _new_team(self, then: Callable[[], object] = lambda: None) -> None:
        def go_on(name: str) -> None:
            self.choose(name)
            if self.team is not None:
                then()

        name_team(self.screens, self.teams, go_on)

    def _notes(self) -> None:
        assert self.team is not None
        write_notes(self.screens, self.team, self.read)

    def _delete(self) -> None:
        def go_on() -> None:
            self.page = 0
            self.choose(None)

        assert self.team is not None
        ask_delete(self.screens, self.team, go_on)

    def _play(self) -> None:
        assert self.team is not None
        team, city = self.team.name, self.selected
        store, mine, packs = self.context.store, self.context.preferences, self.context.packs
        begin_asked(
            self.screens,
            lambda: last_mission(store, mine, packs, team, city),
            lambda: last_packs(store, packs, STANDARD, mine.language),
        )

    def _choose_cards(self) -> None:
        assert self.team is not None
        self.screens.open("new_game", mode=STANDARD, team=self.team.name, mission=self.selected)

    def _turn_page(self) -> None:
        self.page += 1

    def lit(self) -> frozenset[Seat]:
        """Return both sides where the selected mission can be played: a press starts it."""
        return frozenset((Seat.A, Seat.B)) if self.selected in self.progress.open else frozenset()

    def press(self, seat: Seat) -> None:
        """Turn to the side that pressed, and start the selected mission."""
        self.screens.face(seat)
        self._with_team(self._play)

    # Layout and drawing

    def _boxes(self, view: View) -> tuple[Box, Box, Box]:
        inner = edges.between(view.whole).inset(2.0, 0.1)
        bar, rest = inner.cut_top(BAR_H, GAP)
        band, chart = rest.cut_bottom(BAND_H, GAP)
        return bar, chart, band

    def _bar(self, bar: Box) -> tuple[Box, list[tuple[Team | None, Box]], dict[str, Box]]:
        """Return back, the teams' places (None: turn the page), and the buttons at the right by name."""
        back, rest = bar.cut_left(BUTTON_W, GAP)
        names = ["new_team", *(("notes", "delete_team") if self.team else ())]
        buttons: dict[str, Box] = {}
        for name in reversed(names):
            buttons[name], rest = rest.cut_right(BUTTON_W, GAP)
        return back, self._team_places(rest), buttons

    def _team_places(self, room: Box) -> list[tuple[Team | None, Box]]:
        """Place the teams; where there is no room for all, the one on the map stands first, beside a page of others."""
        fit = int((room.w + GAP) / (CHIP_W + GAP))
        shown, more = self.teams, []
        if len(shown) > fit:
            last, room = room.cut_right(MORE_W, GAP)
            more = [(None, last)]
            first = [team for team in shown if team == self.team]
            others = [team for team in shown if team not in first]
            a_page = max(1, int((room.w + GAP) / (CHIP_W + GAP)) - len(first))
            start = self.page * a_page % (-(-len(others) // a_page) * a_page)
            shown = [*first, *others[start : start + a_page]]
        w = min(34.0, (room.w - GAP * (len(shown) - 1)) / max(1, len(shown)))
        return [*((team, Box(room.x + n * (w + GAP), room.y, w, room.h)) for n, team in enumerate(shown)), *more]

    def map_view(self, view: View, area: Box) -> MapView:
        """Return where everything on the map is."""
        key = (self.t.language.code, view.turned, area)
        if self._view[0] != key or self._view[1] is None:
            self._view = (key, MapView(view, area, self.t))
        assert self._view[1] is not None
        return self._view[1]

    def layout(self, canvas: Canvas) -> None:
        """Lay out the teams, the cities and the selected city's card."""
        view = canvas.view(self.facing)
        bar, area, band = self._boxes(view)
        back, teams, buttons = self._bar(bar)
        self.touchable(view, "back", back, self.screens.close)
        for team, box in teams:
            if team is None:
                self.touchable(view, "more_teams", box, self._turn_page)
            else:
                self.touchable(view, f"team:{team.name}", box, partial(self.choose, team.name))
        acts: dict[str, Callable[[], object]] = {
            "new_team": self._new_team,
            "notes": self._notes,
            "delete_team": self._delete,
        }
        for name, box in buttons.items():
            self.touchable(view, name, box, acts[name])
        here = self.map_view(view, area)
        for city, box in here.touch.items():
            self.touchable(view, f"city:{city}", box, partial(self._select, city), spots=here.seen(city))
        before, _, after, start, options = city_card.boxes(band)
        self.touchable(view, "previous", before, partial(self._step, -1))
        self.touchable(view, "next", after, partial(self._step, 1))
        playable = self.selected in self.progress.open
        self.touchable(view, "start", start, partial(self._with_team, self._play), playable)
        self.touchable(view, "options", options, partial(self._with_team, self._choose_cards), playable)

    def moving(self, now: float) -> bool:
        """Tell whether new routes draw themselves."""
        return self.context.preferences.motion and self._routes.moving(now)

    def animate(self, canvas: Canvas, now: float) -> None:
        """Draw the new routes on their way."""
        if self.moving(now):
            view = canvas.view(self.facing)
            here = self.map_view(view, self._boxes(view)[1])
            for part in here.charts:
                self._routes.draw(canvas, view, part, here.ends[part.region.name], now)

    def draw(self, canvas: Canvas) -> None:
        """Draw the map."""
        t, view = self.t, canvas.view(self.facing)
        widgets.ground(canvas)
        bar, area, band = self._boxes(view)
        back, teams, buttons = self._bar(bar)
        widgets.button(view, back, t("Back"))
        for team, box in teams:
            chosen = team is not None and self.team is not None and team.name == self.team.name
            words = team.name if team is not None else "…"
            widgets.button(view, box, words, kind="chosen" if chosen else "plain")
        if not teams:
            room = Box(back.right + 3, bar.y, buttons["new_team"].x - back.right - 6, bar.h)
            hint = t("A campaign of 26 missions. Give your team a name, and the box remembers how far you come.")
            view.text(hint, room, theme.CAP_SMALL, theme.SOFT, "left", "medium", lines=2)
        words_on = {
            "new_team": t("New team"),
            "notes": t("Notes"),
            "delete_team": t("Delete"),
        }
        for name, box in buttons.items():
            has_notes = name == "notes" and self.team is not None and bool(self.team.notes)
            kind: widgets.Kind = "warn" if name == "delete_team" else "chosen" if has_notes else "plain"
            widgets.button(view, box, words_on[name], kind=kind)
        self.map_view(view, area).draw(view, self.progress, self.selected, t)
        label = faults.line(self.screens, None)
        if label:
            low = Box(area.x + area.w / 2, area.bottom - 5.2, area.w / 2 - 1.0, 4.2)
            view.canvas.hide_texts(view.rect(low))
            view.panel(low, theme.STRIP, theme.WARN, 0.6, 0.2)
            view.text(label, low.inset(1.0, 0.3), theme.CAP_SMALL, theme.WARN, weight="medium")
        city_card.draw(view, band, self.selected, self.progress, t)
        edges.draw(self, canvas, t("Button: {what}", what=city_card.start_words(self.selected, self.progress, t)))
