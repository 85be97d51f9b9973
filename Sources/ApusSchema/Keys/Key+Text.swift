import ApusDiagnostics

extension Key {
    /// Returns an element's value of the key on one line; `nil` for the default or a structure of its own.
    package func text(of element: Element) -> String? { line(element) }
}

extension Key.Form {
    /// Returns an element's value of a key of this form; see ``Key/text(of:)``.
    var line: @Sendable (Element) -> String? {
        switch self {
        case .text(let lens), .word(_, let lens): lens.get
        case .flag(let lens, let usual): { lens.get($0) == usual ? nil : String(!usual) }
        case .choice(let lens): { lens.get($0).map { String($0) } }
        case .count(let lens): { lens.get($0).map { String($0) } }
        case .coded(let coding): coding.text
        case .names(let lens):
            { element in
                let names = lens.get(element)
                return names.isEmpty ? nil : names.joined(separator: ", ")
            }
        case .texts(let lens):
            { element in
                let texts = lens.get(element)
                    .sorted { $0.key.precedes($1.key) }
                    .map { "\($0.key): \($0.value)" }
                return texts.isEmpty ? nil : texts.joined(separator: ", ")
            }
        case .structure: { _ in nil }
        }
    }
}
