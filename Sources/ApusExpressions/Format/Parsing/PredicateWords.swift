/// The words and functions that the format of predicates knows.
package enum PredicateWords {
    /// Words that mean something wherever a value can stand, so that a property of that name is written `#and`.
    package static let reserved: Set<String> = [
        "AND", "OR", "IN", "NOT", "ALL", "ANY", "SOME", "NONE", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH",
        "BETWEEN", "NULL", "NIL", "SELF", "TRUE", "YES", "FALSE", "NO", "ANYKEY", "SUBQUERY", "CAST", "TRUEPREDICATE",
        "FALSEPREDICATE",
    ]

    /// Words that Apple's list has as well. They mean nothing where a value stands, so they are read as names there,
    /// but written with the `#` that every reader of the format takes.
    static let escaped: Set<String> = reserved.union([
        "CASEINSENSITIVE", "CI", "FIRST", "LAST", "SIZE", "FUNCTION", "TERNARY",
    ])

    /// The functions of `NSExpression(forFunction:arguments:)`, with their colons; as many arguments as colons.
    static let functions: Set<String> = [
        "sum:", "count:", "min:", "max:", "average:", "median:", "mode:", "stddev:", "add:to:", "from:subtract:",
        "multiply:by:", "divide:by:", "modulus:by:", "sqrt:", "log:", "ln:", "raise:toPower:", "exp:", "floor:",
        "ceiling:", "abs:", "trunc:", "random", "random:", "now", "bitwiseAnd:with:", "bitwiseOr:with:",
        "bitwiseXor:with:", "leftshift:by:", "rightshift:by:", "onesComplement:", "noindex:", "length:",
        "distanceToLocation:fromLocation:", "uppercase:", "lowercase:", "canonical:",
    ]

    /// A property's name as a predicate writes it.
    static func written(_ name: String) -> String {
        escaped.contains(name.uppercased()) ? "#" + name : name
    }
}
