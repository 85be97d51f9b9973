/// A key by which fetched objects are sorted: `startDate`, `author.name desc`.
public struct SortKey: Hashable, Sendable {
    /// The key path from the fetched object to the value.
    public var keyPath: [String]

    /// Whether the greatest value comes first.
    public var isDescending: Bool

    /// Creates a sort key.
    public init(_ keyPath: [String], isDescending: Bool = false) {
        self.keyPath = keyPath
        self.isDescending = isDescending
    }

    /// Parses `name`, `name asc` or `author.name desc`; `nil` for anything else.
    public init?(_ text: String) {
        let (term, isDescending) = Self.parts(of: text)
        let names = term.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy(\.isIdentifier) else { return nil }
        self.init(names, isDescending: isDescending)
    }

    /// The key as a model contains it.
    public var text: String {
        keyPath.joined(separator: ".") + (isDescending ? " desc" : "")
    }

    /// Splits a text into the value and the direction.
    static func parts(of text: String) -> (term: String, isDescending: Bool) {
        for (word, isDescending) in [(" desc", true), (" asc", false)] where text.hasSuffix(word) {
            return (String(text.dropLast(word.count)), isDescending)
        }
        return (text, false)
    }
}
