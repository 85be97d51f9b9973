import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Opening a store as an app does.
@Suite struct StoreTests {
    @Test func createsMigratesAndIsIdempotent() throws {
        let folder = try TemporaryFolder()
        let url: URL = folder["app.sqlite"]
        let schemas: [Schema] = TripsHistory.schemas
        let first: Store = try Store.open(at: url, planner: Trial.planner([schemas[0]]))
        #expect(first.schema == schemas[0])
        try first.database.write { db in
            try first.checkGeneration(db)
            try db.execute(sql: "INSERT INTO Trip (name, start_date, end_date, nights) VALUES ('Rome', 1, 2, 3)")
        }
        let planner: Planner = Trial.planner(schemas, accept: TripsHistory.accept)
        let second: Store = try Store.open(at: url, planner: planner)
        #expect(second.schema == schemas[3])
        #expect(second.layout == Layout(schemas[3]))
        let rows: [Row] = try second.database.read { db in
            try second.checkGeneration(db)
            return try Row.fetchAll(db, sql: "SELECT name, destination, startDate, nights FROM Trip")
        }
        #expect(rows == [["name": "Rome", "destination": "Somewhere", "startDate": 1.0, "nights": 3]])
        let third: Store = try Store.open(at: url, planner: planner)
        try third.database.read { try third.checkGeneration($0) }
        try second.database.read { try second.checkGeneration($0) }

        #expect(throws: StoreError(url.path, .migratedMeanwhile)) {
            try first.database.write { db in
                try first.checkGeneration(db)
                try db.execute(sql: "DELETE FROM Trip")
            }
        }
        #expect(try second.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM Trip") } == 1)
    }

    @Test("foreign keys are enforced at the end of a transaction")
    func foreignKeys() throws {
        let folder = try TemporaryFolder()
        let store: Store = try Store.open(at: folder["app.sqlite"], planner: Trial.planner([TripsHistory.schemas[0]]))
        let child = "INSERT INTO BucketListItem (title, isDone, trip) VALUES ('x', 0, 1);"
        #expect(throws: DatabaseError.self) { try store.database.write { try $0.execute(sql: child) } }
        try store.database.write {
            try $0.execute(
                sql: child + "INSERT INTO Trip (name, start_date, end_date, nights) VALUES ('Rome', 1, 2, 3)"
            )
        }
    }

    @Test("the store of an unreleased head is migrated by inference, and released mappings do not apply to it")
    func unreleased() throws {
        let folder = try TemporaryFolder()
        let url: URL = folder["app.sqlite"]
        let schemas: [Schema] = TripsHistory.schemas
        let old = Planner(
            history: History(model: "Trips", entries: [History.Entry(Schema.Version(1), schemas[0])], head: schemas[1]),
            mappings: []
        )
        let draft: Store = try Store.open(at: url, planner: old)
        #expect(draft.schema == schemas[1])
        #expect(try StoreStatus(of: url).description.state.version == nil)
        let lossy: Planner = Trial.planner(schemas, accept: TripsHistory.accept)
        #expect(throws: StoreError.self) { try Store.open(at: url, planner: lossy) }
        #expect(try StoreStatus(of: url).description.state.version == nil)
        let released: Store = try Store.open(at: url, planner: Trial.planner(Array(schemas[..<3])))
        #expect(released.schema == schemas[2])
        #expect(try StoreStatus(of: url).description.state.version == Schema.Version(3))
    }

    @Test("if several processes create a store at once, one does, the others open it, and no rows are lost")
    func madeAtOnce() async throws {
        for _ in 0..<10 {
            let folder = try TemporaryFolder()
            let url: URL = folder["app.sqlite"]
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask {
                        let store: Store = try Store.open(at: url, planner: Trial.planner([TripsHistory.schemas[0]]))
                        try store.database.write { db in
                            try db.execute(
                                sql: "INSERT INTO Trip (name, start_date, end_date, nights) VALUES (?, 1, 2, 3)",
                                arguments: ["\(number)"]
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try StoreStatus(of: url).rows.first { $0.entity == "Trip" }?.count == 8)
            #expect(try Verifier.verify(url).isSound)
            let left: [String] = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(left.filter { $0.contains(".new-") }.isEmpty)
        }
    }

    @Test("a store that cannot be created leaves no file")
    func leavesNothing() throws {
        let folder = try TemporaryFolder()
        let nowhere: URL = folder["no/such/app.sqlite"]
        #expect(throws: StoreError.self) {
            try Store.open(at: nowhere, planner: Trial.planner([TripsHistory.schemas[0]]))
        }
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try StoreCreation.create(
                folder["app.sqlite"],
                holding: StoreState(version: nil, schema: TripsHistory.schemas[0])
            ) { _, _ in
                throw Failure()
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
}
