import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Small stages that compute parts of composites: the planner, real stores and the naive interpreter have to think the same
/// of them.
@Suite struct PartAgreementTests {
    typealias Example = OriginAgreementTests.Example
    typealias Objects = OriginAgreementTests.Objects

    @Test(arguments: lines + presence + origins)
    func planner(example: Example) {
        #expect(example.stage.disagreement(example.world) == nil)
    }

    @Test(arguments: lines + presence + origins)
    func store(example: Example) {
        #expect(example.stage.disagreement(example.world, .store) == nil)
    }

    /// What is legal, so that the examples above are not all refused.
    @Test(arguments: lines + presence + origins)
    func isLegal(example: Example) {
        #expect(example.stage.refusals.isEmpty != example.name.contains("refused"), "\(example.stage.refusals)")
    }

    /// Older attributes, newer composites, lines and replacements for null of all kinds.
    @Test(arguments: 0..<8)
    func random(part: UInt64) throws {
        var random = SplitMix64(seed: TestSeed.chosen() * 8 + part)
        var legal = 0
        for number in 0..<60 * TestScale.factor {
            let stage = RandomParts.stage(&random)
            let world = RandomParts.world(of: stage, &random)
            if stage.refusals.isEmpty { legal += 1 }
            let isStored = number % 10 == 0
            let found = stage.disagreement(world, isStored ? .store : .product)
            try #require(found == nil, "\(stage.mapping.lines) \(stage.older.schema) \(stage.newer.schema)")
        }
        #expect(legal > 20)
    }

    // MARK: Schemas

    static let text = Attribute("t", .string, isOptional: true)
    static let other = Attribute("u", .string, isOptional: true)
    static let name = Attribute("n", .string)
    static let city = Attribute("city", .string)
    static let street = Attribute("street", .string, isOptional: true)
    static let streets = Attribute("street", .string)

    static func home(_ type: String = "Address", isOptional: Bool = false) -> Attribute {
        Attribute("home", .named(type), isOptional: isOptional)
    }

    static func schema(_ attributes: [Attribute], _ composites: Composite..., enums: [Enumeration] = []) -> Schema {
        var schema = Schema(model: "M", entities: [Entity("P", attributes: attributes)])
        schema.composites = composites
        schema.enumerations = enums
        return schema
    }

    static func address(_ parts: Attribute...) -> Composite { Composite("Address", attributes: parts) }

    /// Older objects with texts, empty texts and nulls in 't' and 'u'.
    static let texts: Objects = [
        ("P", 1, ["t": .text("a"), "u": .text("b"), "n": .text("c")], [:]),
        ("P", 2, ["t": .null, "u": .text("b"), "n": .text("")], [:]),
        ("P", 5, ["t": .text("é\u{0}'"), "u": .null, "n": .text("x")], [:]),
        ("P", 9, ["t": .null, "u": .null, "n": .text("👍")], [:]),
    ]

    /// The same with an address, which is absent from the second and the last.
    static let homes: Objects = texts.enumerated().map { index, row in
        let isThere = index % 2 == 0
        var values = row.2
        values["home.city"] = isThere ? .text("c\(index)") : .null
        values["home.street"] = index == 0 ? .text("s") : .null
        return (row.0, row.1, values, row.3)
    }

    static let present: Objects = texts.map { row in
        (row.0, row.1, row.2.merging(["home.city": .text("x"), "home.street": .null]) { $1 }, row.3)
    }

    static func named(_ name: String, _ schema: Schema) -> Schema {
        var schema = schema
        schema.entities[0].name = name
        return schema
    }

    /// 't' and 'u' become an address.
    static func promoted(_ home: Attribute, _ parts: Attribute...) -> StageExample {
        StageExample(schema([text, other, name]), schema([name, home], Composite("Address", attributes: parts)))
            .accepting("P.t", "P.u")
    }

    /// The address is in both versions.
    static func kept(_ before: Attribute, _ after: Attribute, _ older: Composite, _ newer: Composite) -> StageExample {
        StageExample(schema([text, other, name, before], older), schema([text, other, name, after], newer))
    }
}
