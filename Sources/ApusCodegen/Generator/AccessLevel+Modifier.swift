import ApusSchema

extension AccessLevel {
    /// What stands before a declaration or an import.
    var modifier: String {
        switch self {
        case .internal: ""
        case .package: "package "
        case .public: "public "
        }
    }
}
