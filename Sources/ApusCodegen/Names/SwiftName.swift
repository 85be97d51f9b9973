/// Returns a name of the model for Swift source.
///
/// - Parameter name: A valid name of an entity or a property.
/// - Returns: The name, in backticks if it is a reserved word.
func swiftName(_ name: String) -> String {
    reservedWords.contains(name) ? "`\(name)`" : name
}

/// Returns a name of the model as the label of an argument in a call, where the compiler warns of needless backticks.
///
/// - Parameter name: A valid name of a property.
/// - Returns: The label.
func argumentLabel(_ name: String) -> String { name == "inout" ? "`inout`" : name }

/// The words that cannot be used as names of types, variables or parameters without backticks.
private let reservedWords: Set<String> = [
    // Declarations
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal", "let", "open", "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static",
    "struct", "subscript", "typealias", "var",
    // Statements
    "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in",
    "repeat", "return", "switch", "throw", "where", "while",
    // Expressions and types
    "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "Protocol", "Type",
]
