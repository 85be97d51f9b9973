import ApusDiagnostics
import ApusFiles
import ApusSchema
import Testing

/// Where `originalName` is written in a model file.
@Suite("Edits of original names")
struct OriginalNameEditTests {
    /// The file with an `originalName` for an element.
    private func edited(_ text: String, _ path: String, to name: String = "old") throws -> String? {
        let file = SourceFile(path: "M.yaml", text: text)
        let contents = ModelFile.contents(of: [file])
        #expect(!contents.diagnostics.contains { $0.severity == .error }, "\(contents.diagnostics)")
        let element = try #require(ElementPath(parsing: path))
        let location = try #require(contents.locations[element])
        return OriginalNameEdit.declare(name, of: element.property ?? element.entity, at: location, in: file)?.text
    }

    private func model(_ attributes: String) -> String {
        "model: M\nentities:\n  A:\n    attributes:\n\(attributes)"
    }

    @Test(
        "an attribute keeps its type, whether it is optional, its default, and the comment behind it",
        arguments: [
            ("string", "{ type: string, originalName: old }"),
            ("string?  # why", "{ type: string, optional: true, originalName: old }  # why"),
            ("int32 = 1", "{ type: int32, default: 1, originalName: old }"),
            ("int32? = -7 # x", "{ type: int32, optional: true, default: -7, originalName: old } # x"),
            ("string = \"\"", "{ type: string, default: \"\", originalName: old }"),
            ("string = 'a, b'", "{ type: string, default: \"a, b\", originalName: old }"),
            ("string = a, b", "{ type: string, default: \"a, b\", originalName: old }"),
            ("string = true", "{ type: string, default: true, originalName: old }"),
            ("{ type: string }", "{ type: string, originalName: old }"),
            ("{ type: string, originalName: older } # y", "{ type: string, originalName: old } # y"),
        ]
    )
    func attributes(before: String, after: String) throws {
        let text = model("      # above\n      b: \(before)\n      c: string?\n")
        let result = try #require(try edited(text, "A.b"))
        #expect(result == model("      # above\n      b: \(after)\n      c: string?\n"))
        var meant = try #require(ModelFile.read([SourceFile(path: "M.yaml", text: text)]).schema)
        meant.entities[0].attributes[0].originalName = "old"
        #expect(ModelFile.read([SourceFile(path: "M.yaml", text: result)]).schema == meant)
    }

    @Test func blocks() throws {
        let text = model("      b:\n        # inner\n        type: string\n")
        #expect(
            try edited(text, "A.b")
                == model("      b:\n        # inner\n        originalName: old\n        type: string\n")
        )
    }

    @Test func entitiesAndRelationships() throws {
        let text = """
            model: M
            entities:
              A:  # the first
                relationships:
                  one: to B?
                  many: toMany B
              B: {}

            """
        #expect(
            try edited(text, "A.one") == text.replacing("to B?", with: "{ to: B, optional: true, originalName: old }")
        )
        #expect(try edited(text, "A.many") == text.replacing("toMany B", with: "{ toMany: B, originalName: old }"))
        #expect(try edited(text, "B") == text.replacing("B: {}", with: "B: { originalName: old }"))
        #expect(
            try edited(text, "A")
                == text.replacing("    relationships:", with: "    originalName: old\n    relationships:")
        )
    }

    @Test("a name that is not a word gets quotes") func names() throws {
        #expect(try edited(model("      b: string\n"), "A.b", to: "a, b") != nil)
        #expect(try edited(model("      b: string\n"), "A.b", to: "no")?.contains("originalName: \"no\"") == true)
    }

    @Test("nothing is edited where the element is not") func elsewhere() {
        let file = SourceFile(path: "M.yaml", text: model("      b: string\n"))
        for (line, column, path) in [(5, 8, "M.yaml"), (3, 3, "M.yaml"), (5, 7, "N.yaml"), (99, 1, "M.yaml")] {
            let location = SourceLocation(file: path, line: line, column: column)
            #expect(OriginalNameEdit.declare("old", of: "b", at: location, in: file) == nil)
        }
    }

    @Test("carriage returns stay") func carriageReturns() throws {
        let text = model("      b: string?\n").replacing("\n", with: "\r\n")
        #expect(
            try edited(text, "A.b")
                == text.replacing("string?", with: "{ type: string, optional: true, originalName: old }")
        )
    }
}
