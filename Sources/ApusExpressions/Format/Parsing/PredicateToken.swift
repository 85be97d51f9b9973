/// A token of a predicate's text.
package struct PredicateToken {
    /// The kind of a token.
    package enum Kind: Equatable {
        /// A word that may be a keyword.
        case word(String)
        /// A word after a `#`, which is always a name.
        case name(String)
        /// A variable, without its `$`.
        case variable(String)
        /// A text, without its quotation marks and with its escapes resolved.
        case string(String)
        /// A number without a sign.
        case number(ExpressionFormat.Constant)
        /// A function's name with its colons.
        case function(String)
        /// A collection operator such as `@count`, without the `@`.
        case collectionOperator(String)
        /// A symbol.
        case symbol(String)
        /// The end of the text.
        case end
    }

    /// The token's kind.
    package let kind: Kind

    /// The token's range in the text, in Unicode scalars.
    package let range: Range<Int>

    /// The word in uppercase, if it may be a keyword.
    var keyword: String? {
        if case .word(let word) = kind { word.uppercased() } else { nil }
    }

    func isSymbol(_ symbol: String) -> Bool { kind == .symbol(symbol) }
}
