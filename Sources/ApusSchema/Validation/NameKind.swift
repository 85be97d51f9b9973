/// What a name in a model names.
enum NameKind {
    case entity, composite, enumeration, attribute, relationship, fetchedProperty, part, enumerationCase
    case fetchRequest, index, variable, configuration

    /// The kind in words, with its article.
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

    /// The kind in a word or two, without an article.
    var word: String {
        String(noun.drop { $0 != " " }.dropFirst())
    }

    /// What the name must be able to name, with its article.
    var carrier: String {
        switch self {
        case .entity, .composite, .enumeration: "a Swift type"
        case .attribute, .relationship, .fetchedProperty, .part: "a Swift property"
        case .enumerationCase: "a Swift case"
        case .fetchRequest: "a Swift function"
        case .index, .variable, .configuration: noun
        }
    }

    /// Beginnings that the store keeps for itself.
    var keptPrefixes: [String] {
        switch self {
        case .entity: ["sqlite_", "apus_"]
        case .attribute, .relationship, .fetchedProperty, .part, .index: ["apus_"]
        default: []
        }
    }

    /// Words that cannot be escaped where the name stands in Swift.
    var impossibleNames: Set<String> {
        switch self {
        case .part: ["self", "Type", "init"]
        case .enumerationCase: ["self", "Type", "Protocol", "init", "allCases"]
        default: []
        }
    }

    /// Who does not tell names apart that differ in case only.
    var caseReason: String {
        switch self {
        case .entity, .attribute, .relationship, .fetchedProperty, .part, .index: ", which SQLite does not tell apart"
        case .composite, .enumeration: ", which not every file system tells apart"
        default: ""
        }
    }
}
