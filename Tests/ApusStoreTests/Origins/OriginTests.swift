import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Objects that a mapping makes of older ones, in stores.
@Suite struct OriginTests {
    private func trial(_ older: Schema, _ newer: Schema, _ lines: [Mapping.Line], _ rows: String) throws -> Trial {
        try Trial(
            [older, newer],
            mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)],
            rows
        )
    }

    private func migrated(
        _ older: Schema,
        _ newer: Schema,
        _ lines: [Mapping.Line],
        _ rows: String
    ) throws -> Trial {
        let trial = try trial(older, newer, lines, rows)
        try trial.migrate()
        #expect(try Verifier.verify(trial.url).isSound)
        return trial
    }

    // MARK: Splits

    private var contacts: Schema {
        Schema(
            model: "M",
            entities: [
                Entity(
                    "Contact",
                    attributes: [
                        Attribute("name", .string), Attribute("street", .string, isOptional: true),
                        Attribute("city", .string, isOptional: true),
                    ]
                )
            ]
        )
    }

    private var people: Schema {
        Schema(
            model: "M",
            entities: [
                Entity(
                    "Contact",
                    attributes: [Attribute("name", .string)],
                    relationships: [.toOne("address", "Address", isOptional: true, inverse: "contact")]
                ),
                Entity(
                    "Address",
                    attributes: [
                        Attribute("street", .string, isOptional: true), Attribute("town", .string, isOptional: true),
                    ],
                    relationships: [.toOne("contact", "Contact", isOptional: true, inverse: "address")]
                ),
            ]
        )
    }

    private var split: [Mapping.Line] {
        [
            .entity("Address", [Mapping.Origin(["Contact"], where: "street != nil", values: ["town": "$source.city"])]),
            .value(ElementPath("Contact", "address"), "same(Address)"),
        ]
    }

    @Test("One entity is split into two that refer to each other")
    func splits() throws {
        let rows =
            "INSERT INTO Contact (_id, name, street, city) VALUES (1, 'a', 's1', 'c1'), (2, 'b', NULL, NULL), (7, 'c', 's7', NULL)"
        let trial = try migrated(contacts, people, split, rows)
        #expect(try trial.rows("SELECT _id, name FROM Contact ORDER BY _id") == ["1|a", "2|b", "7|c"])
        #expect(
            try trial.rows("SELECT _id, street, town, contact FROM Address ORDER BY _id") == [
                "1|s1|c1|1", "7|s7|NULL|7",
            ]
        )
    }

    @Test("A value that no object has any more stops the migration before it writes, unless its loss is accepted")
    func lostValue() throws {
        let rows = "INSERT INTO Contact (_id, name, street, city) VALUES (1, 'a', 's1', 'c1'), (2, 'b', NULL, 'c2')"
        let trial = try trial(contacts, people, split, rows)
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(
            "\(error.map(String.init(describing:)) ?? "")".contains("1 row of 'Contact' would lose a value of 'city'")
        )
        let accepted = try migrated(contacts, people, split + [.accept(ElementPath("Contact", "city"))], rows)
        #expect(try accepted.rows("SELECT _id, town FROM Address") == ["1|c1"])
    }

    // MARK: Merges

    private var customers: Schema {
        Schema(
            model: "M",
            entities: [
                Entity(
                    "Customer",
                    attributes: [Attribute("name", .string), Attribute("vip", .bool)],
                    relationships: [.toMany("orders", "Order", inverse: "customer")]
                ),
                Entity(
                    "Prospect",
                    attributes: [Attribute("name", .string)],
                    relationships: [.toMany("notes", "Note", inverse: "prospect")]
                ),
                Entity("Order", relationships: [.toOne("customer", "Customer", isOptional: true, inverse: "orders")]),
                Entity("Note", relationships: [.toOne("prospect", "Prospect", isOptional: true, inverse: "notes")]),
            ]
        )
    }

    private var clients: Schema {
        func renamed(_ relationship: Relationship, _ name: String) -> Relationship {
            var copy = relationship
            copy.originalName = name
            return copy
        }
        return Schema(
            model: "M",
            entities: [
                Entity(
                    "Client",
                    attributes: [Attribute("name", .string), Attribute("vip", .bool), Attribute("kind", .string)],
                    relationships: [
                        .toMany("orders", "Order", inverse: "client"), .toMany("notes", "Note", inverse: "client"),
                    ]
                ),
                Entity(
                    "Order",
                    relationships: [
                        renamed(.toOne("client", "Client", isOptional: true, inverse: "orders"), "customer")
                    ]
                ),
                Entity(
                    "Note",
                    relationships: [
                        renamed(.toOne("client", "Client", isOptional: true, inverse: "notes"), "prospect")
                    ]
                ),
            ]
        )
    }

    @Test("Two entities are merged into one, with new identities for one of them, and references follow")
    func merges() throws {
        let lines: [Mapping.Line] = [
            .entity(
                "Client",
                [
                    Mapping.Origin(["Customer"], values: ["kind": "'customer'"]),
                    Mapping.Origin(["Prospect"], values: ["kind": "'prospect'", "vip": "FALSE"]),
                ]
            )
        ]
        let rows = """
            INSERT INTO Customer (_id, name, vip) VALUES (1, 'a', 1), (5, 'b', 0);
            INSERT INTO Prospect (_id, name) VALUES (1, 'p'), (2, 'q');
            INSERT INTO "Order" (_id, customer) VALUES (1, 5), (2, NULL), (3, 1);
            INSERT INTO Note (_id, prospect) VALUES (1, 2), (2, 1);
            """
        let trial = try migrated(customers, clients, lines, rows)
        #expect(
            try trial.rows("SELECT _id, name, vip, kind FROM Client ORDER BY _id")
                == ["1|a|1|customer", "5|b|0|customer", "6|p|0|prospect", "7|q|0|prospect"]
        )
        #expect(try trial.rows("SELECT _id, client FROM \"Order\" ORDER BY _id") == ["1|5", "2|NULL", "3|1"])
        #expect(try trial.rows("SELECT _id, client FROM Note ORDER BY _id") == ["1|7", "2|6"])
        #expect(try trial.rows("SELECT seq FROM sqlite_sequence WHERE name = 'Client'") == ["7"])
    }

    // MARK: Routes

    private var flat: Schema {
        Schema(
            model: "M",
            entities: [
                Entity(
                    "Contact",
                    attributes: [
                        Attribute("name", .string), Attribute("kind", .int16),
                        Attribute("vat", .string, isOptional: true),
                    ],
                    relationships: [
                        .toOne("boss", "Contact", isOptional: true, inverse: "staff"),
                        .toMany("staff", "Contact", inverse: "boss"), .toMany("tags", "Tag", inverse: "contacts"),
                    ]
                ),
                Entity("Tag", relationships: [.toMany("contacts", "Contact", inverse: "tags")]),
            ]
        )
    }

    private var parties: Schema {
        var party = Entity(
            "Party",
            attributes: [Attribute("name", .string)],
            relationships: [
                .toOne("boss", "Party", isOptional: true, inverse: "staff"),
                .toMany("staff", "Party", inverse: "boss"), .toMany("tags", "Tag", inverse: "parties"),
            ]
        )
        party.isAbstract = true
        var parties = Relationship.toMany("parties", "Party", inverse: "tags")
        parties.originalName = "contacts"
        return Schema(
            model: "M",
            entities: [
                party, Entity("Person", parent: "Party"),
                Entity("Company", parent: "Party", attributes: [Attribute("vat", .string, isOptional: true)]),
                Entity("Tag", relationships: [parties]),
            ]
        )
    }

    private let flatRows = """
        INSERT INTO Contact (_id, name, kind, vat, boss) VALUES (1, 'a', 1, NULL, 3), (3, 'b', 2, 'v', NULL), (4, 'c', 1, NULL, 1);
        INSERT INTO Tag (_id) VALUES (1), (2);
        INSERT INTO Contact_tags (source, target) VALUES (1, 1), (3, 1), (4, 2)
        """

    @Test(
        "Objects of one entity become objects of two that share a hierarchy, and keep their identities and references"
    )
    func routes() throws {
        let lines: [Mapping.Line] = [
            .entity("Person", [Mapping.Origin(["Contact"], where: "kind == 1")]),
            .entity("Company", [Mapping.Origin(["Contact"], where: "kind == 2")]),
            .accept(ElementPath("Contact", "kind")),
        ]
        let trial = try migrated(flat, parties, lines, flatRows)
        #expect(
            try trial.rows("SELECT _id, _entity, name, boss, \"Company.vat\" FROM Party ORDER BY _id")
                == ["1|Person|a|3|NULL", "3|Company|b|NULL|v", "4|Person|c|1|NULL"]
        )
        let pairs = try trial.rows("SELECT parties.source, parties.target FROM Party_tags AS parties ORDER BY 1, 2")
        #expect(pairs == ["1|1", "3|1", "4|2"])
    }

    @Test("Conditions that hold for the same object, or for none, stop the migration before it writes")
    func overlap() throws {
        for (one, other, text) in [
            ("kind >= 1", "kind == 2", "1 row of 'Contact' would be two objects with one identity below 'Party'"),
            ("kind == 7", "kind == 2", "2 rows of 'Contact' would be lost"),
        ] {
            let lines: [Mapping.Line] = [
                .entity("Person", [Mapping.Origin(["Contact"], where: one)]),
                .entity("Company", [Mapping.Origin(["Contact"], where: other)]),
                .accept(ElementPath("Contact", "kind")), .accept(ElementPath("Contact", "vat")),
            ]
            let trial = try trial(flat, parties, lines, flatRows)
            let error = #expect(throws: StoreError.self) { try trial.migrate() }
            #expect("\(error.map(String.init(describing:)) ?? "")".contains(text))
        }
    }

    @Test("A hierarchy becomes one entity")
    func collapses() throws {
        var contact = flat
        contact.entities[1].relationships[0].originalName = "parties"
        let lines: [Mapping.Line] = [
            .entity(
                "Contact",
                [
                    Mapping.Origin(["Person"], values: ["kind": "1"]),
                    Mapping.Origin(["Company"], values: ["kind": "2"]),
                ]
            )
        ]
        let rows = """
            INSERT INTO Party (_id, _entity, name, "Company.vat", boss) VALUES (1, 'Person', 'a', NULL, 3), (3, 'Company', 'b', 'v', NULL);
            INSERT INTO Tag (_id) VALUES (1), (2);
            INSERT INTO Party_tags (source, target) VALUES (1, 1), (3, 2)
            """
        var older = parties
        older.entities[3].relationships[0].originalName = nil
        let trial = try migrated(older, contact, lines, rows)
        #expect(
            try trial.rows("SELECT _id, name, kind, vat, boss FROM Contact ORDER BY _id")
                == ["1|a|1|NULL|3", "3|b|2|v|NULL"]
        )
        #expect(try trial.rows("SELECT source, target FROM Contact_tags ORDER BY 1, 2") == ["1|1", "3|2"])
    }

    // MARK: Distinct values

    private var addressed: Schema {
        Schema(
            model: "M",
            entities: [
                Entity(
                    "Contact",
                    attributes: [
                        Attribute("name", .string), Attribute("country", .string, isOptional: true),
                        Attribute("city", .string, isOptional: true),
                    ]
                )
            ]
        )
    }

    private var promoted: Schema {
        Schema(
            model: "M",
            entities: [
                Entity(
                    "Contact",
                    attributes: [Attribute("name", .string)],
                    relationships: [
                        .toOne("country", "Country", isOptional: true, inverse: "contacts"),
                        .toOne("city", "City", isOptional: true),
                    ]
                ),
                Entity(
                    "Country",
                    attributes: [Attribute("name", .string, isOptional: true)],
                    relationships: [.toMany("contacts", "Contact", inverse: "country")]
                ),
                Entity(
                    "City",
                    attributes: [
                        Attribute("name", .string, isOptional: true), Attribute("country", .string, isOptional: true),
                    ]
                ),
            ]
        )
    }

    @Test("Attributes become entities with their distinct values, which references find", arguments: [true, false])
    func promotes(isFound: Bool) throws {
        let lines: [Mapping.Line] = [
            .entity(
                "Country",
                [Mapping.Origin(["Contact"], distinct: ["country"], values: ["name": "$source.country"])]
            ),
            .entity(
                "City",
                [Mapping.Origin(["Contact"], distinct: ["city", "country"], values: ["name": "$source.city"])]
            ),
            .value(
                ElementPath("Contact", "country"),
                isFound ? "find(Country, name == $source.country)" : "same(Country)"
            ),
            .value(
                ElementPath("Contact", "city"),
                isFound ? "find(City, name == $source.city AND country == $source.country)" : "same(City)"
            ), .accept(ElementPath("Contact", "city")),
        ]
        let rows = """
            INSERT INTO Contact (_id, name, country, city) VALUES (1, 'a', 'X', 'x'), (2, 'b', 'Y', 'x'), (3, 'c', 'X', 'x'),
                (5, 'd', NULL, 'z'), (6, 'e', 'Y', NULL), (9, 'f', 'Z' || char(0) || '1', 'z'), (10, 'g', 'Z' || char(0) || '2', 'z')
            """
        let trial = try migrated(addressed, promoted, lines, rows)
        #expect(
            try trial.rows("SELECT _id, hex(name) FROM Country ORDER BY _id")
                == ["1|58", "2|59", "9|5A0031", "10|5A0032"]
        )
        #expect(
            try trial.rows("SELECT _id, name FROM City ORDER BY _id") == ["1|x", "2|x", "9|z", "10|z"]
        )
        #expect(
            try trial.rows("SELECT _id, country, city FROM Contact ORDER BY _id")
                == ["1|1|1", "2|2|2", "3|1|1", "5|NULL|NULL", "6|2|NULL", "9|9|9", "10|10|10"]
        )
    }

    @Test("Several objects that a reference could find stop the migration before it writes")
    func ambiguous() throws {
        let lines: [Mapping.Line] = [
            .entity("Country", [Mapping.Origin(["Contact"], values: ["name": "$source.country"])]),
            .entity("City", [Mapping.Origin(["Contact"], values: ["name": "$source.city"])]),
            .value(ElementPath("Contact", "country"), "find(Country, name == $source.country)"),
            .accept(ElementPath("Contact", "city")),
        ]
        let rows = "INSERT INTO Contact (_id, name, country) VALUES (1, 'a', 'X'), (2, 'b', 'Y'), (3, 'c', 'X')"
        let trial = try trial(addressed, promoted, lines, rows)
        let error = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(
            "\(error.map(String.init(describing:)) ?? "")"
                .contains("2 rows of 'Contact' have several objects that 'find' could give for 'Contact.country'")
        )
    }

    // MARK: Several objects of one

    @Test("Each object makes two objects of one entity, which references tell apart by name")
    func several() throws {
        let older = Schema(
            model: "M",
            entities: [
                Entity(
                    "Contact",
                    attributes: [
                        Attribute("home", .string, isOptional: true), Attribute("work", .string, isOptional: true),
                    ]
                )
            ]
        )
        let newer = Schema(
            model: "M",
            entities: [
                Entity(
                    "Contact",
                    relationships: [
                        .toOne("homePhone", "Phone", isOptional: true), .toOne("workPhone", "Phone", isOptional: true),
                    ]
                ),
                Entity("Phone", attributes: [Attribute("number", .string), Attribute("id", .uuid)]),
            ]
        )
        let lines: [Mapping.Line] = [
            .entity(
                "Phone",
                [
                    Mapping.Origin(["Contact"], where: "home != nil", values: ["number": "$source.home"], as: "home"),
                    Mapping.Origin(["Contact"], where: "work != nil", values: ["number": "$source.work"], as: "work"),
                ]
            ),
            .value(ElementPath("Contact", "homePhone"), "same(home)"),
            .value(ElementPath("Contact", "workPhone"), "same(work)"),
            .fill(ElementPath("Phone", "id"), .generated(.uuid)),
        ]
        let rows = "INSERT INTO Contact (_id, home, work) VALUES (1, 'h1', 'w1'), (2, NULL, 'w2'), (5, 'h5', NULL)"
        let trial = try migrated(older, newer, lines, rows)
        #expect(
            try trial.rows("SELECT _id, number FROM Phone ORDER BY _id") == ["1|h1", "5|h5", "6|w1", "7|w2"]
        )
        #expect(
            try trial.rows("SELECT _id, homePhone, workPhone FROM Contact ORDER BY _id")
                == ["1|1|6", "2|NULL|7", "5|5|NULL"]
        )
        #expect(try trial.rows("SELECT count(DISTINCT id) FROM Phone") == ["4"])
    }
}
