import Foundation

extension Mapping {
    /// What happens to objects that have the same values in the properties of a unique constraint: a line below `duplicates`
    /// that is about an entity has a list of them.
    public struct DuplicateObjects: Hashable, Sendable {
        /// The properties of the constraint; empty for the only one that the entity declares.
        public var properties: [String]

        /// What stays of the objects.
        public var kept: Kept

        /// Whether the store keeps the values of the other objects in a table beside the model's.
        public var setsAside: Bool

        /// Creates a decision.
        public init(by properties: [String] = [], keep kept: Kept, setAside setsAside: Bool = false) {
            self.properties = properties
            self.kept = kept
            self.setsAside = setsAside
        }

        /// What stays of objects with the same values.
        public enum Kept: Hashable, Sendable {
            /// One object: the first or the last one in the order of an attribute and then of creation, or in that of creation
            /// alone. Objects without a value in the attribute come behind all others.
            case one(Duplicates, by: String?)
            /// All objects: all but the one that was created first get a number behind the text of an attribute.
            case numbered(String)
        }
    }
}

extension Mapping.DuplicateObjects {
    /// The keys, in the order in which they are written.
    package enum Key: String, CaseIterable, Sendable {
        /// The properties of the constraint.
        case properties = "by"
        /// What stays.
        case kept = "keep"
        /// Whether the other objects are set aside.
        case setsAside = "setAside"
    }

    /// Returns the constraint that it is about, of those that an entity declares; `nil` if that is none, or not certain.
    package func constraint(among constraints: [[String]]) -> [String]? {
        if properties.isEmpty { return constraints.count == 1 ? constraints[0] : nil }
        return constraints.first { Set($0) == Set(properties) }
    }

    /// Reads the canonical JSON.
    init?(_ json: JSONValue) {
        guard case .object(let object) = json, object.keys.allSatisfy({ Key(rawValue: $0) != nil }),
            let kept = object[Key.kept.rawValue]?.text.flatMap(Kept.init)
        else { return nil }
        self.init(keep: kept)
        if let value = object[Key.setsAside.rawValue] {
            guard value == .truth(true), kept.isOne else { return nil }
            setsAside = true
        }
        guard let value = object[Key.properties.rawValue] else { return }
        guard let names = value.elements?.map(\.text), !names.isEmpty, !names.contains(nil) else { return nil }
        properties = names.compactMap { $0 }
    }

    /// The canonical JSON.
    package var json: JSONValue {
        var object: [String: JSONValue] = [Key.kept.rawValue: .text(kept.description)]
        if !properties.isEmpty { object[Key.properties.rawValue] = .texts(properties) }
        if setsAside { object[Key.setsAside.rawValue] = .truth(true) }
        return .object(object)
    }

    /// The decision as a mapping's line has it: `newest`, `{ by: email, keep: newest(updatedAt) }`.
    var text: String {
        if properties.isEmpty, !setsAside { return kept.description }
        var parts = ["\(Key.kept.rawValue): \(kept)"]
        if !properties.isEmpty {
            parts.insert(
                "\(Key.properties.rawValue): \(properties.map { Fill.literal($0).quoted }.joinedAsOrigins)",
                at: 0
            )
        }
        if setsAside { parts.append("\(Key.setsAside.rawValue): true") }
        return "{ \(parts.joined(separator: ", ")) }"
    }
}

extension Mapping.DuplicateObjects.Kept: CustomStringConvertible {
    private static let numbered: String = "numbered"

    /// The words that choose without an attribute, and those that can have one in parentheses.
    package static let words: [String] = Mapping.Duplicates.allCases.map(\.rawValue) + [numbered]

    /// Examples of all forms.
    package static let examples: [String] =
        Mapping.Duplicates.allCases.flatMap { [$0.rawValue, "\($0.rawValue)(attribute)"] } + ["\(numbered)(attribute)"]

    /// Reads what stays, as a mapping writes it: `first`, `newest(updatedAt)`, `numbered(name)`.
    package init?(_ text: String) {
        let parts = text.split(separator: "(", omittingEmptySubsequences: false)
        let word = String(parts[0])
        var attribute: String?
        if parts.count > 1 {
            let inner = parts[1].dropLast()
            guard parts.count == 2, parts[1].last == ")", String(inner).isIdentifier else { return nil }
            attribute = String(inner)
        }
        if let choice = Mapping.Duplicates(rawValue: word) {
            self = .one(choice, by: attribute)
        } else if word == Self.numbered, let attribute {
            self = .numbered(attribute)
        } else {
            return nil
        }
    }

    /// What stays, as a mapping writes it.
    public var description: String {
        switch self {
        case .one(let choice, let attribute): attribute.map { "\(choice.rawValue)(\($0))" } ?? choice.rawValue
        case .numbered(let attribute): "\(Self.numbered)(\(attribute))"
        }
    }

    /// Whether one object stays, and others go.
    package var isOne: Bool {
        if case .one = self { true } else { false }
    }

    /// The attribute that it names.
    package var attribute: String? {
        switch self {
        case .one(_, let attribute): attribute
        case .numbered(let attribute): attribute
        }
    }
}

extension Mapping.Line {
    /// What happens to objects of a newer entity with the same unique values.
    public static func duplicates(_ entity: String, _ decisions: [Mapping.DuplicateObjects]) -> Mapping.Line {
        Mapping.Line(.duplicates, ElementPath(entity), .list(decisions.map(\.json)))
    }

    /// What happens to objects with the same unique values; `nil` if the line does not say it.
    public var duplicateObjects: [Mapping.DuplicateObjects]? {
        guard key.definition.value == .duplicates, let elements = json?.elements else { return nil }
        return elements.compactMap(Mapping.DuplicateObjects.init)
    }
}
