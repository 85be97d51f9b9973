/// Stores keep a history of changes from now on, or no longer do.
package struct HistoryChanged: Difference {
    /// Whether they keep one in the newer schema.
    package let keepsHistory: Bool

    /// Creates the difference.
    package init(keepsHistory: Bool) { self.keepsHistory = keepsHistory }

    /// The stable code.
    package static let code = "AP119"
}
