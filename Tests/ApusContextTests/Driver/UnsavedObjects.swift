import Apus
import Foundation

/// The new objects of a context, as far as notifications tell.
final class UnsavedObjects: @unchecked Sendable {
    private(set) var identifiers: Set<PersistentIdentifier> = []
    private var tokens: [any NSObjectProtocol] = []

    init(of context: ModelContext) {
        let center = NotificationCenter.default
        tokens = [
            center.addObserver(forName: ModelContext.objectsDidChange, object: context, queue: nil) { [weak self] in
                self?.take($0)
            },
            center.addObserver(forName: ModelContext.didSave, object: context, queue: nil) { [weak self] in
                // A batch saves none of them.
                let rest = ($0.object as? ModelContext)?.insertedModelsArray.map(\.persistentModelID)
                self?.identifiers.formIntersection(rest ?? [])
            },
        ]
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    private func take(_ notification: Notification) {
        func list(_ key: ModelContext.NotificationKey) -> [PersistentIdentifier] {
            notification.userInfo?[key.rawValue] as? [PersistentIdentifier] ?? []
        }
        identifiers.formUnion(list(.insertedIdentifiers).filter(Self.isTemporary))
        identifiers.subtract(list(.deletedIdentifiers) + list(.invalidatedIdentifiers))
    }

    /// Whether an object was not saved when it had this identifier.
    static func isTemporary(_ identifier: PersistentIdentifier) -> Bool {
        if case .row = identifier.key { false } else { true }
    }
}
