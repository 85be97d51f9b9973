import ApusSchema
import ApusTestSupport
import Testing

/// Versions, paths and histories.
@Suite struct VersionTests {
    @Test(arguments: [
        ("0", "0"), ("1", "1"), ("1.0", "1"), ("1.2", "1.2"), ("1.2.3", "1.2.3"), ("1.0.3", "1.0.3"),
        ("10.20.30", "10.20.30"),
        ("1.2.0", "1.2"), ("999999999999999", "999999999999999"), ("1.0.999999999999999", "1.0.999999999999999"),
        ("", nil), (".", nil), ("1.", nil), (".1", nil), ("1..2", nil), ("1.2.3.4", nil), ("01", nil), ("1.02", nil),
        ("00", nil), ("-1", nil), ("+1", nil), ("1.-2", nil), ("v1", nil), ("1a", nil), (" 1", nil), ("1 ", nil),
        ("٣", nil), ("head", nil), ("1000000000000000", nil), ("9223372036854775807", nil),
        ("9223372036854775808", nil),
    ])
    func parsing(text: String, expected: String?) {
        #expect(Schema.Version(text)?.description == expected)
    }

    @Test func order() {
        let texts: [String] = ["0", "0.0.1", "0.9", "1", "1.0.1", "1.2", "1.2.1", "1.10", "2", "10"]
        let versions: [Schema.Version] = texts.compactMap { Schema.Version($0) }
        #expect(versions.reversed().sorted().map(\.description) == texts)
        #expect(Schema.Version("1.0.0") == Schema.Version(1))
    }

    @Test func readingWhatWasWritten() {
        for seed in UInt64(0)..<200 {
            var random = SplitMix64(seed: seed)
            let version = Schema.Version(random.below(100), random.below(3), random.below(3))
            #expect(Schema.Version(version.description) == version, "seed \(seed)")
        }
    }

    @Test(
        arguments: [
            ("Trip", "Trip", nil), ("Trip.name", "Trip", "name"), ("Größe.日程", "Größe", "日程"), ("", nil, nil),
            (".", nil, nil),
            ("Trip.", nil, nil), (".name", nil, nil), ("Trip.name.more", "Trip", "name.more"), ("Trip..name", nil, nil),
            ("Trip.name.", nil, nil),
        ] as [(String, String?, String?)]
    )
    func paths(text: String, entity: String?, property: String?) {
        let path = ElementPath(parsing: text)
        #expect(path?.entity == entity && path?.property == property)
        if let path { #expect(path.description == text) }
    }

    @Test func theHeadIsUnreleasedWhereItMeansSomethingElse() {
        let one = Schema(
            model: "M",
            entities: [Entity("A", attributes: [Attribute("x", .bool), Attribute("y", .bool)])]
        )
        var reordered: Schema = one
        reordered.entities[0].attributes.reverse()
        var other: Schema = one
        other.entities[0].attributes[0].defaultValue = .bool(true)
        let entries: [History.Entry] = [History.Entry(Schema.Version(1), one)]
        #expect(!History(model: "M", entries: entries).hasUnreleasedHead)
        #expect(!History(model: "M", entries: entries, head: one).hasUnreleasedHead)
        #expect(!History(model: "M", entries: entries, head: reordered).hasUnreleasedHead)
        #expect(History(model: "M", entries: entries, head: other).hasUnreleasedHead)
        #expect(History(model: "M", entries: [], head: one).hasUnreleasedHead)
        #expect(History(model: "M", entries: []).newest == nil)
    }

    @Test func everyWordOfASchemaIsMeant() {
        let base = Schema(
            model: "M",
            entities: [
                Entity("A", attributes: [Attribute("x", .bool)], relationships: [.toOne("b", "B")]), Entity("B"),
            ]
        )
        let edits: [(inout Schema) -> Void] = [
            { $0.model = "N" }, { $0.entities[0].name = "C" }, { $0.entities[0].originalName = "C" },
            { $0.entities[0].codegen = .none }, { $0.entities[0].attributes = [] },
            { $0.entities[0].attributes[0].name = "y" }, { $0.entities[0].attributes[0].originalName = "y" },
            { $0.entities[0].attributes[0].type = .int16 }, { $0.entities[0].attributes[0].isOptional = true },
            { $0.entities[0].attributes[0].defaultValue = .bool(false) }, { $0.entities[0].relationships = [] },
            { $0.entities[0].relationships[0].name = "c" }, { $0.entities[0].relationships[0].originalName = "c" },
            { $0.entities[0].relationships[0].destination = "A" }, { $0.entities[0].relationships[0].isToMany = true },
            { $0.entities[0].relationships[0].isOptional = true }, { $0.entities[0].relationships[0].inverse = "a" },
            { $0.entities[0].relationships[0].deleteRule = .deny }, { $0.entities[0].relationships[0].holdsKey = true },
            { $0.entities.removeLast() },
        ]
        #expect(base.means(base))
        for seed in UInt64(0)..<50 {
            let schema: Schema = SchemaGenerator.schema(seed: seed)
            var reordered: Schema = schema
            reordered.entities.reverse()
            for index in reordered.entities.indices {
                reordered.entities[index].attributes.reverse()
                reordered.entities[index].relationships.reverse()
            }
            #expect(schema.means(reordered), "seed \(seed)")
        }
        for (number, edit) in edits.enumerated() {
            var copy: Schema = base
            edit(&copy)
            #expect(!base.means(copy), "edit \(number)")
        }
    }
}
