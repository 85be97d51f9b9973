"""Uses pages of `apus show` and `apus diff --format html` in Chromium: `pictures.py PAGE… [--screenshots DIR]`. The script shows exactly
what Swift drew; search, focus, links, slider, zoom and keys work, with a mouse, a keyboard and fingers; nothing is loaded, reported or cut."""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote, unquote

from chromium import DESKTOP, Browser, chromium

PHONE = (390, 844)

# What is drawn: everything that is seen in the picture.
DRAWN = """JSON.stringify([...document.querySelectorAll('#ui-picture *:not(.reach)')].filter((e) => !e.closest('[display]')).map((e) => [e.tagName,
    ...['d', 'height', 'transform', 'class', 'aria-label'].map((name) => e.getAttribute(name))].join(' ').trim()))"""
FACTS = """JSON.stringify([...document.querySelectorAll('#ui-panel section')].map((e) => e.hidden ? ''
    : [...e.querySelectorAll('tr, .about, h2')].filter((e) => !e.closest('[hidden]')).map((e) => e.textContent).join()))"""


class Tests:
    def __init__(self, browser: Browser, page: Path):
        self.browser, self.page, self.faults = browser, page, []
        self.url = "file://" + quote(str(page))

    def expect(self, name: str, condition, found=None) -> None:
        if not condition:
            self.faults.append(f"{self.page.name}: {name}" + (f", found {found!r}" if found is not None else ""))

    def open(self, hash: str = "", size: tuple[int, int] = DESKTOP, mobile: bool = False) -> None:
        self.browser.theme("light", calm=True)
        self.browser.size(*size, mobile=mobile)
        self.browser.open("about:blank")
        self.browser.open(self.url + hash)

    def value(self, script: str):
        return self.browser.value(script)

    def key(self, key: str) -> None:
        self.browser.key(key, key if len(key) == 1 else "")

    def cards(self) -> list[dict]:
        """The cards that are seen, with the middle of each on the screen, and a row if it shows one."""
        return self.value("""[...document.querySelectorAll('.card')].filter((e) => !e.hasAttribute('display')).map((e) => {
            const head = [...e.querySelectorAll('.head')].find((e) => !e.hasAttribute('display')), box = e.getBoundingClientRect();
            const row = [...e.querySelectorAll('.row')].find((e) => !e.hasAttribute('display') && e.getBoundingClientRect().height);
            const line = row && document.querySelector(`[data-facts="${e.dataset.card}"] [data-line="${row.dataset.row}"]`);
            return { card: e.dataset.card, name: head.dataset.name, x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 10),
                row: line?.dataset.name ?? null };
        })""")

    def frames(self) -> int:
        return self.value("JSON.parse(document.getElementById('ui-data').textContent).count")

    def drawing(self) -> None:
        """The first frame is the one that Swift drew, and each frame is the same whenever it is shown."""
        browser = self.browser
        browser.call("Emulation.setScriptExecutionDisabled", {"value": True})
        self.open()
        browser.call("Emulation.setScriptExecutionDisabled", {"value": False})
        plain, facts = json.loads(self.value(DRAWN)), json.loads(self.value(FACTS))
        tools = self.value("[...document.querySelectorAll('.tool')].filter((e) => e.offsetHeight).length")
        self.expect("without the script, no button does nothing", tools == 0, tools)
        seen = self.value("[...document.querySelectorAll('.facts:not([hidden])')].every((e) => e.offsetHeight > 0)")
        self.expect("without the script, the tables are below the picture", seen)
        self.open()
        hidden = self.value("document.querySelectorAll('[data-system]').length")
        if hidden and self.value("!!document.getElementById('ui-show-system')"):
            self.value("document.getElementById('ui-show-system').click()")
        scripted = json.loads(self.value(DRAWN))
        wrong = [pair for pair in zip(plain, scripted) if pair[0] != pair[1]]
        self.expect("the script shows what Swift drew", len(plain) == len(scripted) and not wrong, wrong[:3])
        self.expect("and the same facts", json.loads(self.value(FACTS)) == facts)
        if self.frames() == 1:
            return
        states = []
        for round in range(2):
            self.key("Home")
            for index in range(min(self.frames(), 12)):
                state = self.value(DRAWN)
                if round == 0:
                    states.append(state)
                else:
                    self.expect(f"frame {index} is the same as before", state == states[index])
                self.key("ArrowRight")
            self.key("End")

    def policy(self) -> None:
        """What a hostile page would do is not done."""
        self.open()
        for error in self.browser.errors():
            self.faults.append(f"{self.page.name}: {error}")
        self.value("""{ const script = document.createElement('script'); script.textContent = 'globalThis.wasHere = 1';
            document.body.append(script); script.remove(); document.body.setAttribute('style', 'color: red'); }""")
        self.expect("a script of others does not run", self.value("globalThis.wasHere") is None)
        self.expect("a style of others is not applied", self.value("getComputedStyle(document.body).color") != "rgb(255, 0, 0)")
        self.expect("the browser reports both", len(self.browser.errors()) == 2)

    def search(self) -> None:
        browser = self.browser
        self.open()
        card = self.cards()[0]
        self.key("/")
        self.expect("/ goes to the search", self.value("document.activeElement.id") == "ui-words")
        browser.call("Input.insertText", {"text": card["name"].upper()})
        dim = f"document.querySelector('[data-card=\"{card['card']}\"]').classList.contains('dim')"
        self.expect("a card is found by its name in any case", not self.value(dim))
        count = self.value("document.getElementById('ui-count').textContent")
        self.expect("cards and rows are counted", "card" in count and "row" in count, count)
        lit = self.value("[...document.querySelectorAll('.card:not(.dim, [display])')].length")
        self.expect("as many as are not dimmed", count.split()[0] == str(lit), [count, lit])
        self.key("Enter")
        self.expect("Enter goes to the first", self.value("document.querySelectorAll('.card.current').length") == 1)
        self.value("document.getElementById('ui-words').select()")
        browser.call("Input.insertText", {"text": "nowhere at all"})
        self.expect("what is nowhere is not found", self.value("document.getElementById('ui-count').textContent") == "Nothing found")
        self.key("Escape")
        self.expect("Escape ends the search", self.value("document.querySelectorAll('.dim').length") == 0)

    def focus(self) -> None:
        browser = self.browser
        self.open()
        card = next(card for card in self.cards() if 60 < card["y"] < 800)
        browser.click(card["x"], card["y"])
        shown = "document.querySelector('.facts.open')?.dataset.facts"
        self.expect("a click opens the card", browser.wait(f"{shown} === '{card['card']}'"), self.value(shown))
        fragment = unquote(self.value("location.hash"))
        self.expect("and has an address", fragment in ("#" + card["name"], f"#{card['name']}.{card['row']}"), fragment)
        near = self.value("""(() => { const data = JSON.parse(document.getElementById('ui-data').textContent);
            const focused = +document.querySelector('.card.focused').dataset.card, near = new Set([focused]);
            for (const path of document.querySelectorAll('.edge.lit:not([display])')) data.edges[path.dataset.edge].slice(0, 2).forEach((i) => near.add(i));
            return [...document.querySelectorAll('.card:not([display])')].every((e) => e.classList.contains('dim') !== near.has(+e.dataset.card)); })()""")
        self.expect("its neighbours are not dimmed, and all others are", near)
        self.key("Escape")
        self.expect("Escape closes it", browser.wait("!document.querySelector('.facts.open')") and self.value("location.hash") == "")
        self.value("history.back()")
        self.expect("the history goes back to it", browser.wait(f"{shown} === '{card['card']}'"))
        self.value("history.forward()")
        self.expect("and forward", browser.wait("!document.querySelector('.facts.open')"))

    def links(self) -> None:
        self.open()
        self.value("document.getElementById('ui-zoom-in').click()")
        for _ in range(6):
            self.key("+")
        card = next((card for card in self.cards() if card["row"]), None)
        if not card:
            return
        self.open("#" + quote(f"{card['name']}.{card['row']}", safe=""))
        self.expect("a link to a row opens its card", self.value("document.querySelector('.facts.open')?.dataset.facts") == card["card"])
        self.expect("and lights it", self.value("document.querySelector('.facts.open tr.lit')?.dataset.name") == card["row"])
        lit = self.value("document.querySelectorAll('.row.lit').length")
        self.expect("in the picture, too", lit == 1, lit)
        box = self.value("(({ x, y, right, bottom }) => [x, y, right, bottom])(document.querySelector('.card.focused .frame').getBoundingClientRect())")
        self.expect("where it is seen", box[0] >= 0 and box[1] >= 0 and box[0] < DESKTOP[0] - 420, box)
        self.open("#" + quote(card["name"], safe=""))
        self.expect("a link to a card lights no row", self.value("document.querySelectorAll('tr.lit').length") == 0)
        self.open("#%E0%A4%A")
        self.expect("a broken link opens nothing", not self.value("!!document.querySelector('.facts.open')"))

    def twins(self) -> None:
        """Cards and rows of one name: a card, a row and the history open the one that was meant; a link opens what has the name now."""
        self.open()
        opened, lit = "document.querySelector('.facts.open')?.dataset.facts", "document.querySelector('.facts.open tr.lit')?.dataset.line"
        names = [card["name"] for card in self.cards()]
        # A former name is not a name, but can be that of another card.
        twins = sorted(self.cards(), key=lambda card: -names.count(card["name"]))[:8]
        for card in twins:
            self.value(f"document.querySelector('[data-card=\"{card['card']}\"]').focus()")
            self.key("Enter")
            self.expect(f"Enter on {card['name']} opens it", self.value(opened) == card["card"], [self.value(opened), card["card"]])
            expanded = self.value("[...document.querySelectorAll('[aria-expanded=true]')].map((e) => e.dataset.card).join()")
            self.expect("which is said of it alone", expanded == card["card"], expanded)
            rows = self.value(f"""[...document.querySelectorAll('[data-card="{card['card']}"] .row:not([display])')].map((e) => e.dataset.row)""")
            for row in rows[:6]:
                node = f"""document.querySelector('[data-card="{card['card']}"] [data-row="{row}"]')"""
                x, y = self.value(f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])({node}.getBoundingClientRect())")
                # A tool can be in front of it.
                if not self.value(f"{node}.contains(document.elementFromPoint({x}, {y}))"):
                    continue
                self.browser.click(x, y)
                self.expect(f"a click on a row of {card['name']} lights it", self.browser.wait(f"{opened} === '{card['card']}' && {lit} === '{row}'"),
                            [self.value(opened), self.value(lit), card["card"], row])
        self.value("history.back()")
        self.key("Escape")
        for card in twins[:2]:
            self.value(f"document.querySelector('[data-card=\"{card['card']}\"]').focus()")
            self.key("Enter")
        self.expect("no row is lit when a card is open", self.value("document.querySelectorAll('tr.lit').length") == 0)
        if len(twins) > 1:
            self.value("history.back()")
            self.expect("the history goes back to a card, not to its name", self.browser.wait(f"{opened} === '{twins[0]['card']}'"), self.value(opened))
        for card in twins:
            line = self.value(f"""[...document.querySelectorAll('[data-facts="{card['card']}"] tr[data-line]:not([hidden], .removed)')]
                .map((e) => [e.dataset.name, e.dataset.line]).find(([name], _, all) => all.filter(([other]) => other === name).length === 1)""")
            if not line or names.count(card["name"]) > 1:
                continue
            self.open("#" + quote(f"{card['name']}.{line[0]}", safe=""))
            found = [self.value(opened), self.value(lit)]
            self.expect(f"a link to {card['name']}.{line[0]} lights what has the name", found == [card["card"], line[1]], [found, card["card"], line])
        for name in {card["name"] for card in twins}:
            alike = [card["card"] for card in twins if card["name"] == name]
            kept = self.value(f"""{json.dumps(alike)}.find((card) => !document.querySelector(`[data-card="${{card}}"]`).classList.contains('removed'))""")
            self.open("#" + quote(name, safe=""))
            self.expect(f"a link to {name} opens what has the name", self.value(opened) == (kept or alike[0]), [self.value(opened), kept])

    def scrolling(self) -> None:
        """Keys scroll what is wide in the panel, and do not change the frame."""
        self.open()
        if not self.value("!!document.querySelector('#ui-panel :is(pre[tabindex], .scroll)')"):
            return
        self.value("document.getElementById('ui-tables').click()")
        self.value("""{ document.querySelector('#ui-panel :is(pre[tabindex], .scroll)').focus(); globalThis.kept = [];
            addEventListener('keydown', (event) => kept.push(event.defaultPrevented)); }""")
        label = "document.getElementById('ui-label')?.textContent"
        before = self.value(label)
        for key in ["ArrowRight", "ArrowLeft", "End", "Home"]:
            self.key(key)
        self.expect("keys scroll the panel", self.value("kept.join()") == "false,false,false,false", self.value("kept.join()"))
        self.expect("and not the frames", self.value(label) == before)

    def slider(self) -> None:
        self.open()
        count, whole = self.frames(), self.value("JSON.parse(document.getElementById('ui-data').textContent).whole")
        if count == 1:
            self.expect("one frame has no slider", self.value("!document.getElementById('ui-frame')"))
            return
        label = "document.getElementById('ui-label').textContent"
        labels = self.value("[...document.querySelectorAll('.frame-facts > h2')].map((e) => e.textContent)")
        self.key("Home")
        self.expect("Home shows the first", self.value(label) == labels[whole], self.value(label))
        positions = "JSON.stringify([...document.querySelectorAll('.card')].map((e) => e.getAttribute('transform')))"
        before = self.value(positions)
        self.key("ArrowRight")
        self.expect("→ shows the next", self.value(label) == labels[min(whole + 1, count - 1)], self.value(label))
        self.key("End")
        self.expect("End shows the last", self.value(label) == labels[-1], self.value(label))
        self.expect("no card moves", self.value(positions) == before)
        summary = self.value("document.querySelector('#ui-summary[aria-live]').textContent")
        self.expect("the summary is read", self.value("[...document.querySelectorAll('.frame-facts > p')].at(-1).textContent") in summary)
        self.value("{ const slider = document.getElementById('ui-frame'); slider.value = slider.min; slider.oninput(); }")
        self.expect("the slider shows its frame", self.value(label) == labels[whole], self.value(label))
        if whole:
            self.value("document.getElementById('ui-whole').click()")
            self.expect("the button shows the whole", self.value(label) == labels[0], self.value(label))

    def zoom(self) -> None:
        browser = self.browser
        self.open()
        box = "document.getElementById('ui-picture').getAttribute('viewBox').split(' ').map(Number)"
        first = self.value(box)
        for _ in range(8):
            self.key("+")
        rows = "[...document.querySelectorAll('.card:not(.folded) .row:not([display])')].some((e) => e.getBoundingClientRect().height)"
        names = "document.getElementById('ui-picture').classList.contains('names-only')"
        self.expect("+ shows rows", self.value(box)[2] < first[2] and not self.value(names))
        for _ in range(16):
            self.key("-")
        self.expect("− shows names only", self.value(names) and not self.value(rows))
        far = self.value("[...document.querySelectorAll('.card:not([display]) .head:not([display]) .far')].every((e) => e.getBoundingClientRect().height)")
        self.expect("but all of them", far)
        self.key("0")
        self.expect("0 shows all again", self.value(box) == first, [self.value(box), first])
        browser.mouse("mouseWheel", 700, 450, deltaX=30, deltaY=50)
        browser.wait(f"{box}[1] !== {first[1]}")
        moved = self.value(box)
        self.expect("the wheel moves the picture", moved[0] > first[0] and moved[1] > first[1] and moved[2] == first[2], moved)
        browser.mouse("mouseWheel", 700, 450, deltaX=0, deltaY=-100, modifiers=2)
        browser.wait(f"{box}[2] !== {moved[2]}")
        self.expect("the wheel with Control makes it larger", self.value(box)[2] < moved[2])
        before = self.value(box)
        browser.mouse("mousePressed", 700, 700)
        for step in range(1, 6):
            browser.mouse("mouseMoved", 700 - 20 * step, 700 - 10 * step, buttons=1, button="left")
        browser.mouse("mouseReleased", 600, 650)
        after = self.value(box)
        self.expect("a drag moves it", after[0] > before[0] and after[1] > before[1] and after[2] == before[2], [before, after])
        self.expect("and opens nothing", self.value("location.hash") == "" and not self.value("!!document.querySelector('.facts.open')"))

    def keyboard(self) -> None:
        self.open()
        stops = self.value("document.querySelectorAll('.card[tabindex=\"0\"]').length")
        self.expect("Tab reaches one card", stops == 1, stops)
        unnamed = self.value("""[...document.querySelectorAll('button, input, .card, svg[role]')].filter((e) =>
            !(e.getAttribute('aria-label') || e.textContent.trim() || e.closest('label')?.textContent.trim())).length""")
        self.expect("everything has a name", unnamed == 0, unnamed)
        self.value("document.querySelector('.card[tabindex=\"0\"]').focus()")
        cards = [card["card"] for card in self.cards()]
        first = self.value("document.activeElement.dataset.card")
        if len(cards) > 1:
            self.key("ArrowDown")
            self.expect("↓ goes to the next card", self.value("document.activeElement.dataset.card") in cards
                        and self.value("document.activeElement.dataset.card") != first)
            self.key("ArrowUp")
            stops = self.value("document.querySelectorAll('.card[tabindex=\"0\"]').length")
            self.expect("Tab still reaches one card", stops == 1, stops)
            self.expect("↑ goes back", self.value("document.activeElement.dataset.card") == first)
        self.key("Enter")
        self.expect("Enter opens it", self.browser.wait(f"document.querySelector('.facts.open')?.dataset.facts === '{first}'"))
        self.value("document.getElementById('ui-panel').focus()")
        self.key("Escape")
        self.expect("and after Escape it has the focus", self.value("document.activeElement.dataset?.card") == first)
        self.value("document.getElementById('ui-tables').click()")
        self.expect("the tables show all cards", self.value(
            "[...document.querySelectorAll('.facts:not([hidden])')].every((e) => e.offsetHeight > 0)"))
        self.key("Escape")
        self.expect("Escape closes the tables", self.value("document.getElementById('ui-panel').offsetHeight") == 0)

    def filter(self) -> None:
        self.open()
        shown = "[...document.querySelectorAll('.card:not([display])')].map((e) => e.getAttribute('class'))"
        before = self.value(shown)
        if self.value("!!document.getElementById('ui-show-changed')"):
            self.value("document.getElementById('ui-show-changed').click()")
            after = self.value(shown)
            self.expect("changed cards only", after == [name for name in before if {"added", "removed", "changed"} & set(name.split())])
            self.value("document.getElementById('ui-show-changed').click()")
        self.value("document.getElementById('ui-show-entities').click()")
        after = self.value(shown)
        self.expect("without entities", all({"enumeration", "composite"} & set(name.split()) for name in after), after[:3])
        lines = self.value("document.querySelectorAll('.edge:not([display])').length") if not after else 0
        self.expect("and no line ends at a hidden card", lines == 0, lines)

    def phone(self) -> None:
        browser = self.browser
        self.open(size=PHONE, mobile=True)
        browser.call("Emulation.setTouchEmulationEnabled", {"enabled": True})
        cut = """[document.documentElement.scrollWidth > innerWidth, ...[...document.querySelectorAll('button, .search, summary, h1, .timeline')]
            .filter((e) => e.checkVisibility({ visibilityProperty: true })).filter((e) => { const { left, right, bottom } = e.getBoundingClientRect();
                return left < 0 || right > innerWidth + 1 || bottom > innerHeight + 1; }).map((e) => e.id || e.tagName)].filter(Boolean)"""
        self.expect("everything fits a phone", self.value(cut) == [], self.value(cut))
        box = "document.getElementById('ui-picture').getAttribute('viewBox').split(' ').map(Number)"
        first = self.value(box)
        browser.touch("touchStart", (150, 400), (250, 400))
        for step in range(1, 6):
            browser.touch("touchMove", (150 - 10 * step, 400), (250 + 10 * step, 400))
        browser.touch("touchEnd")
        self.expect("two fingers make it larger", self.value(box)[2] < first[2] * 0.8, [first, self.value(box)])
        self.value("document.getElementById('ui-filter').open = true")
        self.expect("the choices fit", self.value(cut) == [] and self.value(
            "(({ left, right }) => left >= 0 && right <= innerWidth)(document.querySelector('.sheet').getBoundingClientRect())"))
        self.value("document.getElementById('ui-filter').open = false")
        self.value(f"location.hash = '#' + encodeURIComponent({json.dumps(self.cards()[0]['name'])})")
        browser.wait("document.querySelector('.facts.open')")
        sheet = self.value("(({ left, width, top, bottom }) => [left, width, top, bottom])(document.getElementById('ui-panel').getBoundingClientRect())")
        self.expect("the panel is a sheet at the bottom", sheet[0] == 0 and sheet[1] == PHONE[0] and sheet[2] > 250 and sheet[3] == PHONE[1], sheet)
        self.expect("and fits", self.value(cut) == [], self.value(cut))
        browser.call("Emulation.setTouchEmulationEnabled", {"enabled": False})

    def paper(self) -> None:
        self.open()
        for _ in range(12):
            self.key("-")
        self.browser.theme("dark", media="print")
        self.browser.wait("matchMedia('print').matches")
        self.expect("paper is light", self.value("getComputedStyle(document.body).color") == "rgb(27, 34, 40)")
        self.expect("paper has no buttons", self.value("[...document.querySelectorAll('button, input')].every((e) => !e.offsetHeight)"))
        self.expect("but the tables", self.value("[...document.querySelectorAll('.facts:not([hidden])')].every((e) => e.offsetHeight)"))
        self.expect("paper has the whole picture", self.browser.wait("""document.getElementById('ui-picture').getAttribute('viewBox')
            === JSON.parse(document.getElementById('ui-data').textContent).box.join(' ')"""))
        self.expect("with rows", self.value("""[...document.querySelectorAll('.card:not([display]):not(.folded) .row')]
            .every((e) => e.hasAttribute('display') !== !!e.getBoundingClientRect().height)"""))
        self.browser.theme("light")

    def times(self) -> str:
        self.open()
        self.browser.wait("performance.getEntriesByName('first-contentful-paint').length")
        paint = self.value("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
        usable = self.value("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
        return f"{self.page.stat().st_size / 1000:.0f} KB, first paint after {paint:.0f} ms, usable after {usable:.0f} ms"

    def pictures(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        browser, name = self.browser, self.page.stem
        for theme in ["light", "dark"]:
            for kind, size in [("desktop", DESKTOP), ("phone", PHONE)]:
                self.open(size=size, mobile=kind == "phone")
                browser.theme(theme, calm=True)
                browser.picture(folder / f"{name}-{kind}-{theme}.png")
                cards = self.value("""[...document.querySelectorAll('.card:not([display])')].map((e) => [e.querySelectorAll('.row:not([display])').length,
                    e.querySelector('.head:not([display])').dataset.name]).sort((a, b) => b[0] - a[0])""")
                self.value(f"location.hash = '#' + encodeURIComponent({json.dumps(cards[0][1])})")
                browser.wait("document.querySelector('.facts.open')")
                browser.picture(folder / f"{name}-card-{kind}-{theme}.png")
        browser.theme("light")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=Path, nargs="+")
    parser.add_argument("--screenshots", type=Path)
    options = parser.parse_args()
    faults = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(chromium(), profile)
        try:
            for page in options.pages:
                tests = Tests(browser, page.resolve())
                for test in [tests.policy, tests.drawing, tests.search, tests.focus, tests.links, tests.twins, tests.scrolling, tests.slider, tests.zoom, tests.keyboard,
                             tests.filter, tests.phone, tests.paper]:
                    test()
                print(f"{page.name}: {tests.times()}")
                tests.faults += [f"{page.name}: {error}" for error in browser.errors()]
                faults += tests.faults
                if options.screenshots:
                    tests.pictures(options.screenshots)
        finally:
            browser.close()
    for fault in faults:
        print(f"error: in Chromium: {fault}", file=sys.stderr)
    if faults:
        raise SystemExit(1)
    print("search, focus, links, slider, zoom, keys, fingers and paper work in Chromium")


if __name__ == "__main__":
    main()
