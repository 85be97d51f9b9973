"""Reads a store of Apus by Documentation/StoreFormat.md alone, and prints what objects it holds, a line a value.

Usage: reader.py STORE

    Kind 12 address.city=t:42657262696e     a value: n, i:INTEGER, r:BITS, t:UTF-8, b:BYTES, the last three in hexadecimal
    Kind 12 items->3,5,4                    where a relationship leads: in its order, or else in that of identities
"""

import json
import os
import sqlite3
import struct
import sys
import unicodedata


class Schema:
    def __init__(self, document):
        self.entities = {entity["name"]: entity for entity in document["entities"]}
        self.composites = {composite["name"]: composite for composite in document.get("composites", [])}
        self.enums = {enum["name"]: enum for enum in document.get("enums", [])}

    def line(self, name):
        """An entity and those above it."""
        line = [name]
        while "parent" in self.entities[line[-1]]:
            line.append(self.entities[line[-1]]["parent"])
        return line

    def root(self, name):
        return self.entities[self.line(name)[-1]]

    def below(self, name):
        return [other for other in self.entities if name in self.line(other)]

    def own_name(self, owner, declared):
        """The name of the column of an attribute or a key."""
        plain = declared["name"] if "parent" not in self.entities[owner] else owner + "." + declared["name"]
        return declared.get("column", plain)

    def relationship(self, name, entity):
        """The relationship that an entity has by a name, and the entity that declares it."""
        for owner in self.line(entity):
            for relationship in self.entities[owner].get("relationships", []):
                if relationship["name"] == name:
                    return owner, relationship
        return None

    def inverse(self, owner, relationship):
        if "inverse" not in relationship:
            return None
        back = self.relationship(relationship["inverse"], destination(relationship))
        if back is None or back[1].get("inverse") != relationship["name"]:
            return None
        home = destination(back[1])
        if home == owner:
            return back
        if home not in self.line(owner) and owner not in self.line(home):
            return None
        forth = self.relationship(relationship["name"], home)
        return back if forth is not None and forth[0] == owner else None

    def leaves(self, attribute, path=()):
        """What the values of an attribute come down to: paths, and types of columns."""
        kind = attribute["type"]
        path = path + (attribute["name"],)
        if kind in self.composites:
            for part in self.composites[kind]["attributes"]:
                yield from self.leaves(part, path)
        elif kind in self.enums:
            yield path, self.enums[kind].get("type", "string")
        else:
            yield path, {"codable": "data", "transformable": "data"}.get(kind, kind)


def destination(relationship):
    return relationship.get("toMany") or relationship["to"]


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class Store:
    def __init__(self, path):
        self.path = os.path.realpath(path)
        self.database = sqlite3.connect("file:" + self.path + "?mode=ro", uri=True)
        assert self.value("PRAGMA application_id") == 1097889139, "no store"
        assert self.value("PRAGMA user_version") in (1, 2, 3, 4), "another format"
        self.schema = Schema(json.loads(self.value("SELECT schema FROM apus_model")))

    def value(self, sql):
        return self.database.execute(sql).fetchone()[0]

    def objects(self):
        """Kind and identity of all objects, with their tables and the condition that finds each."""
        for name, entity in self.schema.entities.items():
            if entity.get("abstract"):
                continue
            root = self.schema.root(name)
            table, key = root.get("table", root["name"]), root.get("primaryKey", "_id")
            condition, arguments = "", ()
            if any(other.get("parent") == root["name"] for other in self.schema.entities.values()):
                condition, arguments = " WHERE _entity = ?", (name,)
            rows = self.database.execute(f"SELECT {quoted(key)} FROM {quoted(table)}{condition}", arguments)
            for (identity,) in rows.fetchall():
                yield name, identity, table, key

    def field(self, table, key, identity, column):
        """A value as the table has it: SQLite's type, and the value, a text as its bytes."""
        name = quoted(column)
        return self.database.execute(
            f"SELECT typeof({name}), CASE typeof({name}) WHEN 'text' THEN CAST({name} AS BLOB) ELSE {name} END "
            f"FROM {quoted(table)} WHERE {quoted(key)} = ?",
            (identity,),
        ).fetchone()

    def text(self, attribute, kind, found):
        stored, value = found
        if stored == "null":
            return "n"
        if attribute.get("externalStorage"):
            if stored == "text":
                with open(os.path.join(self.path + "-files", value.decode()), "rb") as file:
                    value = file.read()
            return ("t:" if kind in ("string", "url", "decimal") else "b:") + value.hex()
        if stored == "integer":
            return f"i:{value}"
        if stored == "real":
            return "r:" + struct.pack(">d", value + 0.0).hex()
        return ("t:" if stored == "text" else "b:") + value.hex()

    def attributes(self, kind, identity, table, key):
        for owner in self.schema.line(kind):
            for attribute in self.schema.entities[owner].get("attributes", []):
                if attribute.get("transient") or attribute.get("ephemeral") or "derived" in attribute:
                    continue
                if attribute["type"] == "undefined":
                    continue
                for path, scalar in self.schema.leaves(attribute):
                    column = ".".join((self.schema.own_name(owner, attribute),) + path[1:])
                    found = self.field(table, key, identity, column)
                    yield ".".join(path), self.text(attribute, scalar, found)

    def references(self, kind, identity, table, key):
        for owner in self.schema.line(kind):
            for relationship in self.schema.entities[owner].get("relationships", []):
                back = self.schema.inverse(owner, relationship)
                if relationship.get("transient") and (back is None or back[1].get("transient")):
                    continue
                found = self.targets(owner, relationship, back, identity, table, key)
                ordered = relationship.get("ordered") and "toMany" in relationship
                found.sort(key=lambda pair: (pair[0] if ordered and pair[0] is not None else 0, pair[1]))
                yield relationship["name"], [target for _, target in found]

    def targets(self, owner, relationship, back, identity, table, key):
        """Places and identities of what a relationship leads to."""
        many, back_many = "toMany" in relationship, back is not None and "toMany" in back[1]
        own = self.holds(owner, relationship, back)
        if many and (back is None or back_many):
            holder_owner, holder = (owner, relationship) if own else back
            pairs = quoted(holder.get("table", holder_owner + "_" + holder["name"]))
            near, far, place = ("source", "target", "target_place") if own else ("target", "source", "source_place")
            if not relationship.get("ordered"):
                place = "NULL"
            rows = self.database.execute(f"SELECT {place}, {far} FROM {pairs} WHERE {near} = ?", (identity,))
        elif own:
            column = quoted(self.schema.own_name(owner, relationship))
            rows = self.database.execute(
                f"SELECT NULL, {column} FROM {quoted(table)} WHERE {quoted(key)} = ? AND {column} IS NOT NULL",
                (identity,),
            )
        else:
            root = self.schema.root(back[0])
            column = self.schema.own_name(*back)
            place = quoted(column + ".place") if relationship.get("ordered") else "NULL"
            rows = self.database.execute(
                f"SELECT {place}, {quoted(root.get('primaryKey', '_id'))} FROM "
                f"{quoted(root.get('table', root['name']))} WHERE {quoted(column)} = ?",
                (identity,),
            )
        return rows.fetchall()

    def holds(self, owner, relationship, back):
        """Whether a relationship's side keeps the references."""
        many, back_many = "toMany" in relationship, back is not None and "toMany" in back[1]
        if back is None or (not many and back_many) or (back[0] == owner and back[1] is relationship):
            return True
        if many and not back_many:
            return False
        said, back_said = relationship.get("holdsKey"), back[1].get("holdsKey")
        if said != back_said:
            return said is True or back_said is False
        optional, back_optional = relationship.get("optional", many), back[1].get("optional", back_many)
        if not many and optional != back_optional:
            return not optional
        place = [unicodedata.normalize("NFC", name) for name in (owner, relationship["name"])]
        return place < [unicodedata.normalize("NFC", name) for name in (back[0], back[1]["name"])]


def main():
    store = Store(sys.argv[1])
    lines = []
    for kind, identity, table, key in store.objects():
        lines.append(f"{kind} {identity}")
        for path, value in store.attributes(kind, identity, table, key):
            lines.append(f"{kind} {identity} {path}={value}")
        for name, targets in store.references(kind, identity, table, key):
            lines.append(f"{kind} {identity} {name}->{','.join(map(str, targets))}")
    sys.stdout.buffer.write("".join(line + "\n" for line in sorted(lines)).encode())


main()
