/// A parsed predicate in the format of Core Data.
///
/// The grammar is that of `NSPredicate(format:)` ("Predicate Format String Syntax" in Apple's archive), without format
/// arguments (`%@`): a model's predicate has variables (`$SINCE`) instead.
///
/// ```swift
/// let predicate = try PredicateFormat.parse("ANY items.price > $LIMIT and not name beginswith[cd] 'x'")
/// predicate.text  // ANY items.price > $LIMIT AND NOT name BEGINSWITH[cd] "x"
/// ```
///
/// Equality ignores the offsets in the text.
public struct PredicateFormat: Sendable {
    /// The structure of a condition.
    public indirect enum Kind: Hashable, Sendable {
        /// `TRUEPREDICATE` or `FALSEPREDICATE`.
        case constant(Bool)
        /// All conditions hold; there are at least two.
        case and([PredicateFormat])
        /// At least one condition holds; there are at least two.
        case or([PredicateFormat])
        /// The condition does not hold.
        case not(PredicateFormat)
        /// A comparison of two values holds.
        case comparison(Comparison)
    }

    /// The structure of the condition.
    public let kind: Kind

    /// The offset of the condition's start in the text, in Unicode scalars.
    public var offset: Int { Int(start) }

    // Small, so that more levels fit a small stack.
    private let start: UInt32

    /// The number of levels.
    let depth: UInt32

    /// The maximum number of levels. No text has as many. A deeper condition is dropped at once, so that no recursion
    /// over it overflows a stack, and rejected when it is compiled.
    static let deepest: UInt32 = 100

    package init(_ kind: Kind, at offset: Int = 0) {
        depth = kind.depth + 1
        self.kind = depth > Self.deepest ? .constant(false) : kind
        start = UInt32(clamping: offset)
    }

    /// Whether the condition was dropped.
    var isTooDeep: Bool { depth > Self.deepest }

    /// Parses a predicate.
    ///
    /// Parsing takes linear time in the text's length; deep nesting is an error.
    ///
    /// - Parameter text: The predicate, in the format of `NSPredicate`.
    /// - Returns: The parsed predicate.
    /// - Throws: The first syntax error.
    public static func parse(_ text: String) throws(PredicateProblem) -> PredicateFormat {
        try parse(text, calling: [])
    }

    /// Parses a condition of a mapping.
    ///
    /// - Parameters:
    ///   - text: The condition, in the format of `NSPredicate`.
    ///   - own: The names of the functions in Swift that it may call; `nil` for any name, if only the text's structure counts.
    /// - Returns: The parsed predicate.
    /// - Throws: The first syntax error.
    package static func parse(
        _ text: String,
        calling own: Set<String>?
    ) throws(PredicateProblem) -> PredicateFormat {
        var parser = try PredicateParser(text, calling: own)
        return try parser.parsePredicate()
    }
}

extension PredicateFormat: Hashable {
    /// Returns whether two predicates are equal, ignoring their offsets.
    public static func == (lhs: PredicateFormat, rhs: PredicateFormat) -> Bool { lhs.kind == rhs.kind }

    /// Hashes the predicate without its offset.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension PredicateFormat.Kind {
    /// The number of levels of the operands.
    fileprivate var depth: UInt32 {
        switch self {
        case .constant: 0
        case .and(let operands), .or(let operands): operands.reduce(0) { max($0, $1.depth) }
        case .not(let operand): operand.depth
        case .comparison(let comparison): max(comparison.left.depth, comparison.right.depth)
        }
    }
}
