"""Looks at the site in Chromium: `browser.py SITE [--screenshots DIR]`. Every page fits a phone and reports no error; search, theme,
menu and copy buttons work, from a disk and without a network."""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from chromium import DESKTOP, PHONE, Browser, chromium

# Pages to look at, beside the front.
SHOWN = ["index.html", "concepts.html", "changes.html", "ap203.html", "start/1-first-model.html", "model.html", "commands.html",
         "background/faq.html", "coming-from/comparison.html", "reference.html", "404.html", "api/index.html", "api/modelcontext.html"]


class Tests:
    def __init__(self, browser: Browser, site: Path):
        self.browser, self.site, self.faults = browser, site, []

    def url(self, path: str) -> str:
        return "file://" + quote(str(self.site / path))

    def expect(self, name: str, condition, found=None) -> None:
        if not condition:
            self.faults.append(name + (f", found {found!r}" if found is not None else ""))

    def wait(self, script: str) -> bool:
        return self.browser.wait(script)

    def all_pages(self) -> None:
        browser = self.browser
        wide = "[...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 " \
            "&& !e.closest('pre, .table, .skip')).slice(0, 3).map((e) => e.tagName + ' ' + e.textContent.trim().slice(0, 40))"
        for path in sorted(self.site.rglob("*.html")):
            name = path.relative_to(self.site).as_posix()
            for width, height in (PHONE, DESKTOP):
                browser.size(width, height, mobile=False)
                browser.open(self.url(name))
                scroll = browser.value("document.documentElement.scrollWidth")
                self.expect(f"{name} is wider than {width}", scroll <= width, [scroll, browser.value(wide)] if scroll > width else None)
            for error in browser.errors():
                self.faults.append(f"{name}: {error}")

    def search(self) -> None:
        browser = self.browser
        for start in ["index.html", "start/1-first-model.html"]:
            browser.size(*DESKTOP)
            browser.open(self.url(start))
            browser.key("/", "/")
            self.expect("/ opens the search", self.wait("document.querySelector('dialog').open"))
            self.expect("the search has the focus", browser.value("document.activeElement.id") == "ui-words")
            browser.call("Input.insertText", {"text": "rename"})
            self.expect("the search finds 'rename'", self.wait("document.querySelectorAll('#ui-results a').length > 5"))
            first = browser.value("[...document.querySelectorAll('#ui-results strong')].slice(0, 10).map((e) => e.textContent)")
            self.expect("the titles of its first results have it", all("rename" in title.lower() for title in first), first)
            self.expect("words are marked", browser.value("document.querySelectorAll('#ui-results mark').length > 5"))
            browser.key("ArrowDown")
            self.expect("an arrow goes to a result", browser.value("document.activeElement.closest('#ui-results') !== null"))
            target = browser.value("document.activeElement.href")
            browser.key("Enter")
            self.expect("Enter opens it", self.wait(f"location.href === {json.dumps(target)}"), browser.value("location.href"))
        browser.open(self.url("concepts.html"))
        browser.key("/", "/")
        browser.call("Input.insertText", {"text": "ap203"})
        self.wait("document.querySelectorAll('#ui-results a').length > 0")
        browser.key("Enter")
        self.expect("a code is found first", self.wait("location.pathname.endsWith('/ap203.html')"), browser.value("location.href"))
        browser.open(self.url("concepts.html"))
        browser.key("/", "/")
        browser.call("Input.insertText", {"text": "ModelContainer("})
        self.wait("document.querySelector('#ui-results mark')")
        marked = browser.value("document.querySelector('#ui-results mark')?.textContent")
        self.expect("signs are no patterns", marked == "ModelContainer(", marked)
        browser.value("document.querySelector('#ui-words').select()")
        browser.call("Input.insertText", {"text": "xyzzy [("})
        self.expect("what is nowhere is not found", self.wait("document.querySelector('#ui-count').textContent === 'No sections'"))
        browser.key("Escape")
        self.expect("Escape closes the search", self.wait("!document.querySelector('dialog').open"))

    def themes(self) -> None:
        browser = self.browser
        ground = "getComputedStyle(document.body).backgroundColor"
        browser.theme("light")
        browser.open(self.url("concepts.html"))
        browser.value("localStorage.clear()")
        light = browser.value(ground)
        browser.theme("dark")
        dark = browser.value(ground)
        self.expect("the theme is the system's", light != dark, light)
        browser.theme("light")
        browser.value("document.querySelector('#ui-theme').click()")
        self.expect("the switch makes it dark", browser.value(ground) == dark)
        self.expect("and says so", browser.value("document.querySelector('#ui-theme').ariaPressed") == "true")
        browser.open(self.url("model.html"))
        self.expect("the choice is remembered", browser.value(ground) == dark)
        browser.value("document.querySelector('#ui-theme').click()")
        self.expect("the switch makes it light again", browser.value(ground) == light)
        browser.value("localStorage.clear()")

    def others(self) -> None:
        browser = self.browser
        browser.size(*PHONE)
        browser.open(self.url("concepts.html"))
        shown = "document.querySelector('#ui-pages').offsetHeight > 0"
        self.expect("a phone hides the pages", not browser.value(shown))
        browser.value("document.querySelector('#ui-menu').click()")
        self.expect("the menu shows them", browser.value(shown))
        browser.open(self.url("start/1-first-model.html"))
        browser.value("navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }")
        browser.value("document.querySelector('.console .copy').click()")
        self.wait("globalThis.copied")
        copied = browser.value("copied")
        self.expect("of a session, its commands are copied", copied == "apus init --model Bookshelf", copied)
        browser.value("document.querySelector('.yaml .copy').click()")
        self.expect("of a file, all", self.wait("copied.startsWith('# Schemas/') && copied.includes('entities:')"))
        browser.size(*DESKTOP)
        browser.call("Emulation.setScriptExecutionDisabled", {"value": True})
        browser.open(self.url("concepts.html"))
        browser.call("Emulation.setScriptExecutionDisabled", {"value": False})
        self.expect("without scripts, the pages are listed", browser.value(shown))
        self.expect("and no button does nothing", browser.value("[...document.querySelectorAll('button')].every((b) => !b.offsetHeight)"))

    def pictures(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        browser = self.browser
        for name in SHOWN:
            if not (self.site / name).is_file():
                continue
            for theme in ["light", "dark"]:
                browser.theme(theme)
                for kind, (width, height) in [("phone", PHONE), ("desktop", DESKTOP)]:
                    browser.size(width, height, mobile=kind == "phone")
                    browser.open(self.url(name))
                    browser.picture(folder / f"{name.replace('/', '-').removesuffix('.html')}-{kind}-{theme}.png")
        browser.theme("light")
        browser.size(1440, 4200)
        browser.open(self.url("index.html"))
        browser.picture(folder / "front-whole.png")
        browser.size(*DESKTOP)
        browser.key("/", "/")
        browser.call("Input.insertText", {"text": "rename"})
        self.wait("document.querySelectorAll('#ui-results a').length > 5")
        browser.picture(folder / "search.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--screenshots", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(chromium(), profile)
        try:
            tests = Tests(browser, options.site.resolve())
            for test in [tests.search, tests.themes, tests.others, tests.all_pages]:
                test()
            tests.faults += browser.errors()
            if options.screenshots:
                tests.pictures(options.screenshots)
        finally:
            browser.close()
    for fault in tests.faults:
        print(f"error: in Chromium: {fault}", file=sys.stderr)
    if tests.faults:
        raise SystemExit(1)
    print("search, themes, menu and copy buttons work in Chromium, and every page fits 360 pixels")


if __name__ == "__main__":
    main()
