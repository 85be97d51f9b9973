import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// A store that was migrated to a version takes what one takes that was created at it.
@Suite struct CreatedAndMigratedTests {
    @Test("A default that a migration adds is not that of another entity's new rows")
    func defaults() throws {
        var root = Entity("R", attributes: [Attribute("name", .string)])
        root.isAbstract = true
        var note = Attribute("note", .string, isOptional: true)
        note.defaultValue = .string("x")
        let newer = Schema.notes(root, Entity("A", parent: "R", attributes: [note]), Entity("B", parent: "R"))
        let trial = try Trial(
            [.notes(root, Entity("A", parent: "R")), newer],
            "INSERT INTO R (_entity, name) VALUES ('A', 'a')"
        )
        try trial.migrate()
        try trial.run("INSERT INTO R (_entity, name) VALUES ('B', 'b')")
        #expect(try trial.rows("SELECT name || coalesce(\"A.note\", '-') FROM R ORDER BY 1") == ["ax", "b-"])
    }

    @Test("Entities that change places between a head and its version have the indexes of the version")
    func order() throws {
        func schema(_ entities: [Entity]) -> Schema {
            Schema(model: "Notes", entities: [Entity("Vehicle", attributes: [])] + entities)
        }
        var code = Attribute("code", .string)
        code.isUnique = true
        let (car, sports) = (Entity("Car", parent: "Vehicle", attributes: [code]), Entity("Sports", parent: "Car"))
        let (head, version) = (schema([car, sports]), schema([sports, car]))
        let folder = try TemporaryFolder()
        let url = folder["store.sqlite"]
        try StoreCreation.create(url, holding: StoreState(version: nil, schema: head))
        let history = History(model: "Notes", entries: [History.Entry(Schema.Version(1), version)])
        try Migrator(planner: Planner(history: history, mappings: [])).migrate(url)
        #expect(try Verifier.verify(url).isSound)
        #expect(try Migrator(planner: Planner(history: history, mappings: [])).plan(url).isEmpty)
    }

    @Test(
        "References follow an identity that takes the name of another column",
        arguments: [TableStrategy.Rule.cheapest, .inPlace, .rebuild]
    )
    func identities(rule: TableStrategy.Rule) throws {
        func schema(_ attributes: [Attribute], key: String?, others: [Relationship]) -> Schema {
            var category = Entity(
                "Category",
                attributes: attributes,
                relationships: [.toOne("parent", "Category", isOptional: true)]
            )
            category.primaryKey = key
            let note = Entity(
                "Note",
                attributes: [Attribute("text", .string)],
                relationships: [.toOne("category", "Category", isOptional: true)] + others
            )
            return .notes(note, category)
        }
        var code = Attribute("code", .string)
        code.originalName = "id"
        let older = schema([Attribute("id", .string), Attribute("size", .int16)], key: nil, others: [])
        for attributes in [
            [code, Attribute("size", .string)], [Attribute("size", .int16)], [code, Attribute("size", .int16)],
        ] {
            let newer = schema(
                attributes,
                key: "id",
                others: [.toOne("other", "Category", isOptional: true)]
            )
            let trial = try Trial(
                [older, newer],
                accept: attributes.contains(code) ? [] : ["Category.id"],
                rule: rule,
                """
                INSERT INTO Category (id, size, parent) VALUES ('a', 1, NULL), ('b', 2, 1);
                INSERT INTO Note (text, category) VALUES ('n', 2)
                """
            )
            try trial.migrate()
            #expect(try trial.rows("SELECT parent FROM Category WHERE id = 2") == ["1"])
            #expect(try trial.rows("SELECT category FROM Note") == ["2"])
            #expect(try trial.rows("SELECT count(*) FROM pragma_foreign_key_check") == ["0"])
            #expect(try Verifier.verify(trial.url).isSound)
        }
    }
}
