/// The access of a generated class.
public enum AccessLevel: String, CaseIterable, Hashable, Sendable {
    /// Accessible in its module.
    case `internal`
    /// Accessible in its package.
    case package
    /// Accessible everywhere.
    case `public`
}
