import Foundation
import Testing

/// The JSON that commands print, and the schemas that describe it.
@Suite struct OutputTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Scripts")

    private static func run(_ line: String) throws -> CommandScript.Command {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        return try ScriptRunner.run(CommandScript.Command(line: line), in: folder)
    }

    /// The commands with their schemas, by name.
    private static func schemas() throws -> [String: JSONSchema] {
        let lines = try run("apus schema output").output
        let names = lines.dropFirst(2).prefix { !$0.isEmpty }.compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let text = try run("apus schema output \(name)").output.joined(separator: "\n")
                return (name, try JSONSchema(JSONValue(text)))
            }
        )
    }

    /// The values in a session's output: each begins and ends with a line of its own.
    private static func values(in output: [String]) -> [JSONValue] {
        var values: [JSONValue] = []
        var lines: [String] = []
        for line in output {
            if lines.isEmpty, !["{", "["].contains(line) { continue }
            lines.append(line.replacing(/: <(seconds|bytes)>/, with: ": 1").replacing("<time>", with: "time"))
            guard line == (lines[0] == "{" ? "}" : "]") else { continue }
            if let value = try? JSONValue(lines.joined(separator: "\n")) { values.append(value) }
            lines = []
        }
        return values
    }

    @Test("what sessions show in JSON is as the schema of the command says, and every command is shown")
    func sessions() throws {
        let schemas = try Self.schemas()
        #expect(schemas.count > 20)
        var shown: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) where name.hasSuffix(".txt") {
            let script = CommandScript(try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8))
            for case .command(let command) in script.pieces {
                let called = command.line.matches(of: /apus (?:-C \S+ )?([a-z]+)\b[^|;&]*--(?:format|report)[ =]json/)
                let commands = Set(called.map { String($0.output.1) }).filter { schemas[$0] != nil }
                if commands.isEmpty { continue }
                for value in Self.values(in: command.output) {
                    let problems = commands.map { (name: $0, problem: schemas[$0]?.problem(with: value)) }
                    let fitting = problems.filter { $0.problem == nil }.map(\.name)
                    #expect(!fitting.isEmpty, "\(name): \(command.line): \(problems)")
                    if value["exitCode"] == nil { shown.formUnion(fitting) }
                }
            }
        }
        // Rows have any keys, so that dump's schema fits everywhere.
        #expect(Set(schemas.keys).subtracting(shown) == [])
    }

    @Test("every help text has examples and fits into 80 columns")
    func help() throws {
        let listed = try Self.run("apus help").output.drop { $0 != "SUBCOMMANDS:" }.prefix { !$0.isEmpty }
            .compactMap { $0.firstMatch(of: #/^  (\w+) /#)?.output.1 }
        #expect(listed.count > 20)
        for command in [""] + listed + ["mapping new"] {
            let lines = try Self.run("COLUMNS=80 apus help \(command)").output
            #expect(lines.contains("EXAMPLES") && lines.contains { $0.hasPrefix("  -C <folder>") }, "\(command)")
            #expect(lines.filter { $0.count > 80 } == [], "\(command)")
        }
    }

    @Test("a schema rejects a further key, a missing one and a wrong value")
    func rejections() throws {
        let schema = try #require(try Self.schemas()["check"])
        let value = #"{"format": 1, "verdict": "sound", "models": [], "findings": []}"#
        #expect(try schema.problem(with: JSONValue(value)) == nil)
        for (old, new) in [
            (#""format": 1"#, #""format": 1, "more": 1"#), (#""models": [], "#, ""), ("sound", "loud"), ("1", "1.5"),
            (#""findings": []"#, #""findings": [{}]"#), (#""models": []"#, #""models": {}"#),
        ] {
            #expect(try schema.problem(with: JSONValue(value.replacing(old, with: new))) != nil, "\(new)")
        }
    }
}

/// A JSON value.
enum JSONValue: Equatable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(_ text: String) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}

/// The part of JSON Schema that the schemas of outputs use. Any other keyword is an error.
struct JSONSchema {
    private let root: JSONValue

    init(_ root: JSONValue) {
        self.root = root
    }

    /// Why a value does not fit; `nil` if it does.
    func problem(with value: JSONValue) -> String? { problem(value, root, at: "") }

    private func problem(_ value: JSONValue, _ schema: JSONValue, at path: String) -> String? {
        guard case .object(let keywords) = schema else { return "\(path): not a schema" }
        for (keyword, rule) in keywords {
            if let problem = problem(value, keyword, rule, at: path) { return problem }
        }
        return nil
    }

    private func problem(
        _ value: JSONValue,
        _ keyword: String,
        _ rule: JSONValue,
        at path: String
    ) -> String? {
        switch (keyword, rule) {
        case ("$schema", _), ("title", _), ("description", _), ("definitions", _): return nil
        case ("$ref", .text(let reference)):
            guard let name = reference.split(separator: "/").last, let found = root["definitions"]?[String(name)] else {
                return "\(path): \(reference) is not defined"
            }
            return problem(value, found, at: path)
        case ("anyOf", .list(let schemas)):
            let problems = schemas.map { problem(value, $0, at: path) }
            return problems.contains(nil) ? nil : problems.compactMap { $0 }.joined(separator: "; or ")
        case ("allOf", .list(let schemas)): return schemas.lazy.compactMap { problem(value, $0, at: path) }.first
        case ("enum", .list(let values)): return values.contains(value) ? nil : "\(path): \(value) is not listed"
        case ("type", .text(let type)): return fits(value, type) ? nil : "\(path): not of type \(type)"
        case ("required", .list(let names)):
            guard case .object(let members) = value else { return nil }
            return names.lazy.compactMap { name in
                if case .text(let text) = name, members[text] == nil { "\(path): '\(text)' is missing" } else { nil }
            }.first
        case ("properties", .object(let schemas)):
            // A later version may add keys, so the schema allows them. What this version prints is all listed.
            if case .object(let members) = value, let other = members.keys.first(where: { schemas[$0] == nil }) {
                return "\(path): '\(other)' is not known"
            }
            return schemas.lazy.compactMap { name, schema in
                value[name].flatMap { problem($0, schema, at: "\(path)/\(name)") }
            }.first
        case ("additionalProperties", _):
            guard case .object(let members) = value else { return nil }
            return members.lazy.compactMap { problem($0.value, rule, at: "\(path)/\($0.key)") }.first
        case ("items", _):
            guard case .list(let elements) = value else { return nil }
            return elements.lazy.compactMap { problem($0, rule, at: "\(path)[]") }.first
        default: return "\(path): the keyword '\(keyword)' is not known"
        }
    }

    private func fits(_ value: JSONValue, _ type: String) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .flag), ("number", .number), ("string", .text), ("array", .list): true
        case ("object", .object): true
        case ("integer", .number(let number)): number == number.rounded()
        default: false
        }
    }
}
