import ApusDiagnostics

extension Value {
    /// Returns whether a store cannot distinguish two values. Texts are compared by their bytes, because a column
    /// preserves the Unicode form that Swift's `==` ignores.
    public static func == (lhs: Value, rhs: Value) -> Bool {
        switch (lhs, rhs) {
        case (.int(let one), .int(let other)): one == other
        case (.decimal(let one), .decimal(let other)): one == other
        case (.double(let one), .double(let other)), (.date(let one), .date(let other)): one == other
        case (.string(let one), .string(let other)), (.url(let one), .url(let other)):
            one.isSame(as: other)
        case (.bool(let one), .bool(let other)): one == other
        case (.data(let one), .data(let other)): one == other
        case (.uuid(let one), .uuid(let other)): one == other
        case (.int, _), (.decimal, _), (.double, _), (.string, _), (.bool, _), (.date, _), (.data, _), (.uuid, _),
            (.url, _):
            false
        }
    }
}
