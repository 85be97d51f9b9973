/// What is hard about data.
enum DataEdge: String, CaseIterable, Hashable, Sendable {
    /// A value or a reference that is not there.
    case null
    /// The ends of a type's range, and what rounding and coding go wrong with.
    case extreme
    /// A text, a blob or a list without anything in it.
    case empty
    /// A text that looks like a number, a UUID, a date, a keyword.
    case lookalike
    /// One object that several others lead to.
    case shared
    /// No object at all.
    case none
    /// Objects of several kinds in one table.
    case kinds

    /// One character for the matrix.
    var letter: Character {
        switch self {
        case .null: "n"
        case .extreme: "x"
        case .empty: "e"
        case .lookalike: "l"
        case .shared: "s"
        case .none: "0"
        case .kinds: "k"
        }
    }
}
