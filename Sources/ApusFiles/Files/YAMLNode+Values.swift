import ApusDiagnostics
import ApusYAML

extension YAMLNode {
    /// The entries of a mapping; empty for a missing value, `nil` if the node is something else. Of duplicate keys,
    /// which the reader has reported, only the first one is kept.
    func entries(of owner: String, into findings: inout DiagnosticCollector) -> [Entry]? {
        switch content {
        case .mapping(let entries):
            var seen: Set<String> = []
            return entries.filter { seen.insert($0.key.text).inserted }
        case .scalar(let scalar) where scalar.isMissing: return []
        case .scalar, .sequence:
            findings.error(
                "\(owner) must be keys and values, not \(kind)",
                at: location,
                help: ["write lines of 'key: value', indented below the key"]
            )
            return nil
        }
    }

    /// The scalar, which must not be null or missing; otherwise `nil`, and a finding.
    func text(of what: String, into findings: inout DiagnosticCollector) -> YAMLScalar? {
        guard case .scalar(let scalar) = content else {
            findings.error(
                "\(what) must be a string, not \(kind)",
                at: location,
                help: ["write a word, or a string in quotes"]
            )
            return nil
        }
        guard !scalar.isNull else {
            let isWord = !scalar.isMissing
            findings.error(
                isWord ? "\(what) is '\(scalar.text)', which has no meaning here" : "\(what) is missing",
                at: location,
                help: [
                    isWord ? "remove it, or write \"\(scalar.text)\" in quotes" : "write it here, or remove the line"
                ]
            )
            return nil
        }
        return scalar
    }

    /// The strings of a list, or a single string as a list; elements of other kinds are reported and left out.
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

    /// The Boolean; otherwise `nil`, and a finding.
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

    /// The non-negative whole number; otherwise `nil`, and a finding.
    func count(of key: String, into findings: inout DiagnosticCollector) -> Int? {
        guard let scalar = text(of: "'\(key)'", into: &findings) else { return nil }
        if let number = Int(digits: scalar.text), scalar.style == .plain { return number }
        findings.error(
            "'\(scalar.text)' is not a valid \(key)",
            at: location,
            help: ["write a non-negative whole number of \(Int.digitsLimit), such as 10"]
        )
        return nil
    }

    /// One of several words; otherwise `nil`, and a finding.
    func word(of key: String, among words: [String], into findings: inout DiagnosticCollector) -> String? {
        guard let scalar = text(of: "'\(key)'", into: &findings) else { return nil }
        if words.contains(scalar.text) { return scalar.text }
        findings.add(unknownWord(scalar, "'\(scalar.text)' is not a valid \(key)", among: words))
        return nil
    }
}
