import ApusDiagnostics
import ApusSchema
import ApusYAML

// Defaults are left out, and short forms are used if they are complete, so that a reviewer reads only what matters.

extension YAMLValue.Entry {
    /// The settings of an element in the order of its keys.
    ///
    /// - Parameters:
    ///   - keys: The element's keys.
    ///   - element: The element.
    ///   - structure: Writes a key that has a structure of its own; `nil` if the element has the default.
    /// - Returns: The settings that differ from the defaults.
    static func settings<Element>(
        _ keys: [Key<Element>],
        of element: Element,
        _ structure: (KeyStructure, String) -> YAMLValue? = { _, _ in nil }
    ) -> [YAMLValue.Entry] {
        keys.compactMap { key in
            let value: YAMLValue? =
                switch key.form {
                case .text(let lens): lens.get(element).map { .text($0) }
                case .flag(let lens, let usual): lens.get(element) == usual ? nil : .truth(!usual)
                case .choice(let lens): lens.get(element).map { .truth($0) }
                case .count(let lens): lens.get(element).map { .word(String($0)) }
                case .word(_, let lens): lens.get(element).map { .word($0) }
                case .coded(let coding): coding.text(element).map { coding.isWord(element) ? .word($0) : .text($0) }
                case .names(let lens): lens.get(element).isEmpty ? nil : .names(lens.get(element))
                case .texts(let lens): lens.get(element).isEmpty ? nil : .texts(lens.get(element))
                case .structure(let kind): structure(kind, key.name)
                }
            return value.map { YAMLValue.Entry(key.name, $0) }
        }
    }
}

extension YAMLValue {
    /// True or false.
    static func truth(_ truth: Bool) -> YAMLValue { .word(truth ? "true" : "false") }

    /// A list of names on one line.
    static func names(_ names: [String]) -> YAMLValue { .sequence(names.map { .text($0) }, .flow) }

    /// Named strings, sorted by name.
    static func texts(_ texts: [String: String]) -> YAMLValue {
        let sorted = texts.sorted { $0.key.precedes($1.key) }
        return .mapping(sorted.map { YAMLValue.Entry($0.key, .text($0.value)) })
    }

    /// Named elements; `nil` if there are none.
    static func elements<Element>(
        _ elements: [Element],
        _ name: (Element) -> String,
        _ value: (Element) -> YAMLValue
    ) -> YAMLValue? {
        elements.isEmpty ? nil : .mapping(elements.map { YAMLValue.Entry(name($0), value($0)) })
    }

    /// Keys and values, on one line if they are few and short.
    static func compact(_ entries: [YAMLValue.Entry]) -> YAMLValue {
        let line: YAMLValue = .mapping(entries, .flow)
        let hasText = entries.contains { ["documentation", "userInfo"].contains($0.key) }
        // The count includes the line break at the end.
        return hasText || YAMLWriter.write(line).unicodeScalars.count > 91 ? .mapping(entries) : line
    }
}
