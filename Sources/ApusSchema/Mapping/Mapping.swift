public import ApusDiagnostics

/// What people wrote about a stage: the losses that it may bring, and where values come from that cannot be inferred.
///
/// Read from `Migrations/<Model>/<from>-<to>.yaml`, or `<from>-head.yaml` for the stage that is not released yet.
public struct Mapping: Hashable, Sendable {
    /// The older version.
    public let from: Schema.Version

    /// The newer version; `nil` where it is the head.
    public let to: Schema.Version?

    /// What may be lost, by the older version's names.
    public var accept: [Acceptance]

    /// Where values come from that rows do not have, by the newer version's names.
    public var fill: [Filling]

    /// How values become ones of another type, by the newer version's names.
    public var convert: [NamedConversion]

    /// What has a value in every row already, by the newer version's names.
    public var require: [Requirement]

    /// The file it was read from.
    public let file: String?

    /// Creates a mapping.
    public init(
        from: Schema.Version,
        to: Schema.Version?,
        accept: [Acceptance] = [],
        fill: [Filling] = [],
        convert: [NamedConversion] = [],
        require: [Requirement] = [],
        file: String? = nil
    ) {
        self.from = from
        self.to = to
        self.accept = accept
        self.fill = fill
        self.convert = convert
        self.require = require
        self.file = file
    }
}

extension Mapping {
    /// An accepted loss.
    public struct Acceptance: Hashable, Sendable {
        /// The entity, property, enum's case or composite's part of the older schema.
        public let path: ElementPath
        /// Whether every loss of the entity's properties is meant (`Trip.*`); the path is the entity's then.
        public let isWildcard: Bool
        /// Where it was written.
        public let location: SourceLocation?

        /// Creates an acceptance.
        public init(_ path: ElementPath, isWildcard: Bool = false, at location: SourceLocation? = nil) {
            self.path = path
            self.isWildcard = isWildcard
            self.location = location
        }
    }

    /// A value for rows that have none.
    public struct Filling: Hashable, Sendable {
        /// The attribute, or part of a composite, of the newer schema.
        public let path: ElementPath
        /// The value.
        public let fill: Fill
        /// Where it was written.
        public let location: SourceLocation?

        /// Creates a filling.
        public init(_ path: ElementPath, _ fill: Fill, at location: SourceLocation? = nil) {
            self.path = path
            self.fill = fill
            self.location = location
        }
    }

    /// A conversion that somebody chose.
    public struct NamedConversion: Hashable, Sendable {
        /// The attribute, or part of a composite, of the newer schema.
        public let path: ElementPath
        /// The conversion's name, see ``Conversion``.
        public let name: String
        /// Where it was written.
        public let location: SourceLocation?

        /// Creates a choice.
        public init(_ path: ElementPath, _ name: String, at location: SourceLocation? = nil) {
            self.path = path
            self.name = name
            self.location = location
        }
    }

    /// The word that a property has a value in every row, which a migration checks before it writes.
    public struct Requirement: Hashable, Sendable {
        /// The property, or part of a composite, of the newer schema.
        public let path: ElementPath
        /// Where it was written.
        public let location: SourceLocation?

        /// Creates a requirement.
        public init(_ path: ElementPath, at location: SourceLocation? = nil) {
            self.path = path
            self.location = location
        }
    }

    /// Whether nothing is written in it.
    public var isEmpty: Bool { accept.isEmpty && fill.isEmpty && convert.isEmpty && require.isEmpty }
}
