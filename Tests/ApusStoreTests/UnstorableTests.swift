import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A schema with a part that stores do not carry yet: no store is made, filled or migrated, and none is left.
@Suite struct UnstorableTests {
    private static let plain: Schema = .note(Attribute("text", .string))

    private static let limited: Schema = {
        var schema: Schema = plain
        schema.entities[0].attributes[0].length = Length(maximum: 80)
        return schema
    }()

    /// The schema that a refusal is about; `nil` where there was none, or another error.
    private func refused(_ work: () throws -> Void) -> Schema? {
        do {
            try work()
            return nil
        } catch StoreError.planning(_, .unstorable(let state)) {
            return state.schema
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    @Test func noStoreIsMade() throws {
        let folder = try TemporaryFolder()
        let url: URL = folder["app.sqlite"]
        let state = StoreState(version: Schema.Version(1), schema: Self.limited)
        #expect(refused { try StoreCreation.create(url, holding: state) } == Self.limited)
        #expect(refused { try Seeder(rows: 3, seed: 1).seed(url, holding: state) } == Self.limited)
        let planner: Planner = Trial.planner([Self.limited])
        #expect(refused { _ = try Store.open(at: url, planner: planner) } == Self.limited)
        #expect(refused { _ = try Store.open(at: url, planner: planner, target: .newestVersion) } == Self.limited)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("a store that exists is left as it was", arguments: [[limited], [limited, plain]])
    func noStoreIsMigrated(later: [Schema]) throws {
        let trial = try Trial([Self.plain], "INSERT INTO Note (text) VALUES ('x')")
        let onward: Trial = trial.with([Self.plain] + later)
        let before: [String: Data] = try onward.bytes()
        #expect(refused { _ = try Migrator(planner: onward.planner).plan(onward.url) } == Self.limited)
        #expect(refused { _ = try onward.migrate() } == Self.limited)
        #expect(refused { _ = try Store.open(at: onward.url, planner: onward.planner) } == Self.limited)
        #expect(try onward.bytes() == before)
    }

    /// Relationships whose inverses do not agree are legal, and are kept apart.
    @Test func asymmetricInverses() throws {
        let schema: Schema = .notes(
            Entity(
                "A",
                relationships: [
                    .toOne("b", "B", isOptional: true, inverse: "as"), .toMany("bs", "B", inverse: "as"),
                    .toOne("other", "B", inverse: "as"), .toOne("single", "B", isOptional: true, inverse: "alone"),
                ]
            ),
            Entity(
                "B",
                relationships: [
                    .toMany("as", "A", inverse: "b"), .toOne("alone", "A", isOptional: true), .toMany("none", "A"),
                ]
            )
        )
        let folder = try TemporaryFolder()
        let url: URL = folder["app.sqlite"]
        try Seeder(rows: 40, seed: 3).seed(url, holding: StoreState(version: Schema.Version(1), schema: schema))
        #expect(try Verifier.verify(url).isSound)
        let store: Store = try Store.open(at: url, planner: Trial.planner([schema]))
        try store.database.write { db in
            // Each keeps its own references: one object may be shared, and the two sides need not agree.
            try db.execute(sql: "UPDATE A SET single = 1, other = 2")
            try db.execute(sql: "UPDATE B SET alone = 7")
        }
        #expect(try Verifier.verify(url).isSound)
        var later: Schema = schema
        later.entities[0].relationships[3].inverse = nil
        later.entities[1].attributes = [Attribute("note", .string, isOptional: true)]
        let planner: Planner = Trial.planner([schema, later])
        let next: Store = try Store.open(at: url, planner: planner)
        let counts: [Int] = try next.database.read { db in
            try [
                "SELECT count(*) FROM A WHERE single = 1 AND other = 2", "SELECT count(*) FROM B WHERE alone = 7",
                "SELECT count(*) > 0 FROM A_bs", "SELECT count(*) > 0 FROM B_none",
            ].map { try Int.fetchOne(db, sql: $0) ?? -1 }
        }
        #expect(counts == [40, 40, 1, 1])
        #expect(try Verifier.verify(url).isSound)
    }
}
