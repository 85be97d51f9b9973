package import ApusSchema

extension Generator {
    /// What a project chooses.
    package struct Options: Hashable, Sendable {
        /// Who can use the classes.
        package var access: AccessLevel

        /// The modules of the user's own types that attributes have.
        package var imports: [String]

        /// The frozen versions that have classes of their own.
        package var versions: VersionSelection

        /// Creates choices.
        package init(access: AccessLevel = .internal, imports: [String] = [], versions: VersionSelection = .some([])) {
            self.access = access
            self.imports = imports
            self.versions = versions
        }
    }
}
