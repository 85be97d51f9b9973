import ApusMigration
import ApusSchema
import Foundation
import GRDB

/// Checks a store before anything is written. Planning does so, and each migration does it again.
struct StoreCheck {
    let db: Database
    let path: String
    let values: GeneratedValues
    var checks: StoreChecks = .usual
    /// Whether the rows are those of a store, for which mappings assert something.
    var isStore = true

    /// The greatest number of views that were added by hand, far more than stores have. Each statement that alters a table
    /// reads all of them, and GRDB's record of what it reads takes a time that grows with the square.
    private static let viewLimit = 2000

    /// Checks that the store's tables are those of its schema, and that each begins at a page of its own.
    func checkTables(of live: LiveCatalogue, against layout: Layout) throws {
        try PageCheck(db: db, path: path).check()
        if checks == .full, let damage = try PageVerification(db, .quick).firstDamage() {
            throw StoreError(path, .damaged(damage))
        }
        try Self.checkOwnTables(of: live, db, path)
        let own = ["sqlite_sequence"] + PlannerStatistics.tables + StoreFormat.tables.map(\.name)
        try PageCheck(db: db, path: path).check(tables: ["sqlite_schema"] + own.filter(live.names.contains))
        if let table = live.table(StoreFormat.deferredTable) {
            try DeferredWork.check(table.sql, path)
            try PageCheck(db: db, path: path).check(tables: [table.name])
        }
        let last = "SELECT max(id) FROM apus_log UNION ALL SELECT seq FROM sqlite_sequence WHERE name = 'apus_log'"
        if try Int64?.fetchAll(db, sql: last).contains(.max) {
            throw StoreError(path, .unreadableMetadata(.fullLog))
        }
        if try Int.fetchOne(db, sql: "SELECT max(generation) FROM apus_model") == Int.greatestRead {
            throw StoreError(path, .unreadableMetadata(.fullGeneration))
        }
        let views = live.addedObjects.count { $0.type == "view" }
        if views > Self.viewLimit { throw StoreError(path, .tooManyViews(found: views, limit: Self.viewLimit)) }
        try refuseConstraints(on: live)
        // The first format had no R-trees; a migration makes them.
        let hasRTrees = try StoreFormat.firstWithTriggers <= Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let wrong =
            live.drift(from: layout).filter { !$0.isExtra }
            + live.objectDifferences(from: hasRTrees ? layout.rTrees : []).map(\.drift)
        guard wrong.isEmpty else { throw StoreError(path, .drifted(wrong)) }
    }

    /// Checks that Apus' own tables have their columns and keys.
    static func checkOwnTables(of live: LiveCatalogue, _ db: Database, _ path: String) throws {
        for (name, sql) in StoreFormat.tables {
            guard let table = live.table(name) else { throw StoreError(path, .unreadableMetadata(.noTable(name))) }
            for definition in TableText(sql).definitions {
                guard case .word(let column)? = definition.first?.normal else { continue }
                guard let found = table.columns.first(where: { $0.name.folded == column }) else {
                    throw StoreError(path, .unreadableMetadata(.noColumn(column, table: name)))
                }
                if found.isPrimaryKey != definition.mention("primary") {
                    throw StoreError(path, .unreadableMetadata(.otherKey(name)))
                }
            }
        }
    }

    /// Refuses what was added to the log by hand and depends on values that only the migration itself knows.
    ///
    /// All else that was added to Apus' own tables is tried with the values themselves.
    private func refuseConstraints(on live: LiveCatalogue) throws {
        let usual = StoreFormat.tables.first { $0.name == StoreFormat.logTable }.map { TableText($0.sql).definitions }
        guard let log = live.table(StoreFormat.logTable), let usual else { return }
        let isUnknown = { (tokens: [SQLTokens.Token]) in
            ["id", "finished_at", "seconds", "rows_written"].contains { tokens.mention($0) }
        }
        let known = Set(usual.map { $0.map(\.normal) })
        for definition in TableText(log.sql).definitions where !known.contains(definition.map(\.normal)) {
            // It may replace or ignore a row of the log in silence.
            let pairs = zip(definition, definition.dropFirst())
            if pairs.contains(where: { $0.normal == .word("on") && $1.normal == .word("conflict") }) {
                throw StoreError(path, .wouldLose(.clause(definition.sql, table: log.name)))
            }
            // Others cannot refuse a row.
            guard isUnknown(definition), ["check", "not"].contains(where: definition.mention) else { continue }
            throw StoreError(path, .wouldLose(.clause(definition.sql, table: log.name)))
        }
        for index in log.indexes
        where index.isUnique && isUnknown(SQLTokens.tokens(of: index.sql))
            && !SQLTokens.tokens(of: index.sql).mention("id")
        {
            throw StoreError(path, .wouldLose(.tableIndex(index.name, table: log.name)))
        }
    }

    /// Checks that no table of the model is also one of another model in the file, which would not know of the change.
    func checkModels(_ plan: Plan) throws {
        if !isStore { return }
        let model = plan.source.schema.model
        let own = Set((plan.source.layout.tables + plan.target.layout.tables).map(\.name.folded))
        for (other, tables) in try tablesOfOtherModels(than: model) {
            guard let shared = tables.first(where: { own.contains($0.folded) }) else { continue }
            throw StoreError(path, .unreadableMetadata(.sharedTable(shared, models: [model, other])))
        }
    }

    /// The other models in the file, with the names of their tables.
    private func tablesOfOtherModels(than model: String) throws -> [(model: String, tables: [String])] {
        // The column may have a collation that only the app has, so nothing is compared in SQL.
        try Row.fetchAll(db, sql: "SELECT model, schema FROM apus_model").compactMap { row in
            let (other, text) = (String.fromDatabaseValue(row[0]) ?? "", String.fromDatabaseValue(row[1]) ?? "")
            return other == model ? nil : (other, Self.tableNames(of: Data(text.utf8)))
        }
    }

    /// The names of the tables of a schema. One that only a newer version of Apus can read does not keep this one from its own
    /// tables, so what can be read of its entities counts then.
    private static func tableNames(of json: Data) -> [String] {
        if let schema = try? Schema(json: json) { return Layout(schema).tables.map(\.name) }
        let all = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any]
        let entities = all?["entities"] as? [[String: Any]] ?? []
        return entities.compactMap { ($0["table"] ?? $0["name"]) as? String }
    }

    /// Checks that no trigger of the new version has the name of one that was added by hand. All are made after the last pass.
    func checkTriggers(of live: LiveCatalogue, _ plan: Plan) throws {
        let (source, target) = (plan.source.layout, plan.target.layout)
        try refuseReservedNames(of: live, plan.source)
        let known = Set(source.programs.map(\.name.folded))
        let dropped = live.ownTriggers(on: source).filter { known.contains($0.name.folded) }
        let taken = target.programs.first { program in
            guard program.kind == .trigger, let found = live.object("trigger", program.name) else { return false }
            return !dropped.contains(found)
        }
        if let taken { throw StoreError(path, .wouldLose(.takenName(taken.name))) }
    }

    /// Refuses a trigger that has a name as Apus assigns them, but is none of its own: all such triggers on tables of the model
    /// are dropped, and on no table are they checked for what the migration would break.
    private func refuseReservedNames(of live: LiveCatalogue, _ source: StoreState) throws {
        if !isStore { return }
        let named = live.viewsAndTriggers.filter {
            $0.type == "trigger" && LayoutProgram.isName($0.name, ofTrigger: true)
        }
        let known = Set(source.layout.programs.map(\.name.folded))
        let suspects = named.filter { !known.contains($0.name.folded) }
        if suspects.isEmpty { return }
        let own = Set(source.layout.tables.map(\.name.folded))
        // Those of other models may be of a newer Apus.
        let others = Set(try tablesOfOtherModels(than: source.schema.model).flatMap(\.tables).map(\.folded))
            .subtracting(own)
        if let first = suspects.first(where: { !others.contains($0.table.folded) }) {
            throw StoreError(path, .wouldLose(.reservedName(first.name, table: first.table)))
        }
    }

    /// Checks that the first pass reads no value that the store's schema does not allow, and no pass an external file that
    /// cannot be read.
    func checkValues(for passes: [TablePass]) throws {
        if isStore { try checkKeys(for: passes) }
        let invalid = try OlderValues(passes, values.files).invalid(in: db)
        guard invalid.isEmpty else { throw StoreError(path, .invalidValues(invalid)) }
    }

    /// Checks that a pass would lose nothing that was added by hand, and that all values can be migrated.
    func checkRows(of live: LiveCatalogue, for pass: TablePass) throws {
        if !pass.projection.asides.isEmpty, let table = live.table(StoreFormat.asideTable) {
            if !SQLTokens.isSame(table.sql, StoreFormat.asideStatement) {
                throw StoreError(path, .changedTable(table.name))
            }
            try PageCheck(db: db, path: path).check(tables: [table.name])
        }
        try PageCheck(db: db, path: path).checkPages(ofDropped: pass.strategies.dropped.map(\.name))
        try LossSearch(path: path, pass: pass, live: live, readers: live.contentReaders(db)).search()
        try refuseUnknownEntities(pass)
        let encoding = try String.fetchOne(db, sql: "SELECT encoding FROM pragma_encoding") ?? ""
        if encoding != "UTF-8", pass.needsBytesOfTexts { throw StoreError(path, .encoding(encoding)) }
        let model = pass.projection.source.schema.model
        try AddedForeignKeys.checkDescription(of: model, live, path: path, in: db)
        try AddedForeignKeys(db, path: path, live, [pass]).check(pass, live, values, in: db)
        if let (index, column) = try UniquenessChecks(pass, values).brokenIndex(in: live, db) {
            throw StoreError(path, .wouldLose(.index(index, column: column)))
        }
        var checks = ValueChecks(pass, values)
        let unusable = try checks.failures(in: db)
        // An object that several others point to is one cause, found at both of its sides.
        let shared = Set(unusable.filter { [.onlyOne, .onlyFound].contains($0.requirement) }.map(\.path))
        let failures: [FailedValues] =
            try unusable
            + UniquenessChecks(pass, values).failures(in: db).filter { failed in
                shared.isEmpty
                    || inverse(of: failed.path, in: pass.projection.target.schema).map { !shared.contains($0) } ?? true
            } + ReferenceChecks(pass, values).failures(in: db)
            + DerivedValueChecks(pass, values, db).failuresBefore()
        guard failures.isEmpty else { throw StoreError(path, .failedValues(failures)) }
        let computed = try DerivedValueChecks(pass, values, db).failuresOfChanged()
        guard computed.isEmpty else { throw StoreError(path, .failedValues(computed)) }
        if !isStore { return }
        var assertions = AssertionChecks(pass, values)
        let failed = try assertions.failures(in: db)
        guard failed.isEmpty else { throw StoreError(path, .failedAssertions(failed)) }
    }

    /// The other side of a relationship.
    private func inverse(of path: ElementPath, in schema: Schema) -> ElementPath? {
        guard let entity = schema.entity(path.entity), let relationship = entity.relationship(path.property ?? "")
        else { return nil }
        return schema.inverse(of: relationship, in: entity).map { ElementPath($0.entity.name, $0.relationship.name) }
    }

    /// Checks that each row belongs to an entity of the model, in tables whose rows are copied or whose columns are
    /// declared differently: other rows would not be copied, and their values would not be checked.
    private func refuseUnknownEntities(_ pass: TablePass) throws {
        let touched = pass.strategies.tables.flatMap { strategy in
            strategy.edits.isEmpty && strategy.computed.isEmpty ? strategy.copiedSources : strategy.sources[...]
        }
        let names = Set(touched.map(\.table.name))
        for table in pass.source.tables where names.contains(table.name) {
            guard let known = SourceRow.strictCondition(table.concreteEntities, in: table, named: "source") else {
                continue
            }
            let found: [String] = try String.fetchAll(
                db,
                sql: "SELECT DISTINCT \(SQLText.name(Column.entityName)) FROM \(SQLText.name(table.name)) AS source "
                    + "WHERE NOT (\(known)) ORDER BY 1 LIMIT 3"
            )
            if !found.isEmpty { throw StoreError(path, .unknownEntities(table: table.name, found: found)) }
        }
    }
}
