import ApusDiagnostics
import ApusFiles
import ApusProject
import ApusSchema

/// The result of `apus check` as JSON.
struct CheckReport: Encodable {
    /// A finding.
    struct Finding: Encodable {
        let severity: String
        let code: String?
        let file: String?
        let line: Int?
        let column: Int?
        let message: String
        let notes: [String]
        let help: [String]
        /// Whether `apus check --fix` settles it.
        let isFixable: Bool

        init(_ diagnostic: Diagnostic, isFixable: Bool) {
            severity = diagnostic.severity.rawValue
            code = diagnostic.code
            file = diagnostic.location?.file
            line = diagnostic.location?.line
            column = diagnostic.location?.column
            message = diagnostic.message
            notes = diagnostic.notes
            help = diagnostic.help
            self.isFixable = isFixable
        }
    }

    /// A schema that was checked.
    struct Model: Encodable {
        let name: String
        /// The newest frozen version.
        let newest: String?
        /// Whether the head differs from the newest version.
        let isHeadChanged: Bool?
        /// The digest of the head, or of the newest version if there is no head.
        let digest: String
        /// The digests of its entities, by their names.
        let entities: [String: String]

        init(_ schema: Schema, newest: Schema.Version? = nil, isHeadChanged: Bool? = nil) {
            name = schema.model
            self.newest = newest?.description
            self.isHeadChanged = isHeadChanged
            digest = Digest.of(schema)
            entities = Dictionary(
                schema.entities.map { ($0.name, Digest.of($0)) },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// The version of this output format.
    var format = 1
    /// `sound`, `invalid`, `refused` if a stage needs a decision, or `outdated` if generated classes are not up to
    /// date.
    let verdict: String
    let models: [Model]
    let findings: [Finding]
}

extension Diagnostic {
    /// The finding as a GitHub workflow command, which annotates the line.
    var workflowCommand: String {
        var properties: [String] = []
        if let location {
            properties.append("file=\(Self.escaped(location.file.shown, inProperty: true))")
            if let line = location.line { properties.append("line=\(line)") }
            if let column = location.column { properties.append("col=\(column)") }
        }
        if let code { properties.append("title=\(Self.escaped(code, inProperty: true))") }
        let lines = ([message] + notes.map { "note: \($0)" } + help.map { "help: \($0)" }).map(\.shown)
        let head =
            properties.isEmpty ? severity.rawValue : "\(severity.rawValue) \(properties.joined(separator: ","))"
        return "::\(head)::\(Self.escaped(lines.joined(separator: "\n"), inProperty: false))"
    }

    /// A text escaped for a GitHub workflow command.
    private static func escaped(_ text: String, inProperty: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where inProperty: result += "%3A"
            case "," where inProperty: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
