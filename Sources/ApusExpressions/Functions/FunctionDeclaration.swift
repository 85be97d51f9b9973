/// What a mapping declares of a function in Swift that its expressions call by name.
///
/// A plan knows functions by their declarations alone. Only what migrates a store needs the code, a ``MigrationFunction``.
public struct FunctionDeclaration: Hashable, Sendable {
    /// A type of values, with or without null.
    public struct ValueType: Hashable, Sendable {
        /// The type.
        public let type: ScalarType
        /// Whether null is one of the values.
        public let isOptional: Bool

        package init(_ type: ScalarType, isOptional: Bool = false) {
            self.type = type
            self.isOptional = isOptional
        }
    }

    /// The name by which expressions call the function.
    public let name: String

    /// The version of the code, at least 1: another version may give other values.
    public let version: Int

    /// The types of the arguments. Null for one that is not optional gives null, without a call of the code.
    public let takes: [ValueType]

    /// The type of the result.
    public let gives: ValueType

    package init(_ name: String, version: Int, takes: [ValueType], gives: ValueType) {
        self.name = name
        self.version = version
        self.takes = takes
        self.gives = gives
    }

    /// The maximum number of arguments.
    package static let mostArguments = 100

    /// Returns whether expressions have another meaning for a name, so that a mapping cannot declare it.
    ///
    /// Released mappings may declare any name that is not reserved yet. So a function that is added to the language has to be left
    /// out here; what a mapping declares comes first.
    package static func isReserved(_ name: String) -> Bool {
        if PlainFunction(rawValue: name)?.isLater == true { return false }
        return PlainFunction(rawValue: name) != nil || ExpressionFunction(rawValue: name) != nil
            || PredicateWords.escaped.contains(name.uppercased())
            || [name, name + ":"].contains(where: PredicateWords.functions.contains)
    }
}

extension FunctionDeclaration: CustomStringConvertible {
    /// The types as a mapping writes them: `geocode(string) → string?`.
    package var signature: String { "\(name)(\(takes.map(\.description).joined(separator: ", "))) → \(gives)" }

    /// The name with the types and the version: `geocode(string) → string?, version 1`.
    public var description: String { "\(signature), version \(version)" }
}

extension FunctionDeclaration.ValueType: CustomStringConvertible {
    /// Reads a type as a mapping writes it: `string`, `string?`.
    package init?(_ text: String) {
        let isOptional = text.hasSuffix("?")
        guard let type = ScalarType(rawValue: isOptional ? String(text.dropLast()) : text) else { return nil }
        self.init(type, isOptional: isOptional)
    }

    /// The type as a mapping writes it.
    public var description: String { type.rawValue + (isOptional ? "?" : "") }
}
