import ApusSchema
import Foundation
import GRDB

/// The functions that triggers of derived attributes call, because SQLite knows no letters beyond ASCII, no decimals and
/// no numbers of 32 bits.
///
/// Every connection of Apus has them. Another program can read such a store; where it writes what they are computed
/// from, SQLite refuses, so nothing goes stale.
enum DerivationFunctions {
    /// A call of the function of a derivation. Texts travel as bytes, since GRDB reads one up to its first NUL.
    static func call(_ function: Derivation.Function, of text: String) -> String {
        "CAST(\(name(of: function))(CAST(\(text) AS BLOB)) AS TEXT)"
    }

    /// A sum of decimals, in their own form; null where there are none.
    static func sum(of decimal: String) -> String { "CAST(apus_sum(\(decimal)) AS TEXT)" }

    /// The number of type `float` that is nearest to a number; null of null.
    static func float(of number: String) -> String { "apus_float(\(number))" }

    /// Makes the functions known to a connection.
    static func add(to db: Database) {
        for function in Derivation.Function.allCases {
            db.add(
                function: DatabaseFunction(name(of: function), argumentCount: 1, pure: true) { values in
                    guard let text = Data.fromDatabaseValue(values[0]) else { return nil }
                    let bytes = Data(function.applied(to: String(decoding: text, as: UTF8.self)).utf8)
                    // No bytes at all would be null.
                    return bytes.isEmpty ? "" : bytes
                }
            )
        }
        db.add(
            function: DatabaseFunction("apus_float", argumentCount: 1, pure: true) { values in
                Double.fromDatabaseValue(values[0]).map { Double(Float($0)) }
            }
        )
        db.add(function: DatabaseFunction("apus_sum", argumentCount: 1, pure: true, aggregate: DecimalSum.self))
    }

    private static func name(of function: Derivation.Function) -> String { "apus_\(function.rawValue)" }
}

extension Derivation.Function {
    /// The function's value.
    package func applied(to text: String) -> String {
        switch self {
        case .uppercase: text.uppercased()
        case .lowercase: text.lowercased()
        case .canonical: text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        }
    }
}

/// The sum of decimals as SQLite's aggregate.
private struct DecimalSum: DatabaseAggregate {
    private var sum: Decimal?

    mutating func step(_ values: [DatabaseValue]) throws {
        guard let text = String.fromDatabaseValue(values[0]) else { return }
        guard let number = Decimal(canonicalText: text) else {
            throw DatabaseError(message: "apus: '\(text)' is no decimal")
        }
        sum = (sum ?? 0) + number
    }

    func finalize() -> (any DatabaseValueConvertible)? { sum?.canonicalText }
}
