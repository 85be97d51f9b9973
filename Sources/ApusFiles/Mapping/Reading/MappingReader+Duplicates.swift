import ApusDiagnostics
import ApusSchema
import ApusYAML

extension MappingReader {
    /// Which of several objects is chosen.
    mutating func duplicates(_ word: YAMLScalar) -> String? {
        let words: [String] = Mapping.Duplicates.allCases.map(\.rawValue)
        if words.contains(word.text) { return word.text }
        if let attribute = Mapping.DuplicateObjects.Kept(word.text)?.attribute {
            // Without the attribute, another object would be chosen, so there is nothing to fix.
            findings.error(
                "'\(word.text)' does not choose an object: a reference is not chosen by '\(attribute)'",
                at: word.location,
                help: [
                    "'first' chooses the object that was created first and 'newest' the one that was created last, whatever "
                        + "their '\(attribute)' is"
                ]
            )
            return nil
        }
        let meant = NearMiss.suggestion(for: word.text, among: words)
        findings.error(
            "'\(word.text)' does not choose an object",
            at: word.location,
            help: [
                meant.map { "did you mean '\($0)'?" }
                    ?? "expected \(words.map { "'\($0)'" }.joined(separator: " or "))"
            ],
            // What is in parentheses means something, which a fix would drop.
            fixes: word.text.contains("(")
                ? [] : meant.map { [.replace(word.location, word: word.text, with: $0)] } ?? []
        )
        return nil
    }

    /// The line with what happens to objects of an entity with the same unique values: one decision, or a list of them. Those
    /// that cannot be used are reported.
    mutating func line(_ entry: YAMLNode.Entry, withDuplicatesOf subject: Mapping.Line) -> Mapping.Line? {
        let what = "the choice among duplicates of '\(subject.subject)'"
        var nodes: [YAMLNode] = [entry.value]
        if case .sequence(let list) = entry.value.content { nodes = list }
        if nodes.isEmpty {
            findings.error("\(what) is an empty list", at: entry.value.location, help: [Self.duplicatesHelp])
        }
        let found = nodes.compactMap { decision($0, what) }
        return found.isEmpty || found.count < nodes.count
            ? nil : Mapping.Line(subject.key, subject.path, .list(found.map(\.json)), at: subject.location)
    }

    private static let duplicatesHelp: String = "write '{ by: [property], keep: newest }'"

    private mutating func decision(_ node: YAMLNode, _ what: String) -> Mapping.DuplicateObjects? {
        if case .scalar(let scalar) = node.content, !scalar.isNull {
            return kept(scalar).map { Mapping.DuplicateObjects(keep: $0) }
        }
        let known = findings.diagnostics.count
        let kinds = Keys.Kinds(owner: what, known: Mapping.DuplicateObjects.Key.allCases.map(\.rawValue))
        guard let keys = Keys(node, kinds, into: &findings) else { return nil }
        var names: [String] = []
        if let node = keys[Mapping.DuplicateObjects.Key.properties.rawValue] {
            names = unique(node.texts(of: "'by' of \(what)", into: &findings)).map(\.text)
            if names.isEmpty, findings.diagnostics.count == known {
                findings.error("'by' of \(what) is empty", at: node.location, help: [Self.duplicatesHelp])
            }
        }
        guard let node = keys[Mapping.DuplicateObjects.Key.kept.rawValue] else {
            if findings.diagnostics.count == known {
                findings.error("\(what) has no 'keep'", at: keys.location, help: [Self.duplicatesHelp])
            }
            return nil
        }
        let kept = node.text(of: "'keep' of \(what)", into: &findings).flatMap { self.kept($0) }
        let aside = keys[Mapping.DuplicateObjects.Key.setsAside.rawValue]
        let setsAside = aside?.truth(of: Mapping.DuplicateObjects.Key.setsAside.rawValue, into: &findings) ?? false
        if setsAside, kept?.isOne == false, let aside {
            findings.error(
                "all objects stay, so there is nothing to set aside",
                at: aside.location,
                help: ["remove 'setAside'"]
            )
        }
        guard let kept, findings.diagnostics.count == known else { return nil }
        return Mapping.DuplicateObjects(by: names, keep: kept, setAside: setsAside)
    }

    /// What stays of objects with the same values.
    private mutating func kept(_ word: YAMLScalar) -> Mapping.DuplicateObjects.Kept? {
        if let kept = Mapping.DuplicateObjects.Kept(word.text) { return kept }
        let head = String(word.text.prefix { $0 != "(" })
        let meant = NearMiss.suggestion(for: head, among: Mapping.DuplicateObjects.Kept.words).map { meant in
            meant + (meant == head ? "(attribute)" : word.text.dropFirst(head.count))
        }
        let examples: [String] = Mapping.DuplicateObjects.Kept.examples.map { "'\($0)'" }
        findings.error(
            "'\(word.text)' does not say which object stays",
            at: word.location,
            help: [meant.map { "did you mean '\($0)'?" } ?? "expected \(examples.alternatives)"]
        )
        return nil
    }
}
