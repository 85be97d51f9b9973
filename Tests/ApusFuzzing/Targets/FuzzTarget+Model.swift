import ApusCodegen
import ApusDiagnostics
import ApusFiles
import ApusSchema
import ApusTestSupport
import Foundation

extension FuzzTarget {
    /// A model's YAML: what is read is written back, the findings are located, their fixes can be applied, and code is
    /// generated.
    static let model: FuzzTarget = .text("model", usualRuns: 250, tokens: yamlTokens + modelTokens) {
        try badModels() + (UInt64(0)..<60).map { ModelFile.write(SchemaGenerator.schema(seed: $0)) }
    } check: { text in
        let file = SourceFile(path: "T.yaml", text: text)
        let contents = ModelFile.contents(of: [file])
        let hasErrors = contents.diagnostics.contains { $0.severity == .error }
        try require((contents.schema == nil) == hasErrors, "a model has errors or a schema")
        try requireSound(contents.diagnostics, in: text, of: file.path)
        let fixed = Fixer.apply(contents.diagnostics.flatMap(\.fixes), to: file)
        if !fixed.applied.isEmpty { _ = ModelFile.contents(of: [fixed.file]) }
        guard let schema = contents.schema else { return }
        let written = ModelFile.write(schema)
        let again = ModelFile.read([SourceFile(path: "T.yaml", text: written)]).schema
        try require(again == schema, "a model that is written is read back")
        try require(again.map { ModelFile.write($0) } == written, "a model that is read back is written the same")
        try require(try Schema(json: schema.json) == schema, "a model's JSON is read back")
        try generate(schema)
    }

    /// What breaks readers of YAML: its signs, numbers at the edge, characters that are more or less than they seem.
    static let yamlTokens: [String] = [
        "\n", "\n  ", "\n      ", ": ", " #", "{", "}", "[", "]", ",", "\"", "'", "|", ">", "- ", "? ", "&a ", "*a",
        "!!str ", "---\n", "...\n", "%YAML 1.1\n", "\t", "\r\n", "\u{2028}", "\u{85}", "\u{301}", "\u{FEFF}",
        "\u{10FFFF}", "\u{202E}", "\u{1B}[2J", "👩‍👩‍👧", "\\", "\\u0000", "\\e", "null", "~", "true", "yes", "0x10", "1e999",
        "-0.0", "9223372036854775808", ".nan", "2026-02-30", "=", "?", "??",
    ]

    private static let modelTokens: [String] = [
        "model", "entities", "attributes", "relationships", "type", "optional", "default", "to", "toMany", "inverse",
        "parent", "unique", "indexes", "of", "where", "enums", "cases", "rawValue", "composites", "fetchRequests",
        "predicate", "variables", "string", "int16", "codable", "transformable", "undefined", "derived", "pattern",
        "minimum", "length", "A", "B", "Trip", "name", "$X", "(", ")", "'x'", "==", "AND",
    ]

    /// The inputs of the goldens of bad models.
    private static func badModels() throws -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "ApusFilesTests/BadModels")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.sorted { $0.path < $1.path }.flatMap { file in
            ("\n" + (try String(contentsOf: file, encoding: .utf8))).components(separatedBy: "\n=== ").dropFirst().map {
                $0.components(separatedBy: "\n--->\n")[0].split(separator: "\n").dropFirst().joined(separator: "\n")
            }
        }
    }

    /// Generates the code of a model, in which nothing is invisible.
    private static func generate(_ schema: Schema) throws {
        let history = History(model: schema.model, entries: [], head: schema)
        let files: [GeneratedFile]
        do { files = try Generator(history: history, mappings: []).files() } catch let error as DiagnosticsError {
            return try requireHarmless("\(error)", "a finding of the generator")
        }
        for file in files { try requireHarmless(file.contents, "generated code") }
    }
}
