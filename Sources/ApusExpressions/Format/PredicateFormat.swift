/// A condition that a model's author wrote as a text in the format of Core Data's predicates.
///
/// The grammar is that of `NSPredicate(format:)` ("Predicate Format String Syntax" in Apple's archive), without the
/// places for arguments (`%@`): a model's predicate has variables (`$SINCE`).
///
/// ```swift
/// let predicate = try PredicateFormat.parse("ANY items.price > $LIMIT and not name beginswith[cd] 'x'")
/// predicate.text  // ANY items.price > $LIMIT AND NOT name BEGINSWITH[cd] "x"
/// ```
///
/// Two predicates are equal when they say the same, wherever it stood in the text.
public struct PredicateFormat: Sendable {
    /// What a condition is made of.
    public indirect enum Kind: Hashable, Sendable {
        /// `TRUEPREDICATE` or `FALSEPREDICATE`.
        case constant(Bool)
        /// All of them hold; at least two.
        case and([PredicateFormat])
        /// At least one of them holds; at least two.
        case or([PredicateFormat])
        /// It does not hold.
        case not(PredicateFormat)
        /// Two values compare so.
        case comparison(Comparison)
    }

    /// What the condition is made of.
    public let kind: Kind

    /// Where the condition begins, in Unicode scalars of the text.
    public let offset: Int

    package init(_ kind: Kind, at offset: Int = 0) {
        self.kind = kind
        self.offset = offset
    }

    /// Reads a predicate.
    ///
    /// The time is linear in the text's length, and deep nesting is an error.
    ///
    /// - Parameter text: The predicate, in the format of `NSPredicate`.
    /// - Returns: What it says.
    /// - Throws: The first thing that cannot be read.
    public static func parse(_ text: String) throws(PredicateProblem) -> PredicateFormat {
        var parser = try PredicateParser(text)
        return try parser.parsePredicate()
    }
}

extension PredicateFormat: Hashable {
    /// Whether both say the same, wherever it stood.
    public static func == (lhs: PredicateFormat, rhs: PredicateFormat) -> Bool { lhs.kind == rhs.kind }

    /// Hashes what the predicate says.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}
