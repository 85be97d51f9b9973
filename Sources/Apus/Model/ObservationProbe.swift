import Foundation
import Observation

/// Finds out whether somebody tracks what is read just now (`withObservationTracking`), which the library of observation
/// does not tell: it only takes note of a key path then, and asks its hash for that.
///
/// A registrar that nobody's property belongs to is told that a property was read whose key path notices it.
enum ObservationProbe {
    /// Whether somebody tracks, or nobody can tell.
    static var isTracking: Bool { !canTell || wasAsked() }

    /// Whether the way to find out works with the library that is there.
    private static let canTell: Bool = {
        var isNoticed: Bool = false
        withObservationTracking {
            isNoticed = wasAsked()
        } onChange: {
        }
        return isNoticed
    }()

    private static func wasAsked() -> Bool {
        Subject.shared.registrar.access(Subject.shared, keyPath: Subject.property)
        guard pthread_getspecific(Notice.key) != nil else { return false }
        pthread_setspecific(Notice.key, nil)
        return true
    }
}

/// What is asked for as if it were observed.
private final class Subject: Observable, Sendable {
    static let shared = Subject()
    static let property: any KeyPath<Subject, Void> & Sendable = \Subject.[Notice()]

    let registrar = ObservationRegistrar()

    subscript(notice: Notice) -> Void { () }
}

/// Remembers in its thread that its hash was asked for.
private struct Notice: Hashable, Sendable {
    static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    func hash(into hasher: inout Hasher) { pthread_setspecific(Self.key, UnsafeRawPointer(bitPattern: 1)) }
}
