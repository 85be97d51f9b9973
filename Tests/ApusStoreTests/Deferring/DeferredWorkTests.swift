import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// What a migration leaves for later is none of the store's data, and is done in pieces.
@Suite struct DeferredWorkTests {
    static let name = Attribute("name", .string)
    static let text = Attribute("text", .string)
    static let size = Attribute("size", .int64)

    /// The store at version 1, with rows, that loses `text`.
    static func trial(_ schemas: [Schema], accept: [String] = ["Note.text"]) throws -> Trial {
        let all = schemas.isEmpty ? [Schema.note(name, text, size), .note(name, size)] : schemas
        return try Trial(
            all,
            accept: accept,
            "INSERT INTO Note (name, text, size) VALUES ('a', 'secret 1', 1), ('b', 'secret 2', 2)"
        )
    }

    static func columns(_ trial: Trial, _ table: String = "Note") throws -> [String] {
        try trial.rows("SELECT name || ' ' || type || ' ' || \"notnull\" FROM pragma_table_info('\(table)')")
    }

    static func report(_ trial: Trial, to version: Int? = nil) throws -> MigrationReport {
        let target: Planner.Target = version.map { .version(Schema.Version($0)) } ?? .newestVersion
        var migrator = trial.migrator(target)
        migrator.defersWork = true
        return try migrator.migrate(trial.url)
    }

    static func finish(_ trial: Trial, pieces: Int = .max) throws {
        let queue = try StoreFile(trial.url).openForWriting(enforcesForeignKeys: true)
        try queue.writeWithoutTransaction { db in
            var left = pieces
            while left > 0, try DeferredPieces(path: trial.url.path).next(db) != nil { left -= 1 }
        }
        try queue.close()
    }

    @Test("A column is left under another name without its constraints, and dropped later")
    func column() throws {
        let trial = try Self.trial([])
        let report = try Self.report(trial)
        #expect(report.deferred.map(\.description) == ["drop column 'Note.text'"])
        #expect(report.tables.map(\.way) == [.catalogue])
        #expect(report.rowsWritten == 0)
        #expect(try Self.columns(trial) == ["_id INTEGER 0", "name TEXT 1", "apus_dropped_1 TEXT 0", "size INTEGER 1"])
        let verification = try Verifier.verify(trial.url)
        #expect(verification.isSound && verification.drifts.isEmpty)
        #expect(verification.deferred == report.deferred)
        #expect(try StoreStatus(of: trial.url).format == 4)
        #expect(try StoreStatus(of: trial.url).deferred == report.deferred)
        // Inserts know nothing of it.
        try trial.run("INSERT INTO Note (name, size) VALUES ('c', 3)")

        let done = try DeferredFinisher().finish(trial.url)
        #expect(done.finished == report.deferred && done.isComplete && done.rowsCleared == 2)
        #expect(try Self.columns(trial) == ["_id INTEGER 0", "name TEXT 1", "size INTEGER 1"])
        #expect(try trial.rows("SELECT _id, name, size FROM Note") == ["1|a|1", "2|b|2", "3|c|3"])
        #expect(try StoreStatus(of: trial.url).format == StoreFormat.number)
        #expect(try trial.rows("SELECT count(*) FROM sqlite_schema WHERE name = 'apus_deferred'") == ["0"])
        let log = try StoreStatus(of: trial.url).log
        #expect(log.first?.summary == "dropped column 'Note.text', which migrations had left for later")
        #expect(log.first?.from == "2" && log.first?.to == "2")
        #expect(try DeferredFinisher().finish(trial.url) == DeferredReport())
    }

    @Test("An index is left for later, but not a unique one")
    func indexes() throws {
        var unique = Self.size
        unique.isUnique = true
        var newer = Entity("Note", attributes: [Self.name, Self.text, unique])
        newer.indexes = [Entity.Index("byName", [Entity.Index.Element("name")])]
        let trial = try Self.trial([.note(Self.name, Self.text, Self.size), .notes(newer)])
        let report = try Self.report(trial)
        #expect(report.deferred.map(\.description) == ["create index 'apus_index_Note_name'"])
        let made = "SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'apus%' ORDER BY 1"
        #expect(try trial.rows(made) == ["apus_index_Note_size"])
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
        #expect(try trial.migrator().plan(trial.url).isEmpty)
        // The name is taken by another index.
        try trial.run("CREATE INDEX apus_index_Note_name ON Note (text)")
        try DeferredFinisher().finish(trial.url)
        #expect(try trial.rows(made) == ["apus_index_Note_name", "apus_index_Note_name_2", "apus_index_Note_size"])
        try trial.run("DROP INDEX apus_index_Note_name")
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }

    @Test("A key is left without its foreign key, so that its object can be deleted")
    func key() throws {
        func schema(_ relationships: [Relationship]) -> Schema {
            .notes(
                Entity("Note", attributes: [Self.name], relationships: relationships),
                Entity("Owner", attributes: [Attribute("code", .int64)])
            )
        }
        let trial = try Trial(
            [schema([.toOne("owner", "Owner", isOptional: true)]), schema([])],
            accept: ["Note.owner"],
            "INSERT INTO Owner (code) VALUES (7); INSERT INTO Note (name, owner) VALUES ('a', 1)"
        )
        #expect(try Self.report(trial).deferred.map(\.name) == ["owner"])
        #expect(try trial.rows("SELECT count(*) FROM pragma_foreign_key_list('Note')") == ["0"])
        try trial.run("PRAGMA foreign_keys = ON; DELETE FROM Owner")
        #expect(try Verifier.verify(trial.url).isSound)
        try DeferredFinisher().finish(trial.url)
        #expect(try Self.columns(trial) == ["_id INTEGER 0", "name TEXT 1"])
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }

    @Test("A new attribute with the name of one that is left has none of its values", arguments: [false, true])
    func sameName(isStepwise: Bool) throws {
        var back = Self.text
        back.isOptional = true
        let trial = try Self.trial([
            .note(Self.name, Self.text, Self.size), .note(Self.name, Self.size), .note(Self.name, back, Self.size),
        ])
        if isStepwise { _ = try Self.report(trial, to: 2) }
        _ = try Self.report(trial, to: 3)
        let values = "SELECT name, text, size FROM Note ORDER BY 1"
        #expect(try trial.rows(values) == ["a|NULL|1", "b|NULL|2"])
        try DeferredFinisher().finish(trial.url)
        #expect(try trial.rows(values) == ["a|NULL|1", "b|NULL|2"])
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }

    @Test("Columns are left twice, and renaming their table finds them again")
    func twice() throws {
        var renamed = Entity("Memo", attributes: [Self.name])
        renamed.originalName = "Note"
        let trial = try Self.trial(
            [.note(Self.name, Self.text, Self.size), .note(Self.name, Self.size), .notes(renamed)],
            accept: ["Note.text", "Note.size"]
        )
        _ = try Self.report(trial, to: 2)
        try Self.finish(trial, pieces: 1)
        let report = try Self.report(trial, to: 3)
        #expect(report.deferred.map(\.description) == ["drop column 'Memo.text'", "drop column 'Memo.size'"])
        #expect(
            try trial.rows("SELECT name, cleared FROM apus_deferred") == ["apus_dropped_1|2", "apus_dropped_2|NULL"]
        )
        try DeferredFinisher().finish(trial.url)
        #expect(try Self.columns(trial, "Memo") == ["_id INTEGER 0", "name TEXT 1"])
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }

    @Test("What rebuilds or drops the table drops what was left in it", arguments: ["rebuild", "removal", "back"])
    func gone(way: String) throws {
        var other = Self.text
        other.isOptional = true
        let third: Schema =
            switch way {
            case "removal": .notes(Entity("Other", attributes: [Self.name]))
            case "back": .note(Self.name, other, Self.size)
            default: .note(Self.name, Attribute("size", .string))
            }
        let trial = try Self.trial(
            [.note(Self.name, Self.text, Self.size), .note(Self.name, Self.size), third],
            accept: way == "removal" ? ["Note.text", "Note"] : ["Note.text"]
        )
        _ = try Self.report(trial, to: 2)
        var migrator = trial.migrator(.version(Schema.Version(3)))
        migrator.rule = way == "removal" ? .cheapest : .rebuild
        try migrator.migrate(trial.url)
        #expect(try trial.rows("SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%apus_dropped%'") == ["0"])
        #expect(try StoreStatus(of: trial.url).format == 3)
        #expect(try StoreStatus(of: trial.url).deferred.isEmpty)
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }

    @Test("Nothing is left where something was added by hand")
    func additions() throws {
        for sql in [
            "CREATE VIEW mine AS SELECT name FROM Note", "CREATE TABLE mine (x)", "CREATE INDEX mine ON Note (name)",
            "CREATE TRIGGER mine AFTER UPDATE ON Note BEGIN SELECT 1; END", "ALTER TABLE Note ADD COLUMN mine TEXT",
            "CREATE VIRTUAL TABLE mine USING fts5(x)",
        ] {
            let trial = try Self.trial([])
            try trial.run(sql)
            #expect(try Self.report(trial).deferred.isEmpty, "\(sql)")
            #expect(try !Self.columns(trial).contains { $0.hasPrefix("apus_dropped") }, "\(sql)")
        }
    }

    @Test(
        "What was added by hand later, and uses a column that is left, keeps the work from being done, and nothing else"
    )
    func usedLater() throws {
        let trial = try Self.trial([])
        _ = try Self.report(trial)
        try trial.run("CREATE VIEW mine AS SELECT apus_dropped_1 FROM Note")
        #expect(throws: StoreError.self) { try DeferredFinisher().finish(trial.url) }
        #expect(try Verifier.verify(trial.url).isSound)
        try trial.run("DROP VIEW mine")
        #expect(try DeferredFinisher().finish(trial.url).isComplete)
    }

    @Test("Triggers do not fire for what was left")
    func triggers() throws {
        let trial = try Self.trial([])
        _ = try Self.report(trial)
        try trial.run(
            "CREATE TABLE mine (x); CREATE TRIGGER mine AFTER UPDATE ON Note BEGIN INSERT INTO mine VALUES (1); END"
        )
        #expect(try DeferredFinisher().finish(trial.url).isComplete)
        #expect(try trial.rows("SELECT count(*) FROM mine") == ["0"])
        try trial.run("UPDATE Note SET size = 5")
        #expect(try trial.rows("SELECT count(*) FROM mine") == ["2"])
    }

    @Test("A store whose list was removed keeps all of its data, and says what it has")
    func noList() throws {
        let trial = try Self.trial([])
        _ = try Self.report(trial)
        try trial.run("DELETE FROM apus_deferred")
        #expect(try DeferredFinisher().finish(trial.url).finished.map(\.name) == ["apus_dropped_1"])
        #expect(try Self.columns(trial) == ["_id INTEGER 0", "name TEXT 1", "size INTEGER 1"])
        let other = try Self.trial([])
        _ = try Self.report(other)
        try other.run("DROP TABLE apus_deferred")
        #expect(try Verifier.verify(other.url).drifts == [.extraColumn(table: "Note", column: "apus_dropped_1")])
    }

    @Test("A piece clears some thousand rows and notes how far it got; a column of numbers is dropped at once")
    func pieces() throws {
        let trial = try Self.trial(
            [.note(Self.name, Self.text, Self.size), .note(Self.name)],
            accept: ["Note.text", "Note.size"]
        )
        try trial.run(
            """
            WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 4500)
            INSERT INTO Note (_id, name, text, size) SELECT i, 'n', 'text ' || i, i FROM n
            """
        )
        _ = try Self.report(trial)
        let queue = try StoreFile(trial.url).openForWriting(enforcesForeignKeys: true)
        defer { try? queue.close() }
        let found = try queue.writeWithoutTransaction { db in
            var found: [DeferredPieces.Piece] = []
            while let piece = try DeferredPieces(path: trial.url.path).next(db, rows: 2000) { found.append(piece) }
            return found
        }
        #expect(found.map(\.rows) == [2000, 2000, 500, 0, 0])
        #expect(found.map(\.isDone) == [false, false, false, true, true])
        #expect(found.map(\.work.name) == ["text", "text", "text", "text", "size"])
        #expect(try trial.rows("SELECT count(*), max(name) FROM Note") == ["4500|n"])
    }

    @Test("Work that is cancelled stops between two pieces and goes on")
    func cancelled() throws {
        let trial = try Self.trial([])
        _ = try Self.report(trial)
        var finisher = DeferredFinisher()
        finisher.isCancelled = { true }
        let report = try finisher.finish(trial.url)
        #expect(report.finished.isEmpty && report.remaining.map(\.name) == ["text"])
        #expect(try DeferredFinisher().finish(trial.url).finished.map(\.name) == ["text"])
    }

    @Test("Two processes that do the work at once do each piece once")
    func two() async throws {
        let trial = try Self.trial(
            [.note(Self.name, Self.text, Self.size), .note(Self.name)],
            accept: ["Note.text", "Note.size"]
        )
        try trial.run(
            """
            WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO Note (_id, name, text, size) SELECT i, 'n', 'text ' || i, i FROM n
            """
        )
        _ = try Self.report(trial)
        let url = trial.url
        let reports = try await withThrowingTaskGroup(of: DeferredReport.self) { group in
            for _ in 0..<3 { group.addTask { try DeferredFinisher().finish(url) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports.reduce(0) { $0 + $1.rowsCleared } == 20000)
        #expect(reports.flatMap(\.finished).map(\.name).sorted() == ["size", "text"])
        let isComplete = reports.allSatisfy { $0.isComplete }
        #expect(isComplete)
        #expect(try Verifier.verify(url).drifts.isEmpty)
    }

    @Test(
        "Nothing is left for later of an unreleased schema's indexes, or the store would be migrated whenever it is opened"
    )
    func unreleased() throws {
        var newer = Entity("Note", attributes: [Self.name, Self.size])
        newer.indexes = [Entity.Index("byName", [Entity.Index.Element("name")])]
        let trial = try Self.trial([])
        let head = History(
            model: "Notes",
            entries: [History.Entry(Schema.Version(1), trial.schemas[0])],
            head: .notes(newer)
        )
        let mapping = Mapping(from: Schema.Version(1), to: nil, [.accept(ElementPath(parsing: "Note.text")!)])
        var migrator = Migrator(planner: Planner(history: head, mappings: [mapping]), target: .head)
        migrator.defersWork = true
        #expect(try migrator.migrate(trial.url).deferred.map(\.name) == ["text"])
        #expect(try migrator.plan(trial.url).isEmpty)
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }
}
