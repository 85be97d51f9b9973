import ApusStore
import Testing

extension Trial {
    /// The violated rules: in the forecast, in the migration's report, and in the verification, which must agree.
    func brokenRules(_ location: Testing.SourceLocation = #_sourceLocation) throws -> [String] {
        let forecast: [Verification.BadValues] = try migrator().forecast(url).brokenRules
        let report: MigrationReport = try migrate()
        #expect(report.brokenRules == forecast, sourceLocation: location)
        #expect(try Verifier.verify(url).badValues == forecast, sourceLocation: location)
        return forecast.map {
            "\($0.table).\($0.column): \($0.count) \($0.problem): \($0.rows.joined(separator: " "))"
        }
    }
}
