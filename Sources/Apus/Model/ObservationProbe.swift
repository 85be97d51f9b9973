import Foundation
import Observation

/// Finds out whether somebody tracks what is read just now (`withObservationTracking`), which the library of observation
/// does not tell: it only takes note of a key path then, and asks its hash for that.
///
/// A registrar is told that a property was read whose key path notices it.
enum ObservationProbe {
    /// A registrar for an object that somebody tracks just now, or of which nobody can tell; `nil` where nobody does.
    ///
    /// It is the one that was told of the read: what the tracker keeps of that goes when the object does.
    static var registrarIfTracking: ObservationRegistrar? {
        let spare: Spare = .ofThread
        guard wasAsked(by: spare.registrar) || !canTell else { return nil }
        defer { spare.registrar = ObservationRegistrar() }
        return spare.registrar
    }

    /// Whether the way to find out works with the library that is there.
    private static let canTell: Bool = {
        var isNoticed: Bool = false
        withObservationTracking {
            isNoticed = wasAsked(by: ObservationRegistrar())
        } onChange: {
        }
        return isNoticed
    }()

    private static func wasAsked(by registrar: ObservationRegistrar) -> Bool {
        // The library hashes key paths at other times as well.
        pthread_setspecific(Notice.key, nil)
        registrar.access(Subject.shared, keyPath: Subject.property)
        return pthread_getspecific(Notice.key) != nil
    }
}

/// A registrar that belongs to no object yet, one for each thread.
private final class Spare {
    var registrar = ObservationRegistrar()

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { spare in
            let spare: UnsafeMutableRawPointer? = spare
            if let spare { Unmanaged<Spare>.fromOpaque(spare).release() }
        }
        return key
    }()

    static var ofThread: Spare {
        if let known = pthread_getspecific(key) { return Unmanaged<Spare>.fromOpaque(known).takeUnretainedValue() }
        let spare = Spare()
        pthread_setspecific(key, Unmanaged.passRetained(spare).toOpaque())
        return spare
    }
}

/// What is asked for as if it were observed.
private final class Subject: Observable, Sendable {
    static let shared = Subject()
    static let property: any KeyPath<Subject, Void> & Sendable = \Subject.[Notice()]

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
