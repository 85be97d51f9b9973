import ApusMigration
import ApusSchema
import ApusSeeding
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Relationships whose inverses do not agree are legal, and are kept apart.
@Suite struct AsymmetryTests {
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
        #expect(counts[0] + counts[1] == 40 && counts[2...] == [1, 1])
        #expect(try Verifier.verify(url).isSound)
    }
}
