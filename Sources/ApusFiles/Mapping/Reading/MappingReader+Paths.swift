import ApusDiagnostics
import ApusSchema
import ApusYAML

extension MappingReader {
    /// The texts of a list, each once.
    mutating func elements(_ node: YAMLNode, of key: String, _ what: String, _ form: String) -> [YAMLScalar] {
        let nodes: [YAMLNode]
        switch node.content {
        case .sequence(let list): nodes = list
        case .scalar(let scalar) where scalar.isMissing: nodes = []
        case .scalar, .mapping:
            findings.error("'\(key)' must be a list, not \(node.kind)", at: node.location, help: [form])
            return []
        }
        var seen: [String: SourceLocation] = [:]
        return nodes.compactMap { node in
            guard let scalar = node.text(of: what, into: &findings) else { return nil }
            guard let first = seen[scalar.text] else {
                seen[scalar.text] = scalar.location
                return scalar
            }
            findings.error(
                "'\(scalar.text)' stands here a second time",
                at: scalar.location,
                notes: ["the first one is at \(first)"],
                help: ["remove one of them"]
            )
            return nil
        }
    }

    /// The lines of a table; of a key that stands twice, which was reported already, only the first.
    mutating func entries(_ node: YAMLNode, of key: String) -> [YAMLNode.Entry] {
        node.entries(of: "'\(key)'", into: &findings) ?? []
    }

    /// The property, part or case that a text names.
    mutating func property(_ scalar: YAMLScalar, _ what: String, _ form: String) -> ElementPath? {
        if scalar.text.hasSuffix(".*") {
            findings.error("'\(scalar.text)' is for 'accept' only", at: scalar.location, help: [form])
            return nil
        }
        guard let path = path(scalar.text, of: scalar, isWildcard: false, what, form) else { return nil }
        if path.property != nil { return path }
        findings.error("'\(scalar.text)' names no \(what)", at: scalar.location, help: [form])
        return nil
    }

    /// The element that a text names.
    mutating func path(
        _ text: String,
        of scalar: YAMLScalar,
        isWildcard: Bool,
        _ what: String,
        _ form: String
    ) -> ElementPath? {
        if let path = ElementPath(parsing: text), !text.contains("*"), !(isWildcard && path.property != nil) {
            return path
        }
        let names: [Substring] = text.split(separator: ".", omittingEmptySubsequences: false)
        let isDeep: Bool = names.count > 2 && !names.contains("") && !scalar.text.contains("*")
        findings.error(
            isDeep ? "'\(scalar.text)' has \(names.count) names" : "'\(scalar.text)' names no \(what)",
            at: scalar.location,
            help: [form] + (isDeep ? ["a part of a composite is named with its composite: 'Address.street'"] : [])
        )
        return nil
    }
}
