/// The kinds of named elements in a model.
enum NameKind {
    case entity, composite, enumeration, attribute, relationship, fetchedProperty, part, enumerationCase
    case fetchRequest, index, variable, configuration

    /// The kind as messages name it, with its article.
    var noun: String {
        switch self {
        case .entity: "an entity"
        case .composite: "a composite"
        case .enumeration: "an enum"
        case .attribute, .relationship, .fetchedProperty: "a property"
        case .part: "a part of a composite"
        case .enumerationCase: "a case"
        case .fetchRequest: "a fetch request"
        case .index: "an index"
        case .variable: "a variable"
        case .configuration: "a configuration"
        }
    }

    /// The kind as messages name it, without an article.
    var word: String {
        String(noun.drop { $0 != " " }.dropFirst())
    }

    /// The declaration that gets the name, with its article.
    var declaration: String {
        switch self {
        case .entity, .composite, .enumeration: "a Swift type"
        case .attribute, .relationship, .fetchedProperty, .part: "a Swift property"
        case .enumerationCase: "a Swift case"
        case .fetchRequest: "a Swift function"
        case .index, .variable, .configuration: noun
        }
    }

    /// The prefixes that are reserved for the store.
    var reservedPrefixes: [String] {
        switch self {
        case .entity: ["sqlite_", "apus_"]
        case .attribute, .relationship, .fetchedProperty, .part, .index: ["apus_"]
        default: []
        }
    }

    /// Words that cannot be escaped in the Swift declaration.
    var impossibleNames: Set<String> {
        switch self {
        case .part: ["self", "Type", "Protocol", "init"]
        case .enumerationCase: ["self", "Type", "Protocol", "init", "allCases", "AllCases", "rawValue", "RawValue"]
        default: []
        }
    }

    /// The reason why names must not differ only in case.
    var caseReason: String {
        switch self {
        case .entity, .attribute, .relationship, .fetchedProperty, .part, .index: ", which SQLite does not distinguish"
        case .composite, .enumeration: ", which not every file system distinguishes"
        default: ""
        }
    }
}
