extension Value {
    /// Returns whether a number or a date is less than another one; `nil` if the two cannot be compared.
    public func isBelow(_ other: Value) -> Bool? {
        switch (self, other) {
        case (.int(let one), .int(let two)): one < two
        case (.double(let one), .double(let two)), (.date(let one), .date(let two)): one < two
        case (.decimal(let one), .decimal(let two)): one < two
        default: nil
        }
    }
}
