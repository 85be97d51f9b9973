import ApusDiagnostics
import ApusStore

/// Values of one column that the model does not allow, as they are printed.
struct BadValuesRecord: Encodable {
    let table: String
    let column: String
    let count: Int
    /// What is wrong with them, to follow an `is` or `are`.
    let problem: String
    /// The identities of some of the rows.
    let rows: [String]

    init(_ values: Verification.BadValues) {
        (table, column, count, problem) = (values.table, values.column, values.count, values.problem)
        rows = values.rows
    }

    /// How many there are, and which: `3 values are no int16 (rows 4, 7, 9)`.
    var text: String {
        let values: String = count == 1 ? "1 value is" : "\(count) values are"
        let list: String = rows.joined(separator: ", ") + (count > rows.count ? ", …" : "")
        return "\(values) \(problem) (row\(count == 1 ? "" : "s") \(list))"
    }

    /// A warning that a migration carried the values over, or would.
    func warning(of store: String, isTried: Bool) -> Diagnostic {
        .warning(
            "'\(table).\(column)': \(text)",
            at: SourceLocation(file: store),
            help: [
                "\(isTried ? "to be " : "")carried over as \(count == 1 ? "it is" : "they are"): the app has to mend such a value when it next writes "
                    + "it; 'apus verify' lists them"
            ]
        )
    }
}
