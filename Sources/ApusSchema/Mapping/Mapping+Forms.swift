extension Mapping {
    /// Which elements the lines of a key are about.
    package enum Subjects: Hashable, Sendable {
        /// What the older schema has and a stage may lose, or all of an entity's properties.
        case losses
        /// Attributes and parts of composites, of the newer schema.
        case attributes
        /// Entities of the newer schema that are not abstract.
        case entities
        /// Attributes, parts of their composites, and relationships of the newer schema.
        case computed
        /// Properties and parts of composites, of the newer schema.
        case requirements
        /// To-one relationships of the newer schema, and entities with unique constraints.
        case duplicates
        /// None: a line is a condition on the objects of both schemas.
        case statements
        /// None: a line is about a function, by its name.
        case functions
        /// None: a line is about code, by its name.
        case code
        /// Entities and properties of the newer schema.
        case kept
        /// Entities, properties and parts of composites, of the newer schema.
        case undecided

        /// Whether they have the names of the older version; otherwise they have those of the newer one.
        package var areOlder: Bool { self == .losses }

        /// Whether one line can be about all properties of an entity: `Trip.*`.
        package var allowsWildcards: Bool { self == .losses }

        /// Whether an entity, an enum or a composite can be meant as a whole.
        package var allowsOwners: Bool { [.losses, .kept, .undecided, .entities, .duplicates].contains(self) }

        /// Whether lines are about elements of a schema, whose names can change.
        package var areElements: Bool { ![.statements, .functions, .code].contains(self) }

        /// Whether only an entity can be meant, and no property.
        package var areOwners: Bool { self == .entities }

        /// Whether a part of a composite can be meant.
        package var allowsParts: Bool {
            switch self {
            case .losses, .attributes, .requirements, .undecided: true
            case .entities, .computed, .duplicates, .statements, .functions, .code, .kept: false
            }
        }

        /// Whether a part of one attribute can be meant: `Person.home.city`.
        package var allowsPartsOfAttributes: Bool { self == .computed }

        /// Returns whether a line can be about an element, or about all properties of an entity.
        package func allows(_ path: ElementPath, isWildcard: Bool) -> Bool {
            if !areElements { return path.property == nil && !isWildcard }
            if path.isPart { return !isWildcard && allowsPartsOfAttributes }
            if path.property != nil { return !isWildcard && !areOwners }
            return isWildcard ? allowsWildcards : allowsOwners
        }

        /// What one of them is.
        package var noun: String {
            switch self {
            case .losses, .kept, .undecided: "entity or property"
            case .attributes: "attribute"
            case .entities: "entity"
            case .computed: "property or part of an attribute"
            case .requirements: "property"
            case .duplicates: "to-one relationship or entity"
            case .statements: "condition"
            case .functions: "function"
            case .code: "code"
            }
        }

        /// How they are written, as examples.
        package var examples: [String] {
            switch self {
            case .losses: ["Entity", "Entity.property", "Entity.*"]
            case .attributes: ["Entity.attribute"]
            case .entities: ["Entity"]
            case .computed: ["Entity.attribute", "Entity.attribute.part", "Entity.relationship"]
            case .requirements: ["Entity.property"]
            case .duplicates: ["Entity.relationship", "Entity"]
            case .statements: ["Entity.count > 0"]
            case .functions, .code: ["name"]
            case .kept, .undecided: ["Entity", "Entity.property"]
            }
        }
    }

    /// The form of the value that a line gives.
    package enum ValueForm: Hashable, Sendable {
        /// A value for rows: a text, or a generator, which is an object with its call under `generated`.
        case fill
        /// The name of a conversion.
        case conversion
        /// An expression over the older object, in Core Data's format.
        case expression
        /// One of ``Duplicates``, for a relationship; a list of ``DuplicateObjects``, for an entity.
        case duplicates
        /// A list of ``Origin``s.
        case origins
        /// The message of an assertion, in one line.
        case message
        /// What a function takes and gives, and its version.
        case function
        /// The version of code.
        case version

        /// What stands for the value in an example of a line.
        package var placeholder: String {
            switch self {
            case .fill: "value"
            case .conversion: "method"
            case .expression: "expression"
            case .duplicates: Duplicates.allCases.map(\.rawValue).joined(separator: "|")
            case .origins: "{ from: Entity }"
            case .message: "message"
            case .function: "{ takes: [string], gives: string, version: 1 }"
            case .version: "version"
            }
        }

        /// Whether a value of canonical JSON is of the form.
        func accepts(_ value: JSONValue) -> Bool {
            switch self {
            case .fill: Fill(value) != nil
            case .conversion, .expression, .message: value.text != nil
            case .duplicates:
                value.elements.map { list in
                    list.allSatisfy { DuplicateObjects($0)?.json == $0 } && !list.isEmpty
                } ?? (value.text.flatMap(Duplicates.init) != nil)
            case .origins: value.elements?.allSatisfy { Origin($0)?.json == $0 } == true && value != .list([])
            case .function: FunctionDeclaration("", value)?.json == value
            case .version: if case .number(let version) = value { version > 0 } else { false }
            }
        }

        /// The value as a line of YAML has it, with quotes unless it is plain beyond doubt.
        func text(of value: JSONValue) -> String? {
            switch self {
            case .fill: Fill(value)?.quoted
            case .conversion: value.text
            case .duplicates: value.text ?? value.elements?.compactMap { DuplicateObjects($0)?.text }.joinedAsOrigins
            case .expression, .message: value.text.map { Fill.literal($0).quoted }
            case .origins: value.elements?.compactMap { Origin($0)?.text }.joinedAsOrigins
            case .function: FunctionDeclaration("", value)?.text
            case .version: String(decoding: value.data, as: UTF8.self)
            }
        }

        /// The value as the digest of a mapping has it, which never changes.
        func digestText(of value: JSONValue) -> String? {
            switch self {
            case .conversion: return value.text
            case .duplicates: return value.text ?? String(decoding: value.data, as: UTF8.self)
            case .expression, .message: return value.text.map { "\($0.utf8.count) \($0)" }
            case .origins, .function, .version: return String(decoding: value.data, as: UTF8.self)
            case .fill:
                // Only the length tells where a text of several lines ends.
                return Fill(value).map { fill in
                    fill.isLiteral ? "literal \(fill.text.utf8.count) \(fill.text)" : "generated \(fill.text)"
                }
            }
        }
    }
}

extension Mapping {
    /// Which of several objects a to-one relationship points to.
    public enum Duplicates: String, CaseIterable, Hashable, Sendable {
        /// The first in the order of the relationship, or else the one that was created first.
        case first
        /// The last in the order of the relationship, or else the one that was created last.
        case newest
    }
}

extension Fill {
    private static let generated: String = "generated"

    /// Reads the canonical JSON.
    init?(_ json: JSONValue) {
        switch json {
        case .text(let text): self = .literal(text)
        case .object(let object):
            guard object.count == 1, let call = object[Self.generated]?.text, let generator = Generator(rawValue: call)
            else { return nil }
            self = .generated(generator)
        default: return nil
        }
    }

    /// The canonical JSON.
    package var json: JSONValue {
        switch self {
        case .literal(let text): .text(text)
        case .generated(let generator): .object([Self.generated: .text(generator.rawValue)])
        }
    }
}
