public import Foundation

/// The name of an object in its store.
///
/// An object that was never saved has a temporary identifier, which no other object has; saving gives it its permanent
/// one, which is never used again in the store, not even after the object was deleted.
public struct PersistentIdentifier: Hashable, Codable, Sendable {
    /// What tells the objects of an entity apart.
    public enum Key: Hashable, Codable, Sendable {
        /// The row's identity in the store.
        case row(Int64)
        /// A key that holds until the object is saved.
        case temporary(UUID)
    }

    /// The object's entity.
    public let entityName: String

    /// The object among those of its entity.
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
    /// The identifier in words: `Trip 5`, `new Trip`.
    public var description: String {
        switch key {
        case .row(let row): "\(entityName) \(row)"
        case .temporary: "new \(entityName)"
        }
    }
}

extension PersistentIdentifier: Comparable {
    /// Orders by entity, then row; what was never saved comes last.
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
