public import ApusDiagnostics
import ApusMigration
public import ApusSchema

/// Values of a store that a migration can neither carry over nor leave out: found before the first write.
public struct FailedValues: Hashable, Sendable {
    /// What the values fail at.
    public enum Demand: Hashable, Sendable {
        /// They are to become values of another type.
        case conversion(Conversion)
        /// They are to be cases of an enum.
        case cases
        /// They are not to be null.
        case presence
        /// No two objects are to have them all.
        case uniqueness([String])
        /// They are to be identities of rows of that table, as the store has it.
        case reference(String)
    }

    /// One of the rows.
    public struct Sample: Hashable, Sendable {
        /// The identity of the object.
        public let identity: Int64
        /// The value and what is wrong with it, fit for a terminal; empty where there is none.
        public let problem: String
    }

    /// What the values were to become: an element of the schema that the stage leads to.
    public let path: ElementPath
    /// The entity of the objects, as the store has it.
    public let entity: String
    /// What they fail at.
    public let demand: Demand
    /// How many rows there are.
    public let count: Int
    /// A few of them, those with the lowest identities.
    public let samples: [Sample]

    /// How many rows are named.
    static let sampleCount: Int = 3
}

extension FailedValues {
    /// The rows, what is wrong with them, and what to do.
    ///
    /// - Parameter location: The store.
    /// - Returns: The finding, an error.
    public func diagnostic(at location: SourceLocation? = nil) -> Diagnostic {
        let (message, help): (String, [String]) = text
        return .error("\(message): \(rows)", at: location, help: help)
    }

    private var text: (message: String, help: [String]) {
        let mend: String = "change these values in the app or in the store first"
        let rows: String = count == 1 ? "1 row of '\(entity)' has" : "\(count) rows of '\(entity)' have"
        switch demand {
        case .conversion(let conversion):
            let value: String = count == 1 ? "a value" : "values"
            return (
                "\(rows) \(value) that '\(path)' cannot hold as \(conversion.to.rawValue)",
                [
                    conversion.lenient.map { "\(mend), or let them become null: 'convert: { \(path): \($0.name) }'" }
                        ?? mend
                ]
            )
        case .cases:
            let value: String = count == 1 ? "a value that is no case" : "values that are no cases"
            return ("\(rows) \(value) of '\(path)'", [mend])
        case .presence:
            return ("\(rows) no value for '\(path)'", ["\(mend), or let them be without: make it optional"])
        case .uniqueness(let names):
            return (
                "\(rows) the same \(names.map { "'\($0)'" }.joined(separator: " and ")) as others, and the newer "
                    + "version wants each once",
                ["\(mend), or leave the constraint out of 'unique'"]
            )
        case .reference(let table):
            let keys: String = count == 1 ? "a key" : "keys"
            return (
                "\(rows) \(keys) '\(path)' leading to no row of '\(table)'",
                [
                    "in the store, put these rows of '\(table)' back, set such a key to NULL, or delete the rows that have one"
                ]
            )
        }
    }

    private var rows: String {
        if case .reference = demand {
            // Of pairs the first end tells the row.
            let texts: [String] = samples.map { "\($0.identity) → \($0.problem)" }
            return texts.joined(separator: ", ") + (count > samples.count ? " …" : "")
        }
        let texts: [String] = samples.map { "_id \($0.identity)\($0.problem.isEmpty ? "" : " (\($0.problem))")" }
        return texts.joined(separator: ", ") + (count > samples.count ? " …" : "")
    }
}
