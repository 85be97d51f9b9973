import Apus
import Foundation
import Testing

/// Value structures of objects, in both directions.
struct ValueStructureTests {
    @Test func valuesAreACopyThatTakesAnotherTask() async throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "Alps", destination: "Zermatt", nights: 3, id: UUID())
        context.insert(trip)
        let unsaved = try TripValue(trip)
        try context.save()
        let value = try TripValue(trip)
        #expect(
            unsaved.persistentModelID != value.persistentModelID && value.persistentModelID == trip.persistentModelID
        )
        trip.name = "changed"
        let doubled: TripValue = await Task.detached {
            var copy: TripValue = value
            copy.nights *= 2
            return copy
        }.value
        trip.take(doubled)
        #expect(trip.name == "Alps" && trip.nights == 6 && trip.hasChanges)
        let coded: TripValue = try JSONDecoder().decode(TripValue.self, from: JSONEncoder().encode(doubled))
        #expect(try coded == doubled && TripValue(trip) == doubled && Set([coded, doubled, value]).count == 2)
        #expect(TripValue(name: "x") != TripValue(name: "y") && TripValue(name: "x").persistentModelID == nil)

        let other = Trip(doubled)
        context.insert(other)
        try context.save()
        #expect(
            other.persistentModelID != trip.persistentModelID && other.destination == "Zermatt" && other.nights == 6
        )
    }

    @Test func inheritedValuesAreAmongThem() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let guide = GuideDog(GuideDogValue(name: "Ben", size: .large, breed: "Collie", number: 7))
        let dog = Dog(DogValue(name: "Rex", breed: "Pug", bites: true))
        context.insert(guide)
        context.insert(dog)
        try context.save()
        #expect(guide.name == "Ben" && guide.legs == 4 && guide.size == .large && guide.number == 7 && dog.bites)
        // As superclasses: with fewer properties.
        #expect(try DogValue(guide).breed == "Collie" && AnimalValue(dog) == AnimalValue(dog))
        dog.take(try DogValue(guide))
        #expect(dog.name == "Ben" && !dog.bites)
        (guide as Animal).take(try AnimalValue(dog))
        #expect(guide.name == "Ben" && guide.breed == "Collie")
    }

    @Test func whatTheStoreComputesIsReadOnly() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let document = Document(title: "Été", scan: Data([1, 2]), colours: [Colour(red: 1, name: "r")])
        context.insert(document)
        try context.save()
        var value = try DocumentValue(document)
        #expect(value.searchTitle == "ete" && value.scan == Data([1, 2]) && value.colours == document.colours)
        value.searchTitle = "nobody's"
        value.title = "x"
        document.take(value)
        try context.save()
        #expect(document.searchTitle == "x" && Document(value).title == "x")
    }
}
