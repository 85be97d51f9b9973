public import ApusSchema

extension Generator {
    /// What a project chooses.
    public struct Options: Hashable, Sendable {
        /// Who can use the classes.
        public var access: AccessLevel

        /// The modules of the user's own types that attributes have.
        public var imports: [String]

        /// The frozen versions that have classes of their own.
        public var versions: VersionSelection

        /// Creates choices.
        public init(access: AccessLevel = .internal, imports: [String] = [], versions: VersionSelection = .some([])) {
            self.access = access
            self.imports = imports
            self.versions = versions
        }
    }
}
