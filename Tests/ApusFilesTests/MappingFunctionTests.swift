import ApusDiagnostics
import ApusSchema
import Testing

@testable import ApusFiles

/// Functions that several mappings of a model declare.
@Suite struct MappingFunctionTests {
    private func findings(_ files: [(name: String, text: String)]) -> [String] {
        var reader = MappingsReader(versions: nil, schemas: [:], head: nil)
        for (name, text) in files { reader.read(SourceFile(path: "Migrations/T/\(name)", text: text)) }
        return reader.findings.map(\.description)
    }

    private func declaration(_ gives: String, version: Int = 1) -> String {
        "functions: { geocode: { takes: [string], gives: \(gives), version: \(version) } }"
    }

    @Test("A function has the same types in all mappings that declare a version of it")
    func types() {
        let (one, other) = (declaration("string?"), declaration("string"))
        #expect(findings([("1-2.yaml", one), ("2-3.yaml", one), ("3-2.yaml", declaration("uuid", version: 2))]) == [])
        #expect(
            findings([("1-2.yaml", one), ("2-3.yaml", other)]) == [
                """
                Migrations/T/2-3.yaml:1:14: error: version 1 of 'geocode' is declared with other types: \
                geocode(string) → string?
                  note: the first one is at Migrations/T/1-2.yaml:1:14
                  help: declare the same types, or another version
                """
            ]
        )
    }
}
