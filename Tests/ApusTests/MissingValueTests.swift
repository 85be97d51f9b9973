import Apus
import Foundation
import GRDB
import Testing

/// Required properties of objects that have no values: nothing traps, and nothing that was made up is saved.
struct MissingValueTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    private func contact() -> Contact {
        let team = [person(), person()]
        let contact = person()
        contact.team = team
        for other in team { other.team = [contact, team[0]] }
        return contact
    }

    private func person() -> Contact {
        Contact(
            home: Address(street: "s", city: "c"),
            colour: Colour(red: 1, name: "red"),
            label: Label(text: "t", colour: Colour(red: 0.5, name: "rose")),
            words: ["a"]
        )
    }

    private func saveContact() throws {
        let context = try store.open()
        let contact = contact()
        for other in contact.team { other.rating = other === contact.team[0] ? 2 : 4 }
        context.insert(contact)
        try context.save()
    }

    private func fault<Model: PersistentModel>(_ context: ModelContext, _ row: Int64 = 1) throws -> Model {
        let name = "\(Model.self)"
        return try #require(context.model(for: PersistentIdentifier(entityName: name, row: row)) as? Model)
    }

    @Test func anObjectThatAnotherProcessDeletedReadsAsDeleted() throws {
        try saveContact()
        let context = try store.open()
        let contact: Contact = try fault(context)
        let queue = try DatabaseQueue(path: store.url.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = OFF; DELETE FROM Contact") }
        #expect(contact.colour == Colour(red: 0, name: ""))
        #expect(contact.label.text.isEmpty && contact.label.colour.name.isEmpty && contact.words.isEmpty)
        #expect(contact.isDeleted && contact.palette.isEmpty && contact.rating == 0)
        contact.colour.name = "x"
        contact.label.text = "y"
        #expect(contact.colour.name == "x" && contact.label.text == "y")
        try context.save()
    }

    @Test func anErrorOfReadingIsReportedByTheSave() throws {
        try saveContact()
        let context = try store.open()
        let contact: Contact = try fault(context)
        try store.tell("DROP TRIGGER IF EXISTS apus_rules_update_Contact; UPDATE Contact SET colour = x'00'")
        #expect(contact.colour == Colour(red: 0, name: "") && contact.label.text.isEmpty)
        contact.label.text = "y"
        #expect(throws: ModelError.self) { try context.save() }
        try store.tell("UPDATE Contact SET colour = CAST('{\"name\":\"x\",\"red\":0}' AS BLOB)")
        context.rollback()
        #expect(contact.label.text == "t" && contact.colour.name == "x")
    }

    @Test func aPredicateOverUnsavedChangesReadsAnObjectWithoutValues() throws {
        try saveContact()
        let context = try store.open()
        let contact: Contact = try fault(context)
        try store.tell("DROP TRIGGER IF EXISTS apus_rules_update_Contact; UPDATE Contact SET colour = x'00'")
        contact.label.text = "y"
        let descriptor = FetchDescriptor<Contact>(where: Contact.columns.label.text == "t")
        #expect(throws: ModelError.self) { try context.fetch(descriptor) }
    }

    /// A document with colours in a file, which its context has not read.
    private func documentWithUnreadFile() throws -> (ModelContext, Document) {
        let context = try store.open()
        let colours = [Colour(red: 1, name: String(repeating: "x", count: 120_000))]
        context.insert(Document(title: "a", scan: Data(), colours: colours))
        try context.save()
        let fresh = try store.open()
        return (fresh, try #require(try fresh.all(Document.self).first))
    }

    @Test func aLargeValueWhoseFileIsGoneReadsAsEmpty() throws {
        let (fresh, document) = try documentWithUnreadFile()
        try FileManager.default.removeItem(atPath: store.url.path + "-files")
        #expect(document.colours == [])
        document.title = "b"
        #expect(throws: ModelError.self) { try fresh.save() }
    }

    @Test func aLargeValueOfADeletedObjectReadsAsEmpty() throws {
        let (fresh, document) = try documentWithUnreadFile()
        fresh.delete(document)
        try fresh.save()
        #expect(document.isDeleted && document.colours == [] && document.scan == Data())
    }
}
