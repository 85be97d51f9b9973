import ApusDiagnostics
import ApusSchema
import ApusYAML

extension MappingReader {
    /// The line that names the stage's code in Swift: its name, or keys for its name and its version.
    mutating func code(_ node: YAMLNode, of key: Mapping.Key) -> [Mapping.Line] {
        let what = "'\(key.rawValue)'"
        guard case .mapping = node.content else {
            guard let name = node.text(of: what, into: &findings), isCodeName(name) else { return [] }
            return [line(SwiftStage(name.text, version: 1), at: name)]
        }
        let known = findings.diagnostics.count
        let names: [String] = Mapping.SwiftKey.allCases.map(\.rawValue)
        guard let keys = Keys(node, Keys.Kinds(owner: what, known: names), into: &findings) else { return [] }
        // An unknown key is probably a misspelled one.
        let isKnown = findings.diagnostics.count == known
        for name in names where isKnown && keys[name] == nil {
            findings.error("\(what) has no '\(name)'", at: keys.location, help: [Self.codeHelp])
        }
        let name = keys[Mapping.SwiftKey.name.rawValue].flatMap { $0.text(of: "'name' of \(what)", into: &findings) }
        let version = keys[Mapping.SwiftKey.version.rawValue]
            .flatMap { $0.text(of: "'version' of \(what)", into: &findings) }
            .flatMap { versionNumber($0, of: "code") }
        guard let name, isCodeName(name), let version, findings.diagnostics.count == known else { return [] }
        return [line(SwiftStage(name.text, version: version), at: name)]
    }

    private static let codeHelp = "write 'swift: TripsStages.split' or 'swift: { name: TripsStages.split, version: 2 }'"

    private func line(_ code: SwiftStage, at name: YAMLScalar) -> Mapping.Line {
        let line = Mapping.Line.swift(code)
        return Mapping.Line(line.key, line.path, line.json, at: name.location)
    }

    private mutating func isCodeName(_ name: YAMLScalar) -> Bool {
        if SwiftStage.isName(name.text) { return true }
        findings.error("'\(name.text)' is not the name of code in Swift", at: name.location, help: [Self.codeHelp])
        return false
    }
}
