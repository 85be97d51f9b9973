package import ApusSchema

extension Generator {
    /// The options of a project.
    package struct Options: Hashable, Sendable {
        /// The access of the classes.
        package var access: AccessLevel

        /// The modules of attributes' types that are the user's own.
        package var imports: [String]

        /// The frozen versions that get classes of their own.
        package var versions: VersionSelection

        /// Creates options.
        package init(access: AccessLevel = .internal, imports: [String] = [], versions: VersionSelection = .some([])) {
            self.access = access
            self.imports = imports
            self.versions = versions
        }
    }
}
