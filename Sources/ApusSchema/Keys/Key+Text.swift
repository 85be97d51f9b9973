extension Key {
    /// What an element says under the key, in one line; `nil` where that is the usual, or a structure of its own.
    public func text(of element: Element) -> String? {
        switch form {
        case .text(let lens), .word(_, let lens): return lens.get(element)
        case .flag(let lens, let usual): return lens.get(element) == usual ? nil : String(!usual)
        case .choice(let lens): return lens.get(element).map { String($0) }
        case .count(let lens): return lens.get(element).map { String($0) }
        case .coded(let coding): return coding.text(element)
        case .names(let lens):
            let names: [String] = lens.get(element)
            return names.isEmpty ? nil : names.joined(separator: ", ")
        case .texts(let lens):
            let texts: [String] = lens.get(element)
                .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map { "\($0.key): \($0.value)" }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        case .structure: return nil
        }
    }
}
