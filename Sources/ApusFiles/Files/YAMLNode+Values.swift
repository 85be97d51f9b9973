import ApusDiagnostics
import ApusYAML

extension YAMLNode {
    /// The lines of a mapping, none for a key without a value; `nil` where the node is something else. Of a key that
    /// stands twice, which was reported when the file was read, only the first line.
    func entries(of owner: String, into findings: inout DiagnosticCollector) -> [Entry]? {
        switch content {
        case .mapping(let entries):
            var seen: Set<String> = []
            return entries.filter { seen.insert($0.key.text).inserted }
        case .scalar(let scalar) where scalar.isMissing: return []
        case .scalar, .sequence:
            findings.error(
                "\(owner) must be keys with values, not \(kind)",
                at: location,
                help: ["write 'key: value' lines, indented below the key"]
            )
            return nil
        }
    }

    /// The text of a scalar that must say something, or `nil`.
    func text(of what: String, into findings: inout DiagnosticCollector) -> YAMLScalar? {
        guard case .scalar(let scalar) = content else {
            findings.error(
                "\(what) must be a text, not \(kind)",
                at: location,
                help: ["write a word, or a text in quotes"]
            )
            return nil
        }
        guard !scalar.isNull else {
            let isWord: Bool = !scalar.isMissing
            findings.error(
                isWord ? "\(what) is '\(scalar.text)', which means nothing" : "\(what) is missing",
                at: location,
                help: [
                    isWord ? "remove it, or write \"\(scalar.text)\" in quotes" : "write it here, or remove the line"
                ]
            )
            return nil
        }
        return scalar
    }

    /// The texts of a list, or the one text that stands for a list of one; without those that are no texts.
    func texts(of what: String, into findings: inout DiagnosticCollector) -> [YAMLScalar] {
        switch content {
        case .sequence(let elements):
            return elements.compactMap { $0.text(of: "an element of \(what)", into: &findings) }
        case .scalar: return text(of: what, into: &findings).map { [$0] } ?? []
        case .mapping:
            findings.error("\(what) must be a list, not \(kind)", at: location, help: ["write '[one, two]'"])
            return []
        }
    }

    /// A truth value, or `nil`.
    func truth(of key: String, into findings: inout DiagnosticCollector) -> Bool? {
        guard case .scalar(let scalar) = content else {
            findings.error("'\(key)' must be true or false", at: location)
            return nil
        }
        if scalar.style == .plain, let truth = Bool(scalar.text) { return truth }
        let meant: Bool? =
            switch scalar.text.lowercased() {
            case "yes", "on", "1", "true", "y": true
            case "no", "off", "0", "false", "n": false
            default: nil
            }
        findings.error(
            "'\(key)' must be true or false",
            at: location,
            help: meant.map { ["write '\(key): \($0)'"] } ?? [],
            fixes: scalar.style == .plain
                ? meant.map { [.replace(location, word: scalar.text, with: String($0))] } ?? [] : []
        )
        return nil
    }

    /// A whole number that is not negative, or `nil`.
    func count(of key: String, into findings: inout DiagnosticCollector) -> Int? {
        guard let scalar = text(of: "'\(key)'", into: &findings) else { return nil }
        if let number = Int(scalar.text), number >= 0, scalar.style == .plain { return number }
        findings.error(
            "'\(scalar.text)' is no \(key)",
            at: location,
            help: ["write a whole number that is not negative, such as 10"]
        )
        return nil
    }

    /// One of several words, or `nil`.
    func word(of key: String, among words: [String], into findings: inout DiagnosticCollector) -> String? {
        guard let scalar = text(of: "'\(key)'", into: &findings) else { return nil }
        if words.contains(scalar.text) { return scalar.text }
        findings.add(unknownWord(scalar, "'\(scalar.text)' is no \(key)", among: words))
        return nil
    }
}
