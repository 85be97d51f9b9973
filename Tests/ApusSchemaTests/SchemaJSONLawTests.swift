import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// What holds of the canonical JSON form of every schema, and of every text that is nearly one.
@Suite struct SchemaJSONLawTests {
    @Test(arguments: TestScale.seeds(50))
    func readingGivesWhatWasWritten(seed: UInt64) throws {
        let schema: Schema = SchemaGenerator.schema(seed: seed)
        let json: Data = schema.json
        let back = try Schema(json: json)
        #expect(back == schema)
        #expect(back.difference(from: schema) == nil)
        #expect(back.json == json)
        for entity in schema.entities {
            let copy = try JSONDecoder().decode(Entity.self, from: entity.json)
            #expect(copy == entity)
        }
        // Any other encoder writes the same form.
        let encoded: Data = try JSONEncoder().encode(schema)
        #expect(try JSONValue(reading: encoded) == JSONValue(reading: json))
    }

    @Test(arguments: TestScale.seeds(20))
    func aKeyThatIsMissingIsRefusedOrAsUsual(seed: UInt64) throws {
        try forEachPart(seed) { tree, path in
            guard case .key? = path.last else { return }
            var mutant: JSONValue = tree
            mutant[path] = nil
            if let back = try? read(mutant) { #expect(back == mutant.pruned.data, "without \(path)") }
        }
    }

    @Test(arguments: TestScale.seeds(20))
    func aKeyThatIsUnknownIsRefused(seed: UInt64) throws {
        let tree = try JSONValue(reading: SchemaGenerator.schema(seed: seed).json)
        var random = SplitMix64(seed: seed)
        let objects: [[JSONValue.Step]] = ([[]] + tree.parts).filter { path in
            if case .object = tree[path] { !isFree(path) } else { false }
        }
        for path in random.shuffled(objects).prefix(15) {
            guard case .object(let values) = tree[path] else {
                Issue.record("there is no object at \(path)")
                return
            }
            let key: String = values.keys.sorted().first.map { $0 + "x" } ?? "x"
            var mutant: JSONValue = tree
            mutant[path + [.key(key)]] = .text("a")
            expectRefusal(of: mutant, naming: key, "\(path) with \(key)")
        }
    }

    @Test(arguments: TestScale.seeds(20))
    func aValueOfAnotherTypeIsRefusedByTheKeysName(seed: UInt64) throws {
        let others: [JSONValue] = [
            .text("a"), .number(1), .number(-1), .truth(true), .list([.number(1)]), .object(["a": .number(1)]),
            .text(Self.null), .text(Self.fraction),
        ]
        var random = SplitMix64(seed: seed)
        try forEachPart(seed) { tree, path in
            let other: JSONValue = random.pick(others)
            guard let value = tree[path], !value.isOfSameType(as: other) || other == .number(-1) else { return }
            let key: String? = path.reversed().lazy.compactMap { if case .key(let key) = $0 { key } else { nil } }.first
            var mutant: JSONValue = tree
            mutant[path] = other
            expectRefusal(of: mutant, naming: key ?? "", "\(path) = \(other)")
        }
    }

    @Test(arguments: TestScale.seeds(20))
    func anotherTextIsRefusedOrCarried(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        try forEachPart(seed) { tree, path in
            guard case .text = tree[path] else { return }
            var mutant: JSONValue = tree
            mutant[path] = .text(random.pick(["", "zzz", "a b", "true", "null", "[x]", "é", "e\u{301}", "a.b", "\0"]))
            if let back = try? read(mutant) {
                #expect(back == mutant.pruned.data, "\(path) = \(String(describing: mutant[path]))")
            }
        }
    }

    /// Texts that stand for what JSON has and the form does not.
    private static let (null, fraction) = ("\u{E000}null", "\u{E000}1.5")

    private func forEachPart(_ seed: UInt64, _ body: (JSONValue, [JSONValue.Step]) throws -> Void) throws {
        let tree = try JSONValue(reading: SchemaGenerator.schema(seed: seed).json)
        var random = SplitMix64(seed: seed)
        for path in random.shuffled(tree.parts).prefix(15) { try body(tree, path) }
    }

    /// What a text means to a schema, written again.
    private func read(_ mutant: JSONValue) throws -> Data {
        var text = String(decoding: mutant.data, as: UTF8.self)
        for word in [Self.null, Self.fraction] {
            text = text.replacing("\"\(word)\"", with: word.unicodeScalars.dropFirst().map(String.init).joined())
        }
        let schema = try Schema(json: Data(text.utf8))
        #expect(try Schema(json: schema.json) == schema)
        return schema.json
    }

    private func expectRefusal(of mutant: JSONValue, naming key: String, _ comment: String) {
        do {
            _ = try read(mutant)
            Issue.record("read \(comment)")
        } catch let error as DecodingError {
            #expect(String(describing: error).contains(key), "\(comment): \(error)")
        } catch {
            Issue.record("\(comment): \(error)")
        }
    }

    /// Whether a path leads to a dictionary of the author's own words, or into one.
    private func isFree(_ path: [JSONValue.Step]) -> Bool {
        path.contains(.key("userInfo")) || path.contains(.key("localization"))
    }
}

extension JSONValue {
    fileprivate func isOfSameType(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.text, .text(let text)): !text.hasPrefix("\u{E000}")
        case (.number, .number), (.truth, .truth): true
        default: false
        }
    }
}
