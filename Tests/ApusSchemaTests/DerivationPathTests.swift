import ApusDiagnostics
import ApusSchema
import Testing

/// Derivations over more steps than a store can follow.
@Suite struct DerivationPathTests {
    @Test("a long path is shortened in messages", arguments: ["next.", "nowhere."])
    func longPath(step: String) throws {
        let path = String(repeating: step, count: 500) + "n"
        var derived = Attribute("d", .int32, isOptional: true)
        derived.derivation = Derivation(path)
        let schema = Schema(
            model: "M",
            entities: [
                Entity(
                    "A",
                    attributes: [Attribute("n", .int32), derived],
                    relationships: [.toOne("next", "A", isOptional: true)]
                )
            ]
        )
        let found = schema.validate().map(\.message).filter { $0.contains("derived") }
        #expect(!found.isEmpty && found.allSatisfy { $0.count < 300 }, "\(found)")
    }
}
