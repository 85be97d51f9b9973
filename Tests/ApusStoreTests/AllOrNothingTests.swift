import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Synchronization
import Testing

@testable import ApusStore

/// A migration is complete or has no effect, whatever other processes do.
@Suite struct AllOrNothingTests {
    static let schemas: [Schema] = [
        .note(Attribute("text", .string, isOptional: true), Attribute("size", .int16)),
        .note(
            Attribute("text", .string, default: .string("?")),
            Attribute("size", .decimal),
            Attribute("more", .bool, default: .bool(true))
        ),
    ]

    @Test("an index that the migration violates leaves the store unchanged")
    func violatedIndex() throws {
        let trial = try Trial(
            Self.schemas,
            "INSERT INTO Note (text, size) VALUES (NULL, 1), (NULL, 2), ('a', 3); CREATE UNIQUE INDEX one ON Note (text)"
        )
        let before: [String: Data] = try trial.bytes()
        let error: StoreError? = #expect(throws: StoreError.self) { try trial.migrate() }
        #expect(error?.reason == .wouldLose(.index("one", column: "Note.text")))
        #expect(try trial.bytes() == before)
        try trial.run("DROP INDEX one")
        try trial.migrate()
        #expect(try trial.rows("SELECT text, size, more FROM Note") == ["?|1|1", "?|2|1", "a|3|1"])
    }

    @Test("of two processes at once, one migrates, and the other waits and finds nothing to do")
    func twoMigrators() throws {
        let trial = try Trial(Self.schemas, Self.fill(20_000))
        let reports = Mutex<[MigrationReport]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            do {
                let report: MigrationReport = try trial.migrate()
                reports.withLock { $0.append(report) }
            } catch { Issue.record("\(error)") }
        }
        let written: [Int] = reports.withLock { $0.map(\.rowsWritten).sorted() }
        #expect(written == [0, 0, 0, 20_000])
        #expect(try trial.rows("SELECT generation, (SELECT count(*) FROM apus_log) FROM apus_model") == ["2|1"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("a reader sees one version all the time")
    func reader() throws {
        let trial = try Trial(Self.schemas, Self.fill(1000))
        let queue: DatabaseQueue = try trial.open()
        try queue.read { db in
            let before: [Row] = try Row.fetchAll(db, sql: "SELECT * FROM Note")
            #expect(before.count == 1000)
            try trial.migrate()
            #expect(try Row.fetchAll(db, sql: "SELECT * FROM Note") == before)
            #expect(try String.fetchOne(db, sql: "SELECT version FROM apus_model") == "1")
        }
        #expect(try queue.read { db in try String.fetchOne(db, sql: "SELECT version FROM apus_model") } == "2")
        try queue.close()
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test("an empty plan writes nothing")
    func idempotent() throws {
        let trial = try Trial(Self.schemas, Self.fill(10))
        try trial.migrate()
        let before: [String: Data] = try trial.bytes()
        #expect(try trial.migrate().plan.isEmpty)
        #expect(try trial.bytes() == before)
        #expect(Array(before.keys) == ["store.sqlite"], "no log is left behind")
    }

    @Test("reports its progress, from no rows to all rows")
    func progress() throws {
        let trial = try Trial(Self.schemas, Self.fill(120_000))
        let reported = Mutex<[MigrationProgress]>([])
        try Migrator(planner: trial.planner).migrate(trial.url) { step in reported.withLock { $0.append(step) } }
        let rows: [Int] = reported.withLock { $0.map(\.rowsDone) }
        #expect(rows.first == 0)
        #expect(rows.last == 120_000)
        #expect(rows == rows.sorted() && Set(rows).count > 2)
        #expect(reported.withLock { $0.allSatisfy { $0.rows == 120_000 && $0.stepsDone < $0.steps } })
    }

    @Test("counts rows that are filled in place as written, but not as copied")
    func progressOfRowsInPlace() throws {
        func schema(_ size: AttributeType, isOptional: Bool) -> Schema {
            var schema: Schema = .note(Attribute("text", .string), Attribute("size", size))
            schema.entities.append(
                Entity("Tag", attributes: [Attribute("label", .string, isOptional: isOptional, default: .string("?"))])
            )
            return schema
        }
        let trial = try Trial(
            [schema(.int16, isOptional: true), schema(.decimal, isOptional: false)],
            "INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2); INSERT INTO Tag (label) VALUES (NULL), (NULL), ('c')"
        )
        let reported = Mutex<[MigrationProgress]>([])
        let report = try Migrator(planner: trial.planner).migrate(trial.url) { step in
            reported.withLock { $0.append(step) }
        }
        #expect(report.tables.map(\.way) == [.rebuild, .update])
        #expect(report.rowsWritten == 4)
        #expect(reported.withLock { $0.allSatisfy { $0.rows == 2 && $0.rowsDone <= 2 } })
        #expect(reported.withLock { $0.last?.rowsDone } == 2)
    }

    static func fill(_ count: Int) -> String {
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO Note (text, size) SELECT CASE WHEN i % 7 THEN 'text ' || i END, i % 30000 FROM n
        """
    }
}
