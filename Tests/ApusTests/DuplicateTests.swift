import Apus
import Foundation
import Testing

/// New objects with the unique values of others.
struct DuplicateTests {
    private func store(_ dogs: GuideDog...) throws -> (TemporaryStore, ModelContext) {
        let store = try TemporaryStore()
        let context = try store.open()
        dogs.forEach(context.insert)
        try context.save()
        return (store, context)
    }

    private let dogs = "SELECT _id, name, \"GuideDog.number\" FROM Animal ORDER BY 1"

    @Test func aDuplicateChangesTheExistingObject() throws {
        let (store, context) = try store(GuideDog(name: "a", breed: "x", number: 1))
        let existing = try #require(try context.all(GuideDog.self).first)
        let new = GuideDog(name: "b", breed: "y", number: 1)
        context.insert(new)
        context.insert(GuideDog(name: "c", breed: "z", number: 2))
        try context.save()
        #expect(try store.lines(dogs) == ["1|b|1", "2|c|2"])
        #expect(existing.name == "b" && existing.breed == "y" && !existing.isDeleted)
        // The other one can still be read, and leads to the one that stays.
        #expect(new.name == "b" && new.isDeleted && new.modelContext == nil)
        #expect(context.model(for: new.persistentModelID) as? GuideDog === existing)
        #expect(!context.hasChanges)
    }

    @Test func anObjectThatIsNotInTheContextIsChangedAsWell() throws {
        let (store, _) = try store(GuideDog(name: "a", breed: "x", number: 1))
        let context = try store.open()
        for name in ["b", "c"] { context.insert(GuideDog(name: name, breed: "y", number: 1)) }
        for name in ["d", "e"] { context.insert(GuideDog(name: name, breed: "y", number: 2)) }
        try context.save()
        // Of several, the last one's values stay.
        #expect(
            try store.lines(dogs).map { $0.split(separator: "|").dropFirst().joined(separator: "|") } == ["c|1", "e|2"]
        )
        #expect(try context.all(GuideDog.self).map(\.name) == ["c", "e"])
    }

    @Test(arguments: MergePolicy.allCases) func thePolicySaysWhoseValuesStay(_ policy: MergePolicy) throws {
        let (store, context) = try store(GuideDog(name: "a", breed: "x", number: 1))
        context.mergePolicy = policy
        let owner = Owner(name: "O")
        let new = GuideDog(name: "b", breed: "y", number: 1)
        new.owner = owner
        context.insert(new)
        switch policy {
        case .error:
            let error = #expect(throws: ModelError.self) { try context.save() }
            #expect(error?.description.contains("another object has the same GuideDog.number") == true)
            #expect(context.insertedModelsArray.count == 2)
            #expect(try store.lines(dogs) == ["1|a|1"])
        case .upsert, .objectWins, .overwrite:
            try context.save()
            #expect(try store.lines(dogs) == ["1|b|1"])
            #expect(owner.animals.map(\.name) == ["b"])
        case .storeWins, .rollback:
            try context.save()
            #expect(try store.lines(dogs) == ["1|a|1"])
            #expect(owner.animals.map(\.name) == ["a"])
        }
    }

    @Test func relationshipsGoToTheObjectThatStays() throws {
        let (store, context) = try store(GuideDog(name: "a", breed: "x", number: 1))
        let existing = try #require(try context.all(GuideDog.self).first)
        let friends = ["f", "g"].map { Cat(name: $0) }
        existing.friends = [friends[0]]
        let owner = Owner(name: "O")
        owner.addToAnimals(existing)
        existing.leads = Owner(name: "Blind")
        try context.save()
        let new = GuideDog(name: "b", breed: "y", number: 1)
        context.insert(new)
        new.friends = [friends[1], new]
        try context.save()
        #expect(Set(existing.friends.map(\.name)) == ["f", "g", "b"])
        // What the new object does not have stays.
        #expect(existing.owner === owner && existing.leads?.name == "Blind")
        // Both sides of the relationship, here and in the store.
        #expect(friends.map(\.friends) == [[existing], [existing]])
        #expect(existing.friends.contains(existing))
        let other = try store.open()
        for name in ["f", "g"] {
            #expect(try other.all(Cat.self).first { $0.name == name }?.friends.map(\.name) == ["b"])
        }
        let read = try #require(try other.all(GuideDog.self).first)
        #expect(Set(read.friends.map(\.name)) == ["f", "g", "b"] && read.leads?.name == "Blind")
    }

    @Test func aDuplicateReplacesWhatIsInTheStoreNow() throws {
        let (store, first) = try store(GuideDog(name: "a", breed: "x", number: 1))
        let dog = try #require(try first.all(GuideDog.self).first)
        for name in ["a", "c"] {
            let second = try store.open()
            let stale = try #require(try second.all(GuideDog.self).first)
            #expect(stale.name == dog.name)
            (dog.name, dog.legs) = ("b", dog.legs + 1)
            try first.save()
            second.insert(GuideDog(name: name, breed: "x", number: 1))
            try second.save()
            #expect(try store.lines("SELECT name FROM Animal") == [name])
            #expect(stale.name == name)
            first.refresh(dog)
        }
    }

    private func store(seats: [(String, Int64?)]) throws -> (TemporaryStore, ModelContext) {
        let store = try TemporaryStore()
        let context = try store.open()
        for (code, number) in seats { context.insert(Seat(code: code, number: number)) }
        try context.save()
        return (store, context)
    }

    private let seats = "SELECT code, number FROM Seat ORDER BY _id"

    @Test func anObjectIsADuplicateOfWhatOthersAreNow() throws {
        // The second one makes the first one another.
        let (store, context) = try store(seats: [])
        for (code, number) in [("a", 5), ("a", 6), ("c", 5)] { context.insert(Seat(code: code, number: Int64(number))) }
        try context.save()
        #expect(Set(try store.lines(seats)) == ["a|6", "c|5"])
        // One that is dropped has none of its values.
        let (other, second) = try self.store(seats: [("a", 2)])
        second.mergePolicy = .storeWins
        for (code, number) in [("a", 5), ("g", 5)] { second.insert(Seat(code: code, number: Int64(number))) }
        try second.save()
        #expect(try other.lines(seats) == ["a|2", "g|5"])
    }

    @Test func aDuplicateOfTwoObjectsIsAnError() throws {
        let (store, context) = try store(seats: [("a", 1), ("b", 2)])
        context.insert(Seat(code: "a", number: 2))
        #expect(throws: ModelError.self) { try context.save() }
        #expect(try store.lines(seats) == ["a|1", "b|2"])
        context.insertedModelsArray.forEach { ($0 as? Seat)?.number = 1 }
        try context.save()
        #expect(try store.lines(seats) == ["a|1", "b|2"])
    }

    @Test func textsAreComparedByTheirBytes() throws {
        let (store, context) = try store(seats: [("x", nil)])
        for code in ["\u{e9}", "e\u{301}", "x"] { context.insert(Seat(code: code)) }
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Seat") == ["3"])
    }

    @Test func theObjectThatStaysTakesTheIndexInAList() throws {
        let (store, context) = try store(seats: [("b", 1)])
        let carriage = Carriage(name: "1")
        context.insert(carriage)
        carriage.seats = ["a", "b", "c"].map { Seat(code: $0) }
        try context.save()
        #expect(carriage.seats.map(\.code) == ["a", "b", "c"])
        #expect(carriage.seats[1].persistentModelID.description == "Seat 1")
        let other = try store.open()
        #expect(try other.all(Carriage.self)[0].seats.map(\.code) == ["a", "b", "c"])
        #expect(try store.lines("SELECT count(*) FROM Seat") == ["3"])
    }

    @Test func valuesThatAreGivenUpAreNoDuplicates() throws {
        let (store, context) = try store(
            GuideDog(name: "a", breed: "x", number: 1),
            GuideDog(name: "b", breed: "x", number: 2)
        )
        let all = try context.all(GuideDog.self)
        all[0].number = 3
        context.delete(all[1])
        context.insert(GuideDog(name: "c", breed: "x", number: 1))
        context.insert(GuideDog(name: "d", breed: "x", number: 2))
        context.insert(GuideDog(name: "e", breed: "x", number: 3))
        // Number 3 is taken by a changed object.
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error?.description.contains("GuideDog.number") == true)
        #expect(try store.lines(dogs) == ["1|a|1", "2|b|2"])
        all[0].number = 4
        try context.save()
        #expect(try store.lines(dogs).map { $0.dropFirst(2) } == ["a|4", "c|1", "d|2", "e|3"])
    }

    @Test func severalPropertiesAreUniqueTogether() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(Automobile(wheels: 4, doors: 2))
        context.insert(Automobile(wheels: 4, doors: 3))
        try context.save()
        for doors in [2, 4] { context.insert(Automobile(wheels: 4, doors: Int16(doors))) }
        try context.save()
        #expect(try store.lines("SELECT wheels, \"Car.doors\" FROM Vehicle ORDER BY 2") == ["4|2", "4|3", "4|4"])
    }

    @Test func aDuplicateThatIsNotAloneIsFound() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        for number in 1...300 { context.insert(GuideDog(name: "old", breed: "x", number: Int64(number))) }
        try context.save()
        let importing = try store.open()
        for number in 201...500 { importing.insert(GuideDog(name: "new", breed: "x", number: Int64(number))) }
        try importing.save()
        let counts = "SELECT name, count(*) FROM Animal GROUP BY name ORDER BY name"
        #expect(try store.lines(counts) == ["new|300", "old|200"])
    }
}
