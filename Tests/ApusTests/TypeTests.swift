import Apus
import Foundation
import GRDB
import Testing

/// Attributes of all types except scalars, and transient ones.
struct TypeTests {
    private static func contact() -> Contact {
        Contact(
            home: Address(street: "Am Pass 1", city: "Andermatt"),
            priority: .high,
            colour: Colour(red: 0.5, name: "rosé \"1\""),
            label: Label(text: "x", colour: Colour(red: 1, name: "red")),
            words: ["a", "", "é"]
        )
    }

    /// Contacts in a store, with their required team.
    private func stored(_ contacts: [Contact], in store: TemporaryStore) throws {
        let context = try store.open()
        for contact in contacts {
            contact.team = [Self.contact(), Self.contact()]
            for (index, member) in contact.team.enumerated() {
                member.team = [contact, contact.team[1 - index]]
                member.rating = 2
            }
            context.insert(contact)
        }
        try context.save()
    }

    @Test func whatIsWrittenIsReadBack() throws {
        let store = try TemporaryStore()
        let contact = Self.contact()
        contact.work = Address(
            street: "",
            city: "B",
            country: "DE",
            place: Point(latitude: -0.5, longitude: 8),
            kind: .small
        )
        contact.status = .over
        contact.mood = .large
        contact.palette = [Colour(red: 0, name: ""), Colour(red: 2, name: "b")]
        contact.tint = Colour(red: 3, name: "tint")
        contact.note = NSArray(array: ["x", 1])
        contact.code = Code(number: 200)
        contact.since = Date(timeIntervalSinceReferenceDate: 0.1)
        try stored([contact], in: store)

        let found = try #require(try store.open().all(Contact.self).first)
        #expect(found.home == contact.home && found.work == contact.work && found.home.country == "CH")
        #expect(found.status == .over && found.mood == .large && found.priority == .high)
        #expect(found.colour == contact.colour && found.palette == contact.palette && found.tint == contact.tint)
        #expect(found.label.text == "x" && found.label.colour == contact.label.colour)
        #expect(found.words == ["a", "", "é"] && found.note == contact.note && found.code == contact.code)
        #expect(found.since == contact.since && found.rating == 3)
        let rows = try store.ask(
            """
            SELECT "home.street", "work.place.latitude", "work.kind", status, mood, priority, CAST(colour AS TEXT),
                CAST(palette AS TEXT), "label.text", code
            FROM Contact WHERE _id = 1
            """
        )
        // With its type: to find it out takes the compiler seven seconds.
        let expected: [DatabaseValue] = [
            "Am Pass 1".databaseValue, (-0.5).databaseValue, (-1).databaseValue, "over".databaseValue,
            7.databaseValue, Int64.max.databaseValue, "{\"name\":\"rosé \\\"1\\\"\",\"red\":0.5}".databaseValue,
            "[{\"name\":\"\",\"red\":0},{\"name\":\"b\",\"red\":2}]".databaseValue, "x".databaseValue,
            Data([200]).databaseValue,
        ]
        #expect(rows == [expected])
    }

    @Test func whatIsMissingIsMissing() throws {
        let store = try TemporaryStore()
        try stored([Self.contact()], in: store)
        let found = try #require(try store.open().all(Contact.self).first)
        #expect(
            found.work == nil && found.mood == Size.none && found.tint == nil && found.note == nil && found.code == nil
        )
        #expect(found.home.place == nil && found.status == .default && found.palette == [])
        #expect(try store.ask("SELECT \"work.street\", \"work.place.latitude\" FROM Contact").first == [.null, .null])
    }

    @Test func aPartOfACompositeCanBeChanged() throws {
        let store = try TemporaryStore()
        try stored([Self.contact()], in: store)
        let context = try store.open()
        let contact = try #require(try context.all(Contact.self).first)
        contact.home.place = Point(latitude: 1, longitude: 2)
        contact.work = contact.home
        contact.work?.city = "Basel"
        try context.save()
        let other = try store.open()
        let again = try #require(try other.all(Contact.self).first)
        #expect(again.home.place == Point(latitude: 1, longitude: 2) && again.work?.city == "Basel")
        again.work = nil
        try other.save()
        #expect(try store.ask("SELECT \"work.city\", \"work.country\" FROM Contact").first == [.null, .null])
    }

    @Test func whatIsInNoStoreStaysWithTheObject() throws {
        let store = try TemporaryStore()
        try stored([Self.contact()], in: store)
        let context = try store.open()
        let contact = try #require(try context.all(Contact.self).first)
        #expect(contact.weather == nil && !contact.isSelected && contact.draft.text == "empty")
        contact.weather = "sunny"
        contact.draft.text = "written"
        #expect(!context.hasChanges)
        contact.isSelected = true
        #expect(context.hasChanges && contact.hasChanges)
        try context.save()
        #expect(!context.hasChanges && contact.isSelected && contact.weather == "sunny")
        let other = try #require(try context.all(Contact.self).last)
        contact.selected = other
        #expect(contact.selected === other && !context.hasChanges)
        let columns = try store.ask("SELECT name FROM pragma_table_info('Contact')").map { $0[0] }
        for name in ["weather", "isSelected", "draft", "selected"] { #expect(!columns.contains(name.databaseValue)) }
    }

    @Test func whatIsRelatedInMemoryOutlivesASave() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (one, other) = (Tag(name: "1"), Tag(name: "2"))
        let keywords = Keywords()
        context.insert(keywords)
        for tag in [one, other] { context.insert(tag) }
        try context.save()
        keywords.addToPicks(one)
        keywords.name = "x"
        try context.save()
        #expect(keywords.picks == [one])
        context.delete(other)
        try context.save()
        #expect(keywords.picks == [one])
    }

    @Test func limitsAndTransformersKeepAnObjectFromBeingSaved() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let contact = Self.contact()
        contact.home.city = ""
        contact.rating = 6
        contact.label.colour = Colour(red: .infinity, name: "")
        context.insert(contact)
        var error = #expect(throws: ModelError.self) { try context.save() }
        #expect(
            error?.description == """
                new Contact: 'home.city' is not of the length '1...60'
                new Contact: 'rating' is greater than the maximum '5.5'
                new Contact: 'team' is empty (expected at least one object)
                """
        )
        contact.home.city = "B"
        contact.rating = 5.5
        contact.team = [Self.contact()]
        contact.team[0].team = [contact, contact.team[0]]
        contact.team[0].rating = 1
        error = #expect(throws: ModelError.self) { try context.save() }
        #expect(
            error?.description
                == "new Contact: 'team' is too short (expected at least 2 objects, found 1)"
        )
        contact.team.append(contact)
        error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error?.description.hasPrefix("new Contact: 'label' cannot be encoded: ") == true)
        contact.label.colour.red = 0
        contact.code = Code(number: 0)
        error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error?.description == "new Contact: 'code' cannot be encoded: IsZero()")
        contact.code = nil
        try context.save()
        #expect(try store.ask("SELECT count(*) FROM Contact") == [[2.databaseValue]])
    }

    @Test(arguments: [
        ("status = 'x'", "the stored value of 'status' of Contact 1 is not a valid case of Status"),
        ("mood = 3", "the stored value of 'mood' of Contact 1 is not a valid case of Size"),
        ("colour = x'7B'", "of Contact 1 is not a valid Colour of CodableTransformer<Colour>"),
        ("code = x'00'", "the stored value of 'code' of Contact 1 is not a valid Code of CodeTransformer"),
        (
            "words = x'00'",
            "of Contact 1 is not a valid Array<String> of SecureCodingTransformer<Array<String>>"
        ),
        ("\"home.kind\" = 2", "the stored value of 'home' of Contact 1 is not a valid case of Size"),
    ])
    func aValueThatIsNoneIsSaid(_ assignment: String, _ message: String) throws {
        let store = try TemporaryStore()
        try stored([Self.contact()], in: store)
        let triggers = try store.ask(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'Contact'"
        )
        for name in triggers.compactMap({ String.fromDatabaseValue($0[0]) }) {
            try store.tell("DROP TRIGGER \"\(name)\"")
        }
        try store.tell("UPDATE Contact SET \(assignment) WHERE _id = 1")
        let context = try store.open()
        let error = #expect(throws: ModelError.self) { try context.all(Contact.self) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
}
