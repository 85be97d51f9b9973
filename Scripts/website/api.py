"""Pages of the public declarations, from the archive that DocC has made: a page per type, with its members."""

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path

from colours import highlighted
from pages import Page

ROOT_NAME = "doc://apus/documentation/Apus"
# DocC's kinds of tokens as the classes of the site's colours.
TOKENS = {"keyword": "k", "attribute": "k", "typeIdentifier": "y", "genericParameter": "y", "identifier": "f", "number": "n", "string": "s"}
LONG = 92


@dataclass
class Entry:
    """A page of the site, and what it shows."""
    page: Page
    summary: str
    html: str
    # Level, anchor, text.
    contents: list[tuple[int, str, str]]
    # Anchor, heading, text.
    sections: list[tuple[str, str, str]]


class Declarations:
    def __init__(self, archive: Path):
        self.symbols: dict[str, dict] = {}
        for path in sorted((archive / "data/documentation").rglob("*.json")):
            symbol = json.loads(path.read_text(encoding="utf-8"))
            self.symbols[symbol["identifier"]["url"]] = symbol
        if ROOT_NAME not in self.symbols:
            raise SystemExit(f"error: {archive} is not the archive that Scripts/docc makes")
        self.locations: dict[str, tuple[str, str]] = {ROOT_NAME: ("api/index.html", "")}
        taken: set[tuple[str, str]] = set()
        for name in sorted(self.symbols):
            parts = name.removeprefix(ROOT_NAME + "/").split("/")
            if name == ROOT_NAME or not name.startswith(ROOT_NAME):
                continue
            url = f"api/{parts[0].lower()}.html"
            base = re.sub(r"\W+", "-", "/".join(parts[1:])).strip("-").lower() or "member"
            anchor, number = base, 2
            while len(parts) > 1 and (url, anchor) in taken:
                anchor, number = f"{base}-{number}", number + 1
            taken.add((url, anchor))
            self.locations[name] = (url, anchor if len(parts) > 1 else "")
        self.page = Page("", "api/index.html", "", "")
        self.references: dict = {}

    def entries(self) -> list[Entry]:
        module = self.symbols[ROOT_NAME]
        found = [self.overview(module)]
        for group in module["topicSections"]:
            found += [self.type_page(name) for name in group["identifiers"]]
        return found

    def overview(self, module: dict) -> Entry:
        self.page = Page("", "api/index.html", "Classes and methods", "")
        self.references = module["references"]
        text = f"<h1>{self.page.title}</h1>{self.paragraph(module)}{self.content(module)}"
        contents = []
        for group in module["topicSections"]:
            anchor = group["anchor"].lower()
            contents.append((2, anchor, group["title"]))
            rows = ""
            for name in group["identifiers"]:
                reference = self.references[name]
                rows += f"<dt>{self.link(name, self.code(reference['title']))}</dt><dd>{self.inline(reference.get('abstract', []))}</dd>"
            text += f'<h2 id="{anchor}">{html.escape(group["title"])}</h2><dl class="symbols">{rows}</dl>'
        summary = self.words(module.get("abstract", []))
        return Entry(self.page, summary, text, contents, [("", "", summary)])

    def type_page(self, name: str) -> Entry:
        symbol = self.symbols[name]
        title = symbol["metadata"]["title"]
        self.page = Page("", self.locations[name][0], title, "")
        self.references = symbol["references"]
        role = symbol["metadata"]["roleHeading"]
        text = f'<p class="role">{role}</p><h1>{self.code(title)}</h1>{self.paragraph(symbol)}'
        text += self.declaration(symbol) + self.content(symbol)
        contents: list[tuple[int, str, str]] = []
        sections = [("", "", self.words(symbol.get("abstract", [])))]
        text += self.members(symbol, 2, contents, sections)
        return Entry(self.page, sections[0][2], text, contents, sections)

    def members(self, parent: dict, level: int, contents: list, sections: list) -> str:
        text = ""
        for group in parent.get("topicSections", []):
            if group["title"] == "Default Implementations":
                continue
            members = ""
            for name in group["identifiers"]:
                symbol = self.symbols.get(name)
                if not symbol or symbol["metadata"]["role"] == "collectionGroup":
                    continue
                self.references = symbol["references"]
                anchor, title = self.locations[name][1], symbol["metadata"]["title"]
                sections.append((anchor, title, self.words(symbol.get("abstract", []))))
                link = f'<a class="anchor" href="#{anchor}" aria-label="Link to this declaration"></a>'
                members += f'<section class="member"><h{level + 1} id="{anchor}">{self.code(title)}{link}</h{level + 1}>'
                members += self.declaration(symbol) + self.paragraph(symbol) + self.content(symbol)
                members += self.members(symbol, min(level + 1, 5), [], sections) + "</section>"
            if not members:
                continue
            if level == 2:
                anchor = "group-" + re.sub(r"\W+", "-", group["title"]).lower()
                contents.append((2, anchor, group["title"]))
                text += f'<h2 id="{anchor}">{html.escape(group["title"])}</h2>'
            text += members
        return text

    # Parts of a symbol

    @staticmethod
    def code(text: str) -> str:
        """Code that may be broken behind colons, because names of methods are long."""
        return f"<code>{html.escape(text, quote=False).replace(':', ':<wbr>')}</code>"

    def paragraph(self, symbol: dict) -> str:
        text = self.inline(symbol.get("abstract", []))
        return f"<p>{text}</p>" if text else ""

    def declaration(self, symbol: dict) -> str:
        tokens = [token for section in symbol.get("primaryContentSections", []) if section["kind"] == "declarations"
                  for token in section["declarations"][0]["tokens"]]
        if not tokens:
            return ""
        breaks = sum(len(token["text"]) for token in tokens) > LONG
        depth, begun, text = 0, False, ""
        for token in tokens:
            shown = ""
            for character in token["text"]:
                if breaks and character == ")" and depth == 1 and begun:
                    shown += "\n"
                shown += html.escape(character, quote=False)
                if character in "([{":
                    depth += 1
                    if breaks and character == "(" and depth == 1 and not begun:
                        begun = True
                        shown += "\n    "
                elif character in ")]}":
                    depth -= 1
                elif breaks and character == "," and depth == 1 and begun:
                    shown += "\n   "
            name = TOKENS.get(token["kind"], "")
            shown = f'<span class="{name}">{shown}</span>' if name and shown.strip() else shown
            text += self.link(token["identifier"], shown) if token.get("identifier") in self.locations else shown
        return f'<div class="block swift"><pre tabindex="0" role="group" aria-label="Declaration"><code>{text}</code></pre></div>'

    def content(self, symbol: dict) -> str:
        text = ""
        for section in symbol.get("primaryContentSections", []):
            if section["kind"] == "parameters":
                rows = "".join(
                    f"<dt>{self.code(entry['name'])}</dt><dd>{self.blocks(entry['content'])}</dd>" for entry in section["parameters"]
                )
                text += f'<p class="part">Parameters</p><dl>{rows}</dl>'
            elif section["kind"] == "content":
                text += self.blocks(section["content"])
        return text

    def blocks(self, nodes: list[dict]) -> str:
        text = ""
        for node in nodes:
            kind = node["type"]
            if kind == "heading":
                # What DocC puts above each text says nothing.
                if node["text"] not in ("Overview", "Discussion"):
                    text += f'<p class="part">{html.escape(node["text"])}</p>'
            elif kind == "paragraph":
                text += f"<p>{self.inline(node['inlineContent'])}</p>"
            elif kind in ("unorderedList", "orderedList"):
                tag = "ul" if kind == "unorderedList" else "ol"
                items = "".join(f"<li>{self.blocks(item['content'])}</li>" for item in node["items"])
                text += f"<{tag}>{items}</{tag}>"
            elif kind == "codeListing":
                code = "\n".join(node["code"]) + "\n"
                body = highlighted(code, node.get("syntax") or "swift", lambda _, shown: shown)
                text += f'<div class="block"><pre tabindex="0" role="group" aria-label="Code"><code>{body}</code></pre><button class="copy" type="button">Copy</button></div>'
            elif kind == "aside":
                text += f"<blockquote>{self.blocks(node['content'])}</blockquote>"
            else:
                raise SystemExit(f"error: {self.page.title}: DocC's '{kind}' is not known here")
        return text

    def inline(self, nodes: list[dict]) -> str:
        text = ""
        for node in nodes:
            kind = node["type"]
            if kind == "text":
                text += html.escape(node["text"], quote=False)
            elif kind == "codeVoice":
                text += self.code(node["code"])
            elif kind == "emphasis":
                text += f"<em>{self.inline(node['inlineContent'])}</em>"
            elif kind == "strong":
                text += f"<strong>{self.inline(node['inlineContent'])}</strong>"
            elif kind == "reference":
                text += self.reference(node["identifier"])
            else:
                raise SystemExit(f"error: {self.page.title}: DocC's '{kind}' is not known here")
        return text

    def reference(self, name: str) -> str:
        reference = self.references.get(name, {})
        if reference.get("type") == "link":
            return f'<a href="{html.escape(reference["url"])}">{html.escape(reference["title"])}</a>'
        title = self.code(reference.get("title", name.rsplit("/", 1)[-1]))
        return self.link(name, title) if name in self.locations else title

    def link(self, name: str, text: str) -> str:
        url, anchor = self.locations[name]
        target = "" if url == self.page.url and anchor else self.page.url_of(url)
        return f'<a href="{target}{"#" + anchor if anchor else ""}">{text}</a>'

    def words(self, nodes: list[dict]) -> str:
        return html.unescape(re.sub(r"<[^>]+>", "", self.inline(nodes)))
