/// A location in a text file.
public struct SourceLocation: Hashable, Sendable {
    /// The file's path, as its reader gave it.
    public let file: String

    /// The line, counted from 1; `nil` for the whole file.
    public let line: Int?

    /// The column in characters, counted from 1; `nil` for the whole line.
    public let column: Int?

    /// Creates a location.
    public init(file: String, line: Int? = nil, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension SourceLocation: CustomStringConvertible {
    /// The location as compilers print it: `Trips.yaml:14:7`.
    public var description: String {
        var text = file
        if let line { text += ":\(line)" }
        if line != nil, let column { text += ":\(column)" }
        return text
    }
}

extension SourceLocation: Comparable {
    /// Orders by file, then line, then column.
    public static func < (lhs: SourceLocation, rhs: SourceLocation) -> Bool {
        (lhs.file, lhs.line ?? 0, lhs.column ?? 0) < (rhs.file, rhs.line ?? 0, rhs.column ?? 0)
    }
}
