public import ApusSchema

extension StoredValue {
    /// The value in quotes for a message, cut off where it is long, without characters that steer a terminal.
    public var shown: String { shortened }
}
