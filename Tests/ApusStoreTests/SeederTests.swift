import ApusMigration
import ApusSchema
import ApusSeeding
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Seeded stores.
@Suite struct SeederTests {
    /// Every type and every variant of relationships, including a relationship to the entity itself.
    private static let everything: Schema = {
        let values: [Attribute] = ScalarType.allCases.flatMap { type in
            [Attribute("a_\(type)", .scalar(type)), Attribute("b_\(type)", .scalar(type), isOptional: true)]
        }
        return Schema(
            model: "Everything",
            entities: [
                Entity(
                    "A",
                    attributes: values,
                    relationships: [
                        .toOne("required", "B"), .toOne("optional", "B", isOptional: true),
                        .toOne("pair", "B", inverse: "pair"),
                        .toOne("maybePair", "B", isOptional: true, inverse: "maybePair"),
                        .toMany("many", "B", inverse: "many"), .toMany("oneWay", "B"),
                        .toOne("parent", "A", isOptional: true, inverse: "children"),
                        .toMany("children", "A", inverse: "parent"),
                        .toOne("spouse", "A", isOptional: true, inverse: "spouse"),
                        .toMany("friends", "A", inverse: "friends"),
                    ]
                ),
                Entity(
                    "B",
                    relationships: [
                        .toOne("pair", "A", isOptional: true, inverse: "pair"),
                        .toOne("maybePair", "A", isOptional: true, inverse: "maybePair"),
                        .toMany("many", "A", inverse: "many"),
                    ]
                ),
            ]
        )
    }()

    private func seeded(_ schema: Schema, rows: Int, seed: UInt64) throws -> Trial {
        let trial = try Trial([schema])
        try FileManager.default.removeItem(at: trial.url)
        try Seeder(rows: rows, seed: seed).seed(
            trial.url,
            holding: StoreState(version: Schema.Version(1), schema: schema)
        )
        return trial
    }

    private func dump(_ trial: Trial) throws -> [String] {
        try Layout(trial.schemas[0]).tables.flatMap { table in
            let columns: String = table.columns.map { "hex(CAST(\(SQLText.name($0.name)) AS BLOB))" }.joined(
                separator: ", "
            )
            return try trial.rows("SELECT '\(table.name)', \(columns) FROM \(SQLText.name(table.name))")
        }
    }

    @Test("sound, filled, counted, and the same for the same seed", arguments: [0, 1, 2, 7, 300])
    func seeds(rows: Int) throws {
        for schema in [Self.everything] + TripsHistory.schemas {
            #expect(schema.validate().isEmpty)
            let one: Trial = try seeded(schema, rows: rows, seed: 5)
            let verification: Verification = try Verifier.verify(one.url)
            #expect(verification.isSound && verification.drifts.isEmpty, "\(verification.badValues)")
            let status = try StoreStatus(of: one.url)
            #expect(status.rows.map(\.entity) == schema.entities.map(\.name))
            #expect(status.rows.reduce(0) { $0 + ($1.count ?? 0) } == rows)
            #expect(status.bytes == (try one.bytes()["store.sqlite"]?.count))
            #expect(status.log.isEmpty && status.format == 3)
            #expect(try dump(one) == dump(seeded(schema, rows: rows, seed: 5)))
            if rows > 2 { #expect(try dump(one) != dump(seeded(schema, rows: rows, seed: 6))) }
        }
    }

    @Test("a relationship that is its own inverse has both directions")
    func selfInverses() throws {
        let trial: Trial = try seeded(Self.everything, rows: 301, seed: 3)
        #expect(
            try trial.rows(
                "SELECT count(*) FROM A_friends AS one WHERE NOT EXISTS (SELECT 1 FROM A_friends WHERE source = one.target AND target = one.source)"
            ) == ["0"]
        )
        #expect(try trial.rows("SELECT count(*) > 100 FROM A_friends") == ["1"])
        #expect(
            try trial.rows(
                "SELECT count(*) FROM A AS one WHERE spouse IS NOT NULL AND (SELECT spouse FROM A WHERE _id = one.spouse) IS NOT one._id"
            ) == ["0"]
        )
    }

    @Test("a seeded store of each version migrates to the newest", arguments: 0..<4)
    func migrates(from first: Int) throws {
        let schemas: [Schema] = Array(TripsHistory.schemas[first...])
        let planner: Planner = Trial.planner(TripsHistory.schemas, accept: TripsHistory.accept)
        let folder = try TemporaryFolder()
        let url: URL = folder["trips.sqlite"]
        try Seeder(rows: 200, seed: 9).seed(
            url,
            holding: StoreState(version: Schema.Version(first + 1), schema: schemas[0])
        )
        let count: Int? = try StoreStatus(of: url).rows.first { $0.entity == "Trip" }?.count
        let migrator = Migrator(planner: planner, now: { Date(timeIntervalSinceReferenceDate: 0) })
        try migrator.migrate(url)
        #expect(try Verifier.verify(url).isSound)
        let status = try StoreStatus(of: url)
        #expect(status.description.state.version == Schema.Version(4))
        #expect(status.rows.first { $0.entity == "Trip" }?.count == count)
        #expect(status.log.map(\.finishedAt) == (first == 3 ? [] : ["2001-01-01T00:00:00Z"]))
        #expect(status.log.map(\.from) == (first == 3 ? [] : ["\(first + 1)"]))
    }
}
