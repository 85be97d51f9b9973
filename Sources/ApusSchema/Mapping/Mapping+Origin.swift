package import ApusDiagnostics

extension Mapping {
    /// Where objects of a newer entity come from: a line below `entities` has a list of them.
    public struct Origin: Hashable, Sendable {
        /// The older entities whose objects they are made of, those of their sub-entities included; at least one.
        public var sources: [String]

        /// The expression of a list, or of the objects of a to-many relationship, each of whose elements is an object; `nil`
        /// if each older object is one.
        public var each: String?

        /// The condition that an older object, or one of its elements, has to satisfy; `nil` for all.
        public var condition: String?

        /// The expressions by whose values older objects are one object; empty if each is one.
        public var distinct: [String] = []

        /// The expressions that compute newer properties, by name. Other properties continue the older ones that match
        /// them.
        public var values: [String: String]

        /// The name by which expressions refer to the objects that it makes; `nil` if it has none.
        public var name: String?

        /// Creates an origin.
        public init(
            _ sources: [String],
            each: String? = nil,
            where condition: String? = nil,
            distinct: [String] = [],
            values: [String: String] = [:],
            as name: String? = nil
        ) {
            self.sources = sources
            self.each = each
            self.condition = condition
            self.distinct = distinct
            self.values = values
            self.name = name
        }

        /// Whether it takes all objects of its entities as they are.
        package var isPlain: Bool { self == Mapping.Origin(sources) }
    }
}

extension Mapping.Origin {
    /// The keys of an origin, in the order in which it is written.
    package enum Key: String, CaseIterable, Sendable {
        /// The older entities.
        case from
        /// The name.
        case name = "as"
        /// The list whose elements are objects.
        case each
        /// The condition.
        case condition = "where"
        /// The values by which objects are one.
        case distinct
        /// The expressions of properties.
        case values
    }

    /// A part of an origin that has a location of its own.
    package enum Part: Hashable, Sendable {
        /// An older entity.
        case source(String)
        /// The name.
        case name
        /// The list whose elements are objects.
        case each
        /// The condition.
        case condition
        /// A value by which objects are one, by its index.
        case distinct(Int)
        /// A newer property with its expression.
        case value(String)
    }

    /// Reads the canonical JSON.
    init?(_ json: JSONValue) {
        guard case .object(let object) = json, object.keys.allSatisfy({ Key(rawValue: $0) != nil }),
            let elements = object[Key.from.rawValue]?.elements, !elements.isEmpty
        else { return nil }
        let sources = elements.compactMap(\.text).filter { ElementPath(parsing: $0) == ElementPath($0) }
        guard Set(sources).count == elements.count else { return nil }
        self.init(sources)
        if let value = object[Key.each.rawValue] {
            guard let text = value.text else { return nil }
            each = text
        }
        if let value = object[Key.condition.rawValue] {
            guard let text = value.text else { return nil }
            condition = text
        }
        if let value = object[Key.name.rawValue] {
            guard let text = value.text, text.isIdentifier else { return nil }
            name = text
        }
        if let value = object[Key.distinct.rawValue] {
            guard let texts = value.elements?.map(\.text), !texts.isEmpty, !texts.contains(nil) else { return nil }
            distinct = texts.compactMap { $0 }
        }
        guard let value = object[Key.values.rawValue] else { return }
        guard case .object(let expressions) = value else { return nil }
        for (name, expression) in expressions {
            guard let text = expression.text else { return nil }
            values[name] = text
        }
    }

    /// The canonical JSON.
    package var json: JSONValue {
        var object: [String: JSONValue] = [Key.from.rawValue: .texts(sources)]
        if let each { object[Key.each.rawValue] = .text(each) }
        if let condition { object[Key.condition.rawValue] = .text(condition) }
        if let name { object[Key.name.rawValue] = .text(name) }
        if !distinct.isEmpty { object[Key.distinct.rawValue] = .texts(distinct) }
        if !values.isEmpty { object[Key.values.rawValue] = .object(values.mapValues { .text($0) }) }
        return .object(object)
    }
}

extension Mapping.Line {
    /// The origins of a newer entity's objects.
    public static func entity(_ name: String, _ origins: [Mapping.Origin]) -> Mapping.Line {
        Mapping.Line(.entities, ElementPath(name), .list(origins.map(\.json)))
    }

    /// Where a part of one of the origins was written, or else the line.
    package func location(of part: Mapping.Origin.Part, inOriginAt index: Int) -> SourceLocation? {
        originLocations.indices.contains(index) ? originLocations[index][part] ?? location : location
    }
}

extension Mapping.Origin {
    /// The origin as a mapping's line has it: `{ from: Contact, where: "street != nil" }`.
    var text: String {
        func quoted(_ text: String) -> String { Fill.literal(text).quoted }
        var parts = ["from: \(sources.map(quoted).joinedAsOrigins)"]
        if let name { parts.append("as: \(quoted(name))") }
        if let each { parts.append("each: \(quoted(each))") }
        if let condition { parts.append("where: \(quoted(condition))") }
        if !distinct.isEmpty { parts.append("distinct: \(distinct.map(quoted).joinedAsOrigins)") }
        if !values.isEmpty {
            let lines = sortedValues.map { "\(quoted($0.name)): \(quoted($0.expression))" }
            parts.append("values: { \(lines.joined(separator: ", ")) }")
        }
        return "{ \(parts.joined(separator: ", ")) }"
    }

    /// The expressions of properties, in the order of the names.
    package var sortedValues: [(name: String, expression: String)] {
        values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension [String] {
    /// One element, or a list of several.
    var joinedAsOrigins: String { count == 1 ? self[0] : "[\(joined(separator: ", "))]" }
}
