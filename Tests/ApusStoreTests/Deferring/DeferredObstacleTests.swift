import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// What else is in a store, or happens to it, while work is left for later.
@Suite struct DeferredObstacleTests {
    private typealias Work = DeferredWorkTests
    private static let (name, text, size) = (Work.name, Work.text, Work.size)

    private static func index(_ name: String) -> Entity.Index {
        Entity.Index("by\(name)", [Entity.Index.Element(name)])
    }

    @Test(
        "An index that begins with a foreign key is made at once: deleting an object looks for those that refer to it"
    )
    func keyIndex() throws {
        let owner = Entity("Owner", attributes: [Attribute("code", .int64)])
        var newer = Entity(
            "Note",
            attributes: [Self.name],
            relationships: [.toOne("owner", "Owner", isOptional: true)]
        )
        newer.indexes = [Self.index("name")]
        let trial = try Trial([.notes(Entity("Note", attributes: [Self.name]), owner), .notes(newer, owner)])
        #expect(try Work.report(trial).deferred.map(\.description) == ["create index 'apus_index_Note_name'"])
        let plan = try trial.rows("EXPLAIN QUERY PLAN SELECT 1 FROM Note WHERE owner = 1")
        #expect(plan.contains { $0.contains("INDEX") }, "\(plan)")
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }

    @Test("An index that the store has is made again with its table, not later")
    func remadeIndex() throws {
        var older = Entity("Note", attributes: [Self.name, Self.size])
        older.indexes = [Self.index("size")]
        var newer = Entity("Note", attributes: [Self.name, Attribute("size", .string)])
        newer.indexes = [Self.index("size"), Self.index("name")]
        let trial = try Trial([.notes(older), .notes(newer)], "INSERT INTO Note (name, size) VALUES ('a', 1)")
        #expect(try Work.report(trial).deferred.map(\.name) == ["apus_index_Note_name"])
        let made = "SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'apus%'"
        #expect(try trial.rows(made) == ["apus_index_Note_size"])
    }

    @Test("What cannot be done keeps nothing else from being done, and the report has what was")
    func blocked() throws {
        var newer = Entity("Note", attributes: [Self.name])
        newer.indexes = [Self.index("name")]
        let trial = try Work.trial(
            [.note(Self.name, Self.text, Self.size), .notes(newer)],
            accept: ["Note.text", "Note.size"]
        )
        _ = try Work.report(trial)
        try trial.run("CREATE VIEW mine AS SELECT apus_dropped_1 FROM Note")
        let (report, error) = DeferredFinisher().attempt(trial.url)
        #expect(report.finished.map(\.name) == ["size", "apus_index_Note_name"])
        #expect(report.remaining.map(\.name) == ["text"])
        #expect(report.rowsCleared == 2)
        #expect(error?.reason.kind == "brokenProgram")
        #expect(try Verifier.verify(trial.url).isSound)
        try trial.run("DROP VIEW mine")
        #expect(try DeferredFinisher().finish(trial.url).finished.map(\.name) == ["text"])
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }

    @Test("An interrupted transaction is rolled back first")
    func hotJournal() throws {
        let origin = try Work.trial([])
        try origin.run(
            """
            PRAGMA journal_mode = DELETE;
            WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO Note (_id, name, text, size) SELECT i, 'n', 'text ' || i, i FROM n
            """
        )
        _ = try Work.report(origin)
        let copy = try Work.trial([])
        try FileManager.default.removeItem(at: copy.url)
        let queue = try origin.open()
        try queue.inDatabase { db in
            // A small cache writes dirty pages to the file long before the commit.
            try db.execute(sql: "PRAGMA cache_size = 5; BEGIN; UPDATE Note SET name = 'half'")
            for name in ["store.sqlite", "store.sqlite-journal"] {
                try FileManager.default.copyItem(at: origin.folder[name], to: copy.folder[name])
            }
            try db.execute(sql: "ROLLBACK")
        }
        try queue.close()
        #expect(throws: StoreError.self) { try StoreStatus(of: copy.url) }
        #expect(try DeferredFinisher().finish(copy.url).finished.map(\.name) == ["text"])
        #expect(try copy.rows("SELECT count(*) FROM Note WHERE name = 'half'") == ["0"])
        #expect(try copy.rows("SELECT count(*) FROM Note") == ["5000"])
        #expect(try Verifier.verify(copy.url).drifts.isEmpty)
    }

    @Test("A left column that was dropped by hand is not taken for the next one that is left")
    func droppedByHand() throws {
        let trial = try Work.trial(
            [.note(Self.name, Self.text, Self.size), .note(Self.name, Self.size), .note(Self.name)],
            accept: ["Note.text", "Note.size"]
        )
        _ = try Work.report(trial, to: 2)
        try trial.run("ALTER TABLE Note DROP COLUMN apus_dropped_1")
        #expect(try Work.report(trial, to: 3).deferred.map(\.description) == ["drop column 'Note.size'"])
        #expect(try DeferredFinisher().finish(trial.url).finished.map(\.name) == ["size"])
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }

    @Test("A column of a table that was added by hand stays, whatever its name")
    func otherTable() throws {
        let trial = try Work.trial([])
        _ = try Work.report(trial)
        try trial.run(
            "CREATE TABLE mine (x, apus_dropped_9 TEXT); INSERT INTO mine VALUES (1, 'mine'); DELETE FROM apus_deferred"
        )
        #expect(try DeferredFinisher().finish(trial.url).isComplete)
        #expect(try trial.rows("SELECT * FROM mine") == ["1|mine"])
        #expect(try Work.columns(trial) == ["_id INTEGER 0", "name TEXT 1", "size INTEGER 1"])
        #expect(try StoreStatus(of: trial.url).format == StoreFormat.number)
    }

    @Test("The columns of a table are cleared together")
    func together() throws {
        let trial = try Trial(
            [.note(Self.name, Self.text, Attribute("more", .string)), .note(Self.name)],
            accept: ["Note.text", "Note.more"],
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
            INSERT INTO Note (name, text, more) SELECT 'n', 'text', 'more' FROM n
            """
        )
        _ = try Work.report(trial)
        let queue = try StoreFile(trial.url).openForWriting(enforcesForeignKeys: true)
        defer { try? queue.close() }
        let found = try queue.writeWithoutTransaction { db in
            var found: [DeferredPieces.Piece] = []
            while let piece = try DeferredPieces(path: trial.url.path).next(db, rows: 200) { found.append(piece) }
            return found
        }
        #expect(found.map(\.rows) == [200, 100, 0, 0])
        #expect(found.map(\.isDone) == [false, false, true, true])
        #expect(try Work.columns(trial) == ["_id INTEGER 0", "name TEXT 1"])
        #expect(try trial.rows("SELECT count(*), max(name) FROM Note") == ["300|n"])
    }

    @Test("A piece has fewer rows after one that took long, and more after one that did not")
    func rows() {
        #expect(DeferredPieces.rows(after: 500, taking: 0.4) == 50)
        #expect(DeferredPieces.rows(after: 3, taking: 60) == 1)
        #expect(DeferredPieces.rows(after: 500, taking: 0.03) == 500)
        #expect(DeferredPieces.rows(after: 500, taking: 0.01) == 1000)
        #expect(DeferredPieces.rows(after: 1500, taking: 0.01) == DeferredPieces.mostRows)
    }
}
