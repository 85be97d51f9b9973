import Apus
import Foundation
import Testing

/// Objects of entities and their properties, by names.
struct DynamicAccessTests {
    @Test func objectsAreInsertedAndFetchedByName() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let person = try context.insertObject(named: "Person", values: ["name": "Ada"])
        try context.insertObject(named: "Trip", values: ["name": "Alps", "nights": 7, "leader": person])
        try context.insertObject(named: "Trip", values: ["name": "Coast", "destination": nil])
        try context.save()

        let other = try store.open()
        let found = try other.fetchObjects(
            named: "Trip",
            where: "nights >= $MIN",
            ["MIN": 1],
            sortBy: ["nights desc", "name"]
        )
        #expect(try found.map { try $0["name"] as? String } == ["Alps", "Coast"])
        // The default of the model.
        #expect(try found.map { try $0["nights"] as? Int32 } == [7, 1])
        let leader = try #require(try found[0]["leader"] as? Person)
        let led: Any? = try leader["leads"]
        #expect(leader.name == "Ada" && (led as? [ModelObject])?.first === found[0])
        #expect(try found[1]["leader"] == nil && found[1]["destination"] == nil)
        #expect(
            try other.fetchObjects(named: "Trip", sortBy: ["name desc"], limit: 1).map { $0 as? Trip } == [
                found[1] as? Trip
            ]
        )
        other.delete(found[1])
        try other.save()
        #expect(try other.fetchObjects(named: "Trip").count == 1)
    }

    @Test func propertiesAreSetByName() throws {
        let store = try TemporaryStore()
        defer { withExtendedLifetime(store) {} }
        let context = try store.open()
        let trip = Trip(name: "Alps")
        context.insert(trip)
        try trip.setValue(12 as Int64, forKey: "nights")
        try trip.setValue("Bern", forKey: "destination")
        #expect(trip.nights == 12 && trip.destination == "Bern")
        try trip.setValue(nil, forKey: "destination")
        #expect(trip.destination == nil)
        let former = Trip(name: "Sea")
        let items = [BucketListItem(title: "a", trip: former), BucketListItem(title: "b", trip: former)]
        try trip.setValue(items as [ModelObject], forKey: "bucketList")
        #expect(Set(trip.bucketList) == Set(items) && items[0].trip === trip && former.bucketList.isEmpty)
        try items[1].setValue(former, forKey: "trip")
        #expect(trip.bucketList == [items[0]])

        let contact = try #require(
            try context.insertObject(
                named: "Contact",
                values: [
                    "home": Address(street: "x", city: "y"), "mood": 7, "colour": Colour(red: 1, name: "r"),
                    "palette": [Colour](), "label": Label(text: "t", colour: Colour(red: 0, name: "")), "words": ["a"],
                ]
            ) as? Contact
        )
        // The defaults of enums, and of numbers.
        #expect(contact.mood == .large && contact.status == .default && contact.priority == .low && contact.rating == 3)
        #expect(contact.isSelected == false && contact.draft.text == "empty")
        try contact.setValue("over", forKey: "status")
        let status: Any? = try contact["status"]
        #expect(contact.status == .over && status as? Status == .over)
        try contact.setValue(nil, forKey: "mood")
        #expect(contact.mood == nil)
    }

    @Test func whatIsWrongIsAnError() throws {
        let store = try TemporaryStore()
        defer { withExtendedLifetime(store) {} }
        let context = try store.open()
        let trip = Trip(name: "Alps")
        context.insert(trip)
        func refuses(_ error: ModelError, _ body: () throws -> Void) { #expect(throws: error, performing: body) }
        refuses(.unknownProperty(entity: "Trip", name: "nihgts")) { _ = try trip["nihgts"] }
        refuses(.unknownProperty(entity: "Trip", name: "nihgts")) { try trip.setValue(1, forKey: "nihgts") }
        for value in [Int.max, "7", 7.0, true, nil] as [Any?] {
            #expect(throws: ModelError.self) { try trip.setValue(value, forKey: "nights") }
        }
        refuses(.wrongType(entity: "Trip", property: "leader", expected: "Optional<Person>", found: "Trip")) {
            try trip.setValue(trip, forKey: "leader")
        }
        #expect(trip.nights == 1 && trip.leader == nil)
        refuses(.noEntity("Tripp")) { try context.insertObject(named: "Tripp") }
        refuses(.noEntity("Tripp")) { _ = try context.fetchObjects(named: "Tripp") }
        refuses(.abstractEntity("Animal")) { try context.insertObject(named: "Animal", values: ["name": "x"]) }
        refuses(.missingValues(entity: "Dog", properties: ["name", "breed"])) { try context.insertObject(named: "Dog") }
        refuses(.readOnlyProperty(entity: "Document", name: "pageCount")) {
            try context.insertObject(
                named: "Document",
                values: ["title": "x", "scan": Data(), "colours": [Colour](), "pageCount": 3]
            )
        }
        #expect(throws: ModelError.self) { try context.fetchObjects(named: "Trip", where: "nights >>> 3") }
        #expect(throws: ModelError.self) { try context.fetchObjects(named: "Trip", sortBy: ["name down"]) }
        try context.save()
        #expect(try context.fetchObjects(named: "Dog").isEmpty && context.fetchObjects(named: "Document").isEmpty)
    }

    @Test func objectsOfOtherContextsAreRefused() throws {
        let store = try TemporaryStore()
        let (context, other) = (try store.open(), try store.open())
        let foreign = Owner(name: "Foreign")
        other.insert(foreign)
        let error = ModelError.foreignObject(foreign.persistentModelID)
        let values: [String: Any?] = ["name": "x", "owner": foreign]
        #expect(throws: error) { try context.insertObject(named: "Cat", values: values) }
        let cat = try context.insertObject(named: "Cat", values: ["name": "y"])
        #expect(throws: error) { try cat.setValue(foreign, forKey: "owner") }
        #expect(other.insertedModelsArray.count == 1 && foreign.animals.isEmpty)
        try context.save()
        // What belongs to no context yet joins the other object's.
        let free = Cat(name: "z")
        try free.setValue(foreign, forKey: "owner")
        #expect(free.modelContext === other)
    }

    @Test func inheritedPropertiesAreThere() throws {
        let store = try TemporaryStore()
        defer { withExtendedLifetime(store) {} }
        let context = try store.open()
        let dog = try context.insertObject(named: "Dog", values: ["name": "Rex", "breed": "Collie"])
        #expect(try dog["name"] as? String == "Rex" && dog["legs"] as? Int16 == 4 && dog["bites"] as? Bool == false)
        try dog.setValue(3, forKey: "legs")
        try context.save()
        #expect(try context.fetchObjects(named: "Animal", where: "legs == 3").map { $0 as? Dog } == [dog as? Dog])
    }
}
