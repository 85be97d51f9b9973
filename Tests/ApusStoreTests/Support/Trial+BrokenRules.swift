import ApusStore
import Testing

extension Trial {
    /// What a migration says of rules that will be broken: beforehand, in the end, and what is found afterwards; the same.
    func told(_ place: Testing.SourceLocation = #_sourceLocation) throws -> [String] {
        let forecast: [Verification.BadValues] = try migrator().forecast(url).brokenRules
        let report: MigrationReport = try migrate()
        #expect(report.brokenRules == forecast, sourceLocation: place)
        #expect(try Verifier.verify(url).badValues == forecast, sourceLocation: place)
        return forecast.map {
            "\($0.table).\($0.column): \($0.count) \($0.problem): \($0.rows.joined(separator: " "))"
        }
    }
}
