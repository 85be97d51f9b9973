import ApusSchema

/// Options for comparing texts.
public struct TextOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Ignores case.
    public static let caseInsensitive = TextOptions(rawValue: PredicateFormat.Options.caseInsensitive.rawValue)

    /// Ignores diacritics.
    public static let diacriticInsensitive = TextOptions(
        rawValue: PredicateFormat.Options.diacriticInsensitive.rawValue
    )

    /// Compares by the rules of the user's language.
    public static let localeSensitive = TextOptions(rawValue: PredicateFormat.Options.localeSensitive.rawValue)

    /// Ignores case and diacritics, as a search should.
    public static let search: TextOptions = [.caseInsensitive, .diacriticInsensitive]
}

extension AttributeColumn where Value == String {
    private func compare(
        _ sign: PredicateFormat.Operator,
        _ text: String,
        _ options: TextOptions
    ) -> ModelPredicate<Root> {
        ModelPredicate(
            expression,
            sign,
            value: text,
            behind: arguments,
            options: PredicateFormat.Options(rawValue: options.rawValue)
        )
    }

    /// Whether the text is equal to another one.
    public func isEqual(to text: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.equalTo, text, options)
    }

    /// Whether the text contains another one.
    public func contains(_ text: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.contains, text, options)
    }

    /// Whether the text begins with another one. Without options, the query can use an index on the column.
    public func hasPrefix(_ text: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.beginsWith, text, options)
    }

    /// Whether the text ends with another one.
    public func hasSuffix(_ text: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.endsWith, text, options)
    }

    /// Whether the text matches a pattern: `?` stands for one character, `*` for any number of characters.
    public func isLike(_ pattern: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.like, pattern, options)
    }

    /// Whether the whole text matches a regular expression in ICU's syntax.
    public func matches(_ pattern: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.matches, pattern, options)
    }

    /// The text in lowercase.
    public var lowercased: AttributeColumn { calling("lowercase:") }

    /// The text in uppercase.
    public var uppercased: AttributeColumn { calling("uppercase:") }

    /// The text in lowercase without diacritics.
    public var canonical: AttributeColumn { calling("canonical:") }

    /// The number of Unicode scalars in the text.
    public var length: AttributeColumn<Root, Int> { calling("length:") }
}
