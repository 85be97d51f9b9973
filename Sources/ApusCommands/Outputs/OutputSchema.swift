/// The JSON that a command prints with `--format json`, and its JSON Schema (draft 7).
struct OutputSchema: Sendable {
    /// The command, such as `check` or `mapping new`.
    let command: String
    /// The value that the command prints.
    let type: String
    /// When it is printed, and with which options.
    let note: String

    init(_ command: String, _ type: String, _ note: String = "") {
        self.command = command
        self.type = type
        self.note = note
    }

    /// The names of the shapes that the output has, in the order in which they are needed.
    private var shapes: [OutputShape] {
        var found: [OutputShape] = []
        func add(_ names: [String]) {
            for name in names where !found.contains(where: { $0.name == name }) {
                guard let shape = OutputShape.all.first(where: { $0.name == name }) else {
                    preconditionFailure("the output of '\(command)' has an unknown shape '\(name)'")
                }
                found.append(shape)
                add(shape.keys.flatMap(\.type.shapes))
            }
        }
        add(OutputType("\(type) | Failure").shapes)
        return found
    }

    /// The schema. Whatever the command is, it prints a failure if there is no other result.
    var schema: JSONText {
        .object([
            "$schema": .text("http://json-schema.org/draft-07/schema#"),
            "title": .text("The output of 'apus \(command) --format json'"),
            "anyOf": .list([OutputType(type).schema, OutputType("Failure").schema]),
            "definitions": .object(Dictionary(uniqueKeysWithValues: shapes.map { ($0.name, $0.schema) })),
        ])
    }

    /// All outputs and shapes as readable text.
    static var page: String {
        let heads = all.map { output in
            let note = output.note.isEmpty ? "" : "  \(output.note)"
            let name = output.command + String(repeating: " ", count: max(0, 12 - output.command.count))
            return "  \(name) \(output.type)\(note)"
        }
        let shapes = OutputShape.all.flatMap { [""] + $0.text }
        return (["the value that each command prints with '--format json':", ""] + heads + shapes).joined(
            separator: "\n"
        )
    }
}

extension OutputShape {
    fileprivate var schema: JSONText {
        let members = keys.map { key -> (String, JSONText) in
            guard case .object(var schema) = key.type.schema, !key.meaning.isEmpty else {
                return (key.name, key.type.schema)
            }
            // Draft 7 ignores what is beside a reference.
            if schema["$ref"] != nil { schema = ["allOf": .list([.object(schema)])] }
            schema["description"] = .text(key.meaning)
            return (key.name, .object(schema))
        }
        return .object([
            "type": .text("object"), "description": .text(summary),
            "required": .list(keys.filter { !$0.isOptional }.map { .text($0.name) }),
            "properties": .object(Dictionary(uniqueKeysWithValues: members)),
        ])
    }
}

extension OutputType {
    fileprivate var schema: JSONText {
        switch self {
        case .plain(let name): .object(["type": .text(name)])
        case .any: .object([:])
        case .words(let words): .object(["enum": .list(words.map { .text($0) })])
        case .shape(let name): .object(["$ref": .text("#/definitions/\(name)")])
        case .list(let element): .object(["type": .text("array"), "items": element.schema])
        case .map(let value): .object(["type": .text("object"), "additionalProperties": value.schema])
        case .either(let types): .object(["anyOf": .list(types.map(\.schema))])
        }
    }
}

/// A JSON value that is made in code.
indirect enum JSONText: Encodable {
    case text(String)
    case list([JSONText])
    case object([String: JSONText])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .list(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}
