#!/usr/bin/env python3
"""Writes the manual pages: one for each command, from the help that the command prints as JSON.

    apus --experimental-dump-help | Packaging/manual.py --version 0.1.0 --date 2026-11-28 FOLDER

The help is the only source. A page has the sections that `man` users expect; the parts of the help that are written in capitals
(EXAMPLES, EXIT CODES) become sections of their own.
"""

import argparse
import datetime
import json
import pathlib
import re
import sys
import textwrap

SECTIONS = {"EXIT CODES": "EXIT STATUS"}
LAST = ["EXIT STATUS", "EXAMPLES"]


def escaped(text):
    """Text that troff prints as it is. Quotes and hyphens stay what a shell reads."""
    text = text.replace("\\", "\\e").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    text = "".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in text)
    return "\\&" + text if text.startswith(".") else text


def prose(text):
    """Lines of a paragraph. A sentence has a line of its own, as mdoc wants it; options keep their hyphens."""
    sentences = re.split(r"(?<=[.!?)]) +(?=[A-Z+'])", " ".join(text.split()))
    lines = [line for sentence in sentences for line in textwrap.wrap(sentence, 72, break_on_hyphens=False)]
    return [re.sub(r"(?<![\w-])-{1,2}(?=[\w ])", lambda m: m.group().replace("-", "\\-"), escaped(line)) for line in lines]


def literal(lines):
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    body = [escaped(line[indent:]).replace("-", "\\-") if line.strip() else "" for line in lines]
    return [".Bd -literal -offset indent", *body, ".Ed"]


def sections(discussion):
    """The paragraphs of a help text by the section that they belong to."""
    found = {"DESCRIPTION": []}
    for paragraph in re.split(r"\n\s*\n", discussion.strip("\n")):
        lines = paragraph.split("\n")
        title = "DESCRIPTION"
        if re.fullmatch(r"[A-Z][A-Z ]+", lines[0]):
            title = SECTIONS.get(lines[0], lines[0])
            lines = lines[1:]
        block = literal(lines) if lines and lines[0].startswith(" ") else prose("\n".join(lines))
        page = found.setdefault(title, [])
        if page and not block[0].startswith(".Bd"):
            page.append(".Pp")
        page += block
    return found


def spelled(name):
    return f"Fl {'-' if name['kind'] == 'long' else ''}{name['name']}"


def value(argument):
    return f"Ar {escaped(argument['valueName'])}" + (" ..." if argument["isRepeating"] else "")


def synopsis(argument):
    if argument["kind"] == "positional":
        text = value(argument)
    else:
        text = spelled(argument["preferredName"])
        if argument["kind"] == "option":
            text += " " + value(argument)
    return f".Op {text}" if argument["isOptional"] else f".{text}"


def item(argument):
    """An argument in the list of options."""
    if argument["kind"] == "positional":
        head = value(argument)
    else:
        names = sorted(argument["names"], key=lambda name: name["kind"] == "long")
        head = " , ".join(spelled(name) for name in names)
        if argument["kind"] == "option":
            head += " " + value(argument)
    lines = [f".It {head}"]
    lines += prose(argument.get("abstract", ""))
    if argument.get("discussion"):
        lines += [".Pp", *prose(argument["discussion"])]
    default = argument.get("defaultValue")
    if default is not None and argument["kind"] == "option" and "default" not in argument.get("abstract", ""):
        lines.append(f"The default is {escaped(default)}.")
    return lines


def page(command, path, version, date):
    name = "-".join(path)
    arguments = [a for a in command.get("arguments", []) if a["shouldDisplay"]]
    commands = [c for c in command.get("subcommands", []) if c["shouldDisplay"] and c["commandName"] != "help"]
    own = [a for a in arguments if a.get("names", [{}])[0].get("name") not in ("h", "help", "version")]
    positionals = [a for a in own if a["kind"] == "positional"]
    options = [a for a in own if a["kind"] != "positional"]
    common = [a for a in arguments if a not in own]

    lines = [
        f'.\\" Made from the help of \'{" ".join(path)}\'.',
        f".Dd {date.strftime('%B')} {date.day}, {date.year}",
        f".Dt {name.upper()} 1",
        f".Os Apus {version}",
        ".Sh NAME",
        f".Nm {name}",
        f".Nd {escaped(command.get('abstract', '').rstrip('.'))}",
        ".Sh SYNOPSIS",
        f".Nm {' '.join(path)}",
        *[synopsis(a) for a in options + positionals],
    ]
    if commands:
        lines += [".Ar command", ".Op Ar argument ..."]
    texts = sections(command.get("discussion", ""))
    description = texts.pop("DESCRIPTION")
    lines += [".Sh DESCRIPTION"]
    lines += description or prose(command.get("abstract", ""))
    if commands:
        lines += [".Sh COMMANDS", ".Bl -tag -width Ds"]
        for inner in commands:
            lines += [f".It Xr {'-'.join(path + [inner['commandName']])} 1", *prose(inner["abstract"])]
        lines += [".El"]
    lines += [".Sh OPTIONS", ".Bl -tag -width Ds"]
    for argument in positionals + options + common:
        lines += item(argument)
    lines += [".El"]
    for title in [t for t in texts if t not in LAST] + [t for t in LAST if t in texts]:
        lines += [f".Sh {title}", *texts[title]]
    if len(path) > 1:
        if "EXIT STATUS" not in texts:
            index = lines.index(".Sh EXAMPLES") if ".Sh EXAMPLES" in lines else len(lines)
            lines[index:index] = [".Sh EXIT STATUS", "The exit codes of all commands are listed in", ".Xr apus 1 ."]
        lines += [".Sh SEE ALSO", f".Xr {'-'.join(path[:-1])} 1"]
    return name, "\n".join(lines) + "\n"


def pages(command, version, date, path=()):
    path = [*path, command["commandName"]]
    yield page(command, path, version, date)
    for inner in command.get("subcommands", []):
        if inner["shouldDisplay"] and inner["commandName"] != "help":
            yield from pages(inner, version, date, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--version", required=True, help="the version of Apus")
    parser.add_argument("--date", required=True, type=datetime.date.fromisoformat, help="the date of the release")
    parser.add_argument("folder", type=pathlib.Path, help="the folder to write to")
    options = parser.parse_args()
    help_text = json.load(sys.stdin)
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages(help_text["command"], options.version, options.date):
        (options.folder / f"{name}.1").write_text(text, encoding="utf-8")


main()
