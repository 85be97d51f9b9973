import ApusMigration
import ApusSchema
import CFaultFileSystem
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Connections that do not allow writing the catalogue.
@Suite struct DefensiveTests {
    private static let plan: Plan.Pass? = {
        let schemas: [Schema] = [ScalarType.int16, .double].map { type in
            Schema(model: "Notes", entities: [Entity("Note", attributes: [Attribute("size", .scalar(type))])])
        }
        let entries: [History.Entry] = schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
        let planner = Planner(history: History(model: "Notes", entries: entries), mappings: [])
        return try? planner.plan(from: StoreState(version: Schema.Version(1), schema: schemas[0])).passes.first
    }()

    @Test("a defensive connection is detected, and the table is rebuilt", arguments: [false, true])
    func isAllowed(isDefensive: Bool) throws {
        let pass: Plan.Pass = try #require(Self.plan)
        try DatabaseQueue().inDatabase { db in
            for table in pass.source.layout.tables { try db.run(table.createStatement()) }
            if isDefensive { faultDefend(try #require(db.sqliteConnection.map(UnsafeMutableRawPointer.init))) }
            #expect(try CatalogueWriting.isAllowed(db) == !isDefensive)
            let live = try LiveCatalogue(db)
            let editable: EditableColumns = try CatalogueWriting.isAllowed(db) ? EditableColumns(live) : .none
            #expect(
                TablePass(pass, editable: editable).strategies.tables.map(\.way) == [
                    isDefensive ? .rebuild : .catalogue
                ]
            )
            #expect(try Int.fetchOne(db, sql: "PRAGMA writable_schema") == 0)
        }
    }
}
