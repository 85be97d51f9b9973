import ApusSchema

/// What texts are compared without regard to.
public struct TextOptions: OptionSet, Hashable, Sendable {
    /// The options, a bit each.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Capital and small letters are equal.
    public static let caseInsensitive = TextOptions(rawValue: PredicateFormat.Options.caseInsensitive.rawValue)

    /// Letters with and without diacritics are equal.
    public static let diacriticInsensitive = TextOptions(
        rawValue: PredicateFormat.Options.diacriticInsensitive.rawValue
    )

    /// The texts are compared by the rules of the user's language.
    public static let localeSensitive = TextOptions(rawValue: PredicateFormat.Options.localeSensitive.rawValue)

    /// What a person who searches would call equal: neither case nor diacritics matter.
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

    /// The text is that one.
    public func isEqual(to text: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.equalTo, text, options)
    }

    /// The text contains another one.
    public func contains(_ text: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.contains, text, options)
    }

    /// The text begins with another one. An index over the column finds it where no options are given.
    public func hasPrefix(_ text: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.beginsWith, text, options)
    }

    /// The text ends with another one.
    public func hasSuffix(_ text: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.endsWith, text, options)
    }

    /// The text is like a pattern: `?` stands for a character, `*` for any number of them.
    public func isLike(_ pattern: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.like, pattern, options)
    }

    /// The whole text matches a regular expression, in ICU's syntax.
    public func matches(_ pattern: String, _ options: TextOptions = []) -> ModelPredicate<Root> {
        compare(.matches, pattern, options)
    }

    /// The text in small letters.
    public var lowercased: AttributeColumn { calling("lowercase:") }

    /// The text in capital letters.
    public var uppercased: AttributeColumn { calling("uppercase:") }

    /// The text in small letters without diacritics.
    public var canonical: AttributeColumn { calling("canonical:") }

    /// The number of the text's Unicode scalars.
    public var length: AttributeColumn<Root, Int> { calling("length:") }
}
