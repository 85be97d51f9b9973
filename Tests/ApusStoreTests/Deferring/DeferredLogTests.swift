import Foundation
import GRDB
import Testing

@testable import ApusStore

/// The log of work that migrations left for later, beside other processes.
@Suite struct DeferredLogTests {
    @Test("A row of the log that is another one now is not written over")
    func otherRow() throws {
        let trial = try DeferredWorkTests.trial([])
        _ = try DeferredWorkTests.report(trial)
        let model = try #require(try trial.rows("SELECT model FROM apus_model").first)
        let before = try trial.rows("SELECT count(*) FROM apus_log").first.flatMap { Int($0) } ?? 0
        let queue = try StoreFile(trial.url).openForWriting(enforcesForeignKeys: true)
        var log = DeferredLog()
        try queue.write { db in
            func add(_ name: String) throws {
                let work = DeferredWork(model: model, kind: .column, table: "Note", name: name)
                try log.add(work, seconds: 1, at: Date(timeIntervalSinceReferenceDate: 0), db)
            }
            try add("one")
            try add("two")
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM apus_log") == before + 1)
            let last = "(SELECT max(id) FROM apus_log)"
            try db.execute(sql: "UPDATE apus_log SET summary = 'of another' WHERE id = \(last)")
            try add("three")
        }
        try queue.close()
        #expect(
            try trial.rows("SELECT summary FROM apus_log ORDER BY id DESC LIMIT 2") == [
                "dropped column 'Note.three', which migrations had left for later", "of another",
            ]
        )
    }

    @Test("A list that is not as Apus makes it is refused by the plan, and not only by the migration")
    func otherList() throws {
        typealias Work = DeferredWorkTests
        let trial = try Work.trial(
            [.note(Work.name, Work.text, Work.size), .note(Work.name, Work.size), .note(Work.name)],
            accept: ["Note.text", "Note.size"]
        )
        _ = try Work.report(trial, to: 2)
        try trial.run("ALTER TABLE apus_deferred ADD COLUMN mine TEXT")
        let migrator = trial.migrator()
        let migrated = #expect(throws: StoreError.self) { try migrator.migrate(trial.url) }
        let planned = #expect(throws: StoreError.self) { try migrator.plan(trial.url) }
        let forecast = #expect(throws: StoreError.self) { try migrator.forecast(trial.url) }
        #expect(migrated?.reason == .failedCheck("the table 'apus_deferred' is not as Apus makes it"))
        #expect(planned?.reason == migrated?.reason && forecast?.reason == migrated?.reason)
    }
}
