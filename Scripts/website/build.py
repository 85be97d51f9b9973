"""Builds the site from the Markdown of the project: `build.py OUTPUT [--api ARCHIVE] [--base-url URL] [--repository URL]`.

Static pages that need no server and no network. Two builds of one tree are equal to the byte: no dates, no paths of a machine.
"""

import argparse
import html
import json
import re
import shutil
from pathlib import Path

from rendering import Markdown
from api import Declarations
from pages import ROOT, Page, load_pages

HERE = Path(__file__).parent
# Pages of the repository's root that belong to the site, behind those that Documentation/README.md lists.
PROJECT = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "AGENTS.md"]


class Site:
    def __init__(self, output: Path, base_url: str, repository: str, archive: Path | None):
        self.output = output
        self.base_url = base_url.rstrip("/")
        self.sections, self.pages = load_pages(PROJECT)
        self.declarations = Declarations(archive).entries() if archive else []
        for section in self.sections:
            if self.declarations and section.title == "Reference":
                section.pages.append(self.declarations[0].page)
        self.markdown = Markdown(self.pages, repository.rstrip("/"))
        self.mark = (HERE / "mark.svg").read_text().strip()
        self.template = (HERE / "page.html").read_text()
        self.index: list[list[str]] = []

    def build(self) -> None:
        # Only what an earlier build has made is removed.
        if self.output.exists() and any(self.output.iterdir()):
            if not (self.output / "site.css").is_file() or not (self.output / "search.js").is_file():
                raise SystemExit(f"error: {self.output} is not empty, and is no site that was built before")
            shutil.rmtree(self.output)
        self.output.mkdir(parents=True, exist_ok=True)
        # So that a build that was interrupted can be repeated.
        self.write("search.js", "")
        for name in ["site.css", "site.js", "mark.svg"]:
            shutil.copyfile(HERE / name, self.output / name)
        shutil.copyfile(ROOT / "LICENSE", self.output / "LICENSE.txt")
        shutil.copytree(ROOT / "Documentation" / "Pictures", self.output / "pictures")
        order = [page for section in self.sections for page in section.pages if page.source]
        for number, page in enumerate(order):
            before = order[number - 1] if number else None
            after = order[number + 1] if number + 1 < len(order) else None
            self.build_page(page, before, after)
        self.build_codes()
        self.build_declarations()
        self.build_front()
        self.build_missing()
        text = json.dumps(self.index, ensure_ascii=False, separators=(",", ":"))
        self.write("search.js", f"apusIndex({text})\n")
        if self.base_url:
            written = sorted(str(path.relative_to(self.output)) for path in self.output.rglob("*.html"))
            self.write("sitemap.txt", "".join(f"{self.base_url}/{path}\n" for path in written if path != "404.html"))

    def write(self, path: str, text: str) -> None:
        target = self.output / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    # Pages

    def build_page(self, page: Page, before: Page | None, after: Page | None) -> None:
        rendered = self.markdown.render(page)
        self.add_to_index(page, rendered.sections)
        links = ""
        for kind, words, other in [("prev", "Previous", before), ("next", "Next", after)]:
            if other:
                target = page.url_of(other.url)
                links += (
                    f'<a rel="{kind}" class="{kind}" href="{target}"><small>{words}</small>'
                    f"<span>{html.escape(other.title)}</span></a>"
                )
        body = rendered.html + f'<nav class="turn" aria-label="Previous and next page">{links}</nav>'
        self.write(page.url, self.frame(page.url, page.title, rendered.summary, body, rendered.contents, page))

    def build_codes(self) -> None:
        """Each code has a page of its own, so that a message can link to it: ap203.html."""
        changes = self.pages["Documentation/Changes.md"]
        parts = self.markdown.code_sections(changes)
        for number, (code, title, text) in enumerate(parts):
            page = Page(changes.source, f"{code.lower()}.html", f"{code}: {title}", text)
            rendered = self.markdown.render(page)
            around = ""
            for kind, other in [("prev", number - 1), ("next", number + 1)]:
                if 0 <= other < len(parts):
                    name, words = parts[other][0], parts[other][1]
                    around += (
                        f'<a rel="{kind}" class="{kind}" href="{name.lower()}.html"><small>{name}</small>'
                        f"<span>{html.escape(words)}</span></a>"
                    )
            note = (
                f'<p class="note">The same text without a network: <code>apus explain {code}</code>. '
                f'<a href="{changes.url}">All changes and findings</a>.</p>'
            )
            body = f'{rendered.html}{note}<nav class="turn" aria-label="Previous and next code">{around}</nav>'
            self.write(page.url, self.frame(page.url, page.title, rendered.summary, body, [], changes))
            self.index.append([page.title, "", page.url, rendered.sections[0][2]])

    def build_declarations(self) -> None:
        for entry in self.declarations:
            page, body = entry.page, entry.html
            if page is not self.declarations[0].page:
                body = f'<p class="up"><a href="index.html">Classes and methods</a></p>{body}'
            shown = self.frame(page.url, page.title, entry.summary, body, entry.contents, self.declarations[0].page)
            self.write(page.url, shown)
            for anchor, heading, text in entry.sections:
                self.index.append([page.title, heading, page.url + (f"#{anchor}" if anchor else ""), text])

    def build_front(self) -> None:
        readme = self.pages["README.md"]
        template = (HERE / "front.html").read_text()

        def part(match: re.Match) -> str:
            kind, name = match.group(1), match.group(2)
            return self.markdown.part(readme, kind, name)

        body = re.sub(r"\{\{(\w+): (.*?)\}\}", part, template)
        body = re.sub(r'href="doc:([^"#]+)(#[^"]*)?"', lambda m: f'href="{self.doc_link(m)}"', body)
        body = body.replace("{{mark}}", self.mark)
        summary = "Apus migrates the SQLite stores of Swift apps from version to version without losing a value."
        self.write("index.html", self.frame("index.html", "Apus", summary, body, [], readme))

    def doc_link(self, match: re.Match) -> str:
        if match.group(1) not in self.pages:
            raise SystemExit(f"error: Scripts/website/front.html links to {match.group(1)}, which is no page")
        return self.pages[match.group(1)].url + (match.group(2) or "")

    def build_missing(self) -> None:
        home = self.base_url + "/" if self.base_url else ""
        body = (
            "<h1>This page does not exist</h1><p>It may have moved. The search finds it by its words, and the list of "
            f'<a href="{home}documentation.html">all pages</a> has the others. A code such as AP203 has a page of its own: '
            f'<a href="{home}ap203.html">ap203</a>.</p>'
        )
        text = self.frame("404.html", "Not found", "", f'<div class="missing">{self.mark}{body}</div>', [], None)
        # A host shows this page under any path, so it can refer to nothing by a relative path.
        if home:
            text = re.sub(r'(href|src|data-root)="(?!https?:|#|data:)([^"]*)"', rf'\1="{home}\2"', text)
        self.write("404.html", text)

    # The frame

    def frame(self, url: str, title: str, summary: str, body: str, contents: list, page: Page | None) -> str:
        root = "../" * url.count("/")
        is_front = url == "index.html"
        values = {
            "title": html.escape(title if is_front else f"{title} · Apus"),
            "summary": html.escape(summary, quote=True),
            "canonical": f'<link rel="canonical" href="{self.base_url}/{url}">' if self.base_url else "",
            "kind": "front" if is_front else "page",
            "mark": self.mark,
            "nav": self.navigation(page, root),
            "contents": self.contents(contents),
            "body": body,
            "root": root,
        }
        return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match.group(1)], self.template)

    def navigation(self, current: Page | None, root: str) -> str:
        text = ""
        for section in self.sections:
            items = ""
            for page in section.pages:
                mark = ' aria-current="page"' if current and page.url == current.url else ""
                items += f'<li><a href="{root}{page.url}"{mark}>{html.escape(page.short_title)}</a></li>'
            if items:
                title = html.escape(section.title)
                text += f'<p aria-hidden="true">{title}</p><ul aria-label="{title}">{items}</ul>'
        return text

    def contents(self, headings: list) -> str:
        if len(headings) < 2:
            return ""
        items = "".join(
            f'<li class="level{level}"><a href="#{anchor}">{html.escape(text)}</a></li>' for level, anchor, text in headings
        )
        # Open in a wide window, where it is a column of its own.
        return f'<aside class="contents"><details open><summary>On this page</summary><ul>{items}</ul></details></aside>'

    def add_to_index(self, page: Page, sections: list) -> None:
        for anchor, heading, text in sections:
            # Sections of codes have pages of their own.
            if page.source.endswith("/Changes.md") and re.fullmatch(r"AP\d{3}", heading):
                continue
            target = page.url + (f"#{anchor}" if anchor else "")
            self.index.append([page.title, heading, target, text])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--api", type=Path)
    parser.add_argument("--base-url", default="")
    parser.add_argument("--repository", default="")
    options = parser.parse_args()
    site = Site(options.output, options.base_url, options.repository, options.api)
    site.build()
    print(f"{len(list(options.output.rglob('*.html')))} pages in {options.output}")


if __name__ == "__main__":
    main()
