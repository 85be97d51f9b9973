import ApusMigration
import ApusSchema
import Testing

/// Enums among enums, composites among composites, parts within composites, cases by name and then by raw value.
@Suite struct TypeMatchingTests {
    private func enums(_ names: String) -> Schema {
        var schema: Schema = schema()
        schema.enumerations = elements(names).map {
            Enumeration($0, originalName: $1, cases: [.init("a", .string("a"))])
        }
        return schema
    }

    private func composites(_ names: String) -> Schema {
        var schema: Schema = schema()
        schema.composites = elements(names).map { Composite($0, originalName: $1, attributes: [Attribute("a", .bool)]) }
        return schema
    }

    private func parts(_ names: String) -> Schema {
        var schema: Schema = schema()
        schema.composites = [
            Composite("C", attributes: elements(names).map { Attribute($0, .bool, originalName: $1) })
        ]
        return schema
    }

    private func elements(_ text: String) -> [(String, String?)] {
        text.split(separator: " ").map { element in
            let parts: [String] = element.split(separator: "<").map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : nil)
        }
    }

    @Test(
        "The rules are those of entities and properties",
        arguments: [
            ("a", "a", "a=a"), ("a", "b", ""), ("a", "b<a", "b=a"), ("a b", "b<a a<b", "a=b b=a"),
            ("b<a", "c<a", "c=b"), ("b<a", "b<a", "b=b"), ("a", "b<a c<a", "!AP401"), ("a b<a", "c<a", "!AP402"),
            ("a b", "a<b", "a=b"),
        ]
    )
    func rules(older: String, newer: String, expected: String) {
        func text(_ pairs: [(String, String)], _ refusals: [Refusal]) -> String {
            (pairs.map { "\($0)=\($1)" }.sorted() + refusals.map { "!\($0.code)" }).joined(separator: " ")
        }
        let one = Matching.match(enums(older), enums(newer))
        #expect(text(one.matching.types.enumerations.map { ($0, $1.old.name) }, one.refusals) == expected)
        let two = Matching.match(composites(older), composites(newer))
        #expect(text(two.matching.types.composites.map { ($0, $1.old.name) }, two.refusals) == expected)
        let three = Matching.match(parts(older), parts(newer))
        let pairs = three.matching.types.composites["C"]?.parts.pairs ?? []
        #expect(text(pairs.map { ($0.new.name, $0.old.name) }, three.refusals) == expected)
    }

    @Test("An enum is no composite of its name") func kinds() {
        let matching = Matching.match(enums("a"), composites("a<a")).matching
        #expect(matching.types.enumerations.isEmpty && matching.types.composites.isEmpty)
    }

    @Test(
        "Cases match by name, then by raw value, each once",
        arguments: [
            ("a1 b2", "a1 b2", "a=a b=b"), ("a1 b2", "b1 a2", "a=a b=b"), ("a1", "b1", "b=a"), ("a1", "b2", ""),
            ("a1 b2", "a1 c2", "a=a c=b"), ("a1 b2", "b1", "b=b"), ("a1 b2", "b1 c2", "b=b"),
            ("a1 b2", "b1 c1", "b=b c=a"),
        ]
    )
    func cases(older: String, newer: String, expected: String) {
        func schema(_ text: String) -> Schema {
            var schema = Schema(model: "M")
            schema.enumerations = [
                Enumeration(
                    "E",
                    cases: text.split(separator: " ").map {
                        .init(String($0.prefix(1)), .string(String($0.dropFirst())))
                    }
                )
            ]
            return schema
        }
        let pairs = Matching.match(schema(older), schema(newer)).matching.types.enumerations["E"]?.pairs ?? []
        #expect(pairs.map { "\($0.new.name)=\($0.old.name)" }.sorted().joined(separator: " ") == expected)
    }
}
