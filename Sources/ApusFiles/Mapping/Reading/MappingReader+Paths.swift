import ApusDiagnostics
import ApusSchema
import ApusYAML

extension MappingReader {
    /// The lines of a key with a list of elements. Duplicates are reported.
    mutating func elements(_ node: YAMLNode, of key: Mapping.Key) -> [Mapping.Line] {
        let nodes = list(node, of: key, help: form(of: key))
        let scalars = nodes.compactMap { $0.text(of: key.definition.noun, into: &findings) }
        return unique(scalars).compactMap { subject($0, of: key) }
    }

    /// The elements of a key's list; empty if it is not a list, which is reported.
    mutating func list(_ node: YAMLNode, of key: Mapping.Key, help: String) -> [YAMLNode] {
        switch node.content {
        case .sequence(let list): return list
        case .scalar(let scalar) where scalar.isMissing: return []
        case .scalar, .mapping:
            findings.error(
                "'\(key.rawValue)' must be a list, not \(node.kind)",
                at: node.location,
                help: [help]
            )
            return []
        }
    }

    /// The elements of a list without duplicates, which are reported.
    mutating func unique(_ scalars: [YAMLScalar]) -> [YAMLScalar] {
        var seen: [String: SourceLocation] = [:]
        return scalars.filter { scalar in
            guard let first = seen[scalar.text] else {
                seen[scalar.text] = scalar.location
                return true
            }
            findings.error(
                "duplicate entry '\(scalar.text)'",
                at: scalar.location,
                notes: ["the first one is at \(first)"],
                help: ["remove one of them"]
            )
            return false
        }
    }

    /// The lines of a key with a table. Of a duplicate key, which is reported elsewhere, only the first counts.
    mutating func entries(_ node: YAMLNode, of key: String) -> [YAMLNode.Entry] {
        node.entries(of: "'\(key)'", into: &findings) ?? []
    }

    /// The element that a line is about, as a line without a value; `nil` if the key does not allow it, which is
    /// reported.
    mutating func subject(_ scalar: YAMLScalar, of key: Mapping.Key) -> Mapping.Line? {
        let subjects: Mapping.Subjects = key.definition.subjects
        let isWildcard = scalar.text.hasSuffix(".*")
        if isWildcard, !subjects.allowsWildcards {
            findings.error("'\(scalar.text)' is allowed in 'accept' only", at: scalar.location, help: [form(of: key)])
            return nil
        }
        let text: String = isWildcard ? String(scalar.text.dropLast(2)) : scalar.text
        if let path = ElementPath(parsing: text), !text.contains("*"), subjects.allows(path, isWildcard: isWildcard) {
            return Mapping.Line(key, path, isWildcard: isWildcard, at: scalar.location)
        }
        let names: [Substring] = text.split(separator: ".", omittingEmptySubsequences: false)
        let isDeep = names.count > 2 && !names.contains("") && !scalar.text.contains("*")
        findings.error(
            isDeep
                ? "'\(scalar.text)' has \(names.count) names"
                : "'\(scalar.text)' is not \(subjects.noun.withArticle)",
            at: scalar.location,
            help: [form(of: key)]
                + (isDeep && subjects.allowsParts
                    ? ["write a part of a composite with its composite: 'Address.street'"] : [])
        )
        return nil
    }

    /// The help for a line of a key.
    private func form(of key: Mapping.Key) -> String {
        let definition: Mapping.Key.Definition = key.definition
        let examples: [String] = definition.subjects.examples.map { example in
            definition.value.map { "'\(example): \($0.placeholder)'" } ?? "'- \(example)'"
        }
        let version: String = MappingFile.title(of: definition.subjects.areOlder ? from : to)
        return "write \(examples.alternatives), with the names of \(version)"
    }
}

extension [String] {
    /// The texts as a choice: `one, two or three`.
    var alternatives: String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
    }
}
