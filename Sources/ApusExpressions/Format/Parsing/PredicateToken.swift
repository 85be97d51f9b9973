/// A word or sign of a predicate's text.
package struct PredicateToken {
    /// What was read.
    package enum Kind: Equatable {
        /// A word that may be a keyword.
        case word(String)
        /// A word behind a `#`, which is a name.
        case name(String)
        /// A variable, without its `$`.
        case variable(String)
        /// A text in quotation marks, without them and its escapes.
        case string(String)
        /// A number without a sign.
        case number(ExpressionFormat.Constant)
        /// A function's name with its colons.
        case function(String)
        /// `@count` and its like, without the `@`.
        case collectionOperator(String)
        /// A sign.
        case symbol(String)
        /// Nothing any more.
        case end
    }

    /// What was read.
    package let kind: Kind

    /// Where it stands, in Unicode scalars.
    package let range: Range<Int>

    /// The word in capitals, where it may be a keyword.
    var keyword: String? {
        if case .word(let word) = kind { word.uppercased() } else { nil }
    }

    func isSymbol(_ symbol: String) -> Bool { kind == .symbol(symbol) }
}
