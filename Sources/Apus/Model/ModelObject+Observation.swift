public import Observation

/// Observers hear of changes property by property: `withObservationTracking`, `Observations`, SwiftUI's views. An object
/// has a registrar from the moment on when somebody who tracks reads one of its properties; most objects never do.
extension ModelObject: Observable {}

extension ModelObject {
    /// Tells somebody who tracks, if there is one, that a property was read.
    final func noteRead(_ position: Int) {
        if !obstacles.contains(.observed) {
            guard let registrar = ObservationProbe.registrarIfTracking else { return }
            extras.observation = registrar
            obstacles.insert(.observed)
        }
        extras.observation?.access(self, keyPath: ObservedProperty.keyPath(position))
    }

    /// Tells observers that a property is about to change. They may do anything in answer, so nothing of the change may
    /// be done yet.
    @usableFromInline
    final func willChange(_ position: Int) {
        guard obstacles.contains(.observed) else { return }
        extras.observation?.willSet(self, keyPath: ObservedProperty.keyPath(position))
    }

    /// Tells observers that a property has changed.
    @usableFromInline
    final func didChange(_ position: Int) {
        guard obstacles.contains(.observed) else { return }
        extras.observation?.didSet(self, keyPath: ObservedProperty.keyPath(position))
    }

    /// Changes a property between telling observers that it will change and that it did.
    final func changing(_ position: Int, _ change: () -> Void) {
        willChange(position)
        change()
        didChange(position)
    }

    /// Observers hear of reads from now on, or only where somebody observes the object already.
    final func setObservable(_ isObservable: Bool) {
        if isObservable { obstacles.insert(.observable) } else { obstacles.remove(.observable) }
    }
}

extension [ModelObject] {
    /// Changes many objects at once between telling the observers of each that properties will change and that they did.
    ///
    /// - Parameters:
    ///   - positions: The properties that may change, by entity.
    ///   - change: What changes them.
    func changing(_ positions: (EntityDescription) -> some Sequence<Int>, _ change: () -> Void) {
        let observed: [ModelObject] = filter { $0.obstacles.contains(.observed) }
        for object in observed { for position in positions(object.entity) { object.willChange(position) } }
        change()
        for object in observed { for position in positions(object.entity) { object.didChange(position) } }
    }
}

/// A property as a registrar knows it. Only objects and their registrars see these key paths, so that one serves all
/// classes.
private enum ObservedProperty {
    // Key paths that hold a number may go anywhere.
    nonisolated(unsafe) private static let usual: [KeyPath<ModelObject, Void>] = (0..<128).map { made($0) }

    static func keyPath(_ position: Int) -> KeyPath<ModelObject, Void> {
        position < usual.count ? usual[position] : made(position)
    }

    private static func made(_ position: Int) -> KeyPath<ModelObject, Void> {
        \ModelObject.[observed: position]
    }
}

extension ModelObject {
    fileprivate subscript(observed position: Int) -> Void { () }
}
