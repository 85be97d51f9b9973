import ApusMigration
import ApusSchema
import Foundation
import GRDB

@testable import ApusStore

/// A store at the first of some schemas, and the migration to the last one.
struct Trial {
    let folder: TemporaryFolder
    let schemas: [Schema]
    let planner: Planner
    let rule: TableStrategy.Rule

    /// The store.
    var url: URL { folder["store.sqlite"] }

    /// Creates the store at version 1.
    ///
    /// - Parameters:
    ///   - schemas: The versions 1, 2 and so on.
    ///   - accept: The losses that each stage accepts.
    ///   - mappings: The mappings of the stages, instead of the accepted losses.
    ///   - rule: The rule for choosing strategies. Rebuilds are tested with `.inPlace`, which does not edit the
    ///     catalogue.
    ///   - sql: The SQL that is run on the store by hand.
    /// - Throws: The errors of creating the store.
    init(
        _ schemas: [Schema],
        accept: [String] = [],
        mappings: [Mapping]? = nil,
        rule: TableStrategy.Rule = .cheapest,
        _ sql: String = ""
    ) throws {
        self.rule = rule
        self.folder = try TemporaryFolder()
        self.schemas = schemas
        let planner: Planner = Self.planner(schemas, accept: accept)
        self.planner = mappings.map { Planner(history: planner.history, mappings: $0) } ?? planner
        try StoreCreation.create(
            folder["store.sqlite"],
            holding: StoreState(version: Schema.Version(1), schema: schemas[0])
        )
        if !sql.isEmpty { try run(sql) }
    }

    private init(folder: TemporaryFolder, schemas: [Schema], planner: Planner, rule: TableStrategy.Rule) {
        self.rule = rule
        self.folder = folder
        self.schemas = schemas
        self.planner = planner
    }

    /// The same store with other versions.
    func with(_ schemas: [Schema]) -> Trial {
        Trial(folder: folder, schemas: schemas, planner: Self.planner(schemas), rule: rule)
    }

    static func planner(_ schemas: [Schema], accept: [String] = []) -> Planner {
        let entries: [History.Entry] = schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
        let mappings: [Mapping] = schemas.indices.dropLast().map { index in
            let paths: [ElementPath] = accept.compactMap { ElementPath(parsing: $0) }
            let lost: [ElementPath] = paths.filter { path in
                schemas[index].has(path) && !schemas[index + 1].has(path)
            }
            return Mapping(
                from: Schema.Version(index + 1),
                to: Schema.Version(index + 2),
                lost.map { Mapping.Line.accept($0) }
            )
        }
        return Planner(history: History(model: schemas[0].model, entries: entries), mappings: mappings)
    }

    @discardableResult
    func migrate(to version: Int? = nil) throws(StoreError) -> MigrationReport {
        let target: Planner.Target = version.map { .version(Schema.Version($0)) } ?? .newestVersion
        return try migrator(target).migrate(url)
    }

    /// A migrator with a fixed clock and a fixed seed.
    func migrator(_ target: Planner.Target = .newestVersion) -> Migrator {
        var migrator = Migrator(
            planner: planner,
            target: target,
            now: { Date(timeIntervalSinceReferenceDate: 5.25) },
            seed: { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
        )
        migrator.rule = rule
        return migrator
    }

    /// The statements that the migration would execute on the store.
    func program() throws -> [String] {
        let plan: Plan = try Migrator(planner: planner).plan(url)
        let values = GeneratedValues(seed: UUID(), moment: Date(), files: ExternalFiles(ofStoreAt: url.path))
        return try read { db in
            let live = try LiveCatalogue(db)
            let passes: [TablePass] = try TablePass.passes(of: plan, rule: rule, over: live, db)
            return passes.flatMap { MigrationProgram($0, values, on: live).steps.map(Self.text) }
        }
    }

    /// A step's statement; for a step with several statements, its title.
    private static func text(_ step: MigrationStep) -> String {
        switch step.work {
        case .once(let statement), .altering(let statement), .inRanges(let statement, _):
            statement.sql
        case .nothing, .editing, .leaving, .replacing: step.title
        }
    }

    /// The way of each table of the newest version.
    func ways() throws -> [String: TableStrategy.Way] {
        let plan: Plan = try Migrator(planner: planner).plan(url)
        return try read { db in
            let passes: [TablePass] = try TablePass.passes(of: plan, rule: rule, over: LiveCatalogue(db), db)
            return Dictionary(uniqueKeysWithValues: passes.flatMap(\.strategies.tables).map { ($0.table.name, $0.way) })
        }
    }

    /// Runs SQL on the store, like a user with a shell.
    func run(_ sql: String) throws {
        let queue: DatabaseQueue = try open()
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// Runs SQL on the store as an app does, whose connection has the function `myFunction` and the collation `mine`.
    func runAsApp(_ sql: String) throws {
        let queue = try open()
        try queue.writeWithoutTransaction { db in
            db.add(function: DatabaseFunction("myFunction", argumentCount: 1, pure: true) { $0[0] })
            db.add(collation: DatabaseCollation("mine") { $0.compare($1) })
            try db.execute(sql: sql)
        }
        try queue.close()
    }

    /// Runs SQL on the store as the runtime does, whose connections have Apus' functions.
    func runAsRuntime(_ sql: String) throws {
        let queue = try open()
        try queue.writeWithoutTransaction { db in
            SQLiteFunctions.add(to: db)
            try db.execute(sql: sql)
        }
        try queue.close()
    }

    /// Recreates the table `Note` without rows and without its triggers, with a part of its definition replaced.
    func rewriteNote(_ usual: String, as edited: String) throws {
        let sql: String = try rows("SELECT sql FROM sqlite_schema WHERE name = 'Note'").first ?? ""
        guard sql.contains(usual) else { throw StoreError(url.path, .failedCheck("no '\(usual)' in \(sql)")) }
        try run("DROP TABLE Note; \(sql.replacing(usual, with: edited))")
    }

    func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
        let queue: DatabaseQueue = try open()
        defer { try? queue.close() }
        return try queue.read(work)
    }

    /// The rows as text, with values quoted as in SQL.
    func rows(_ sql: String) throws -> [String] {
        try read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                row.databaseValues.map { $0.isNull ? "NULL" : "\($0.storage.value ?? "")" }.joined(separator: "|")
            }
        }
    }

    func open() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.acceptsDoubleQuotedStringLiterals = true
        return try DatabaseQueue(path: url.path, configuration: configuration)
    }

    /// The bytes of the store and all files next to it, by name.
    func bytes() throws -> [String: Data] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).reduce(into: [:]) { files, name in
            files[name] = try Data(contentsOf: folder[name])
        }
    }
}

extension Schema {
    fileprivate func has(_ path: ElementPath) -> Bool {
        guard let entity = entity(path.entity) else { return false }
        return path.property.map { name in entity.properties.contains { $0.name == name } } ?? true
    }
}
