package import ApusSchema
package import ApusYAML

extension Mapping {
    /// The mapping as YAML.
    package var yaml: YAMLValue {
        let sections: [(String, YAMLValue?)] = [
            ("accept", .list(accept.map(\.text))),
            ("fill", .table(fill.map { YAMLValue.Entry($0.path.description, $0.fill.yaml) })),
            ("convert", .table(convert.map { YAMLValue.Entry($0.path.description, .text($0.name)) })),
            ("require", .list(require.map(\.path.description))),
        ]
        return .mapping(sections.compactMap { key, value in value.map { YAMLValue.Entry(key, $0) } })
    }
}

extension Mapping.Acceptance {
    /// The acceptance as it is written: `Trip`, `Trip.code`, `Trip.*`.
    package var text: String { isWildcard ? "\(path.entity).*" : path.description }
}

extension Fill {
    fileprivate var yaml: YAMLValue {
        switch self {
        case .generated(let generator): .word(generator.rawValue)
        case .literal(let text): isWord(text) ? .word(text) : .text(text)
        }
    }

    /// Whether a text looks best without quotes: a number or a truth value in its one usual form. Which type the
    /// attribute has does not count, as the text is read alike with quotes and without.
    private func isWord(_ text: String) -> Bool {
        [ScalarType.int64, .double, .bool].contains { Value(text: text, type: $0)?.text == text }
    }
}

extension String {
    /// The text of a mapping with quotes around a literal that would be read as a generator without them. YAML itself
    /// does not need them, so that its writer gives none.
    func quoting(_ filling: Mapping.Filling) -> String {
        guard case .literal(let text) = filling.fill, Fill.isCall(text), ScalarStyle.canBePlain(text) else {
            return self
        }
        let entry: String = YAMLWriter.write(.mapping([YAMLValue.Entry(filling.path.description, filling.fill.yaml)]))
        let lines: String = "\n" + entry.split(separator: "\n").map { "  \($0)\n" }.joined()
        return replacing(lines, with: lines.dropLast(text.count + 1) + ScalarStyle.quoted(text) + "\n")
    }
}

extension YAMLValue {
    /// A line each; `nil` where there are none.
    fileprivate static func list(_ texts: [String]) -> YAMLValue? {
        texts.isEmpty ? nil : .sequence(texts.map { .text($0) })
    }

    /// A line each; `nil` where there are none.
    fileprivate static func table(_ entries: [Entry]) -> YAMLValue? {
        entries.isEmpty ? nil : .mapping(entries)
    }
}
