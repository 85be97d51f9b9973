package import ApusSchema
package import ApusYAML

extension Mapping {
    /// The mapping as YAML: the keys that have lines, each with a list of elements, or of elements and values.
    package var yaml: YAMLValue {
        let sections: [YAMLValue.Entry] = Key.allCases.compactMap { key in
            let lines: [Line] = self[key]
            if lines.isEmpty { return nil }
            let value: YAMLValue =
                switch key.definition.value {
                case nil: .sequence(lines.map { .text($0.subject) })
                case .message?: .sequence(lines.map(\.assertionYAML))
                case .version?: lines.first?.swift?.yaml ?? .mapping([])
                case _?: .mapping(lines.map { YAMLValue.Entry($0.subject, $0.yaml) })
                }
            return YAMLValue.Entry(key.rawValue, value)
        }
        return .mapping(sections)
    }
}

extension Mapping.Line {
    /// The assertion as YAML.
    fileprivate var assertionYAML: YAMLValue {
        let entries: [YAMLValue.Entry] = Mapping.AssertionKey.allCases.map { key in
            let text: String? =
                switch key {
                case .that: assertion?.condition
                case .message: assertion?.message
                }
            return YAMLValue.Entry(key.rawValue, .text(text ?? ""))
        }
        return .mapping(entries, .flow)
    }

    /// The line's value as YAML.
    fileprivate var yaml: YAMLValue {
        if let function { return function.yaml }
        if let origins { return origins.count == 1 ? origins[0].yaml : .sequence(origins.map(\.yaml)) }
        if let duplicateObjects {
            return duplicateObjects.count == 1
                ? duplicateObjects[0].yaml : .sequence(duplicateObjects.map(\.yaml))
        }
        return fill?.yaml ?? .text(expression ?? value ?? "")
    }
}

extension SwiftStage {
    /// The name as YAML, with the version unless it is the first.
    fileprivate var yaml: YAMLValue {
        if version == 1 { return .text(name) }
        let entries: [YAMLValue.Entry] = Mapping.SwiftKey.allCases.map { key in
            let value: YAMLValue =
                switch key {
                case .name: .text(name)
                case .version: .word(String(version))
                }
            return YAMLValue.Entry(key.rawValue, value)
        }
        return .mapping(entries, .flow)
    }
}

extension FunctionDeclaration {
    /// The types and the version as YAML.
    fileprivate var yaml: YAMLValue {
        let entries: [YAMLValue.Entry] = Mapping.FunctionKey.allCases.map { key in
            let value: YAMLValue =
                switch key {
                case .takes: .sequence(takes.map { .text($0.description) }, .flow)
                case .gives: .text(gives.description)
                case .version: .word(String(version))
                }
            return YAMLValue.Entry(key.rawValue, value)
        }
        return .mapping(entries, .flow)
    }
}

extension Mapping.DuplicateObjects {
    /// The decision as YAML: a word if it is about the only constraint.
    fileprivate var yaml: YAMLValue {
        if properties.isEmpty, !setsAside { return .text(kept.description) }
        let entries: [YAMLValue.Entry] = Key.allCases.compactMap { key in
            let value: YAMLValue? =
                switch key {
                case .properties:
                    properties.count < 2
                        ? properties.first.map { .text($0) } : .sequence(properties.map { .text($0) }, .flow)
                case .kept: .text(kept.description)
                case .setsAside: setsAside ? .word("true") : nil
                }
            return value.map { YAMLValue.Entry(key.rawValue, $0) }
        }
        return .mapping(entries, .flow)
    }
}

extension Mapping.Origin {
    /// The origin as YAML: on one line if it computes nothing.
    fileprivate var yaml: YAMLValue {
        let entries: [YAMLValue.Entry] = Key.allCases.compactMap { key in
            let value: YAMLValue? =
                switch key {
                case .from: sources.count == 1 ? .text(sources[0]) : .sequence(sources.map { .text($0) }, .flow)
                case .name: name.map { .text($0) }
                case .each: each.map { .text($0) }
                case .condition: condition.map { .text($0) }
                case .distinct:
                    distinct.count < 2
                        ? distinct.first.map { .text($0) } : .sequence(distinct.map { .text($0) }, .flow)
                case .values:
                    values.isEmpty
                        ? nil : .mapping(sortedValues.map { YAMLValue.Entry($0.name, .text($0.expression)) })
                }
            return value.map { YAMLValue.Entry(key.rawValue, $0) }
        }
        return .mapping(entries, values.isEmpty ? .flow : .block)
    }
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
    func quoting(_ line: Mapping.Line) -> String {
        guard case .literal(let text)? = line.fill, Fill.isCall(text), ScalarStyle.canBePlain(text) else { return self }
        let entry: String = YAMLWriter.write(.mapping([YAMLValue.Entry(line.subject, line.yaml)]))
        let lines = "\n" + entry.split(separator: "\n").map { "  \($0)\n" }.joined()
        return replacing(lines, with: lines.dropLast(text.count + 1) + ScalarStyle.quoted(text) + "\n")
    }
}
