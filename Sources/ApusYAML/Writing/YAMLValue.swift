import ApusDiagnostics

/// A value to write as YAML.
package struct YAMLValue: Hashable, Sendable {
    /// The content of a value.
    enum Content: Hashable, Sendable {
        case scalar(String, isText: Bool)
        case mapping([Entry])
        case sequence([YAMLValue])
    }

    /// The layouts of a mapping or a sequence.
    package enum Layout: Hashable, Sendable {
        /// One line per element.
        case block
        /// On one line, in brackets; as a block nevertheless if it contains a comment.
        case flow
    }

    /// A key of a mapping and its value.
    package struct Entry: Hashable, Sendable {
        /// The key, always a string.
        package let key: String
        /// The value.
        package let value: YAMLValue

        /// Creates an entry.
        package init(_ key: String, _ value: YAMLValue) {
            self.key = key
            self.value = value
        }
    }

    let content: Content
    let layout: Layout
    var comment: [String] = []

    /// A string that stays a string for every reader of YAML: `yes`, `1` and `null` get quotes.
    package static func text(_ text: String) -> YAMLValue {
        YAMLValue(content: .scalar(text, isText: true), layout: .block)
    }

    /// A word with a meaning, such as `true`, `12` or `string?`: it gets quotes only if YAML needs them.
    package static func word(_ word: String) -> YAMLValue {
        YAMLValue(content: .scalar(word, isText: false), layout: .block)
    }

    /// Keys and values.
    package static func mapping(_ entries: [Entry], _ layout: Layout = .block) -> YAMLValue {
        YAMLValue(content: .mapping(entries), layout: layout)
    }

    /// A list of values.
    package static func sequence(_ elements: [YAMLValue], _ layout: Layout = .block) -> YAMLValue {
        YAMLValue(content: .sequence(elements), layout: layout)
    }

    /// Returns the value with comment lines above it, given without `#`.
    package func commented(_ lines: [String]) -> YAMLValue {
        var copy = self
        copy.comment = lines.flatMap { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
            .map { line in String(String.UnicodeScalarView(line.unicodeScalars.filter(YAMLCharacters.isAllowed))) }
        return copy
    }

    /// The keys and values of a mapping, or the elements of a list below their strings or the first strings in them; empty
    /// for any other value.
    package var entries: [Entry] {
        switch content {
        case .mapping(let entries): return entries
        case .scalar: return []
        case .sequence(let elements):
            let entries: [Entry] = elements.compactMap { element in
                switch element.content {
                case .scalar(let text, _): Entry(text, element)
                case .mapping(let inner):
                    if case .scalar(let text, _)? = inner.first?.value.content { Entry(text, element) } else { nil }
                case .sequence: nil
                }
            }
            return entries.count == elements.count ? entries : []
        }
    }

    /// Whether the value is a mapping without keys.
    package var isEmptyMapping: Bool { if case .mapping([]) = content { true } else { false } }

    /// Whether the value is a list.
    package var isList: Bool { if case .sequence = content { true } else { false } }

    /// Whether the value contains a comment, which does not fit on one line with brackets.
    var hasInnerComments: Bool {
        switch content {
        case .scalar: false
        case .mapping(let entries): entries.contains { !$0.value.comment.isEmpty || $0.value.hasInnerComments }
        case .sequence(let elements): elements.contains { !$0.comment.isEmpty || $0.hasInnerComments }
        }
    }
}

extension YAMLValue.Content {
    /// Compares scalars by their bytes.
    static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.scalar(let one, let isText), .scalar(let other, let isOtherText)):
            isText == isOtherText && one.isSame(as: other)
        case (.mapping(let one), .mapping(let other)): one == other
        case (.sequence(let one), .sequence(let other)): one == other
        default: false
        }
    }
}
