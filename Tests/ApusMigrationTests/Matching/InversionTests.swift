import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// A matching seen the other way round, and several one after the other.
@Suite struct InversionTests {
    private func stages(_ seed: UInt64) throws -> [Stage] {
        try HistoryGenerator.history(seed: seed, versions: 8).planner.stages()
    }

    private func paths(_ schema: Schema) -> [ElementPath] {
        schema.entities.flatMap { entity in
            [ElementPath(entity.name)] + entity.properties.map { ElementPath(entity.name, $0.name) }
        }
    }

    @Test("Inverted twice, a matching is itself", arguments: TestScale.seeds(10)) func twice(seed: UInt64) throws {
        for stage in try stages(seed) {
            let back: Matching = stage.matching.inverted
            let again: Matching = back.inverted
            for path in paths(stage.new) { #expect(again.older(path) == stage.matching.older(path), "\(path)") }
            for path in paths(stage.old) {
                #expect(again.newer(path) == stage.matching.newer(path), "\(path)")
                #expect(back.older(path) == stage.matching.newer(path), "\(path)")
                if let newer = stage.matching.newer(path) { #expect(back.newer(newer) == path, "\(path)") }
            }
        }
    }

    @Test("There and back, each is itself or gone", arguments: TestScale.seeds(10)) func thereAndBack(seed: UInt64)
        throws
    {
        for stage in try stages(seed) {
            let both: Matching = stage.matching.composed(with: stage.matching.inverted)
            for path in paths(stage.old) {
                #expect(both.newer(path) == (stage.matching.newer(path) == nil ? nil : path), "\(path)")
            }
        }
    }

    @Test("It does not matter which are put together first", arguments: TestScale.seeds(10)) func associative(
        seed: UInt64
    ) throws {
        let stages: [Matching] = try stages(seed).map(\.matching)
        for index in 0..<stages.count - 2 {
            let (one, two, three) = (stages[index], stages[index + 1], stages[index + 2])
            let (left, right) = (
                one.composed(with: two).composed(with: three), one.composed(with: two.composed(with: three))
            )
            for path in paths(three.newer.schema) { #expect(left.older(path) == right.older(path), "\(path)") }
            for path in paths(one.older.schema) { #expect(left.newer(path) == right.newer(path), "\(path)") }
        }
    }

    @Test("With itself a schema matches as it is", arguments: TestScale.seeds(10)) func identity(seed: UInt64) {
        let schema: Schema = SchemaGenerator.schema(seed: seed)
        let identity: Matching = .identity(schema)
        for path in paths(schema) { #expect(identity.newer(path) == path && identity.older(path) == path) }
        let isIdentity = Matching.match(schema, schema).matching == identity
        #expect(isIdentity)
    }

    @Test("Types too are what they were over several stages, and back") func types() {
        func model(_ name: String, was: String?, _ cases: [String]) -> Schema {
            var schema: Schema = schema(.of("A", Attribute("x", .named(name))))
            schema.enumerations = [
                Enumeration(name, originalName: was, cases: cases.map { .init($0, .string($0)) })
            ]
            return schema
        }
        let schemas: [Schema] = [
            model("One", was: nil, ["a", "b"]), model("Two", was: "One", ["a"]),
            model("Three", was: "Two", ["a", "b"]),
        ]
        let (first, second) = (Matching.match(schemas[0], schemas[1]), Matching.match(schemas[1], schemas[2]))
        let whole: Matching = first.matching.composed(with: second.matching)
        let match = whole.types.enumerations["Three"]
        #expect(match?.old.name == "One" && match?.pairs.map(\.new.name) == ["a"])
        #expect(match?.added.map(\.name) == ["b"] && match?.removed.map(\.name) == ["b"])
        let back = whole.inverted.types.enumerations["One"]
        #expect(back?.old.name == "Three" && back?.added.map(\.name) == ["b"])
    }
}
