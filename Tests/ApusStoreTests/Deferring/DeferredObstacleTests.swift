import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Synchronization
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

    @Test("The log has one row for all that one call does, whatever interrupts it")
    func log() throws {
        var newer = Entity("Note", attributes: [Self.name])
        newer.indexes = [Self.index("name")]
        let schemas: [Schema] = [.note(Self.name, Self.text, Self.size), .notes(newer)]
        let done = ["dropped column 'Note.text'", "dropped column 'Note.size'", "created index 'apus_index_Note_name'"]
        func summary(_ parts: ArraySlice<String>) -> String {
            parts.joined(separator: ", ") + ", which migrations had left for later"
        }
        let trial = try Work.trial(schemas, accept: ["Note.text", "Note.size"])
        _ = try Work.report(trial)
        try DeferredFinisher().finish(trial.url)
        #expect(try StoreStatus(of: trial.url).log.dropLast().map(\.summary) == [summary(done[...])])

        let other = try Work.trial(schemas, accept: ["Note.text", "Note.size"])
        _ = try Work.report(other)
        var finisher = DeferredFinisher()
        let count = Mutex(0)
        // A piece clears the texts, and the next one drops their column.
        finisher.isCancelled = {
            count.withLock {
                $0 += 1; return $0 > 2
            }
        }
        #expect(try finisher.finish(other.url).finished.map(\.name) == ["text"])
        #expect(try StoreStatus(of: other.url).log.first?.summary == summary(done[..<1]))
        // Another process removes the row.
        try DeferredFinisher().finish(other.url) { _ in
            try? other.run("DELETE FROM apus_log WHERE summary LIKE '%size''%'")
        }
        #expect(try StoreStatus(of: other.url).log.dropLast().map(\.summary).contains(summary(done[2...])))
    }

    @Test("A forecast says everything that is left afterwards, also by earlier migrations")
    func forecast() throws {
        func trial() throws -> Trial {
            let trial = try Work.trial(
                [
                    .note(Self.name, Self.text, Self.size), .note(Self.name, Self.size),
                    .notes(Entity("Memo", originalName: "Note", attributes: [Self.name])),
                ],
                accept: ["Note.text", "Note.size"]
            )
            _ = try Work.report(trial, to: 2)
            return trial
        }
        for (defers, rule) in [(true, TableStrategy.Rule.cheapest), (false, .cheapest), (false, .rebuild)] {
            let trial = try trial()
            var migrator = trial.migrator()
            (migrator.defersWork, migrator.rule) = (defers, rule)
            let forecast = try migrator.forecast(trial.url)
            #expect(try migrator.migrate(trial.url).deferred == forecast.deferred, "\(defers), \(rule)")
            let names = forecast.deferred.map(\.description)
            #expect(
                names
                    == (rule == .rebuild
                        ? []
                        : defers
                            ? ["drop column 'Memo.text'", "drop column 'Memo.size'"] : ["drop column 'Memo.text'"])
            )
            #expect(try migrator.forecast(trial.url).deferred == forecast.deferred)
        }
    }

    @Test("Other strategies leave nothing", arguments: [TableStrategy.Rule.inPlace, .rebuild])
    func strategies(rule: TableStrategy.Rule) throws {
        var newer = Entity("Note", attributes: [Self.name, Self.size])
        newer.indexes = [Self.index("name")]
        let trial = try Work.trial([.note(Self.name, Self.text, Self.size), .notes(newer)])
        var migrator = trial.migrator()
        (migrator.defersWork, migrator.rule) = (true, rule)
        #expect(try migrator.migrate(trial.url).deferred.isEmpty)
        #expect(try Work.columns(trial) == ["_id INTEGER 0", "name TEXT 1", "size INTEGER 1"])
        #expect(try StoreStatus(of: trial.url).format == StoreFormat.number)
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }

    @Test("The files of a column that is left go with the migration, and those of others stay")
    func files() throws {
        func file(_ name: String) -> Attribute {
            var attribute = Attribute(name, .data, isOptional: true)
            attribute.usesExternalStorage = true
            return attribute
        }
        let trial = try Trial(
            [.note(Self.name, file("scan"), file("photo")), .note(Self.name, file("photo"))],
            accept: ["Note.scan"]
        )
        let files = ExternalFiles(ofStoreAt: trial.url.path)
        let names = try (1...2).map { try files.write(Data(repeating: $0, count: 200_000)) }
        try trial.run("INSERT INTO Note (name, scan, photo) VALUES ('a', '\(names[0])', '\(names[1])')")
        #expect(try Verifier.verify(trial.url).isSound)
        #expect(try Work.report(trial).deferred.map(\.name) == ["scan"])
        #expect(files.names() == [names[1]])
        let verification = try Verifier.verify(trial.url)
        #expect(verification.isSound && verification.orphanedFiles.isEmpty)
        try DeferredFinisher().finish(trial.url)
        #expect(files.names() == [names[1]])
        #expect(try trial.rows("SELECT name, photo FROM Note") == ["a|\(names[1])"])
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test(
        "A migration of several passes over a store with a left column and without an index",
        arguments: [true, false]
    )
    func passes(defers: Bool) throws {
        func schema(_ label: Attribute?) -> Schema {
            var note = Entity("Note", attributes: [Self.name, Self.size] + [label].compactMap(\.self))
            note.indexes = [Self.index("name")]
            return .notes(note)
        }
        let stored = Attribute("label", .string, isOptional: true)
        var derived = stored
        derived.derivation = Derivation("uppercase:(name)")
        let lines: [[Mapping.Line]] = [
            [.accept(ElementPath("Note", "text"))], [],
            [.assert("SUBQUERY(Note, $n, $n.label == 'X').@count == 0", "no X")],
        ]
        let trial = try Trial(
            [.note(Self.name, Self.text, Self.size), schema(nil), schema(derived), schema(stored)],
            mappings: lines.enumerated().map {
                Mapping(from: Schema.Version($0 + 1), to: Schema.Version($0 + 2), $1)
            },
            "INSERT INTO Note (name, text, size) VALUES ('a', 'secret', 1)"
        )
        #expect(try Work.report(trial, to: 2).deferred.map(\.kind) == [.column, .index])
        var migrator = trial.migrator()
        migrator.defersWork = defers
        let forecast = try migrator.forecast(trial.url)
        #expect(forecast.plan.passes.count == 2)
        #expect(try migrator.migrate(trial.url).deferred == forecast.deferred)
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
        #expect(
            try trial.rows("SELECT count(*) FROM sqlite_schema WHERE name = 'apus_index_Note_name'") == ["1"]
        )
        try DeferredFinisher().finish(trial.url)
        #expect(try trial.rows("SELECT name, size, label FROM Note") == ["a|1|A"])
        #expect(try Work.columns(trial).filter { $0.hasPrefix("apus") }.isEmpty)
        #expect(try StoreStatus(of: trial.url).format == StoreFormat.number)
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }

    @Test("Another model in the file keeps everything, and does not keep the work from being done")
    func otherModel() throws {
        let trial = try Work.trial([])
        _ = try Work.report(trial)
        let other = Schema(model: "Other", entities: [Entity("Thing", attributes: [Self.name, Self.text])])
        let queue = try StoreFile(trial.url).openForWriting(enforcesForeignKeys: true)
        try queue.write { db in
            for statement in Layout(other).statements { try db.run(statement) }
            try db.run(StoreDescription.statement(StoreState(version: Schema.Version(1), schema: other), generation: 1))
            try db.execute(sql: "INSERT INTO Thing (name, text) VALUES ('a', 'kept')")
        }
        try queue.close()
        let planner = Trial.planner(
            [other, Schema(model: "Other", entities: [Entity("Thing", attributes: [Self.name])])],
            accept: ["Thing.text"]
        )
        var migrator = Migrator(planner: planner)
        migrator.defersWork = true
        #expect(try migrator.migrate(trial.url).deferred.isEmpty)
        #expect(try Verifier.verifyAll(trial.url).flatMap(\.deferred).map(\.name) == ["text"])
        let report = try DeferredFinisher().finish(trial.url)
        #expect(report.finished.map(\.description) == ["drop column 'Note.text'"] && report.isComplete)
        #expect(try Work.columns(trial, "Thing") == ["_id INTEGER 0", "name TEXT 1"])
        #expect(try trial.rows("SELECT name FROM Thing") == ["a"])
        #expect(try Verifier.verifyAll(trial.url).allSatisfy { $0.isSound && $0.drifts.isEmpty })
        #expect(try trial.rows("SELECT count(*) FROM apus_log WHERE model = 'Other'") == ["1"])
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
