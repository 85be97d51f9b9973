import ApusSchema

extension AccessLevel {
    /// The modifier of a declaration or an import, with a space after it.
    var modifier: String {
        switch self {
        case .internal: ""
        case .package: "package "
        case .public: "public "
        }
    }
}
