public import ApusSchema

extension ScalarType {
    /// Whether every value of this type is a value of the other one, so that a change to it loses nothing.
    ///
    /// A 64-bit integer is not widened to `double`, nor a 32-bit one to `float`: they would round.
    public func widens(to other: ScalarType) -> Bool {
        switch (self, other) {
        case (.int16, .int32), (.int16, .int64), (.int16, .decimal), (.int16, .double), (.int16, .float): true
        case (.int32, .int64), (.int32, .decimal), (.int32, .double): true
        case (.int64, .decimal): true
        case (.float, .double): true
        default: false
        }
    }
}

extension AttributeType {
    /// Whether every value of this type is a value of the other one, so that a change to it loses nothing.
    public func widens(to other: AttributeType) -> Bool {
        guard let before = scalar, let after = other.scalar else { return false }
        return before.widens(to: after)
    }
}

extension Value {
    /// The value as a column of a type to which its own widens holds it.
    func stored(widenedTo type: AttributeType) -> StoredValue {
        type.scalar.map { stored.widened(to: $0) } ?? stored
    }
}
