/// One key that fetched objects are sorted by: `startDate`, `author.name desc`.
public struct SortKey: Hashable, Sendable {
    /// The names from the fetched object to the value.
    public var keyPath: [String]

    /// Whether the greatest comes first.
    public var isDescending: Bool

    /// Creates a sort key.
    public init(_ keyPath: [String], isDescending: Bool = false) {
        self.keyPath = keyPath
        self.isDescending = isDescending
    }

    /// Reads `name`, `name asc`, `author.name desc`; `nil` for anything else.
    public init?(_ text: String) {
        let (term, isDescending) = Self.parts(of: text)
        let names: [String] = term.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy(\.isIdentifier) else { return nil }
        self.init(names, isDescending: isDescending)
    }

    /// The key as a model writes it.
    public var text: String {
        keyPath.joined(separator: ".") + (isDescending ? " desc" : "")
    }

    /// What is sorted by, without the word for the direction behind it.
    static func parts(of text: String) -> (term: String, isDescending: Bool) {
        for (word, isDescending) in [(" desc", true), (" asc", false)] where text.hasSuffix(word) {
            return (String(text.dropLast(word.count)), isDescending)
        }
        return (text, false)
    }
}
