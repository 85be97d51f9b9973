import ApusMigration
import ApusSchema
import Foundation
import GRDB

@testable import ApusStore

/// Migrations that together use every way to create tables, each with a small store.
enum FaultMigration: String, CaseIterable, Codable, Sendable {
    /// Tables are kept: renamed, with added and removed columns, other types, and renamed entities.
    case inPlace
    /// Tables are rebuilt, created and dropped; R-trees and derived attributes are computed again.
    case rebuilt
    /// Values move from external files into rows.
    case files

    /// The version of a store before and after.
    static let versions: (old: String, new: String) = ("1", "2")

    /// A migrator whose results are reproducible.
    var migrator: Migrator {
        let entries: [History.Entry] = schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
        let mapping = Mapping(
            from: Schema.Version(1),
            to: Schema.Version(2),
            accepted.compactMap { ElementPath(parsing: $0) }.map { Mapping.Line.accept($0) }
        )
        return Migrator(
            planner: Planner(history: History(model: "Notes", entries: entries), mappings: [mapping]),
            now: { Date(timeIntervalSinceReferenceDate: 5.25) },
            seed: { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
        )
    }

    /// The older schema and the newer one.
    var schemas: [Schema] {
        [false, true].map { isNewer in
            let entities: [Entity] =
                switch self {
                case .inPlace: Self.inPlace(isNewer)
                case .rebuilt: Self.rebuilt(isNewer)
                case .files: Self.files(isNewer)
                }
            return Schema(model: "Notes", entities: entities)
        }
    }

    private var accepted: [String] {
        switch self {
        case .inPlace: ["Tag.old"]
        case .rebuilt: ["Gone"]
        case .files: []
        }
    }

    /// Fills a store of the older schema; each table takes several pages.
    ///
    /// - Parameters:
    ///   - db: A connection to the store.
    ///   - files: The folder of external files.
    /// - Returns: The names of the files that the newer version does not need.
    /// - Throws: `DatabaseError`, or an error of the file system.
    func fill(_ db: Database, _ files: ExternalFiles) throws -> [String] {
        switch self {
        case .inPlace:
            try db.execute(
                sql: """
                    \(Self.numbers) INSERT INTO Note (text, size) SELECT 'text ' || i || \(Self.padding), i FROM n;
                    \(Self.numbers) INSERT INTO Tag (name, rank, use, old)
                        SELECT 'tag ' || i, iif(i % 3, NULL, i), i, 'old ' || \(Self.padding) FROM n;
                    \(Self.numbers) INSERT INTO Place (x, y) SELECT i, -i FROM n;
                    \(Self.numbers) INSERT INTO Animal (_entity, name, "Dog.tricks")
                        SELECT iif(i % 2, 'Dog', 'Animal'), 'a' || i || \(Self.padding), iif(i % 2, i, NULL) FROM n;
                    CREATE INDEX mine ON Note (size) WHERE size > 3;
                    CREATE VIEW small AS SELECT text FROM Note WHERE size < 10;
                    ANALYZE;
                    """
            )
        case .rebuilt:
            try db.execute(
                sql: """
                    \(Self.numbers) INSERT INTO Note (text, size)
                        SELECT iif(i % 7, 'text ' || i || \(Self.padding), NULL), i FROM n;
                    \(Self.numbers) INSERT INTO Place (x, y) SELECT i, -i FROM n;
                    \(Self.numbers) INSERT INTO Team (code) SELECT 'team ' || i || \(Self.padding) FROM n;
                    \(Self.numbers) INSERT INTO Member (age, team) SELECT i, i % 9 + 1 FROM n;
                    \(Self.numbers) INSERT INTO Gone (name) SELECT 'gone ' || i || \(Self.padding) FROM n;
                    CREATE INDEX mine ON Note (text, size);
                    """
            )
        case .files:
            var gone: [String] = []
            for number in 0..<3 {
                let (photo, scan) = (Data("photo \(number)".utf8), Data("scan \(number)".utf8))
                gone.append(try files.write(photo))
                try db.execute(
                    sql: "INSERT INTO Picture (photo, scan, name) VALUES (?, ?, ?)",
                    arguments: [gone[number], try files.write(scan), "in files"]
                )
            }
            try db.execute(
                sql: """
                    \(Self.numbers) INSERT INTO Picture (photo, name) SELECT zeroblob(200), 'near ' || i FROM n
                    """
            )
            return gone
        }
        return []
    }

    private static let numbers: String =
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)"

    private static let padding: String = "substr(hex(zeroblob(150)), 1, i * 5)"

    private static func inPlace(_ isNewer: Bool) -> [Entity] {
        var place = Entity("Place", attributes: [Attribute("x", .double), Attribute("y", .double)])
        place.indexes = [map]
        return [
            Entity(
                "Note",
                attributes: isNewer
                    ? [
                        Attribute("title", .string, isOptional: true, originalName: "text"), Attribute("size", .int16),
                        Attribute("more", .bool, default: .bool(true)),
                    ] : [Attribute("text", .string, isOptional: true), Attribute("size", .int16)]
            ),
            Entity(
                "Tag",
                attributes: isNewer
                    ? [
                        Attribute("name", .string), Attribute("rank", .int16, default: .int(1)),
                        Attribute("use", .double),
                    ]
                    : [
                        Attribute("name", .string), Attribute("rank", .int16, isOptional: true),
                        Attribute("use", .int16), Attribute("old", .string, isOptional: true),
                    ]
            ),
            place,
            Entity("Animal", attributes: [Attribute("name", .string)]),
            Entity(
                isNewer ? "Hound" : "Dog",
                originalName: isNewer ? "Dog" : nil,
                parent: "Animal",
                attributes: [Attribute("tricks", .int32)]
            ),
        ]
    }

    private static func rebuilt(_ isNewer: Bool) -> [Entity] {
        let coordinate: AttributeType = isNewer ? .double : .int32
        var place = Entity("Place", attributes: [Attribute("x", coordinate), Attribute("y", coordinate)])
        place.indexes = [map]
        var count = Attribute("count", .int64, isOptional: true)
        count.derivation = Derivation("members.@count")
        var loud = Attribute("loud", .string, isOptional: true)
        loud.derivation = Derivation("uppercase:(code)")
        return [
            Entity(
                "Note",
                attributes: isNewer
                    ? [Attribute("text", .string, default: .string("?")), Attribute("size", .decimal)]
                    : [Attribute("text", .string, isOptional: true), Attribute("size", .int16)]
            ),
            place,
            Entity(
                "Team",
                attributes: [Attribute("code", .string), loud] + (isNewer ? [count] : []),
                relationships: [.toMany("members", "Member", inverse: isNewer ? "teams" : "team")]
            ),
            Entity(
                "Member",
                attributes: [Attribute("age", .int16)],
                relationships: [
                    isNewer
                        ? .toMany("teams", "Team", inverse: "members", originalName: "team")
                        : .toOne("team", "Team", isOptional: true, inverse: "members")
                ]
            ),
            isNewer
                ? Entity("Fresh", attributes: [Attribute("name", .string)])
                : Entity("Gone", attributes: [Attribute("name", .string)]),
        ]
    }

    private static func files(_ isNewer: Bool) -> [Entity] {
        var photo = Attribute("photo", .data, isOptional: true)
        photo.usesExternalStorage = !isNewer
        var scan = Attribute(isNewer ? "copy" : "scan", .data, isOptional: true, originalName: isNewer ? "scan" : nil)
        scan.usesExternalStorage = true
        return [Entity("Picture", attributes: [photo, scan, Attribute("name", .string)])]
    }

    private static let map = Entity.Index("map", [.init(.property(["x"])), .init(.property(["y"]))], kind: .rtree)
}
