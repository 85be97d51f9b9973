public import ApusDiagnostics
public import ApusSchema

/// What a person wrote about a stage: the losses that it may bring.
///
/// Read from `Migrations/<Model>/<from>-<to>.yaml`, or `<from>-head.yaml` for the stage that is not released yet.
public struct Mapping: Hashable, Sendable {
    /// The older version.
    public let from: Schema.Version

    /// The newer version; `nil` where it is the head.
    public let to: Schema.Version?

    /// The elements of the older schema that may be lost, with the place where that was written.
    public let accept: [Acceptance]

    /// The file it was read from.
    public let file: String?

    /// One accepted loss.
    public struct Acceptance: Hashable, Sendable {
        /// The entity or property of the older schema.
        public let path: ElementPath
        /// Where it was written.
        public let location: SourceLocation?

        /// Creates an acceptance.
        public init(_ path: ElementPath, at location: SourceLocation? = nil) {
            self.path = path
            self.location = location
        }
    }

    /// Creates a mapping.
    public init(from: Schema.Version, to: Schema.Version?, accept: [Acceptance], file: String? = nil) {
        self.from = from
        self.to = to
        self.accept = accept
        self.file = file
    }
}
