"""The pages of the site, in the order of Documentation/README.md."""

import posixpath
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SECTIONS_PAGE = "Documentation/README.md"


@dataclass
class Page:
    source: str
    url: str
    title: str
    text: str

    @property
    def short_title(self) -> str:
        """For the navigation: `Tutorial 1: a first model, and a first migration` is `1. A first model`."""
        match = re.fullmatch(r"Tutorial (\d): (.)([^,]*).*", self.title)
        if match:
            return f"{match[1]}. {match[2].upper()}{match[3]}"
        return re.sub(r"^Coming from ", "", self.title).replace("other migration tools", "Other tools")

    def url_of(self, other: str) -> str:
        """The path from this page to another one of the site."""
        return posixpath.relpath(other, posixpath.dirname(self.url) or ".")


@dataclass
class Section:
    title: str
    pages: list[Page] = field(default_factory=list)


def output_path(source: str) -> str:
    """Documentation/ComingFrom/CoreData.md is coming-from/core-data.html."""
    if source == "README.md":
        return "index.html"
    if source == SECTIONS_PAGE:
        return "documentation.html"
    path = source.removeprefix("Documentation/").removesuffix(".md")
    path = re.sub(r"/README$", "/index", path)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", path).lower() + ".html"


def without_comments(text: str) -> str:
    """Without what HTML comments hide: sessions that only tests run."""
    return re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)


def read_page(source: str) -> Page:
    text = without_comments((ROOT / source).read_text(encoding="utf-8"))
    title = re.search(r"^# (.+)$", text, flags=re.MULTILINE)
    if not title:
        raise SystemExit(f"error: {source} has no heading of the first level")
    return Page(source, output_path(source), title[1].replace("`", ""), text)


def source_pages() -> list[str]:
    found = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "Documentation").rglob("*.md"))
    # The skill is AGENTS.md again.
    return [path for path in found if not path.startswith("Documentation/Skill/")]


def load_pages(project: list[str]) -> tuple[list[Section], dict[str, Page]]:
    """The sections, and all pages by their sources."""
    pages = {source: read_page(source) for source in ["README.md", *source_pages(), *project]}
    sections: list[Section] = []
    # The last section that links to a page has it: a guide may point to what the reference lists.
    found: dict[str, Section] = {}
    for line in pages[SECTIONS_PAGE].text.splitlines():
        heading = re.fullmatch(r"## (.+)", line)
        if heading:
            sections.append(Section(heading[1]))
        for target in re.findall(r"\]\(([^)#:\s]+\.md)(?:#[^)]*)?\)", line):
            source = posixpath.normpath(posixpath.join("Documentation", target))
            if source in pages and source not in project and sections and found.get(source) is not sections[-1]:
                found.pop(source, None)
                found[source] = sections[-1]
    for source, section in found.items():
        section.pages.append(pages[source])
    missing = [source for source in source_pages() if source not in found and source != SECTIONS_PAGE]
    if missing:
        raise SystemExit("\n".join(f"error: {SECTIONS_PAGE} does not list {source}" for source in missing))
    sections.append(Section("Project", [pages[SECTIONS_PAGE]] + [pages[source] for source in project]))
    return sections, pages
