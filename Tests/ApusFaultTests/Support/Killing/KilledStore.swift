import ApusMigration
import ApusSchema
import Foundation

@testable import ApusStore

/// A larger store, which takes a while to migrate, and the states that readers may see.
enum KilledStore {
    static let rows: Int = 4000

    private static let schemas: [Schema] = [
        Schema(
            model: "Notes",
            entities: [
                Entity("Note", attributes: [Attribute("text", .string, isOptional: true), Attribute("size", .int16)])
            ]
        ),
        Schema(
            model: "Notes",
            entities: [
                Entity(
                    "Note",
                    attributes: [
                        Attribute("text", .string, default: .string("?")), Attribute("size", .decimal),
                        Attribute("more", .bool, default: .bool(true)),
                    ]
                ),
                Entity("Tag", attributes: [Attribute("name", .string)]),
            ]
        ),
    ]

    static let migrator = Migrator(
        planner: Planner(
            history: History(
                model: "Notes",
                entries: schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
            ),
            mappings: []
        )
    )

    /// The older version.
    static let old = StoreState(version: Schema.Version(1), schema: schemas[0])

    /// The content; because of the small cache, pages are written long before the commit.
    static func fill(_ journal: String) -> String {
        """
        PRAGMA default_cache_size = 40;
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
        INSERT INTO Note (text, size) SELECT CASE WHEN i % 7 THEN 'text ' || i END, i % 30000 FROM n;
        CREATE INDEX mine ON Note (text, size);
        PRAGMA journal_mode = \(journal);
        """
    }

    /// The statement whose one row summarizes the content of a version, by the version in the store.
    static func digest(of version: String) -> String {
        """
        SELECT printf('%d %d %.1f %d %d %s %d %s',
            count(*), count(text), total(size), sum(length(text)), count(DISTINCT text), min(typeof(size)),
            (SELECT generation FROM apus_model),
            (SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema ORDER BY name))
        ) \(version == "1" ? "" : "|| ' ' || sum(more) || ' ' || (SELECT count(*) FROM Tag)") FROM Note
        """
    }
}
