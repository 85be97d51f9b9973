import Apus
import ApusMigration
import ApusSchema
import ApusStore
import Foundation

/// The ways to compute a value of each object, from the fastest one to those that have whole objects.
enum CodeWay: String, CaseIterable {
    case expression, function, closure, policy

    var title: String {
        switch self {
        case .expression: "an expression of the mapping"
        case .function: "a function in Swift"
        case .closure: "a stage in Swift, `forEach`"
        case .policy: "a stage in Swift, a policy"
        }
    }

    /// What migrates a store of the first version.
    func migrator() throws -> Migrator {
        var planner = try PeopleSchema.planner()
        switch self {
        case .closure, .policy: break
        case .expression: planner = replacing(planner, [value("$source.given + ' ' + $source.family")])
        case .function:
            planner = replacing(
                planner,
                [.function(Self.join.declaration), value("join($source.given, $source.family)")]
            )
        }
        var migrator = Migrator(planner: planner, target: .head)
        migrator.code = MigrationCode(functions: [Self.join], stages: [self == .policy ? Self.policyStage : Self.stage])
        return migrator
    }

    private func value(_ text: String) -> Mapping.Line { .value(ElementPath("Person", "name"), text) }

    private func replacing(_ planner: Planner, _ lines: [Mapping.Line]) -> Planner {
        let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)
        return Planner(history: planner.history, mappings: [mapping])
    }

    private static let join = MigrationFunction("join", version: 1) { (given: String, family: String) in
        given + " " + family
    }

    private static let stage = MigrationStage.custom(
        "PeopleStages.name",
        fromVersion: PeopleV1.self,
        toVersion: PeopleV2.self,
        didMigrate: { contexts in
            try contexts.forEach(PeopleV1.Person.self, becoming: PeopleV2.Person.self) { old, new in
                new.name = old.given + " " + old.family
            }
        }
    )

    private static let policyStage = MigrationStage.custom(
        "PeopleStages.name",
        fromVersion: PeopleV1.self,
        toVersion: PeopleV2.self,
        policies: [NamePolicy.self]
    )

    /// What an expert writes for SQLite's shell.
    static let sql = """
        PRAGMA foreign_keys=OFF;
        BEGIN IMMEDIATE;
        ALTER TABLE Person ADD COLUMN name TEXT;
        UPDATE Person SET name = given || ' ' || family;
        COMMIT;
        """

    /// What all have to agree on, as a query.
    static let content = "SELECT count(*), total(_id * length(name)), max(name) FROM Person"
}

struct NamePolicy: EntityMigrationPolicy {
    func createDestinationInstances(for source: PeopleV1.Person, in migration: MigrationContexts) throws {
        for person in try migration.destinationInstances(of: Self.self, for: [source]) {
            person.name = source.given + " " + source.family
        }
    }

    func createRelationships(for destination: PeopleV2.Person, in migration: MigrationContexts) throws {}
}
