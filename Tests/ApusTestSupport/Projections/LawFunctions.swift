package import ApusSchema

/// The functions in Swift that the mappings of laws call. Each fails for some values, and gives null for others.
package enum LawFunctions {
    /// The functions.
    package static let all: [MigrationFunction] = [
        MigrationFunction("shortened", version: 1, shortened), MigrationFunction("folded", version: 2, folded),
    ]

    /// Their names.
    package static let names = Set(all.map(\.declaration.name))

    /// The functions for an evaluation.
    package static let table = FunctionTable(all)

    private struct Unlucky: Error, CustomStringConvertible {
        let description: String
    }

    @Sendable private static func shortened(_ text: String, _ count: Int64?) throws -> String? {
        let scalars = text.unicodeScalars
        if scalars.count == 3 { throw Unlucky(description: "three letters") }
        if scalars.isEmpty { return nil }
        return String(String.UnicodeScalarView(scalars.prefix(count.map { Int($0) } ?? 1)))
    }

    @Sendable private static func folded(_ number: Int64) throws -> Int16? {
        if number > 100_000 { throw Unlucky(description: "too large to fold") }
        return number == 0 ? nil : Int16(truncatingIfNeeded: number)
    }

    /// Calls a function as a naive interpreter does, without its declaration.
    package static func value(of name: String, _ values: [StoredValue]) throws -> StoredValue {
        switch (name, values.first, values.last) {
        case ("shortened", .text(let text)?, .null?):
            return try shortened(text, nil).map { .text($0) } ?? .null
        case ("shortened", .text(let text)?, .integer(let count)?):
            return try shortened(text, count).map { .text($0) } ?? .null
        case ("folded", .integer(let number)?, _):
            return try folded(number).map { .integer(Int64($0)) } ?? .null
        default: return .null
        }
    }
}
