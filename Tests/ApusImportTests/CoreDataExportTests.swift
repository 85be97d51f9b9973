import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@testable import ApusImport

/// What is exported comes back by an import as it was.
struct CoreDataExportTests {
    /// Reads an exported version.
    private func read(_ export: CoreDataExport, _ model: String) throws -> Schema {
        let file: CoreDataExport.File = try #require(export.files.first)
        let result = ContentsReader.read(Data(file.text.utf8), name: "X", file: file.path, model: model)
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
        return result.version.schema
    }

    /// A usual run takes one of three versions, always the same ones.
    @Test("import(export(s)) = s, for the versions of the corpora")
    func corpora() throws {
        var count = 0
        for path in CorpusModels.paths {
            guard let model = try? Corpora.read(path) else { continue }
            for (number, version) in model.versions.enumerated() where TestScale.factor > 1 || number % 3 == 0 {
                let schema: Schema = version.schema.withoutOriginalNames
                let export = CoreDataExport(schema)
                #expect(export.diagnostics.map(\.description) == [], "\(path) \(version.name)")
                let found: Schema = try read(export, model.model)
                if found != schema {
                    Issue.record("\(path) \(version.name): \(CoreDataExportTests.difference(schema, found))")
                }
                count += 1
            }
        }
        #expect(count > (Corpora.exists ? 200 : 16) / (TestScale.factor > 1 ? 1 : 3))
    }

    private static func difference(_ one: Schema, _ other: Schema) -> String {
        for (a, b) in zip(one.entities, other.entities) where a != b {
            for (x, y) in zip(a.attributes, b.attributes) where x != y { return "\(x)\nbecame\n\(y)" }
            for (x, y) in zip(a.relationships, b.relationships) where x != y { return "\(x)\nbecame\n\(y)" }
            return "\(a)\nbecame\n\(b)"
        }
        return "\(one)\nbecame\n\(other)"
    }

    @Test("a property that moves in its hierarchy and gets another name has one identifier")
    func movedAndRenamed() throws {
        func schema(_ parent: [Attribute], _ child: [Attribute]) -> Schema {
            Schema(
                model: "M",
                entities: [Entity("Parent", attributes: parent), Entity("Child", parent: "Parent", attributes: child)]
            )
        }
        func text(_ name: String, was originalName: String? = nil) -> Attribute {
            Attribute(name, .string, isOptional: true, originalName: originalName)
        }
        let versions: [Schema] = [
            schema([text("down")], [text("up")]),
            schema([text("high", was: "up")], [text("low", was: "down")]),
            schema([text("down")], [text("up")]),
        ]
        let export = CoreDataExport(versions.enumerated().map { ("v\($0)", $1) }) { older, newer in
            let matching: Matching = Matching.match(older, newer).matching
            return { matching.olderDeclaration(of: $0) }
        }
        let read: [CoreDataVersion] = export.files.dropLast().enumerated().map { number, file in
            ContentsReader.read(Data(file.text.utf8), name: "v\(number)", file: file.path, model: "M").version
        }
        #expect(CoreDataHistory(read).versions.map(\.schema) == versions)
    }

    @Test("what Core Data cannot say is named")
    func omissions() throws {
        var code = Attribute("code", .named("Kind"), default: .string("b"))
        code.column = "c"
        var id = Attribute("id", .uuid)
        id.defaultExpression = "uuid()"
        id.documentation = "Which one."
        var schema = Schema(model: "M", entities: [Entity("A", attributes: [code, id])])
        schema.enumerations = [
            Enumeration("Kind", cases: [.init("a", .string("x")), .init("b", .string("y"))])
        ]
        let export = CoreDataExport(schema)
        #expect(
            export.diagnostics.map(\.description) == [
                "warning: Core Data does not support 'column', which is left out of 'A.code'",
                "warning: Core Data does not support 'type: Kind', which is left out of 'A.code'",
                "warning: Core Data does not support 'documentation', which is left out of 'A.id'",
                "warning: Core Data does not support 'default: uuid()', which is left out of 'A.id'",
            ]
        )
        #expect(
            try read(export, "M").entities[0].attributes == [
                Attribute("code", .string, default: .string("y")), Attribute("id", .uuid),
            ]
        )
    }

    /// Whether a store keeps a history is an option of its description there; the attributes say what of it outlives them.
    @Test func aHistoryIsLeftOutAndItsAttributesStay() throws {
        var id = Attribute("id", .uuid)
        id.preservesValueOnDeletion = true
        var schema = Schema(model: "M", entities: [Entity("A", attributes: [id])])
        schema.keepsHistory = true
        let export = CoreDataExport(schema)
        #expect(
            export.diagnostics.map(\.description) == [
                "warning: Core Data does not support 'history', which is left out of 'M'"
            ]
        )
        let again = try read(export, "M")
        #expect(again.entities[0].attributes == [id] && !again.keepsHistory)
    }

    @Test("what XML cannot carry is left out, and said")
    func controlCharacters() throws {
        let attribute = Attribute("a", .string, default: .string("x\0"))
        let export = CoreDataExport(Schema(model: "M", entities: [Entity("A", attributes: [attribute])]))
        #expect(
            export.diagnostics.map(\.description) == [
                "warning: Core Data does not support 'defaultValueString: a character that XML does not allow', which is left out of 'a'"
            ]
        )
        #expect(try read(export, "M").entities[0].attributes == [Attribute("a", .string)])
    }

    @Test("texts come back with whatever they have in them")
    func texts() throws {
        var attribute = Attribute("a", .string, default: .string("<\"&'> \n\t é"))
        attribute.userInfo = ["k & <": "v\n\"w\""]
        attribute.pattern = "[<>&\"]+"
        let schema = Schema(model: "M", entities: [Entity("A", attributes: [attribute])])
        #expect(try read(CoreDataExport(schema), "M") == schema)
    }
}
