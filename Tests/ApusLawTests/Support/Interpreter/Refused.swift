/// A stage that cannot be inferred without losing or inventing a value, or whose match cannot be told.
struct Refused: Error, CustomStringConvertible {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    var description: String { "refused: \(reason)" }
}
