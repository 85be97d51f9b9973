import ApusDiagnostics
import ApusYAML

/// The keys of one mapping, checked against those that it may have.
struct Keys {
    /// What a mapping's keys may be.
    struct Kinds {
        /// What has the keys, in words: `an attribute`.
        let owner: String
        /// The keys that it may have.
        let known: [String]
        /// Keys of Core Data's and SwiftData's models that this version of Apus does not carry.
        var later: Set<String> = []
    }

    private let values: [String: YAMLNode.Entry]

    /// Where the mapping begins.
    let location: SourceLocation

    /// Reads a mapping's keys; `nil` where the node is none.
    init?(_ node: YAMLNode, _ kinds: Kinds, into findings: inout DiagnosticCollector) {
        guard let entries = node.entries(of: kinds.owner, into: &findings) else { return nil }
        location = node.location
        var values: [String: YAMLNode.Entry] = [:]
        for entry in entries {
            if kinds.known.contains(entry.key.text) {
                values[entry.key.text] = entry
            } else if kinds.later.contains(entry.key.text) {
                findings.error(
                    "this version of Apus does not know '\(entry.key.text)' of \(kinds.owner) yet",
                    at: entry.key.location,
                    help: ["remove it: Apus never ignores what a file says"]
                )
            } else {
                let nearest: String? = NearMiss.suggestion(for: entry.key.text, among: kinds.known)
                findings.error(
                    "'\(entry.key.text)' is no key of \(kinds.owner)",
                    at: entry.key.location,
                    help: (nearest.map { ["did you mean '\($0)'?"] } ?? [])
                        + ["possible are \(kinds.known.map { "'\($0)'" }.joined(separator: ", "))"]
                )
            }
        }
        self.values = values
    }

    /// The value of a key, where the mapping has it.
    subscript(key: String) -> YAMLNode? { values[key]?.value }

    /// The place of a key, where the mapping has it.
    func place(of key: String) -> SourceLocation? { values[key]?.key.location }
}

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

    /// A truth value, or `nil`.
    func truth(of key: String, into findings: inout DiagnosticCollector) -> Bool? {
        if case .scalar(let scalar) = content, scalar.style == .plain, let truth = Bool(scalar.text) { return truth }
        var help: [String] = []
        if case .scalar(let scalar) = content {
            switch scalar.text.lowercased() {
            case "yes", "on", "1", "true", "y": help = ["write '\(key): true'"]
            case "no", "off", "0", "false", "n": help = ["write '\(key): false'"]
            default: break
            }
        }
        findings.error("'\(key)' must be true or false", at: location, help: help)
        return nil
    }

    /// One of several words, or `nil`.
    func word<Word: RawRepresentable & CaseIterable>(
        of key: String,
        _: Word.Type,
        into findings: inout DiagnosticCollector
    ) -> Word? where Word.RawValue == String {
        guard let scalar = text(of: "'\(key)'", into: &findings) else { return nil }
        if let word = Word(rawValue: scalar.text) { return word }
        let words: [String] = Word.allCases.map(\.rawValue)
        let nearest: String? = NearMiss.suggestion(for: scalar.text, among: words)
        findings.error(
            "'\(scalar.text)' is no \(key)",
            at: location,
            help: (nearest.map { ["did you mean '\($0)'?"] } ?? [])
                + ["possible are \(words.map { "'\($0)'" }.joined(separator: ", "))"]
        )
        return nil
    }
}
