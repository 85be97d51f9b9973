import Apus
import ApusTestSupport
import Foundation
import GRDB
import Testing

/// Objects can exchange unique values, and hand them on.
struct UniqueValueTests {
    private func contact(_ rating: Decimal, _ since: Date) -> Contact {
        Contact(
            home: Address(street: "", city: "x"),
            colour: Colour(red: 0.5, name: ""),
            label: Label(text: "", colour: Colour(red: 1, name: "")),
            words: [],
            rating: rating,
            since: since
        )
    }

    private func day(_ number: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(number)) }

    /// The text of each trigger, which a save leaves as they are.
    private func triggers(_ store: TemporaryStore) throws -> [String] {
        try store.lines("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
    }

    @Test func valuesOfASubclassAreExchanged() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let dogs = (1...3).map { GuideDog(name: "d\($0)", breed: "", number: Int64($0)) }
        for dog in dogs { context.insert(dog) }
        try context.save()
        let before = try triggers(store)
        (dogs[0].number, dogs[1].number) = (2, 1)
        try context.save()
        let sql = "SELECT name, \"GuideDog.number\" FROM Animal ORDER BY 1"
        #expect(try store.lines(sql) == ["d1|2", "d2|1", "d3|3"])
        // A chain: each takes the value of the next, which takes a new one.
        (dogs[1].number, dogs[0].number, dogs[2].number) = (2, 3, 4)
        try context.save()
        #expect(try store.lines(sql) == ["d1|3", "d2|2", "d3|4"])
        #expect(try triggers(store) == before)
        // A new object takes what another gives up, and that takes the value of a deleted one.
        dogs[0].number = 4
        context.delete(dogs[2])
        context.insert(GuideDog(name: "d4", breed: "", number: 3))
        try context.save()
        #expect(try store.lines(sql) == ["d1|4", "d2|2", "d4|3"])
    }

    @Test func valuesOfSeveralAttributesWithLimitsAreExchanged() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let contacts = (1...3).map { contact(Decimal($0), day($0 % 2)) }
        for contact in contacts {
            contact.team = contacts
            context.insert(contact)
        }
        try context.save()
        let sql = "SELECT rating, since FROM Contact ORDER BY _id"
        #expect(try store.lines(sql) == ["1|1.0", "2|0.0", "3|1.0"])
        // Only one of the two attributes changes.
        (contacts[0].rating, contacts[2].rating) = (3, 1)
        try context.save()
        #expect(try store.lines(sql) == ["3|1.0", "2|0.0", "1|1.0"])
        // Both.
        (contacts[0].rating, contacts[0].since, contacts[1].rating, contacts[1].since) = (2, day(0), 3, day(1))
        try context.save()
        #expect(try store.lines(sql) == ["2|0.0", "3|1.0", "1|1.0"])
    }

    @Test func valuesThatAreInheritedAreExchanged() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let cars = (1...2).map { Automobile(wheels: 4, doors: $0) }
        for car in cars { context.insert(car) }
        try context.save()
        (cars[0].doors, cars[1].doors) = (2, 1)
        try context.save()
        (cars[0].wheels, cars[0].doors, cars[1].doors) = (3, 2, 2)
        try context.save()
        (cars[0].wheels, cars[1].wheels) = (4, 3)
        try context.save()
        #expect(try store.lines("SELECT wheels, \"Car.doors\" FROM Vehicle ORDER BY 1") == ["3|2", "4|2"])
    }

    @Test func aValueThatIsTakenIsStillRefused() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let dogs = (1...3).map { GuideDog(name: "d\($0)", breed: "", number: Int64($0)) }
        for dog in dogs { context.insert(dog) }
        try context.save()
        (dogs[0].number, dogs[1].number) = (2, 3)
        let error = #expect(throws: ModelError.self) { try context.save() }
        #expect(error?.description == "GuideDog 2: another object has the same GuideDog.number, which must be unique")
        #expect(try store.lines("SELECT \"GuideDog.number\" FROM Animal ORDER BY 1") == ["1", "2", "3"])
        dogs[1].number = 1
        try context.save()
        #expect(try store.lines("SELECT \"GuideDog.number\" FROM Animal ORDER BY _id") == ["2", "1", "3"])
    }

    @Test(arguments: TestScale.seeds(1)) func aSaveSucceedsIfTheFinalValuesAreUnique(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let store = try TemporaryStore()
        var context = try store.open()
        var (dogs, numbers): ([GuideDog], [Int64]) = ([], [])
        var isEveryValueUnique: Bool { Set(numbers).count == numbers.count }
        for _ in 0..<60 {
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let number = Int64.random(in: 0...12, using: &random)
                switch Int.random(in: 0...9, using: &random) {
                case 0:
                    let dog = GuideDog(name: "", breed: "", number: number)
                    context.insert(dog)
                    dogs.append(dog)
                    numbers.append(number)
                case 1 where !dogs.isEmpty:
                    let index = Int.random(in: 0..<dogs.count, using: &random)
                    context.delete(dogs.remove(at: index))
                    numbers.remove(at: index)
                case 2:
                    numbers.shuffle(using: &random)
                    for (dog, number) in zip(dogs, numbers) { dog.number = number }
                case _ where !dogs.isEmpty:
                    let index = Int.random(in: 0..<dogs.count, using: &random)
                    dogs[index].number = number
                    numbers[index] = number
                default:
                    break
                }
            }
            if isEveryValueUnique {
                try context.save()
            } else {
                #expect(throws: ModelError.self, "seed \(seed)") { try context.save() }
                continue
            }
            let other = try store.open()
            #expect(try other.all(GuideDog.self).map(\.number).sorted() == numbers.sorted(), "seed \(seed)")
            if Bool.random(using: &random) {
                context = try store.open()
                dogs = try context.all(GuideDog.self)
                numbers = dogs.map(\.number)
            }
        }
    }
}
