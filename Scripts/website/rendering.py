"""Markdown as HTML: links between pages, anchors as GitHub makes them, code with colours."""

import html
import posixpath
import re
from dataclasses import dataclass

from colours import highlighted
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pages import Page




@dataclass
class Rendered:
    html: str
    # Level, anchor, text.
    contents: list[tuple[int, str, str]]
    # Anchor, heading, text, for the search.
    sections: list[tuple[str, str, str]]
    summary: str


def slug(text: str) -> str:
    """The anchor that GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def plain_text(markup: str) -> str:
    text = re.sub(r"<button.*?</button>|<a class=\"anchor\".*?</a>", "", markup, flags=re.DOTALL)
    text = re.sub(r"</(p|td|th|li|h\d|pre|tr)>", " ", text)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())


def heading_text(token: Token) -> str:
    """What a heading says, without marks."""
    parts = [child.content for child in token.children or [] if child.type in ("text", "code_inline")]
    return "".join(parts)


def anchors(tokens: list[Token]) -> list[tuple[int, int, str, str]]:
    """Index, level, anchor and text of each heading."""
    found, counts = [], {}
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            text = heading_text(tokens[number + 1])
            anchor = slug(text)
            count = counts.get(anchor, 0)
            counts[anchor] = count + 1
            found.append((number, int(token.tag[1]), f"{anchor}-{count}" if count else anchor, text))
    return found


class Markdown:
    def __init__(self, pages: dict[str, Page], repository: str = ""):
        self.pages = pages
        self.repository = repository
        self.parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        rules = {
            "fence": self.fence,
            "code_inline": self.inline_code,
            "table_open": lambda *_: '<div class="table" role="group" tabindex="0" aria-label="Table"><table>\n',
            "table_close": lambda *_: "</table></div>\n",
            "html_block": self.foreign,
            "html_inline": self.foreign,
        }
        for name, rule in rules.items():
            self.parser.renderer.rules[name] = rule
        self.codes = set(re.findall(r"^## (AP\d{3})$", pages["Documentation/Changes.md"].text, flags=re.MULTILINE))
        self.page = pages["README.md"]

    # Whole pages

    def render(self, page: Page) -> Rendered:
        self.page = page
        tokens = self.parser.parse(page.text)
        headings = anchors(tokens)
        self.rewrite_links(tokens)
        contents = [(level, anchor, text) for _, level, anchor, text in headings if level in (2, 3)]
        contents = [entry for entry in contents if not re.fullmatch(r"AP\d{3}", entry[2])]
        if len(contents) > 40:
            contents = [entry for entry in contents if entry[0] == 2]
        starts = [number for number, *_ in headings] + [len(tokens)]
        text, sections = "", []
        for (number, level, anchor, heading), end in zip(headings, starts[1:]):
            tokens[number].attrSet("id", anchor)
            if level > 1:
                link = f'<a class="anchor" href="#{anchor}" aria-label="Link to this section"></a>'
                tokens[number + 1].children.append(Token("html_raw", "", 0, content=link))
            part = self.tokens_as_html(tokens[number:end])
            text += part
            words = plain_text(re.sub(r"^<h\d.*?</h\d>", "", part, flags=re.DOTALL))
            sections.append((anchor if level > 1 else "", heading if level > 1 else "", words))
        return Rendered(text, contents, sections, self.summary(tokens))

    def tokens_as_html(self, tokens: list[Token]) -> str:
        self.parser.renderer.rules["html_raw"] = lambda tokens, index, *_: tokens[index].content
        return self.parser.renderer.render(tokens, self.parser.options, {})

    def summary(self, tokens: list[Token]) -> str:
        """The first paragraph's first sentence, for search engines."""
        for number, token in enumerate(tokens):
            if token.type == "paragraph_open" and token.level == 0:
                text = " ".join(heading_text(tokens[number + 1]).split())
                return re.split(r"(?<=[.:]) ", text)[0]
        return ""

    # Parts of pages

    def code_sections(self, page: Page) -> list[tuple[str, str, str]]:
        """Code, title and Markdown of each change, the headings raised by a level."""
        parts = re.split(r"^## (AP\d{3})$", page.text, flags=re.MULTILINE)
        found = []
        for code, body in zip(parts[1::2], parts[2::2]):
            body = re.split(r"^## ", body, flags=re.MULTILINE)[0].strip()
            title = re.match(r"\*\*(.+?)\*\*", body)
            if not title:
                raise SystemExit(f"error: {page.source}: {code} does not begin with its title")
            name = title[1].rstrip(".")
            body = re.sub(r"^ · (`\w+`) · (.*)", r"\1 · needs \2", body[len(title[0]):].strip("\n"))
            found.append((code, name, f"# {code}: {name}\n\n{body}\n"))
        return found

    def part(self, page: Page, kind: str, name: str) -> str:
        """A part of a page, so that a test that covers the page covers it: the block after some words, a section."""
        self.page = page
        text = page.text
        if kind == "section":
            match = re.search(rf"^## {re.escape(name)}\n(.*?)(?=^## |\Z)", text, flags=re.MULTILINE | re.DOTALL)
            source = match and match[1]
        elif kind == "block":
            match = re.search(rf"^```(?:(?!^```).)*?{re.escape(name)}.*?^```$", text, flags=re.MULTILINE | re.DOTALL)
            source = match and match[0]
        elif kind == "paragraph":
            match = re.search(rf"^{re.escape(name)}.*?(?=\n\n)", text, flags=re.MULTILINE | re.DOTALL)
            source = match and match[0]
        else:
            source = None
        if not source:
            raise SystemExit(f"error: {page.source} has no {kind} '{name}', which the front page shows")
        tokens = self.parser.parse(source)
        self.rewrite_links(tokens)
        return self.tokens_as_html(tokens)

    # Links

    def rewrite_links(self, tokens: list[Token]) -> None:
        for token in tokens:
            for child in token.children or []:
                if child.type == "image":
                    child.attrSet("src", self.page.url_of(f"pictures/{posixpath.basename(child.attrGet('src'))}"))
                if child.type == "link_open":
                    target = self.target(child.attrGet("href"))
                    if target is None:
                        child.tag = "span"
                        child.attrs = {}
                        self.close_as_span(token.children, child)
                    else:
                        child.attrSet("href", target)

    @staticmethod
    def close_as_span(children: list[Token], opening: Token) -> None:
        for child in children[children.index(opening):]:
            if child.type == "link_close":
                child.tag = "span"
                return

    def target(self, link: str) -> str | None:
        """Where a link of the Markdown leads on the site; none for a file that the site does not have."""
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return link
        path, _, anchor = link.partition("#")
        source = posixpath.normpath(posixpath.join(posixpath.dirname(self.page.source), path))
        if source.startswith("Documentation/Skill/"):
            source = "AGENTS.md"
        if source == "LICENSE":
            return self.page.url_of("LICENSE.txt")
        if source in self.pages:
            if source.endswith("/Changes.md") and anchor.upper() in self.codes and self.page.source != source:
                return self.page.url_of(f"{anchor}.html")
            return self.page.url_of(self.pages[source].url) + (f"#{anchor}" if anchor else "")
        return f"{self.repository}/blob/main/{source}" if self.repository else None

    def code_link(self, code: str, text: str) -> str:
        if code not in self.codes:
            return text
        return f'<a class="code" href="{self.page.url_of(code.lower() + ".html")}">{text}</a>'

    # Code

    def fence(self, tokens: list[Token], index: int, *_) -> str:
        token = tokens[index]
        language = (token.info or "text").split()[0]
        body = highlighted(token.content, language, self.code_link)
        name = {"console": "Session", "text": "Text"}.get(language, language.upper() if language != "swift" else "Swift")
        return (
            f'<div class="block {language}"><pre tabindex="0" role="group" aria-label="{name}"><code>{body}</code></pre>'
            '<button class="copy" type="button">Copy</button></div>\n'
        )

    def inline_code(self, tokens: list[Token], index: int, *_) -> str:
        return f"<code>{html.escape(tokens[index].content, quote=False)}</code>"

    def foreign(self, tokens: list[Token], index: int, *_) -> str:
        if tokens[index].content == "<br>":
            return "<br>"
        raise SystemExit(f"error: {self.page.source} has HTML, which the site does not take: {tokens[index].content.strip()[:80]}")
