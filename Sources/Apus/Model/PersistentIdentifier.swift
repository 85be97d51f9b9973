public import Foundation

/// The identifier of an object in its store.
///
/// An unsaved object has a unique temporary identifier. Saving replaces it with the permanent one, which the store
/// never uses again, not even after the object is deleted.
///
/// An app may keep a permanent identifier, for example as JSON, over migrations that rename its entity: contexts and fetches find the
/// object by the older name, too, unless another entity has that name now or had it in another version. Two identifiers are only
/// equal if they have the same name: compare with the object's ``ModelObject/persistentModelID`` after finding it.
public struct PersistentIdentifier: Hashable, Codable, Sendable {
    /// The part that distinguishes the objects of an entity.
    public enum Key: Hashable, Codable, Sendable {
        /// The row's identity in the store.
        case row(Int64)
        /// A key that is valid until the object is saved.
        case temporary(UUID)
    }

    /// The name of the object's entity.
    public let entityName: String

    /// The key of the object within its entity.
    public let key: Key

    /// Creates the permanent identifier of a row.
    public init(entityName: String, row: Int64) {
        self.init(entityName: entityName, key: .row(row))
    }

    init(entityName: String, key: Key) {
        self.entityName = entityName
        self.key = key
    }
}

extension PersistentIdentifier: CustomStringConvertible {
    /// The identifier in messages: `Trip 5`, `new Trip`.
    public var description: String {
        switch key {
        case .row(let row): "\(entityName) \(row)"
        case .temporary: "new \(entityName)"
        }
    }
}

extension PersistentIdentifier: Comparable {
    /// Orders by entity, then by row; unsaved objects come last.
    public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
        guard lhs.entityName == rhs.entityName else { return lhs.entityName < rhs.entityName }
        switch (lhs.key, rhs.key) {
        case (.row(let left), .row(let right)): return left < right
        case (.row, .temporary): return true
        case (.temporary, .row): return false
        case (.temporary(let left), .temporary(let right)): return left.uuidString < right.uuidString
        }
    }
}
