import Foundation
import Observation

/// Detects whether `withObservationTracking` is active on this thread. The Observation library has no API for that, but
/// while tracking it hashes the key path of each property that is read.
///
/// The probe reports the read of a property whose key path records that its hash was computed.
enum ObservationProbe {
    /// A registrar for an object that is being tracked, or whose tracking cannot be detected; `nil` if it is not
    /// tracked.
    ///
    /// It is the registrar that the probe reported the read to, so that the tracker's entry ends with the object.
    static var registrarIfTracking: ObservationRegistrar? {
        let spare: Spare = .ofThread
        guard wasAsked(by: spare.registrar) || !canTell else { return nil }
        defer { spare.registrar = ObservationRegistrar() }
        return spare.registrar
    }

    /// Whether the probe works with the installed version of the library.
    private static let canTell: Bool = {
        var isNoticed = false
        withObservationTracking {
            isNoticed = wasAsked(by: ObservationRegistrar())
        } onChange: {
        }
        return isNoticed
    }()

    private static func wasAsked(by registrar: ObservationRegistrar) -> Bool {
        // Reset first: the library hashes key paths at other times as well.
        pthread_setspecific(Notice.key, nil)
        registrar.access(Subject.shared, keyPath: Subject.property)
        return pthread_getspecific(Notice.key) != nil
    }
}

/// A registrar that belongs to no object yet, one per thread.
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

/// The object whose read is reported.
private final class Subject: Observable, Sendable {
    static let shared = Subject()
    static let property: any KeyPath<Subject, Void> & Sendable = \Subject.[Notice()]

    subscript(notice: Notice) -> Void { () }
}

/// A subscript argument that records, per thread, that its hash was computed.
private struct Notice: Hashable, Sendable {
    static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    func hash(into hasher: inout Hasher) { pthread_setspecific(Self.key, UnsafeRawPointer(bitPattern: 1)) }
}
