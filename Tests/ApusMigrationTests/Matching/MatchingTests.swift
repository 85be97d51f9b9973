import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// The three rules of matching, each with the counterexamples that made it.
@Suite struct MatchingTests {
    /// The matches of elements written as `a` or, with `originalName: b`, as `a<b`: `newer=older`, and `!` with the
    /// codes of what cannot be settled.
    private enum Level: CaseIterable {
        case entities, attributes, relationships, mixed
    }

    private func schema(_ text: String, _ level: Level) -> Schema {
        let elements: [(name: String, originalName: String?)] = text.split(separator: " ").map { element in
            let parts: [String] = element.split(separator: "<").map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : nil)
        }
        if level == .entities {
            return Schema(model: "M", entities: elements.map { Entity($0.name, originalName: $0.originalName) })
        }
        var entity = Entity("E")
        for (number, element) in elements.enumerated() {
            if level == .attributes || level == .mixed && number.isMultiple(of: 2) {
                entity.attributes.append(Attribute(element.name, .bool, originalName: element.originalName))
            } else {
                entity.relationships.append(.toMany(element.name, "E", originalName: element.originalName))
            }
        }
        return Schema(model: "M", entities: [entity])
    }

    private func match(_ older: String, _ newer: String, _ level: Level) -> String {
        let (matching, refusals) = Matching.match(schema(older, level), schema(newer, level))
        let pairs: [String] =
            level == .entities
            ? matching.entities.map { "\($0.new.name)=\($0.old.name)" }
            : matching.entities.flatMap { $0.properties.map { "\($0.new.name)=\($0.old.name)" } }
        return (pairs.sorted() + refusals.map { "!\($0.code)" }).joined(separator: " ")
    }

    @Test(arguments: [
        // Rule 2, and nothing.
        ("", "", ""), ("a", "", ""), ("", "a", ""), ("a", "a", "a=a"), ("a b", "b a", "a=a b=b"), ("a", "b", ""),
        ("a", "A", ""), ("a", "a<z", "a=a"),
        // Rule 1, and that the own name is no rename.
        ("a", "b<a", "b=a"), ("a", "a<a", "a=a"), ("a b", "c<a d<b", "c=a d=b"),
        // A name that a rename freed is another element's.
        ("a", "b<a a", "b=a"), ("a", "a b<a", "b=a"),
        // Swaps, rings and chains.
        ("a b", "b<a a<b", "a=b b=a"), ("a b c", "b<a c<b a<c", "a=c b=a c=b"), ("a b c", "b<a c<b", "b=a c=b"),
        // A rename that has happened before is left over: with or without another of the first name.
        ("b<a", "b<a", "b=b"), ("b<a a", "b<a a", "a=a b=b"), ("a<b b<a", "a<b b<a", "a=a b=b"),
        // … but not where the older one of the name says something else.
        ("b<z a", "b<a", "b=a"), ("b a", "b<a", "b=a"),
        // The first name for ever, over one and several skipped versions, back again, and each with another.
        ("b<a", "c<a", "c=b"), ("c<a", "b<a", "b=c"), ("b<a", "a<a", "a=b"), ("a", "z<a", "z=a"),
        ("b<a d<c", "e<a f<c", "e=b f=d"),
        // A chain whose middle is skipped says nothing of the first name: only the stages between tell.
        ("a", "c<b", ""), ("a d", "c<b d", "d=d"),
        // The same name is stronger than the first name.
        ("b<a c", "c<a", "c=c"), ("b<a c", "b c<a", "b=b c=c"),
        // A left-over line, whose older bearer was renamed on: neither the bearer nor the first name.
        ("a b<a", "b<a c<b", "c=b"),
        // Two that claim one, by their lines or by the first name.
        ("a", "b<a c<a", "!AP401"), ("a", "a<a b<a", "!AP401"), ("b<z", "c<z d<z", "!AP401"),
        ("a d", "b<a c<a d", "d=d !AP401"),
        // One that may mean two: the element of that name or the one that had it; of two that had it either.
        ("a b<a", "c<a", "!AP402"), ("a b<a", "c<a a b<a", "a=a b=b !AP402"), ("b<z c<z", "d<z", "!AP402"),
        // A rename onto an unclaimed name is a match; the stage reports that the bearer is lost.
        ("a b", "a<b", "a=b"),
    ])
    func rules(older: String, newer: String, expected: String) {
        for level in Level.allCases {
            #expect(match(older, newer, level) == expected, "\(level)")
        }
    }

    @Test func theOrderOfElementsMeansNothing() {
        for seed in UInt64(0)..<500 {
            var random = SplitMix64(seed: seed)
            let (older, newer) = (elements(&random), elements(&random))
            let expected: String = match(older.joined(separator: " "), newer.joined(separator: " "), .attributes)
            let shuffled: String = match(
                older.reversed().joined(separator: " "),
                newer.reversed().joined(separator: " "),
                .attributes
            )
            #expect(shuffled == expected, "seed \(seed): \(older) → \(newer)")
        }
    }

    @Test func aMatchIsOneToOne() {
        for seed in UInt64(0)..<500 {
            var random = SplitMix64(seed: seed)
            let (older, newer) = (elements(&random), elements(&random))
            let (matching, refusals) = Matching.match(
                schema(older.joined(separator: " "), .entities),
                schema(newer.joined(separator: " "), .entities)
            )
            let pairs: [EntityMatch] = matching.entities
            #expect(Set(pairs.map(\.old.name)).count == pairs.count, "seed \(seed)")
            #expect(Set(pairs.map(\.new.name)).count == pairs.count, "seed \(seed)")
            #expect(pairs.count + matching.added.count == newer.count, "seed \(seed)")
            #expect(pairs.count + matching.removed.count == older.count, "seed \(seed)")
            // If nothing is left to settle, every name that both have and that is not claimed is matched.
            if refusals.isEmpty {
                for name in matching.added.map(\.name) where matching.removed.contains(where: { $0.name == name }) {
                    Issue.record("seed \(seed): '\(name)' is added and removed: \(older) → \(newer)")
                }
            }
        }
    }

    private func elements(_ random: inout SplitMix64) -> [String] {
        ["a", "b", "c", "d"].filter { _ in random.chance(70) }
            .map { random.chance(50) ? "\($0)<\(random.pick(["a", "b", "c", "d", "z"]))" : $0 }
    }

    @Test func entitiesFirstThenTheirProperties() {
        let old = ApusMigrationTests.schema(
            .of("A", Attribute("x", .bool), Attribute("y", .bool)),
            .of("B", Attribute("x", .int16))
        )
        // The entities swap, and with them their properties; one is renamed with its entity.
        let new = ApusMigrationTests.schema(
            .of("A", was: "B", Attribute("x", .int16)),
            .of("B", was: "A", Attribute("x", .bool), Attribute("z", .bool, originalName: "y"))
        )
        let (matching, refusals) = Matching.match(old, new)
        #expect(refusals.isEmpty)
        #expect(matching.newer(ElementPath("A")) == ElementPath("B"))
        #expect(matching.newer(ElementPath("A", "x")) == ElementPath("B", "x"))
        #expect(matching.newer(ElementPath("A", "y")) == ElementPath("B", "z"))
        #expect(matching.newer(ElementPath("B", "x")) == ElementPath("A", "x"))
        #expect(matching.newer(ElementPath("B", "y")) == nil && matching.newer(ElementPath("C")) == nil)
        #expect(matching.match(newer: "A")?.old.name == "B" && matching.match(older: "A")?.new.name == "B")
        // An original name is one of the older entity's, not of one that bears the newer's name.
        let other = ApusMigrationTests.schema(.of("C", was: "A", Attribute("x", .bool, originalName: "y")), .of("B"))
        #expect(Matching.match(old, other).matching.newer(ElementPath("A", "y")) == ElementPath("C", "x"))
    }

    @Test func namesThatCannotBeSettledAreSaid() {
        let old = ApusMigrationTests.schema(.of("E", Attribute("a", .bool), Attribute("b", .bool, originalName: "a")))
        let new = ApusMigrationTests.schema(
            .of(
                "E",
                Attribute("c", .bool, originalName: "a"),
                Attribute("d", .bool, originalName: "b"),
                Attribute("e", .bool, originalName: "b")
            )
        )
        let texts: [String] = Matching.match(old, new).refusals.map { $0.diagnostic().description }
        #expect(
            texts.joined(separator: "\n") == """
                error: 'originalName: a' of 'E.c' is ambiguous: it may refer to the older 'a' or 'b' [AP402]
                  help: if it was 'a', keep that name in this version and rename it in the next one, when no other element has 'originalName: a'
                  help: if it was 'b', write 'originalName: b'
                error: 'E.d' and 'E.e' both claim the older 'b' [AP401]
                  help: if 'b' was renamed to 'E.d', write 'originalName: b' only there
                  help: if 'b' was renamed to 'E.e', write 'originalName: b' only there
                """
        )
    }
}
