"""Code with colours, made when the site is built."""

import html
import re
from typing import Callable

from pygments import lex
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, Punctuation, String, Token

# A few classes suffice, and each has a colour in both themes.
CLASSES = [
    (Comment, "c"), (String, "s"), (Number, "n"), (Literal.Number, "n"), (Keyword.Constant, "n"), (Keyword, "k"),
    (Name.Tag, "t"), (Name.Class, "y"), (Name.Decorator, "k"), (Name.Attribute, "t"), (Name.Function, "f"),
    (Name.Builtin, "y"), (Token.Generic.Deleted, "del"), (Token.Generic.Inserted, "ins"),
]
# Pygments 2 takes a YAML scalar for a literal of this type.
PLAIN = "Literal.Scalar.Plain"


def class_of(kind) -> str:
    if str(kind).endswith(PLAIN):
        return ""
    for parent, name in CLASSES:
        if kind in parent:
            return name
    return ""


def span(name: str, text: str) -> str:
    escaped = html.escape(text, quote=False)
    return f'<span class="{name}">{escaped}</span>' if name and text.strip() else escaped


def highlighted(text: str, language: str, link: Callable[[str, str], str]) -> str:
    if language == "console":
        return console(text, link)
    if language in ("text", "mermaid"):
        return html.escape(text, quote=False)
    lexer = get_lexer_by_name({"sh": "bash"}.get(language, language), stripnl=False)
    parts: list[list[str]] = []
    for kind, value in lex(text, lexer):
        name = class_of(kind)
        if parts and parts[-1][0] == name:
            parts[-1][1] += value
        else:
            parts.append([name, value])
    return "".join(span(name, value) for name, value in parts)


def console(text: str, link: Callable[[str, str], str]) -> str:
    """A session: commands, their output, and the codes of messages as links."""
    lines = []
    for line in text.splitlines():
        if line.startswith("$ "):
            lines.append(f'<span class="prompt" aria-hidden="true">$ </span><b>{html.escape(line[2:], quote=False)}</b>')
            continue
        shown = html.escape(line, quote=False)
        shown = re.sub(r"\b(error|refused)(?=:)|(?<=, )refused(?=,)", r'<span class="bad">\g<0></span>', shown, count=1)
        shown = re.sub(r"\bwarning(?=:)", r'<span class="warn">\g<0></span>', shown, count=1)
        shown = re.sub(r"^( *)(help|note)(?=:)", r'\1<span class="hint">\2</span>', shown)
        shown = re.sub(r"^( *)([+~-])(?= [^ ])", lambda m: f'{m[1]}<span class="{SIGNS[m[2]]}">{m[2]}</span>', shown)
        shown = re.sub(r"(?<![\w>/])(AP\d{3})\b", lambda m: link(m[1], m[1]), shown)
        lines.append(shown)
    return "\n".join(lines) + "\n"


SIGNS = {"+": "ins", "-": "del", "~": "hint"}
