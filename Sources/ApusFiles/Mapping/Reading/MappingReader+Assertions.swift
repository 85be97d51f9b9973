import ApusDiagnostics
import ApusSchema
import ApusYAML

extension MappingReader {
    /// The lines of a list of assertions. Those that cannot be used are reported.
    mutating func assertions(_ node: YAMLNode, of key: Mapping.Key) -> [Mapping.Line] {
        let found = list(node, of: key, help: Self.help).compactMap { assertion($0, of: key) }
        let conditions = Set(unique(found.map(\.condition)).map(\.location))
        return found.filter { conditions.contains($0.condition.location) }.map(\.line)
    }

    private static let help: String = "write '- { that: Entity.count > 0, message: … }'"

    /// Reads an assertion; `nil` if it has no condition or no message, which is reported.
    private mutating func assertion(
        _ node: YAMLNode,
        of key: Mapping.Key
    ) -> (condition: YAMLScalar, line: Mapping.Line)? {
        let what: String = key.definition.noun
        if case .scalar(let scalar) = node.content, !scalar.isNull {
            findings.error(
                "\(what) must be keys and values, not a string",
                at: node.location,
                help: [Self.help]
            )
            return nil
        }
        let known = findings.diagnostics.count
        let names: [String] = Mapping.AssertionKey.allCases.map(\.rawValue)
        guard let keys = Keys(node, Keys.Kinds(owner: what, known: names), into: &findings) else { return nil }
        // An unknown key is probably a misspelled one.
        let isKnown = findings.diagnostics.count == known
        for name in names where isKnown && keys[name] == nil {
            findings.error("\(what) has no '\(name)'", at: keys.location, help: [Self.help])
        }
        let condition: YAMLScalar? = keys[Mapping.AssertionKey.that.rawValue]?
            .text(of: "the condition of \(what)", into: &findings)
        let message: YAMLScalar? = keys[Mapping.AssertionKey.message.rawValue]?
            .text(of: "the message of \(what)", into: &findings)
        guard let condition,
            let text = self.condition(condition, such: "Person.count == $old.Contact.count", isAssertion: true),
            let message, isLine(message)
        else { return nil }
        let line = Mapping.Line(key, ElementPath(text), .text(message.text), at: condition.location)
        return (condition, line)
    }

    /// Returns whether a message is one line with a text, and reports it otherwise.
    private mutating func isLine(_ message: YAMLScalar) -> Bool {
        let isEmpty = message.text.allSatisfy(\.isWhitespace)
        if !isEmpty, !message.text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return true
        }
        findings.error(
            isEmpty ? "the message is empty" : "the message is not one line of text",
            at: message.location,
            help: ["write what holds, such as 'every contact became a person'"]
        )
        return false
    }
}
