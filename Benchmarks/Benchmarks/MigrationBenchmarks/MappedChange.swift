import ApusMigration
import ApusSchema

/// A change that a mapping computes: the older and the newer model, the lines, and the best SQL that we know for it.
enum MappedChange: String, CaseIterable {
    case compute, split, merge, promote

    var title: String {
        switch self {
        case .compute: "a computed column"
        case .split: "one entity becomes two"
        case .merge: "two entities become one"
        case .promote: "an attribute becomes an entity"
        }
    }

    /// The model before each of the changes.
    static let base = Schema(
        model: "Contacts",
        entities: [
            contact(),
            Entity("Prospect", attributes: [Attribute("given", .string), Attribute("family", .string)]),
        ]
    )

    /// The history whose second version has the change.
    var planner: Planner {
        let entries = [(1, Self.base), (2, newer)].map { History.Entry(Schema.Version($0), $1) }
        let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)
        return Planner(history: History(model: "Contacts", entries: entries), mappings: [mapping])
    }

    private static func contact(
        without gone: String? = nil,
        with added: Attribute? = nil,
        _ relationships: [Relationship] = []
    ) -> Entity {
        let attributes = [
            Attribute("given", .string), Attribute("family", .string), Attribute("street", .string, isOptional: true),
            Attribute("city", .string, isOptional: true), Attribute("country", .string, isOptional: true),
            Attribute("score", .int32),
        ]
        return Entity(
            "Contact",
            attributes: attributes.filter { $0.name != gone } + (added.map { [$0] } ?? []),
            relationships: relationships
        )
    }

    private var newer: Schema {
        let prospect = Self.base.entities[1]
        let street = Attribute("street", .string, isOptional: true)
        let entities: [Entity] =
            switch self {
            case .compute: [Self.contact(with: Attribute("name", .string)), prospect]
            case .split:
                [
                    Self.contact(without: "street", [.toOne("address", "Address", isOptional: true)]), prospect,
                    Entity("Address", attributes: [street]),
                ]
            case .merge: [Self.contact()]
            case .promote:
                [
                    Self.contact(without: "country", [.toOne("country", "Country", isOptional: true)]), prospect,
                    Entity("Country", attributes: [Attribute("name", .string)]),
                ]
            }
        return Schema(model: "Contacts", entities: entities)
    }

    private var lines: [Mapping.Line] {
        switch self {
        case .compute: [.value(ElementPath("Contact", "name"), "$source.given + ' ' + $source.family")]
        case .split:
            [
                .entity("Address", [Mapping.Origin(["Contact"], where: "street != nil")]),
                .value(ElementPath("Contact", "address"), "same(Address)"),
            ]
        case .merge:
            [
                .entity(
                    "Contact",
                    [Mapping.Origin(["Contact"]), Mapping.Origin(["Prospect"], values: ["score": "0"])]
                )
            ]
        case .promote:
            [
                .entity(
                    "Country",
                    [
                        Mapping.Origin(
                            ["Contact"],
                            where: "country != nil",
                            distinct: ["country"],
                            values: ["name": "$source.country"]
                        )
                    ]
                ),
                .value(ElementPath("Contact", "country"), "find(Country, name == $source.country)"),
            ]
        }
    }

    /// What an expert writes for SQLite's shell. Beyond the search for orphans it checks nothing.
    var sql: String { script(work) }

    /// The same, where the expert checks what Apus checks before the first write, as far as SQL can: that each value of the
    /// tables that are read has its type and range, and that no required one is missing. (Apus also reads all texts as
    /// UTF-8.)
    var checkedSQL: String {
        let contact = [("given", true), ("family", true), ("street", false), ("city", false), ("country", false)]
        let texts = self == .merge ? [("Prospect", Array(contact.prefix(2)))] : [("Contact", contact)]
        let checks = texts.map { table, columns in
            let conditions =
                columns.map { name, isRequired in
                    isRequired ? "typeof(\(name)) <> 'text'" : "typeof(\(name)) NOT IN ('text', 'null')"
                }
                + (table == "Contact"
                    ? ["typeof(score) <> 'integer'", "score NOT BETWEEN -2147483648 AND 2147483647"] : [])
            return "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(conditions.joined(separator: " OR ")));"
        }
        return script(checks.joined(separator: "\n") + "\n" + work)
    }

    private func script(_ work: String) -> String {
        """
        PRAGMA secure_delete=FAST;
        PRAGMA foreign_keys=OFF;
        BEGIN IMMEDIATE;
        \(work)
        COMMIT;
        """
    }

    private var work: String {
        switch self {
        case .compute:
            """
            ALTER TABLE Contact ADD COLUMN name TEXT NOT NULL DEFAULT '';
            UPDATE Contact SET name = given || ' ' || family;
            """
        case .split:
            """
            CREATE TABLE Address (_id INTEGER PRIMARY KEY AUTOINCREMENT, street TEXT) STRICT;
            INSERT INTO Address SELECT _id, street FROM Contact WHERE street IS NOT NULL;
            \(rebuild(
                "city TEXT, country TEXT, score INTEGER NOT NULL, address INTEGER REFERENCES Address(_id)",
                "city, country, score, CASE WHEN street IS NOT NULL THEN _id END",
                key: "address",
                to: "Address"
            ))
            """
        case .merge:
            """
            INSERT INTO Contact (_id, given, family, score)
            SELECT _id + (SELECT seq FROM sqlite_sequence WHERE name = 'Contact'), given, family, 0 FROM Prospect
            ORDER BY _id;
            DROP TABLE Prospect;
            """
        case .promote:
            """
            CREATE TABLE Country (_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL) STRICT;
            INSERT INTO Country SELECT min(_id), country FROM Contact WHERE country IS NOT NULL GROUP BY country;
            CREATE UNIQUE INDEX temporary ON Country(name);
            \(rebuild(
                "street TEXT, city TEXT, score INTEGER NOT NULL, country INTEGER REFERENCES Country(_id)",
                "street, city, score, (SELECT c._id FROM Country c WHERE c.name = Contact.country)",
                key: "country",
                to: "Country"
            ))
            DROP INDEX temporary;
            """
        }
    }

    private func rebuild(_ columns: String, _ values: String, key: String, to table: String) -> String {
        """
        CREATE TABLE _new (
          _id INTEGER PRIMARY KEY AUTOINCREMENT, given TEXT NOT NULL, family TEXT NOT NULL, \(columns)
        ) STRICT;
        INSERT INTO _new SELECT _id, given, family, \(values) FROM Contact;
        UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'Contact') WHERE name = '_new';
        DROP TABLE Contact;
        ALTER TABLE _new RENAME TO Contact;
        CREATE INDEX idx_contact_\(key) ON Contact(\(key));
        SELECT count(*) FROM (SELECT DISTINCT \(key) v FROM Contact)
        WHERE v IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(table) WHERE _id = v);
        """
    }

    /// What both ways have to agree on, as a query; identities of new objects may differ.
    var content: String {
        let own = "count(*), total(_id * length(family)), total(length(city)), total(score)"
        return switch self {
        case .compute: "SELECT \(own), total(_id * length(name)), max(name) FROM Contact"
        case .merge: "SELECT \(own), total(length(street)) FROM Contact"
        case .split:
            "SELECT count(*), count(a._id), count(DISTINCT a._id), total(c._id * length(a.street)), total(score) "
                + "FROM Contact c LEFT JOIN Address a ON a._id = c.address"
        case .promote:
            "SELECT count(*), count(k._id), count(DISTINCT k._id), total(c._id * length(k.name)), total(score) "
                + "FROM Contact c LEFT JOIN Country k ON k._id = c.country"
        }
    }
}
