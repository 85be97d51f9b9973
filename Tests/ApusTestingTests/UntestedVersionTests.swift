import ApusReports
import Testing

/// A version of which no store with rows can be tested does not pass.
@Suite struct UntestedVersionTests {
    private func test(_ from: String, rows: Int, _ outcome: TestReport.Outcome) -> TestReport.Test {
        TestReport.Test(
            kind: .seeded,
            name: "\(rows) rows",
            title: "\(rows)",
            from: from,
            to: "3",
            outcome: outcome,
            rows: rows,
            seconds: 0
        )
    }

    @Test("One test of a version fails if all of its stores with rows are skipped")
    func failing() {
        let tests = [
            test("1", rows: 0, .passed), test("1", rows: 10, .skipped), test("1", rows: 100, .skipped),
            test("2", rows: 0, .passed), test("2", rows: 10, .passed), test("2", rows: 100, .skipped),
        ]
        let outcomes = tests.failingWhatIsUntested.map(\.outcome)
        #expect(outcomes == [.passed, .failed, .skipped, .passed, .passed, .skipped])
    }
}
