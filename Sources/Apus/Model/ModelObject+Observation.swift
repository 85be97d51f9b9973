public import Observation

/// Observers (`withObservationTracking`, `Observations`, SwiftUI's views) are notified of changes per property. An
/// object gets a registrar when a property is first read while tracking; most objects never need one.
extension ModelObject: Observable {}

extension ModelObject {
    /// Registers the read of a property with the active tracker, if there is one.
    final func noteRead(_ position: Int) {
        if !accessFlags.contains(.observed) {
            guard let registrar = ObservationProbe.registrarIfTracking else { return }
            extras.observation = registrar
            accessFlags.insert(.observed)
        }
        extras.observation?.access(self, keyPath: ObservedProperty.keyPath(position))
    }

    /// Notifies observers that a property is about to change. They may respond with anything, so no part of the change
    /// may have been made.
    @usableFromInline
    final func willChange(_ position: Int) {
        guard accessFlags.contains(.observed) else { return }
        extras.observation?.willSet(self, keyPath: ObservedProperty.keyPath(position))
    }

    /// Notifies observers that a property has changed.
    @usableFromInline
    final func didChange(_ position: Int) {
        guard accessFlags.contains(.observed) else { return }
        extras.observation?.didSet(self, keyPath: ObservedProperty.keyPath(position))
    }

    /// Changes a property, and notifies observers before and after.
    final func changing(_ position: Int, _ change: () -> Void) {
        willChange(position)
        change()
        didChange(position)
    }

    /// Sets whether reads are tracked; an object that is already observed stays so.
    final func setObservable(_ isObservable: Bool) {
        if isObservable { accessFlags.insert(.observable) } else { accessFlags.remove(.observable) }
    }
}

extension [ModelObject] {
    /// Changes several objects at once, and notifies the observers of each before and after.
    ///
    /// - Parameters:
    ///   - positions: The properties that may change, by entity.
    ///   - change: The closure that changes the objects.
    func changing(_ positions: (EntityDescription) -> some Sequence<Int>, _ change: () -> Void) {
        let observed: [ModelObject] = filter { $0.accessFlags.contains(.observed) }
        for object in observed { for position in positions(object.entity) { object.willChange(position) } }
        change()
        for object in observed { for position in positions(object.entity) { object.didChange(position) } }
    }
}

/// The key paths by which registrars identify properties. Only objects and their registrars see them, so all classes
/// share them.
private enum ObservedProperty {
    // Safe to share: a key path with an integer is sendable.
    nonisolated(unsafe) private static let cached: [KeyPath<ModelObject, Void>] = (0..<128).map { makeKeyPath($0) }

    static func keyPath(_ position: Int) -> KeyPath<ModelObject, Void> {
        position < cached.count ? cached[position] : makeKeyPath(position)
    }

    private static func makeKeyPath(_ position: Int) -> KeyPath<ModelObject, Void> {
        \ModelObject.[observed: position]
    }
}

extension ModelObject {
    fileprivate subscript(observed position: Int) -> Void { () }
}
