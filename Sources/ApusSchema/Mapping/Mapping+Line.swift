public import ApusDiagnostics

extension Mapping {
    /// One line of a mapping: what a key says about one element. Where it was written does not count.
    public struct Line: Sendable {
        /// The key that the line is below.
        public let key: Key

        /// The element that the line is about: of the older schema for `accept`, of the newer one otherwise. An assertion
        /// is about none, and has its condition in place of an entity; a function has its name there.
        public let path: ElementPath

        /// Whether all properties of the entity are meant (`Trip.*`); the path is the entity's then.
        public let isWildcard: Bool

        /// The value that the line gives, as canonical JSON; `nil` if the key only lists elements.
        package let json: JSONValue?

        /// Where the objects of the entity come from; `nil` if the line does not say it.
        public let origins: [Origin]?

        /// Where it was written.
        public let location: SourceLocation?

        /// Where the parts of each origin were written; empty if the line has none, or was not read from a file.
        let originLocations: [[Origin.Part: SourceLocation]]

        package init(
            _ key: Key,
            _ path: ElementPath,
            isWildcard: Bool = false,
            _ json: JSONValue? = nil,
            at location: SourceLocation? = nil,
            originLocations: [[Origin.Part: SourceLocation]] = []
        ) {
            self.key = key
            self.path = path
            self.isWildcard = isWildcard
            self.json = json
            origins = key == .entities ? json?.elements?.compactMap(Origin.init) : nil
            self.location = location
            self.originLocations = originLocations
        }
    }
}

extension Mapping.Line {
    /// The loss of an element of the older schema; with a wildcard, of any property of the entity.
    public static func accept(_ path: ElementPath, isWildcard: Bool = false) -> Mapping.Line {
        Mapping.Line(.accept, path, isWildcard: isWildcard)
    }

    /// A value for rows that have none, by the newer property.
    public static func fill(_ path: ElementPath, _ fill: Fill) -> Mapping.Line { Mapping.Line(.fill, path, fill.json) }

    /// The conversion of a newer property's values, by its name, see ``Conversion``.
    public static func convert(_ path: ElementPath, _ name: String) -> Mapping.Line {
        Mapping.Line(.convert, path, .text(name))
    }

    /// The expression that computes a newer property's values.
    public static func value(_ path: ElementPath, _ expression: String) -> Mapping.Line {
        Mapping.Line(.values, path, .text(expression))
    }

    /// A newer property that has a value in every row already, which a migration checks before it writes.
    public static func require(_ path: ElementPath) -> Mapping.Line { Mapping.Line(.require, path) }

    /// The object that a newer to-one relationship points to where there were several.
    public static func duplicates(_ path: ElementPath, _ choice: Mapping.Duplicates) -> Mapping.Line {
        Mapping.Line(.duplicates, path, .text(choice.rawValue))
    }

    /// A condition on the objects of both versions, and the message where it does not hold.
    public static func assert(_ condition: String, _ message: String) -> Mapping.Line {
        Mapping.Line(.assert, ElementPath(condition), .text(message))
    }

    /// An entity or a property of the newer schema whose data may differ from what the skipped stages give.
    public static func differs(_ path: ElementPath) -> Mapping.Line { Mapping.Line(.differs, path) }

    /// An element of the newer schema whose values are still to be decided, so that the stage is refused.
    public static func undecided(_ path: ElementPath) -> Mapping.Line { Mapping.Line(.undecided, path) }

    /// The same about another element, as if it was not written anywhere.
    package func moved(to path: ElementPath) -> Mapping.Line { Mapping.Line(key, path, isWildcard: isWildcard, json) }

    /// The element as the mapping writes it: `Trip`, `Trip.code`, `Trip.*`.
    public var subject: String { isWildcard ? "\(path).*" : path.description }

    /// The value that the line gives, as the mapping writes it: `uuid()`, `rounded`, `"none"`; `nil` if its key only lists
    /// elements.
    public var value: String? { json.flatMap { key.definition.value?.text(of: $0) } }

    /// The value that the line fills with; `nil` if it does not fill.
    public var fill: Fill? { key.definition.value == .fill ? json.flatMap(Fill.init) : nil }

    /// Which of several objects the line chooses; `nil` if it chooses none.
    public var duplicates: Mapping.Duplicates? {
        key.definition.value == .duplicates ? json?.text.flatMap(Mapping.Duplicates.init) : nil
    }

    /// The expression that computes the values; `nil` if the line has none.
    public var expression: String? { key.definition.value == .expression ? json?.text : nil }

    /// What the line asserts; `nil` if it asserts nothing.
    public var assertion: (condition: String, message: String)? {
        key.definition.value == .message ? json?.text.map { (path.entity, $0) } : nil
    }

    /// The name of the conversion that the line chooses; `nil` if it chooses none.
    public var conversion: String? { key.definition.value == .conversion ? json?.text : nil }
}

extension Mapping.Line: Hashable {
    /// Compares what the lines say.
    public static func == (one: Mapping.Line, other: Mapping.Line) -> Bool {
        one.key == other.key && one.path == other.path && one.isWildcard == other.isWildcard && one.json == other.json
    }

    /// Hashes what the line says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(path)
        hasher.combine(isWildcard)
        hasher.combine(json)
    }
}
