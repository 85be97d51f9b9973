import ApusDiagnostics
import ApusSchema
import Testing

/// Schemas that make no sense are judged, not crashed on.
@Suite struct ValidationFuzzTests {
    @Test func schemasOfJunk() {
        var kinds: Set<String> = []
        for seed in 0..<2_000 as Range<UInt64> {
            var junk = SchemaJunk(seed: seed)
            let schema: Schema = junk.schema()
            let findings: [Diagnostic] = schema.located()
            if seed.isMultiple(of: 20) { #expect(findings == schema.located(), "seed \(seed): twice the same") }
            for finding in findings where finding.message.isEmpty || finding.message.hasSuffix(".") {
                Issue.record("seed \(seed): \(finding)")
            }
            // What could not be read is not judged, so there is never more to say.
            let unreadable: Set<ModelPath> = junk.unreadable()
            let fewer = schema.located(unreadable: unreadable).count
            #expect(fewer <= findings.count, "seed \(seed)")
            for finding in findings { kinds.insert(finding.message.split(separator: "'").last.map(String.init) ?? "") }
        }
        // The words are so few that most of what can be said is said.
        #expect(kinds.count > 80)
    }
}
