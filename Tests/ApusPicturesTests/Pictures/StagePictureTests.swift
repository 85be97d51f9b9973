import ApusDiagnostics
import ApusMigration
import ApusPictures
import ApusReports
import ApusSchema
import Testing

/// The picture of what changes between two schemas.
@Suite struct StagePictureTests {
    /// Returns a row as text: sign, names, types, notes.
    private static func text(_ row: Picture.Row) -> String {
        "\(row.sign?.rawValue ?? " ") \(row.formerName.map { "\($0) → " } ?? "")\(row.name): "
            + "\(row.formerType.map { "\($0) → " } ?? "")\(row.type)"
            + row.notes.map { "; \($0.kind): \($0.text)" }.joined()
    }

    private static func text(_ card: Picture.Card) -> [String] {
        let head = "\(card.sign?.rawValue ?? " ") \(card.formerName.map { "\($0) → " } ?? "")\(card.name)"
        return [head + card.notes.map { "; \($0.kind): \($0.text)" }.joined()] + card.rows.map { "  " + text($0) }
    }

    @Test("A rename is one row, a removed one follows the one that it followed")
    func rowsOfBothSchemas() {
        let older = Schema(
            model: "M",
            entities: [
                Entity(
                    "Trip",
                    attributes: [
                        Attribute("zero", .bool), Attribute("name", .string), Attribute("gone", .string),
                        Attribute("start_date", .date), Attribute("nights", .int16),
                    ]
                )
            ]
        )
        var journey = Entity(
            "Journey",
            originalName: "Trip",
            attributes: [
                Attribute("name", .string), Attribute("startDate", .date, originalName: "start_date"),
                Attribute("nights", .int32), Attribute("code", .string, default: .string("x")),
            ]
        )
        journey.indexes = [.init("byName", [.init("name")])]
        let mapping = Mapping(
            from: Schema.Version(1),
            to: Schema.Version(2),
            [
                Mapping.Line(
                    .accept,
                    ElementPath("Trip", "gone"),
                    at: SourceLocation(file: "1-2.yaml", line: 4)
                ), .accept(ElementPath("Trip", "zero")),
            ]
        )
        let stage = Stage(
            from: older,
            to: Schema(model: "M", entities: [journey]),
            from: .version(Schema.Version(1)),
            to: .version(Schema.Version(2)),
            mapping: mapping
        )
        let picture = Picture(stage)
        #expect(
            picture.cards.flatMap(Self.text) == [
                "~ Trip → Journey; change: entity renamed", "  - zero: bool; lost: the values are lost",
                "    name: string",
                "  - gone: string; lost: the values are lost", "  ~ start_date → startDate: date; change: renamed",
                "  ~ nights: int16 → int32; converted: int16 → int32",
                "  + code: string = 'x'; filled: filled", "  + byName: name; change: byName [name]",
            ]
        )
        let lost = picture.cards[0].rows[2].notes[0]
        #expect(lost.code == "AP202")
        #expect(lost.line == "accept: [Trip.gone]")
        #expect(lost.source == Picture.Source(file: "1-2.yaml", line: 4))
    }

    @Test("A property that moves is followed from card to card")
    func movedProperties() {
        let older = Schema(
            model: "M",
            entities: [
                Entity("Base"), Entity("A", parent: "Base", attributes: [Attribute("x", .bool, isOptional: true)]),
            ]
        )
        let newer = Schema(
            model: "M",
            entities: [
                Entity("Base", attributes: [Attribute("x", .bool, isOptional: true)]), Entity("A", parent: "Base"),
            ]
        )
        let picture = Picture(Stage(from: older, to: newer, from: .named("a"), to: .named("b")))
        let base = picture.cards[0].rows.map(Self.text)
        let child = picture.cards[1].rows.map(Self.text)
        #expect(base.first?.hasPrefix("+ x: bool?; moved: ← A.x") == true, "\(base)")
        #expect(child.first?.hasPrefix("- x: bool?; moved: → Base.x") == true, "\(child)")
    }

    @Test("What has no change is folded, and a refusal is a note")
    func foldedCards() {
        let older = Schema(
            model: "M",
            entities: [
                Entity("A", attributes: [Attribute("x", .bool)]), Entity("B", attributes: [Attribute("y", .bool)]),
            ]
        )
        let newer = Schema(
            model: "M",
            entities: [Entity("A", attributes: [Attribute("x", .bool)]), Entity("B"), Entity("C")]
        )
        let stage = Stage(from: older, to: newer, from: .named("a"), to: .unreleased)
        let picture = Picture(stage)
        #expect(picture.cards.map(\.isFolded) == [true, false, false])
        #expect(picture.cards.map(\.sign) == [nil, .changed, .added])
        let notes = picture.cards[1].rows[0].notes
        // The decision is counted once.
        #expect(notes.map(\.kind) == [.change, .refused])
        #expect(notes.last?.text == stage.refusals.first?.message)
    }

    @Test("An accepted loss has its mapping line, also if its name is taken, and in renamed types")
    func acceptingLines() {
        func schema(_ entities: [Entity], _ letters: Enumeration, _ parts: Composite) -> Schema {
            var schema = Schema(model: "M", entities: entities)
            (schema.enumerations, schema.composites) = ([letters], [parts])
            return schema
        }
        let old = schema(
            [
                Entity("Trip", attributes: [Attribute("x", .bool)]),
                Entity(
                    "Journey",
                    attributes: [
                        Attribute("e", .named("En"), isOptional: true), Attribute("c", .named("Co"), isOptional: true),
                    ]
                ),
            ],
            Enumeration("En", cases: [.init("b", .string("b")), .init("c", .string("c"))]),
            Composite("Co", attributes: [Attribute("s", .bool), Attribute("t", .bool)])
        )
        let new = schema(
            [
                Entity(
                    "Trip",
                    originalName: "Journey",
                    attributes: [
                        Attribute("e", .named("Letters"), isOptional: true),
                        Attribute("c", .named("Parts"), isOptional: true),
                    ]
                )
            ],
            Enumeration("Letters", originalName: "En", cases: [.init("b", .string("b"))]),
            Composite("Parts", originalName: "Co", attributes: [Attribute("s", .bool)])
        )
        let lost = [ElementPath("Trip"), ElementPath("En", "c"), ElementPath("Co", "t")]
        let stage = Stage(
            from: old,
            to: new,
            from: .version(Schema.Version(1)),
            to: .version(Schema.Version(2)),
            mapping: Mapping(from: Schema.Version(1), to: Schema.Version(2), lost.map { .accept($0) })
        )
        let picture = Picture(stage)
        let notes = picture.cards.flatMap { card in
            (card.notes + card.rows.flatMap(\.notes)).compactMap { note in
                note.line.map { "\(card.sign?.rawValue ?? "") \(card.name): \($0)" }
            }
        }
        #expect(
            Set(notes) == [
                "- Trip: accept: [Trip]", "~ Letters: accept: [En.c]", "~ Parts: accept: [Co.t]",
            ]
        )
    }

    @Test("Edges are added, removed and changed like their rows")
    func edges() {
        func schema(_ owner: Relationship, _ items: Relationship...) -> Schema {
            Schema(
                model: "M",
                entities: [
                    Entity("Trip", relationships: items + [owner]),
                    Entity("Item", relationships: [.toOne("trip", "Trip", isOptional: true, inverse: "items")]),
                    Entity("Person"), Entity("Company"),
                ]
            )
        }
        let older = schema(.toOne("owner", "Person", isOptional: true), .toMany("items", "Item", inverse: "trip"))
        let newer = schema(
            .toOne("owner", "Company", isOptional: true),
            .toMany("items", "Item", inverse: "trip"),
            .toOne("best", "Item", isOptional: true)
        )
        let picture = Picture(Stage(from: older, to: newer, from: .named("a"), to: .named("b")))
        #expect(
            picture.edges.map(picture.text) == [
                "relationship Trip.items optional → Item.trip many",
                "relationship Trip.best unknown → Item optional +",
                "relationship Trip.owner unknown → Company optional +",
                "relationship Trip.owner unknown → Person optional -",
            ]
        )
        let renamed = schema(
            .toOne("owner", "Person", isOptional: true),
            .toMany("items", "Item", inverse: "trip", deleteRule: .cascade)
        )
        let other = Picture(Stage(from: older, to: renamed, from: .named("a"), to: .named("b")))
        #expect(other.edges.map(\.sign) == [.changed, nil])
    }

    @Test("An inverse that is added changes the edge")
    func addedInverse() {
        func schema(_ inverse: String?) -> Schema {
            let back = inverse.map { [Relationship.toMany($0, "Item", inverse: "trip")] } ?? []
            let trip = Relationship.toOne("trip", "Trip", isOptional: true, inverse: inverse)
            return Schema(
                model: "M",
                entities: [Entity("Trip", relationships: back), Entity("Item", relationships: [trip])]
            )
        }
        let picture = Picture(Stage(from: schema(nil), to: schema("items"), from: .named("a"), to: .named("b")))
        #expect(picture.edges.map(picture.text) == ["relationship Trip.items optional → Item.trip many ~"])
    }
}
