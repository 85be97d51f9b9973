import ApusDiagnostics
import ApusFiles
import ApusProject
import ApusSchema

/// What `apus check` found, for programs.
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

    /// A schema that could be read.
    struct Model: Encodable {
        let name: String
        /// The newest frozen version.
        let newest: String?
        /// Whether the head means something else than the newest version.
        let isHeadChanged: Bool?
        /// The digest of the schema that people edit.
        let digest: String
        /// The digest of each of its entities.
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

    /// The format of this output.
    var format: Int = 1
    /// `sound`, `invalid` where a file is, `refused` where a stage needs a decision.
    let verdict: String
    let models: [Model]
    let findings: [Finding]
}

extension Diagnostic {
    /// The finding as GitHub's log shows it beside the line: a workflow command.
    var workflowCommand: String {
        var properties: [String] = []
        if let location {
            properties.append("file=\(Self.escaped(location.file, inProperty: true))")
            if let line = location.line { properties.append("line=\(line)") }
            if let column = location.column { properties.append("col=\(column)") }
        }
        if let code { properties.append("title=\(Self.escaped(code, inProperty: true))") }
        let lines: [String] = [message] + notes.map { "note: \($0)" } + help.map { "help: \($0)" }
        let head: String =
            properties.isEmpty ? severity.rawValue : "\(severity.rawValue) \(properties.joined(separator: ","))"
        return "::\(head)::\(Self.escaped(lines.joined(separator: "\n"), inProperty: false))"
    }

    /// A text with the escapes of GitHub's workflow commands.
    private static func escaped(_ text: String, inProperty: Bool) -> String {
        var result: String = ""
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
