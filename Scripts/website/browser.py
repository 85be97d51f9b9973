"""Looks at the site in Chromium: `browser.py SITE [--screenshots DIR]`. Every page fits a phone and reports no error; search, theme,
menu and copy buttons work, from a disk and without a network."""

import argparse
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

PHONE, DESKTOP = (360, 780), (1440, 900)
# Pages to look at, beside the front.
SHOWN = ["index.html", "concepts.html", "changes.html", "ap203.html", "start/1-first-model.html", "model.html", "commands.html",
         "background/faq.html", "coming-from/comparison.html", "reference.html", "404.html", "api/index.html", "api/modelcontext.html"]


class Browser:
    """Chromium's own protocol, over a pair of pipes."""

    def __init__(self, program: str, profile: str):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def connect() -> None:
            # Numbers above those that are to be set, so that no copy closes another.
            incoming, outgoing = os.dup2(to_browser, 103), os.dup2(from_browser, 104)
            os.dup2(incoming, 3)
            os.dup2(outgoing, 4)

        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--hide-scrollbars",
                   "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen([program, *options], preexec_fn=connect, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.events = b"", 0, []
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", {"enabled": True})

    def read(self) -> dict:
        while b"\0" not in self.buffer:
            data = os.read(self.input, 1 << 16)
            if not data:
                raise SystemExit("error: Chromium has ended")
            self.buffer += data
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method: str, parameters: dict | None = None) -> dict:
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"error: {method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url: str) -> None:
        # Of this navigation, not of one that a click began.
        loader = self.call("Page.navigate", {"url": url})["loaderId"]

        def is_load(event: dict) -> bool:
            values = event.get("params", {})
            return event.get("method") == "Page.lifecycleEvent" and (values["loaderId"], values["name"]) == (loader, "load")

        while not any(is_load(event) for event in self.events):
            self.events.append(self.read())

    def value(self, script: str):
        result = self.call("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in result:
            raise SystemExit(f"error: {script}: {result['exceptionDetails']['exception'].get('description')}")
        return result["result"].get("value")

    def key(self, key: str, text: str = "") -> None:
        codes = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "Tab": 9}
        values = {"key": key, "windowsVirtualKeyCode": codes.get(key, 0)}
        self.call("Input.dispatchKeyEvent", {"type": "keyDown", "text": "\r" if key == "Enter" else text, **values})
        self.call("Input.dispatchKeyEvent", {"type": "keyUp", **values})

    def size(self, width: int, height: int, mobile: bool = False) -> None:
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 2 if mobile else 1, "mobile": mobile})

    def theme(self, name: str) -> None:
        self.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})

    def picture(self, path: Path, whole: bool = False) -> None:
        data = self.call("Page.captureScreenshot", {"captureBeyondViewport": whole})["data"]
        path.write_bytes(base64.b64decode(data))

    def errors(self) -> list[str]:
        """What the console and the network reported since the last call."""
        found = []
        for event in self.events:
            method, values = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(values["exceptionDetails"]["exception"].get("description", "exception"))
            elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning"):
                found.append(str(values["args"]))
            elif method == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
                found.append(values["entry"]["text"])
            elif method == "Network.loadingFailed":
                found.append(values["errorText"])
            elif method == "Network.requestWillBeSent" and not values["request"]["url"].startswith(("file:", "data:")):
                found.append(f"requests {values['request']['url']}")
        self.events = []
        return found

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


class Tests:
    def __init__(self, browser: Browser, site: Path):
        self.browser, self.site, self.faults = browser, site, []

    def url(self, path: str) -> str:
        return "file://" + quote(str(self.site / path))

    def expect(self, name: str, condition, found=None) -> None:
        if not condition:
            self.faults.append(name + (f", found {found!r}" if found is not None else ""))

    def wait(self, script: str) -> bool:
        return self.browser.value(
            "new Promise((done) => { const end = Date.now() + 3000; const look = () => { const is = !!(" + script
            + "); is || Date.now() > end ? done(is) : setTimeout(look, 20); }; look(); })"
        )

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
    program = next((path for name in ["chromium", "chromium-browser", "google-chrome"] if (path := shutil.which(name))), None)
    if not program:
        raise SystemExit("error: there is no Chromium; on Debian, install the package 'chromium'")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
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
