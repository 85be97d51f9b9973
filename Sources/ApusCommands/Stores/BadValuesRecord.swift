import ApusDiagnostics
import ApusStore

/// Invalid values of one column, as they are printed.
struct BadValuesRecord: Encodable {
    let table: String
    let column: String
    let count: Int
    /// What is wrong with them, as the continuation of "is" or "are".
    let problem: String
    /// The identities of some of the rows.
    let rows: [String]
    /// Whether only a required relationship is empty, which does not make a store unsound.
    let isIncomplete: Bool

    init(_ values: Verification.BadValues) {
        (table, column, count, problem) = (values.table, values.column, values.count, values.problem)
        rows = values.rows
        isIncomplete = values.isIncomplete
    }

    /// The number of values with their rows: `3 values are not int16 (rows 4, 7, 9)`.
    var text: String {
        let values = count == 1 ? "1 value is" : "\(count) values are"
        let list = rows.joined(separator: ", ") + (count > rows.count ? ", …" : "")
        return "\(values) \(problem) (row\(count == 1 ? "" : "s") \(list))"
    }

    /// A warning that a migration kept the values, or would keep them.
    func warning(of store: String, isTried: Bool) -> Diagnostic {
        let verb = isTried ? "would keep" : "kept"
        let values = count == 1 ? "it as it is" : "them as they are"
        return .warning(
            "'\(table).\(column)': \(text)",
            at: SourceLocation(file: store),
            help: [
                "the migration \(verb) \(values): the app must correct such a value when it next writes it; "
                    + "'apus verify' lists them"
            ]
        )
    }
}
