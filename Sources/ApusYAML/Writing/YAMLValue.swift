/// A value to be written as YAML.
package struct YAMLValue: Hashable, Sendable {
    /// What a value is.
    enum Content: Hashable, Sendable {
        case scalar(String, isText: Bool)
        case mapping([Entry])
        case sequence([YAMLValue])
    }

    /// How a mapping or a sequence is laid out.
    package enum Layout: Hashable, Sendable {
        /// A line each.
        case block
        /// On one line, in brackets; in block nevertheless where a comment stands inside.
        case flow
    }

    /// One line of a mapping: a key and its value.
    package struct Entry: Hashable, Sendable {
        /// The key, always a text.
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

    /// A text that stays a text for every reader of YAML: `yes`, `1` and `null` get quotes.
    package static func text(_ text: String) -> YAMLValue {
        YAMLValue(content: .scalar(text, isText: true), layout: .block)
    }

    /// A word with a meaning of its own, such as `true`, `12` or `string?`: it gets quotes only where YAML could not
    /// carry it without.
    package static func word(_ word: String) -> YAMLValue {
        YAMLValue(content: .scalar(word, isText: false), layout: .block)
    }

    /// Keys with their values.
    package static func mapping(_ entries: [Entry], _ layout: Layout = .block) -> YAMLValue {
        YAMLValue(content: .mapping(entries), layout: layout)
    }

    /// Values in order.
    package static func sequence(_ elements: [YAMLValue], _ layout: Layout = .block) -> YAMLValue {
        YAMLValue(content: .sequence(elements), layout: layout)
    }

    /// The same value with comment lines above it, each a line without the `#`.
    package func commented(_ lines: [String]) -> YAMLValue {
        var copy: YAMLValue = self
        copy.comment = lines.flatMap { $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
            .map { line in String(String.UnicodeScalarView(line.unicodeScalars.filter(YAMLCharacters.isAllowed))) }
        return copy
    }

    /// The keys and values of a mapping, or the texts of a list with themselves; none of any other value.
    package var entries: [Entry] {
        switch content {
        case .mapping(let entries): return entries
        case .scalar: return []
        case .sequence(let elements):
            let entries: [Entry] = elements.compactMap { element in
                if case .scalar(let text, _) = element.content { Entry(text, element) } else { nil }
            }
            return entries.count == elements.count ? entries : []
        }
    }

    /// Whether the value is a mapping without keys.
    package var isEmptyMapping: Bool { if case .mapping([]) = content { true } else { false } }

    /// Whether the value is a list.
    package var isList: Bool { if case .sequence = content { true } else { false } }

    /// Whether a comment stands in the value, which a line in brackets could not hold.
    var hasInnerComments: Bool {
        switch content {
        case .scalar: false
        case .mapping(let entries): entries.contains { !$0.value.comment.isEmpty || $0.value.hasInnerComments }
        case .sequence(let elements): elements.contains { !$0.comment.isEmpty || $0.hasInnerComments }
        }
    }
}
