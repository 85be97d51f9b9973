"""Checks the built site and the Markdown that it is made of: `check.py SITE`. Prints each fault, and fails if there is any."""

import os
import posixpath
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

from pages import ROOT, without_comments
from rendering import MarkdownIt, anchors

MAXIMUM_SCRIPT = 5 * 1024
# Text on a background that is read, not decoration.
PAIRS = [(text, ground) for text in ["ink", "soft", "link", "bad", "warn", "hint", "good", "word"] for ground in ["paper", "raised"]]
PAIRS += [("ink", "mark"), ("paper", "link")]


class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.headings: list[int] = []
        self.tags: list[str] = []
        self.unnamed: list[str] = []
        self.button: str | None = None

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.append(tag)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and values.get("rel") != "canonical":
            self.loaded.append(values["href"])
        elif "src" in values:
            self.loaded.append(values["src"])
        if re.fullmatch(r"h[1-6]", tag) and self.is_content():
            self.headings.append(int(tag[1]))
        if tag == "nav" and "aria-label" not in values:
            self.unnamed.append(tag)
        if tag == "button":
            self.button = values.get("aria-label", "")

    def handle_data(self, data):
        if self.button is not None:
            self.button += data

    def handle_endtag(self, tag):
        if tag == "button":
            if not (self.button or "").strip():
                self.unnamed.append(tag)
            self.button = None

    def is_content(self) -> bool:
        return "main" in self.tags


class Checks:
    def __init__(self, site: Path):
        self.site = site
        self.faults: list[str] = []
        self.pages = {path.relative_to(site).as_posix(): Reader() for path in sorted(site.rglob("*.html"))}
        for path, reader in self.pages.items():
            reader.feed((site / path).read_text(encoding="utf-8"))

    def fault(self, text: str) -> None:
        self.faults.append(text)

    def html(self) -> None:
        for path, reader in self.pages.items():
            for name in {name for name in reader.ids if reader.ids.count(name) > 1}:
                self.fault(f"{path}: two elements have the id '{name}'")
            for link in reader.links:
                if link.startswith(("http:", "https:", "mailto:")):
                    continue
                target, _, anchor = link.partition("#")
                other = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
                if not (self.site / other).is_file():
                    self.fault(f"{path}: '{link}' points to no file")
                elif anchor and anchor not in self.pages[other].ids:
                    self.fault(f"{path}: '{link}' points to no element")
            for link in reader.loaded:
                if ":" in link:
                    self.fault(f"{path}: '{link}' is loaded from outside")
                elif not (self.site / posixpath.dirname(path) / link).is_file():
                    self.fault(f"{path}: '{link}', which it loads, does not exist")
            if reader.headings.count(1) != 1 or reader.headings[0] != 1:
                self.fault(f"{path}: needs one heading of the first level, before all others")
            for landmark in ["header", "nav", "main", "footer"]:
                if landmark not in reader.tags:
                    self.fault(f"{path}: has no <{landmark}>")
            for tag in reader.unnamed:
                self.fault(f"{path}: a <{tag}> has no name that a screen reader can say")

    def codes(self) -> None:
        """Each code that a page names has a page: what a message links to."""
        for path in sorted((ROOT / "Documentation").rglob("*.md")):
            for code in sorted(set(re.findall(r"\bAP[1-9]\d\d\b", without_comments(path.read_text(encoding="utf-8"))))):
                if f"{code.lower()}.html" not in self.pages:
                    self.fault(f"{path.relative_to(ROOT)}: {code} has no section in Documentation/Changes.md")

    def markdown(self) -> None:
        """Links between files resolve on a code host, too."""
        parser = MarkdownIt("commonmark").enable("table")
        known: dict[Path, set[str]] = {}

        def names(path: Path) -> set[str]:
            if path not in known:
                known[path] = {anchor for _, _, anchor, _ in anchors(parser.parse(path.read_text(encoding="utf-8")))}
            return known[path]

        folders = [ROOT / "Documentation", ROOT / "Tests", ROOT / "Examples", ROOT / "Benchmarks", ROOT / "Packaging"]
        found = [path for folder in folders for path in folder.rglob("*.md") if ".build" not in path.parts]
        for path in sorted([*ROOT.glob("*.md"), *found]):
            for token in parser.parse(path.read_text(encoding="utf-8")):
                for child in token.children or []:
                    link = child.attrGet("href") or child.attrGet("src")
                    if not link or re.match(r"[a-z]+:", link):
                        continue
                    target, _, anchor = link.partition("#")
                    other = (path.parent / target).resolve() if target else path
                    name = path.relative_to(ROOT)
                    if not other.exists():
                        self.fault(f"{name}: '{link}' points to no file")
                    elif anchor and other.suffix == ".md" and anchor not in names(other):
                        self.fault(f"{name}: '{link}' points to no heading")

    def contrast(self) -> None:
        colours = re.findall(r"--(\w+): light-dark\((#\w+), (#\w+)\)", (self.site / "site.css").read_text())
        for theme in (1, 2):
            values = {entry[0]: luminance(entry[theme]) for entry in colours}
            for text, ground in PAIRS:
                lighter, darker = sorted([values[text], values[ground]], reverse=True)
                ratio = (lighter + 0.05) / (darker + 0.05)
                if ratio < 4.5:
                    self.fault(f"site.css: {text} on {ground} has a contrast of {ratio:.2f}, below 4.5")

    def bytes(self) -> None:
        if (size := (self.site / "site.js").stat().st_size) > MAXIMUM_SCRIPT:
            self.fault(f"site.js: has {size} bytes, above {MAXIMUM_SCRIPT}")
        private = [str(ROOT), str(self.site), os.path.expanduser("~")]
        for path in sorted(self.site.rglob("*.*")):
            text = path.read_bytes().decode("utf-8", errors="replace")
            for name in private:
                if len(name) > 3 and name + "/" in text:
                    self.fault(f"{path.relative_to(self.site)}: names a folder of this machine, {name}")


def luminance(colour: str) -> float:
    channels = [int(colour[index:index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def main() -> None:
    checks = Checks(Path(sys.argv[1]).resolve())
    for check in [checks.html, checks.codes, checks.markdown, checks.contrast, checks.bytes]:
        check()
    for fault in checks.faults:
        print(f"error: {fault}", file=sys.stderr)
    if checks.faults:
        raise SystemExit(1)
    print("links, anchors, landmarks, contrast and bytes are right")


if __name__ == "__main__":
    main()
