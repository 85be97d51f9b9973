import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation

@testable import ApusStore

/// The third oracle of the law: it carries a stage out object after object, on worlds without tables.
///
/// It shares no code with the planner or the executor: only the model's values, where they are stored, and what comes
/// from outside.
enum NaiveInterpreter {
    /// The seed and the moment of all migrations of the law.
    static let values = GeneratedValues(seed: seed, moment: moment, files: ExternalFiles(ofStoreAt: ""))
    static let seed = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    static let moment = Date(timeIntervalSinceReferenceDate: 800_000_000.25)

    /// What those migrations take from outside.
    static let sources = MigrationSources(
        uuid: { key, identity in values.uuid(key: key, identity: identity) },
        now: moment.timeIntervalSinceReferenceDate
    )

    /// A store's content after one stage.
    ///
    /// - Throws: `StageRefused` where the stage is refused for every store, `MigrationStopped` where this content stops it.
    static func migrate(_ dump: Dump, from older: Schema, to newer: Schema, _ mapping: Mapping) throws -> Dump {
        let (before, after) = (Reading(older), Reading(newer))
        let migration = NaiveMigration(before, after, mapping)
        return Dump(try migration.migrate(World(dump, of: before), sources), of: newer)
    }

    /// The same with nothing but accepted losses.
    static func migrate(_ dump: Dump, from older: Schema, to newer: Schema, accepting paths: [ElementPath] = []) throws
        -> Dump
    {
        try migrate(dump, from: older, to: newer, .accepting(paths))
    }

    /// A store's content after the stages between two versions of a history.
    static func migrate(_ dump: Dump, through history: GeneratedHistory, from: Int, to: Int) throws -> Dump {
        var result: Dump = dump
        for stage in history.stages[from..<to] {
            result = try migrate(result, from: stage.older, to: stage.newer, stage.mapping)
        }
        return result
    }
}

extension Mapping {
    /// A mapping of the first stage that accepts losses.
    static func accepting(_ paths: [ElementPath]) -> Mapping {
        Mapping(
            from: Schema.Version(1),
            to: Schema.Version(2),
            paths.map { Mapping.Line.accept($0) }
        )
    }
}
