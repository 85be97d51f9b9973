/// The keywords and functions of the predicate format.
package enum PredicateWords {
    /// Words that are reserved wherever a value can appear, so a property of that name is written `#and`.
    package static let reserved: Set<String> = [
        "AND", "OR", "IN", "NOT", "ALL", "ANY", "SOME", "NONE", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH",
        "BETWEEN", "NULL", "NIL", "SELF", "TRUE", "YES", "FALSE", "NO", "ANYKEY", "SUBQUERY", "CAST", "TRUEPREDICATE",
        "FALSEPREDICATE",
    ]

    /// The reserved words and the others of Apple's list. The others are parsed as names in the position of a value,
    /// but written with the `#` that every parser of the format accepts.
    static let escaped: Set<String> = reserved.union([
        "CASEINSENSITIVE", "CI", "FIRST", "LAST", "SIZE", "FUNCTION", "TERNARY",
    ])

    /// The functions of `NSExpression(forFunction:arguments:)`, with one colon per argument.
    static let functions: Set<String> = [
        "sum:", "count:", "min:", "max:", "average:", "median:", "mode:", "stddev:", "add:to:", "from:subtract:",
        "multiply:by:", "divide:by:", "modulus:by:", "sqrt:", "log:", "ln:", "raise:toPower:", "exp:", "floor:",
        "ceiling:", "abs:", "trunc:", "random", "random:", "now", "bitwiseAnd:with:", "bitwiseOr:with:",
        "bitwiseXor:with:", "leftshift:by:", "rightshift:by:", "onesComplement:", "noindex:", "length:",
        "distanceToLocation:fromLocation:", "uppercase:", "lowercase:", "canonical:",
    ]

    /// What functions of SQL and Swift are called here.
    static let synonyms: [String: String] = [
        "upper": "uppercase(text)", "uppercased": "uppercase(text)", "lower": "lowercase(text)",
        "lowercased": "lowercase(text)", "len": "length(text)", "coalesce": PlainFunction.ifNull.signature,
        "concat": "text + text", "concatenate": "text + text", "substr": PlainFunction.substring.signature,
        "split_part": PlainFunction.part.signature,
        "round": #"convert(number, "rounded", "int64")"#, "rounded": #"convert(number, "rounded", "int64")"#,
        "int": #"convert(value, "exact", "int64")"#,
        "float": #"convert(value, "exact", "double")"#, "double": #"convert(value, "exact", "double")"#,
        "strftime": PlainFunction.dateText.signature, "json_extract": PlainFunction.json.signature,
    ]

    /// Returns a property's name as it is written in a predicate.
    static func written(_ name: String) -> String {
        escaped.contains(name.uppercased()) ? "#" + name : name
    }
}
