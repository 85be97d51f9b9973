/// Who can use the generated classes.
public enum AccessLevel: String, CaseIterable, Hashable, Sendable {
    /// The module that they are in.
    case `internal`
    /// Every module of the package.
    case package
    /// Every module.
    case `public`

    /// What stands before a declaration or an import.
    var modifier: String {
        switch self {
        case .internal: ""
        case .package: "package "
        case .public: "public "
        }
    }
}
