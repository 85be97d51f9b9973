import Observation

/// A value that only one thread uses, although the closure is sendable.
final class Box<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
}

/// Calls a closure once, before the first change of the properties that another one reads.
func beforeChange(of read: () -> Void, _ respond: @escaping () -> Void) {
    let response: Box<(() -> Void)?> = Box(respond)
    withObservationTracking(read) {
        // Tracking ends after the call, so a response that changes the property would be called again.
        let respond = response.value
        response.value = nil
        respond?()
    }
}
