import ApusSchema

/// The rows of a store, as they were read: looked at without any part of what made them.
struct SeededRows {
    /// The objects of each kind, by identity.
    var objects: [String: [Int64: [Field: StoredValue]]] = [:]

    /// The pairs of each relationship that holds some.
    var pairs: [ElementPath: [[Field: StoredValue]]] = [:]
}
