import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB

@testable import ApusStore

/// The two oracles that are the executor itself: on real files, over all stages at once and stage by stage.
enum StoreExecutor {
    /// One migration over all stages.
    static func fused(_ history: GeneratedHistory, _ dump: Dump, from: Int, to: Int) throws -> Dump {
        try withStore(of: history, dump, from) { url in
            try migrate(url, history, to: to)
            return try read(url, history.schemas[to])
        }
    }

    /// A migration a stage.
    static func stepwise(_ history: GeneratedHistory, _ dump: Dump, from: Int, to: Int) throws -> Dump {
        try withStore(of: history, dump, from) { url in
            for next in (from + 1)..<max(to + 1, from + 1) { try migrate(url, history, to: next) }
            return try read(url, history.schemas[to])
        }
    }

    /// Migrations that leave work for later, one over all stages or one per stage. After each of them, a random part of the work is done,
    /// and all rows are written again, as they are. What is read with and without the work that is left must be equal.
    ///
    /// - Parameters:
    ///   - isStepwise: Whether there is a migration per stage.
    ///   - outcome: Receives how many things were left by a migration.
    /// - Returns: The oracle.
    static func deferring(isStepwise: Bool, _ outcome: @escaping @Sendable (Int) -> Void) -> Oracles.Migrate {
        { history, dump, from, to in
            var random = ApusTestSupport.SplitMix64(seed: UInt64(from * 1000 + to))
            return try withStore(of: history, dump, from) { url in
                for next in isStepwise ? Array((from + 1)..<max(to + 1, from + 1)) : [to] {
                    outcome(try migrate(url, history, to: next, defersWork: true).deferred.count)
                    guard try Verifier.verify(url, keys: .forTests).isSound else { throw Refused("not sound") }
                    try finish(url, pieces: Int.random(in: 0...3, using: &random))
                    try rewrite(url, history.schemas[next])
                }
                let before = try read(url, history.schemas[to])
                try finish(url, pieces: Int.random(in: 0...3, using: &random))
                if let difference = before.firstDifference(to: try read(url, history.schemas[to])) {
                    throw Refused("a part of the work changed rows: \(difference)")
                }
                try DeferredFinisher().finish(url)
                let after = try read(url, history.schemas[to])
                if let difference = before.firstDifference(to: after) {
                    throw Refused("the work changed rows: \(difference)")
                }
                let queue: DatabaseQueue = try StoreFile(url).openForReading()
                defer { try? queue.close() }
                let left = try queue.read { db in
                    try String.fetchAll(
                        db,
                        sql: """
                            SELECT name FROM sqlite_schema WHERE name = 'apus_deferred' OR sql LIKE '%apus_dropped%'
                            UNION ALL SELECT 'format' FROM pragma_user_version WHERE user_version <> 3
                            """
                    )
                }
                guard left.isEmpty else { throw Refused("left after all work: \(left)") }
                return after
            }
        }
    }

    private static func finish(_ url: URL, pieces: Int) throws {
        let queue: DatabaseQueue = try StoreFile(url).openForWriting(enforcesForeignKeys: true)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { db in
            for _ in 0..<pieces { _ = try DeferredPieces(path: url.path).next(db) }
        }
    }

    /// Deletes all objects, and inserts them again: what is left for later must restrain none.
    private static func rewrite(_ url: URL, _ schema: Schema) throws {
        let queue: DatabaseQueue = try StoreFile(url).openForWriting(enforcesForeignKeys: false)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { db in
            try db.enableTriggers(false, path: url.path)
            for table in Layout.cached(schema).tables {
                let (name, columns) = (SQLText.name(table.name), SQLText.names(table.columns.map(\.name)))
                let named = table.columns.enumerated().map { "\(SQLText.name($1.name)) AS c\($0)" }
                    .joined(separator: ", ")
                try db.execute(
                    sql: """
                        CREATE TEMP TABLE kept AS SELECT \(named) FROM \(name);
                        DELETE FROM \(name);
                        INSERT INTO \(name) (\(columns)) SELECT * FROM kept;
                        DROP TABLE kept
                        """
                )
            }
        }
    }

    /// One migration with a direct mapping.
    ///
    /// - Parameters:
    ///   - mapping: The mapping between the two versions.
    ///   - history: The history.
    ///   - dump: The content of the store.
    ///   - from: The index of the store's version.
    ///   - to: That of the target.
    /// - Returns: The content after the migration.
    /// - Throws: `StoreError`, or `Refused` if the migration did not take the direct way.
    static func direct(
        _ mapping: Mapping,
        _ history: GeneratedHistory,
        _ dump: Dump,
        from: Int,
        to: Int
    ) throws -> Dump {
        try withStore(of: history, dump, from) { url in
            var migrator = Migrator(
                planner: Planner(history: history.history, mappings: history.stages.map(\.mapping) + [mapping]),
                target: .version(GeneratedHistory.version(to)),
                now: { NaiveInterpreter.moment },
                seed: { NaiveInterpreter.seed }
            )
            migrator.code = MigrationCode(functions: LawFunctions.all)
            let report = try migrator.migrate(url)
            guard report.plan.stages.map(\.mapping) == [mapping] else { throw Refused("not the direct way") }
            return try read(url, history.schemas[to])
        }
    }

    @discardableResult
    private static func migrate(
        _ url: URL,
        _ history: GeneratedHistory,
        to index: Int,
        defersWork: Bool = false
    ) throws -> MigrationReport {
        let target: Planner.Target = .version(GeneratedHistory.version(index))
        var migrator = Migrator(
            planner: history.planner,
            target: target,
            now: { NaiveInterpreter.moment },
            seed: { NaiveInterpreter.seed }
        )
        migrator.code = MigrationCode(functions: LawFunctions.all)
        migrator.keys = .forTests
        migrator.defersWork = defersWork
        return try migrator.migrate(url)
    }

    /// Migrations of stores with hand-made objects: these are kept, or the migration reports that they would break and
    /// leaves the store unchanged.
    ///
    /// - Parameter outcome: Receives whether they were kept.
    /// - Returns: The oracle.
    static func withHandMade(_ outcome: @escaping @Sendable (Bool) -> Void) -> Oracles.Migrate {
        { history, dump, from, to in
            do {
                let result: Dump = try withStore(of: history, dump, from, isHung: true) { url in
                    let before: HandMade.State = try handMade(url)
                    do {
                        try migrate(url, history, to: to)
                    } catch {
                        guard try handMade(url) == before, try read(url, history.schemas[from]) == dump else {
                            throw Refused("a migration that was refused has changed the store: \(error)")
                        }
                        throw error
                    }
                    let after: HandMade.State = try handMade(url)
                    guard after == before else { throw Refused("hand-made: \(before) became \(after)") }
                    return try read(url, history.schemas[to])
                }
                outcome(true)
                return result
            } catch let error as StoreError {
                switch error.reason {
                case .wouldLose, .brokenViewOrTrigger: break
                default: throw error
                }
            }
            outcome(false)
            return try fused(history, dump, from: from, to: to)
        }
    }

    private static func handMade(_ url: URL) throws -> HandMade.State {
        let queue: DatabaseQueue = try StoreFile(url).openForReading()
        defer { try? queue.close() }
        return try queue.read { db in
            let damage: String? = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
            guard damage == "ok" else { throw Refused("damaged: \(damage ?? "")") }
            return try HandMade.state(db)
        }
    }

    private static func withStore(
        of history: GeneratedHistory,
        _ dump: Dump,
        _ from: Int,
        isHung: Bool = false,
        _ work: (URL) throws -> Dump
    ) throws -> Dump {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-law-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url: URL = folder.appending(path: "store.sqlite")
        let schema: Schema = history.schemas[from]
        let state = StoreState(version: GeneratedHistory.version(from), schema: schema)
        try StoreCreation.create(url, holding: state, keys: .forTests) { db, _ in
            for table in Layout.cached(schema).tables { try write(dump.tables[table.name] ?? [:], to: table, db) }
        }
        if isHung {
            let queue: DatabaseQueue = try StoreFile(url).openForWriting(enforcesForeignKeys: false)
            try queue.write { db in try HandMade.hang(on: Layout.cached(schema).tables, db) }
            try queue.close()
        }
        let result: Dump = try work(url)
        let verification: Verification = try Verifier.verify(url, keys: .forTests)
        guard verification.isSound, verification.drifts.allSatisfy({ isHung && $0.isExtra }) else {
            throw Refused("the store is not sound: \(verification.drifts) \(verification.badValues)")
        }
        return result
    }

    private static func write(_ rows: [RowKey: Dump.Row], to table: ApusSchema.Table, _ db: Database) throws {
        // Lookups are computed from the values.
        let columns = table.columns.filter { $0.lookup == nil }
        let marks: String = columns.map { $0.storage == .text ? "CAST(? AS TEXT)" : "?" }
            .joined(separator: ", ")
        let names = columns.map { SQLText.name($0.name) }.joined(separator: ", ")
        let insert: Statement = try db.makeStatement(
            sql: "INSERT INTO \(SQLText.name(table.name)) (\(names)) VALUES (\(marks))"
        )
        for (key, row) in rows {
            let values: [StoredValue] = try columns.map { column in
                switch (column.field, key) {
                case (.identity, .id(let id)), (.source, .pair(let id, _)), (.target, .pair(_, let id)):
                    return .integer(id)
                case (_, .id(let id)):
                    let value = row[column.name] ?? .null
                    guard let seal = column.seal else { return value }
                    if column.isExternal, column.type.storage == .text, case .blob(let bytes) = value {
                        return try seal.sealed(.text(String(decoding: bytes, as: UTF8.self)), of: id, .forTests)
                    }
                    return try seal.sealed(value, of: id, .forTests)
                default: return row[column.name] ?? .null
                }
            }
            // As bytes: bound as text, a value would end at its first NUL.
            let bound: [StoredValue] = values.map {
                if case .text(let text) = $0 { .blob(Data(text.utf8)) } else { $0 }
            }
            try insert.execute(arguments: StatementArguments(bound))
        }
    }

    private static func read(_ url: URL, _ schema: Schema) throws -> Dump {
        let queue: DatabaseQueue = try StoreFile(url).openForReading()
        defer { try? queue.close() }
        return try queue.read { db in
            SealFunctions.add(to: db, .forTests, ExternalFiles(ofStoreAt: url.path))
            var dump = Dump(emptyStoreOf: schema)
            for table in Layout.cached(schema).tables {
                let names: String = table.columns.filter { $0.lookup == nil }.map { column in
                    var name: String = SQLText.name(column.name)
                    if let seal = column.seal, let identity = table.identity?.name {
                        let bytes = column.isExternal ? SealFunctions.bytes(of: name) : name
                        name = SealFunctions.opened(seal, column.type, bytes, of: SQLText.name(identity))
                        // Values that may be in files are bytes, of texts, too.
                        if column.isExternal { return "CAST(\(name) AS BLOB), ''" }
                    }
                    return column.type.storage == .text ? "CAST(\(name) AS BLOB), typeof(\(name))" : "\(name), ''"
                }.joined(separator: ", ")
                for row in try Row.fetchAll(db, sql: "SELECT \(names) FROM \(SQLText.name(table.name))") {
                    let (key, values): (RowKey, Dump.Row) = try content(row, of: table)
                    dump.tables[table.name]?[key] = values
                }
            }
            return dump
        }
    }

    private static func content(_ row: Row, of table: ApusSchema.Table) throws -> (RowKey, Dump.Row) {
        var values: Dump.Row = [:]
        var identities: [Int64] = []
        for (index, column) in table.columns.filter({ $0.lookup == nil }).enumerated() {
            let value: StoredValue = row[index * 2]
            switch (column.field, value) {
            case (.identity, .integer(let id)), (.source, .integer(let id)), (.target, .integer(let id)):
                identities.append(id)
            case (_, .blob(let bytes)) where row[index * 2 + 1] == "text":
                values[column.name] = .text(String(decoding: bytes, as: UTF8.self))
            default:
                values[column.name] = value
            }
        }
        let key: RowKey = identities.count == 2 ? .pair(identities[0], identities[1]) : .id(identities[0])
        return (key, values)
    }
}
