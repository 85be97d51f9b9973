/// Who can use a generated class.
public enum AccessLevel: String, CaseIterable, Hashable, Sendable {
    /// The module that it is in.
    case `internal`
    /// The modules of the same package.
    case package
    /// Every module.
    case `public`
}
