import ApusDiagnostics
import ApusFiles
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// Where the samples go.
private let folder: String? = ProcessInfo.processInfo.environment["APUS_SCHEMA_SAMPLES"]

/// Writes models for `Scripts/editor-schemas --generated`, which asks a validator of JSON Schema about them.
@Suite(
    "Samples for a validator of JSON Schema",
    .enabled(if: folder != nil, "Scripts/editor-schemas --generated runs this")
)
struct JSONSchemaSamplesTests {
    /// What is said about keys and shapes. The other findings are about what the parts of a model say of each other,
    /// which is beyond a JSON Schema.
    private static let shapes: [String] = [
        "is not a key of", "must be keys and values", "must be a string, not", "must be true or false",
        "must be a list, not", "has both 'to' and 'toMany'", "is not a valid", "is not a relationship",
        "the destination of", "'model' is missing", "'entities' is missing", "is only valid in the short form",
        "is not a sort key", "cannot name a Swift property",
    ]

    private func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: try #require(folder)).appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @Test("Good models use every feature")
    func good() throws {
        for seed in UInt64(1)...120 {
            try write(ModelFile.write(SchemaGenerator.schema(seed: seed)), to: "good/\(seed).yaml")
        }
    }

    @Test("Bad models have a key too many, one too few, or a value of another shape")
    func bad() throws {
        var bad = 0
        for file in GoldenFile.files(in: "BadModels") {
            for (number, golden) in file.cases.enumerated() where !golden.input.hasPrefix("--- ") {
                let findings = ModelFile.read([SourceFile(path: "T.yaml", text: golden.input)]).diagnostics
                let errors: [Diagnostic] = findings.filter { $0.severity == .error }
                let isOfShape = errors.contains { error in Self.shapes.contains { error.message.contains($0) } }
                let name = "\(file.name.dropLast(4))-\(number).yaml"
                if isOfShape {
                    try write("# \(golden.name)\n" + golden.input, to: "bad/\(name)")
                    bad += 1
                } else if errors.isEmpty {
                    try write("# \(golden.name)\n" + golden.input, to: "good/\(name)")
                }
            }
        }
        #expect(bad > 30)
    }

    @Test("The examples of the model reference")
    func examples() throws {
        for example in ReferencePage.model.examples where !example.showsError {
            for (number, file) in example.files.enumerated() {
                try write(file.text, to: "good/Model.md-\(example.line)-\(number).yaml")
            }
        }
    }
}
