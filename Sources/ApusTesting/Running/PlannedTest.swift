package import ApusDiagnostics
package import ApusReports
import ApusStore
package import Foundation

/// A test that can be run by itself, with others on other threads.
package struct PlannedTest: Sendable {
    /// The test in the name of its model, for progress.
    package let heading: String
    /// What is migrated.
    package let kind: TestReport.Kind
    /// The store or the case.
    let name: String
    /// A short name, for the head of a column.
    let title: String
    /// The version of the store before, as far as it is known.
    package let from: String
    /// The version of the store after.
    let to: String

    /// Migrates, with temporary files in a folder.
    let work: @Sendable (_ folder: URL) throws -> Findings

    /// What a test finds.
    struct Findings {
        var outcome: TestReport.Outcome = .passed
        /// The version of the store, if it is only known now.
        var from: String?
        /// What is wrong, or why the test was skipped.
        var problems: [TestReport.Problem] = []
        /// What was not tested, although nothing is wrong.
        var notes: [TestReport.Problem] = []
        var rows = 0
        var goesBack = false
        var changes: [TestReport.Change] = []
        /// Whether the reason is a kept store that cannot be used.
        var isUnusable = false
    }

    /// Runs the test. An error that stops it is a failure of this test only.
    ///
    /// - Parameter folder: A folder for temporary files, in which the test gets one of its own.
    /// - Returns: The result.
    package func run(in folder: URL) -> TestReport.Test {
        let clock = ContinuousClock.now
        let own = folder.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: own) }
        var found = Findings()
        do {
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            found = try work(own)
        } catch {
            (found.outcome, found.problems) = (.failed, TestReport.Problem.all(of: error))
        }
        return TestReport.Test(
            kind: kind,
            name: name,
            title: title,
            from: found.from ?? from,
            to: to,
            outcome: found.outcome,
            problems: found.problems,
            notes: found.notes,
            rows: found.rows,
            goesBack: found.goesBack,
            changes: found.changes,
            isStoreUnusable: found.isUnusable,
            seconds: (ContinuousClock.now - clock) / .seconds(1)
        )
    }
}

extension TestReport.Problem {
    /// The findings of an error.
    package static func all(of error: any Error) -> [TestReport.Problem] {
        guard let error = error as? any ExplainedError else { return [.init(error.localizedDescription)] }
        // The location of a store is that of a temporary file.
        return error.diagnostics.map { .init($0, at: error is StoreError ? nil : $0.location) }
    }

    /// A finding about a file, a stage or a kept store.
    package init(_ finding: Diagnostic) {
        self.init(finding, at: finding.location)
    }

    private init(_ finding: Diagnostic, at location: SourceLocation?) {
        self.init((location.map { "\($0): " } ?? "") + finding.message, finding.notes + finding.help)
    }
}
