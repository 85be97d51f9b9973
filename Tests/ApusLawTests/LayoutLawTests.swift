import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// The layout of any schema is what a store then has.
@Suite struct LayoutLawTests {
    @Test("The tables of generated schemas are as their layouts say, and all of their programs work")
    func generated() throws {
        for seed in TestScale.seeds(40, from: 1) {
            let schema: Schema = SchemaGenerator.schema(seed: seed)
            try expectLaw(of: schema, "seed \(seed)")
        }
    }

    @Test("So are those of the corpora")
    func corpora() throws {
        var count = 0
        var random = ApusTestSupport.SplitMix64(seed: 11)
        let isWhole = ProcessInfo.processInfo.environment["APUS_CORPORA"] == "all"
        for model in CorpusModels.all {
            for (name, schema) in model.versions where isWhole || model.isOwn || random.chance(10) {
                try expectLaw(of: schema, "\(model.path): \(name)")
                count += 1
            }
        }
        print("made stores of \(count) versions of \(CorpusModels.all.count) models")
        #expect(count > 0)
    }

    private func expectLaw(of schema: Schema, _ context: String) throws {
        let errors: [String] = schema.validate().filter { $0.severity == .error }.map(\.message)
        #expect(errors == [], "\(context)")
        let layout = Layout(schema)
        #expect(layout == Layout(schema), "\(context)")
        var configuration = Configuration()
        configuration.prepareDatabase { SQLiteFunctions.add(to: $0) }
        let queue = try DatabaseQueue(configuration: configuration)
        try queue.write { db in
            for statement in layout.historyBeginning(generation: 1) { try db.run(statement) }
            for statement in layout.statements {
                do { try db.run(statement) } catch {
                    Issue.record("\(context): \(error)")
                    return
                }
            }
            let live = try LiveCatalogue(db)
            let drifts: [Drift] = live.differences(from: layout).map(\.drift)
            #expect(drifts == [], "\(context)")
            let made: [String] = try String.fetchAll(
                db,
                sql: """
                    SELECT sql FROM sqlite_schema
                    WHERE type = 'trigger' OR sql LIKE 'CREATE VIRTUAL%' ORDER BY sql
                    """
            )
            #expect(
                made == layout.programs.map(\.sql).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
                "\(context)"
            )
            let indexes: Int? = try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name LIKE 'apus%'"
            )
            #expect(indexes == layout.tables.map(\.indexes.count).reduce(0, +), "\(context)")
            for table in layout.tables { try expectPrograms(of: table, db, context) }
            for statement in layout.fillStatements() { try db.run(statement) }
            // All that a close look asks can be asked.
            let description = StoreDescription(
                model: schema.model,
                state: StoreState(version: nil, schema: schema),
                generation: 1
            )
            do {
                let facts = try FileFacts(
                    pages: PageVerification(db, .quick),
                    files: ExternalFiles(ofStoreAt: "nowhere"),
                    layouts: [layout],
                    db
                )
                let found = try ModelVerifier(facts: facts, description: description).verification(db)
                #expect(found.badValues == [], "\(context)")
            } catch {
                Issue.record("\(context): \(error)")
            }
        }
    }

    /// Compiles what sets the table's triggers off.
    private func expectPrograms(of table: ApusSchema.Table, _ db: Database, _ context: String) throws {
        let name: String = SQLText.name(table.name)
        let changes: [String] = table.columns.map { "\(SQLText.name($0.name)) = \(SQLText.name($0.name))" }
        for sql in [
            "INSERT INTO \(name) (\(SQLText.names(table.columns.map(\.name)))) SELECT * FROM \(name) WHERE 0",
            "UPDATE \(name) SET \(changes.joined(separator: ", "))", "DELETE FROM \(name)",
        ] {
            do { try db.execute(sql: sql) } catch { Issue.record("\(context): \(error)") }
        }
        let concreteEntities: [Extent.Name] = table.concreteEntities.map { .objects($0) }
        #expect(table.isJoinTable || concreteEntities == table.extents)
        for column in table.columns {
            #expect(table.column(of: column.field, in: column.owner) == column, "\(context): \(column.name)")
            #expect(table.column(column.name) == column, "\(context): \(column.name)")
        }
    }
}
