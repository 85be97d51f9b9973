"""Validates YAML files against the JSON Schemas in .apus. Run by Scripts/editor-schemas.

Without an argument: every YAML file of the project, and the schemas themselves against their metaschema.
With a folder: its models in 'good' must all pass, and none of those in 'bad'.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

HEADER = re.compile(r"^# yaml-language-server: \$schema=(\S+)$", re.MULTILINE)


# The plain scalars of YAML 1.2's core schema, as editors read them: no dates, and 'yes' and 'no' are texts.
PLAIN = [
    (re.compile(r"~|null|Null|NULL|"), lambda text: None),
    (re.compile(r"true|True|TRUE|false|False|FALSE"), lambda text: text.lower() == "true"),
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"), float),
    (re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"), lambda text: float(text.replace(".", ""))),
]


def value(node):
    if isinstance(node, MappingNode):
        # An editor takes every key for a text.
        return {key.value: value(child) for key, child in node.value}
    if isinstance(node, SequenceNode):
        return [value(child) for child in node.value]
    if not isinstance(node, ScalarNode):
        return None
    if not node.style:
        for pattern, meaning in PLAIN:
            if pattern.fullmatch(node.value):
                return meaning(node.value)
    return node.value


def read(text):
    return value(YAML(pure=True).compose(text))


def validator(kind):
    schema = json.loads(Path(f".apus/{kind}.schema.json").read_text(encoding="utf-8"))
    try:
        jsonschema.Draft7Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        sys.exit(f"error: .apus/{kind}.schema.json is no JSON Schema: {error.message}")
    return jsonschema.Draft7Validator(schema)


def problems(validator, document):
    return [
        f"{'/'.join(map(str, error.absolute_path)) or 'top'}: {error.message[:200]}"
        for error in validator.iter_errors(document)
    ]


def kind_of(path):
    if path.name == "apus.yaml":
        return "project"
    if path.parent.name == "data":
        return f"{path.parent.parent.name}.data"
    kinds = {"Schemas": "model", "Migrations": "mapping"}
    return next((kinds[part] for part in path.parts if part in kinds), None)


def check_project():
    data = (path.name.removesuffix(".schema.json") for path in Path(".apus").glob("*.data.schema.json"))
    kinds = ("model", "mapping", "project", *data)
    validators = {kind: validator(kind) for kind in kinds}
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.yaml"],
        check=True,
        capture_output=True,
    )
    failures, count = [], 0
    for path in map(Path, sorted(filter(None, listed.stdout.decode().split("\0")))):
        # Cases of `apus test` have no schema for editors.
        if not path.exists() or path.parent.name == "tests":
            continue
        kind, text = kind_of(path), path.read_text(encoding="utf-8")
        if kind not in validators:
            failures.append(f"{path}: no schema is known for this file")
            continue
        failures += [f"{path}: {problem}" for problem in problems(validators[kind], read(text))]
        header = HEADER.search(text)
        # What is frozen stays as it was written.
        if header is None and path.parent.name != "versions":
            failures.append(f"{path}: names no schema for editors")
        if header and (path.parent / header[1]).resolve() != Path(f".apus/{kind}.schema.json").resolve():
            failures.append(f"{path}: names another schema than that of its kind: {header[1]}")
        count += 1
    return failures, f"{count} files of the project follow their schemas"


def check_samples(folder):
    model = validator("model")
    failures, counts = [], {}
    for kind in ("good", "bad"):
        files = sorted((folder / kind).glob("*.yaml"))
        counts[kind] = len(files)
        for path in files:
            text = path.read_text(encoding="utf-8")
            try:
                found = problems(model, read(text))
            except YAMLError as error:
                found = [f"is no YAML: {error}"]
            if kind == "good":
                failures += [f"{path.name}: {problem}" for problem in found]
            elif not found:
                failures.append(f"{path.name} passes, but should not:\n{text}")
    if not all(counts.values()):
        failures.append(f"there are no samples: {counts}")
    return failures, f"{counts['good']} good models pass, {counts['bad']} bad ones do not"


failures, summary = check_samples(Path(sys.argv[1])) if len(sys.argv) > 1 else check_project()
for failure in failures:
    print(f"error: {failure}", file=sys.stderr)
if failures:
    sys.exit(1)
print(summary)
