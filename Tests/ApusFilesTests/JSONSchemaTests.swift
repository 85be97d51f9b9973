import ApusSchema
import Foundation
import Testing

@testable import ApusFiles

@Suite("The JSON Schemas of the files, for editors")
struct JSONSchemaTests {
    private func object(_ schema: EditorSchema) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(schema.text.utf8)) as? [String: Any])
    }

    /// All objects of a schema, itself included.
    private func parts(of value: Any) -> [[String: Any]] {
        if let object = value as? [String: Any] { return [object] + object.values.flatMap(parts) }
        return (value as? [Any] ?? []).flatMap(parts)
    }

    @Test("Every key of every element is there, with its summary, and no other key is let through")
    func keys() throws {
        let model = try object(.model)
        let definitions = try #require(model["definitions"] as? [String: [String: Any]])
        func expect<Element>(_ schema: [String: Any]?, _ keys: [Key<Element>]) throws {
            let shapes = (schema?["anyOf"] as? [[String: Any]] ?? []) + [schema ?? [:]]
            let closed = try #require(shapes.first { $0["properties"] != nil })
            let properties = try #require(closed["properties"] as? [String: [String: Any]])
            #expect(Set(properties.keys) == Set(keys.map(\.name)))
            for key in keys { #expect(properties[key.name]?["description"] as? String == key.summary) }
            #expect(closed["additionalProperties"] as? Bool == false)
        }
        try expect(model, Schema.keys)
        try expect(definitions["entity"], Entity.keys)
        try expect(definitions["attribute"], Attribute.keys)
        try expect(definitions["part"], Attribute.partKeys)
        try expect(definitions["relationship"], Relationship.keys)
        try expect(definitions["fetchedProperty"], FetchedProperty.keys)
        try expect(definitions["index"], Entity.Index.keys)
        try expect(definitions["composite"], Composite.keys)
        try expect(definitions["enum"], Enumeration.keys)
        try expect(definitions["case"], Enumeration.Case.keys)
        try expect(definitions["fetchRequest"], FetchRequest.keys)
        try expect(definitions["configuration"], Configuration.keys)
        #expect(definitions.count == 11)
    }

    @Test("Every word that a value may be has a meaning", arguments: EditorSchema.allCases)
    func words(_ schema: EditorSchema) throws {
        let lists = parts(of: try object(schema)).filter { $0["enum"] is [String] }
        #expect(schema == .mapping || !lists.isEmpty)
        for list in lists {
            let (words, meanings) = (list["enum"] as? [String] ?? [], list["enumDescriptions"] as? [String] ?? [])
            #expect(words.count == meanings.count)
            for (word, meaning) in zip(words, meanings) { #expect(!meaning.isEmpty, "\(word)") }
        }
    }

    @Test("Every reference leads somewhere, and every definition is used")
    func references() throws {
        let model = try object(.model)
        let used = Set(parts(of: model).compactMap { $0["$ref"] as? String })
        let definitions = try #require(model["definitions"] as? [String: Any])
        #expect(used == Set(definitions.keys.map { "#/definitions/\($0)" }))
    }

    @Test(
        "The pattern of a short attribute is the reader's",
        arguments: [
            ("string", true), ("string?", true), ("int32 = 1", true), ("int32? =1", true), ("Größe = a", true),
            (" bool = true ", true), ("string = \"a\nb\"", true), ("string ?", false), ("string =", false),
            ("= 1", false),
            ("string 1", false), ("1string", false), ("a-b", false), ("", false),
        ]
    )
    func shortAttribute(_ text: String, _ isRight: Bool) throws {
        let pattern = try NSRegularExpression(pattern: NamePatterns.attribute)
        let range = NSRange(text.startIndex..., in: text)
        #expect((pattern.firstMatch(in: text, range: range) != nil) == isRight)
        let lines = "model: M\nenums: { Größe: [a] }\nentities:\n  E:\n    attributes:\n      x: "
        let quoted = "\"" + text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\"\n"
        let (schema, findings) = ModelFile.read([SourceFile(path: "M.yaml", text: lines + quoted)])
        #expect((schema != nil) == isRight, "\(findings)")
    }

    @Test(
        "The committed schemas are those of this code: 'apus schema --write' renews them",
        arguments: EditorSchema.allCases
    )
    func committed(_ schema: EditorSchema) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: schema.path), encoding: .utf8)
        #expect(text == schema.text)
    }

    @Test("Headers lead from a file to its schema")
    func headers() {
        #expect(EditorSchema.project.header(depth: 0) == "yaml-language-server: $schema=./.apus/project.schema.json")
        #expect(EditorSchema.model.header(depth: 2) == "yaml-language-server: $schema=../../.apus/model.schema.json")
    }

    // MARK: Seed data

    private static let shop: Schema = {
        var secret = Attribute("secret", .string, isOptional: true)
        secret.encryptionKey = "own"
        var being = Entity("Being", attributes: [Attribute("name", .string)])
        being.isAbstract = true
        var person = Entity(
            "Person",
            attributes: [
                Attribute("age", .int16, isOptional: true), Attribute("size", .double, default: .double(1.5)),
                Attribute("home", .named("Address")), secret, Attribute("work", .named("Address"), isOptional: true),
                Attribute("photo", .data, isOptional: true),
            ],
            relationships: [
                .toOne("boss", "Person", isOptional: true, inverse: "staff"),
                .toMany("staff", "Person", inverse: "boss"),
            ]
        )
        person.parent = "Being"
        var schema = Schema(model: "Shop", entities: [being, person])
        schema.entities.append(Entity("Note", attributes: [Attribute("text", .string, isOptional: true)]))
        schema.composites = [
            Composite(
                "Address",
                attributes: [Attribute("street", .string), Attribute("zip", .string, isOptional: true)]
            )
        ]
        return schema
    }()

    @Test("The schema of seed data has the properties that a row can have, and those that it needs")
    func seedData() throws {
        let text = SeedDataSchema(of: Self.shop).text
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let sections = try #require(document["properties"] as? [String: [String: Any]])
        #expect(Set(sections.keys) == ["edited", "removed", "rows"])
        // An abstract entity has no rows.
        #expect((sections["rows"]?["properties"] as? [String: Any]).map { Set($0.keys) } == ["Person", "Note"])
        let definitions = try #require(document["definitions"] as? [String: [String: Any]])
        let person = try #require(definitions["Person"])
        let properties = try #require(person["properties"] as? [String: [String: Any]])
        // Inherited ones are there, encrypted ones are not.
        #expect(Set(properties.keys) == ["name", "age", "size", "home", "work", "photo", "boss", "staff"])
        #expect((person["required"] as? [String]).map(Set.init) == ["name", "home"])
        #expect(person["additionalProperties"] as? Bool == false)
        let age = try #require(properties["age"]?["anyOf"] as? [[String: Any]])
        #expect(age[0]["maximum"] as? Int == 32_767 && age[1]["type"] as? String == "null")
        #expect(properties["size"]?["description"] as? String == "double = 1.5")
        #expect(properties["home"]?["required"] as? [String] == ["street"])
        #expect(properties["name"]?["anyOf"] == nil)
        // What may be left out may be empty, as 'apus check' says.
        #expect(sections["rows"]?["type"] as? [String] == ["object", "null"])
        #expect(person["type"] as? String == "object")
        #expect(definitions["Note"]?["type"] as? [String] == ["object", "null"])
        let work = try #require(properties["work"]?["anyOf"] as? [[String: Any]])
        #expect(work.count == 3 && work[2]["type"] as? String == "null")
        #expect(work[0]["required"] as? [String] == ["street"])
        #expect(work[1]["required"] == nil)
        let absent = try #require(work[1]["properties"] as? [String: [String: Any]])
        #expect(absent.mapValues { $0["type"] as? String } == ["street": "null", "zip": "null"])
        let photo = try #require(properties["photo"]?["anyOf"] as? [[String: Any]])
        #expect(photo[0]["type"] as? [String] == ["string", "number", "boolean"])
        for list in parts(of: document).filter({ $0["enum"] is [String] }) {
            let (words, meanings) = (list["enum"] as? [String] ?? [], list["enumDescriptions"] as? [String] ?? [])
            #expect(words.count == meanings.count && !meanings.contains(""), "\(words)")
        }
        #expect(
            SeedDataSchema(of: Self.shop).header == "yaml-language-server: $schema=../../../.apus/Shop.data.schema.json"
        )
    }

    @Test("The committed schema of the example's seed data follows from its model: 'apus schema --write' renews it")
    func committedSeedData() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "Schemas/Trips/Trips.yaml")
        let read = ModelFile.read([SourceFile(path: "Trips.yaml", text: try String(contentsOf: file, encoding: .utf8))])
        let schema = SeedDataSchema(of: try #require(read.schema))
        #expect(try String(contentsOf: root.appending(path: schema.path), encoding: .utf8) == schema.text)
        let data = try String(contentsOf: root.appending(path: "Schemas/Trips/data/countries.yaml"), encoding: .utf8)
        #expect(data.hasPrefix("# \(schema.header)\n"))
    }
}
