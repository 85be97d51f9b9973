import ApusDiagnostics
import ApusReports
import ApusStore
import Foundation
import Testing

@testable import ApusTesting

/// An error that stops a test is a failure of that test.
@Suite struct PlannedTestTests {
    private func outcome(of error: any Error) -> TestReport.Test {
        PlannedTest(heading: "", kind: .case, name: "a.yaml", title: "a", from: "1", to: "2") { _ in throw error }
            .run(in: FileManager.default.temporaryDirectory)
    }

    @Test func anErrorIsAFailedTestWithItsMessage() {
        let finding = Diagnostic.error("it is full", at: SourceLocation(file: "a.yaml", line: 3), help: ["empty it"])
        let found = outcome(of: DiagnosticsError(finding))
        #expect(found.outcome == .failed)
        #expect(found.problems == [.init("a.yaml:3: it is full", ["empty it"])])
        #expect(found.name == "a.yaml")
    }

    @Test func theLocationOfATemporaryStoreIsLeftOut() {
        let found = outcome(of: StoreError("/a/b.sqlite", .empty))
        #expect(found.outcome == .failed)
        #expect(found.problems.map(\.message) == ["the file is empty"])
    }
}
