import ApusMigration
import Foundation

extension StoreCoordinator {
    /// The table of an identifier's entity, by the name that the entity has or had in an older version; `nil` if this model does
    /// not have the entity.
    func table(of identifier: PersistentIdentifier) -> EntityTable? {
        table(named: identifier.entityName) ?? formerNames[identifier.entityName, of: plan].flatMap(table(named:))
    }

    /// The identifier with the name that its entity has now.
    func current(_ identifier: PersistentIdentifier) -> PersistentIdentifier {
        guard let name = table(of: identifier)?.entity.name else { return identifier }
        return PersistentIdentifier(entityName: name, key: identifier.key)
    }
}

/// What the entities of older versions are called now.
final class FormerNames: @unchecked Sendable {
    private let lock = NSLock()
    private var known: [String: String]?

    /// The current name of an entity. The first look-up reads all versions of the model, so it is for names that no entity has.
    subscript(name: String, of plan: any SchemaMigrationPlan.Type) -> String? {
        lock.withLock {
            // If a version cannot be read, its names mean nothing.
            let names = known ?? (try? plan.planner().currentNames()) ?? [:]
            known = names
            return names[name]
        }
    }
}
