import ApusDiagnostics
import ApusSchema
import Testing

@testable import ApusFiles

/// Rows of seed data that give `null`: no store takes it for a required value.
struct SeedNullTests {
    private static let schema: Schema = {
        let note = Attribute("note", .string, isOptional: true)
        var being = Entity("Being", attributes: [Attribute("name", .string), note])
        being.isAbstract = true
        var person = Entity(
            "Person",
            attributes: [
                Attribute("size", .int32, default: .int(1)), Attribute("home", .named("Address"), isOptional: true),
                Attribute("work", .named("Address")),
            ]
        )
        person.parent = "Being"
        var schema = Schema(model: "People", entities: [being, person])
        schema.composites = [
            Composite(
                "Address",
                attributes: [Attribute("street", .string), Attribute("zip", .string, isOptional: true)]
            )
        ]
        return schema
    }()

    private func messages(_ row: String) -> [String] {
        let text = "rows:\n  Person:\n    ada: \(row)\n"
        let (_, findings) = SeedDataFile.read([SourceFile(path: "people.yaml", text: text)], of: Self.schema)
        return findings.map(\.message)
    }

    @Test func optionalValuesMayBeNull() {
        #expect(messages("{ name: Ada, work: { street: a } }").isEmpty)
        #expect(messages("{ name: Ada, note: null, home: null, work: { street: a, zip: null } }").isEmpty)
    }

    @Test(arguments: [
        ("{ name: null, work: { street: a } }", ["name"]), ("{ name: ~, work: { street: a } }", ["name"]),
        // A default does not stand for what is given.
        ("{ name: Ada, size: null, work: { street: a } }", ["size"]),
        ("{ name: Ada, work: null }", ["work.street"]), ("{ name: Ada, work: { street: null } }", ["work.street"]),
        ("{ name: null, size: null, work: null }", ["name", "size", "work.street"]),
    ])
    func requiredValuesMayNot(_ row: String, _ names: [String]) {
        #expect(messages(row).sorted() == names.map { "'Person.\($0)' of 'ada' is 'null', but it is required" })
    }
}
