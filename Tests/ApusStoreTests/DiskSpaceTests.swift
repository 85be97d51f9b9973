import ApusDiagnostics
import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// The free disk space is checked before the first write.
@Suite struct DiskSpaceTests {
    @Test("a migration that needs more than the free space is refused, with both numbers")
    func refused() throws {
        let trial = try Trial(AllOrNothingTests.schemas, rule: .inPlace, AllOrNothingTests.fill(30_000))
        let before: [String: Data] = try trial.bytes()
        var migrator: Migrator = trial.migrator()
        migrator.bytesFree = { _ in 90_000 }
        let error = try #require(throws: StoreError.self) { try migrator.migrate(trial.url) }
        guard case .insufficientSpace(let needed, free: 90_000) = error.reason else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        let size: Int = before["store.sqlite"]?.count ?? 0
        #expect(needed > 90_000 && needed < size)
        // What only looks says the same.
        #expect(throws: error) { try migrator.plan(trial.url) }
        #expect(throws: error) { try migrator.forecast(trial.url) }
        #expect(throws: error) { try migrator.rehearse(trial.url) }
        #expect(
            error.diagnostics.first?.message ?? ""
                == "at least \(needed.shownAsBytes) of disk space are needed, but only 90 KB are free"
        )
        #expect(try trial.bytes() == before)
        // An unknown free space is not an obstacle.
        migrator.bytesFree = { _ in nil }
        #expect(try migrator.migrate(trial.url).rowsWritten == 30_000)
    }

    @Test("a migration that writes no rows needs no space")
    func catalogue() throws {
        let schemas: [Schema] = [
            .note(Attribute("text", .string, isOptional: true), Attribute("size", .int16)),
            .note(Attribute("body", .string, isOptional: true, originalName: "text"), Attribute("size", .double)),
        ]
        let trial = try Trial(schemas, AllOrNothingTests.fill(1000))
        var migrator: Migrator = trial.migrator()
        migrator.bytesFree = { _ in 50_000 }
        #expect(try migrator.migrate(trial.url).rowsWritten == 0)
    }

    @Test(arguments: [(0, "0 KB"), (1, "1 KB"), (999_999, "1000 KB"), (1_000_000, "1 MB"), (262_000_001, "263 MB")])
    func shown(bytes: Int, text: String) {
        #expect(bytes.shownAsBytes == text)
    }
}
