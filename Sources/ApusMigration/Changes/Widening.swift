public import ApusSchema

extension AttributeType {
    /// Whether every value of this type is a value of the other one, so that a change to it loses nothing.
    ///
    /// A 64-bit integer is not widened to `double`, nor a 32-bit one to `float`: they would round.
    public func widens(to other: AttributeType) -> Bool {
        switch (self, other) {
        case (.int16, .int32), (.int16, .int64), (.int16, .decimal), (.int16, .double), (.int16, .float): true
        case (.int32, .int64), (.int32, .decimal), (.int32, .double): true
        case (.int64, .decimal): true
        case (.float, .double): true
        default: false
        }
    }
}
