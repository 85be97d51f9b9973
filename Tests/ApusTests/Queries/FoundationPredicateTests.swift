import Apus
import Foundation
import Testing

/// `#Predicate` and `SortDescriptor`: a fetch finds the same objects as Foundation, in the same order.
struct FoundationPredicateTests {
    private let store: TemporaryStore
    private let context: ModelContext

    init() throws {
        store = try TemporaryStore()
        context = try store.open()
        let people: [Person] = ["Ada", "Bob", "Cy"].map { Person(name: $0) }
        people[0].spouse = people[1]
        people[1].manager = people[2]
        let names: [String] = ["Alps", "alps", "", "Baltic", "Étna", "Etna 10", "Etna 9"]
        for index in 0..<28 {
            let trip = Trip(name: names[index % names.count])
            trip.nights = Int32(index % 5) - 1
            trip.destination = index % 3 == 0 ? nil : names[(index / 3) % names.count]
            trip.leader = index % 4 == 3 ? nil : people[index % 4]
            for item in 0..<(index % 4) {
                let item = BucketListItem(title: names[(index + item) % names.count], trip: trip)
                item.isDone = index.isMultiple(of: 2)
            }
            context.insert(trip)
        }
        for index in 0..<6 {
            let dog = Dog(name: "dog\(index)", legs: Int16(index), breed: "b\(index % 2)", bites: index > 3)
            dog.size = index % 2 == 0 ? nil : Size.allCases[index % Size.allCases.count]
            context.insert(dog)
        }
        try context.save()
    }

    /// Compares a fetch with Foundation's result, saved and with pending changes.
    private func check<Model: PersistentModel>(
        _ predicate: Predicate<Model>,
        location: SourceLocation = #_sourceLocation
    )
        throws
    {
        let descriptor = FetchDescriptor<Model>(predicate: predicate)
        let all: [Model] = try context.all()
        let expected: [Model] = try all.filter { try predicate.evaluate($0) }
        #expect(try context.fetch(descriptor) == expected, sourceLocation: location)
        #expect(try context.fetchCount(descriptor) == expected.count, sourceLocation: location)
        // The negation as well, so that an empty result is not a coincidence.
        var opposite = FetchDescriptor(where: !ModelPredicate(predicate) && ModelPredicate(true))
        opposite.includePendingChanges = context.hasChanges
        #expect(try context.fetch(opposite) == all.filter { !expected.contains($0) }, sourceLocation: location)
        #expect(
            !expected.isEmpty && expected.count < all.count,
            "it should tell objects apart",
            sourceLocation: location
        )
    }

    @Test func comparisons() throws {
        let (limit, name): (Int32, String) = (1, "Alps")
        try check(#Predicate<Trip> { $0.nights > limit })
        try check(#Predicate<Trip> { $0.nights <= 1 && $0.name != name })
        try check(#Predicate<Trip> { !($0.name == name) || $0.nights == 3 })
        try check(#Predicate<Trip> { $0.destination == nil })
        try check(#Predicate<Trip> { $0.destination == name })
        try check(#Predicate<Trip> { $0.destination != name })
        try check(#Predicate<Trip> { ($0.destination ?? "none") == "none" })
        try check(#Predicate<Trip> { $0.nights * 2 - 1 > $0.nights })
        try check(#Predicate<Trip> { -$0.nights < 0 })
        try check(#Predicate<Trip> { $0.nights / 2 == 1 })
        try check(#Predicate<Trip> { $0.nights % 2 == 1 })
        try check(#Predicate<Trip> { ($0.nights > 1 ? $0.nights : 0) == 2 })
        try check(#Predicate<Trip> { $0.nights > 1 ? $0.name == name : $0.destination == nil })
        try check(#Predicate<BucketListItem> { $0.isDone })
        try check(#Predicate<BucketListItem> { $0.isDone == false })
        try check(#Predicate<BucketListItem> { ($0.title == name) == $0.isDone })
    }

    @Test func textsAndLists() throws {
        let names: [String] = ["Alps", "Baltic"]
        let set: Set<Int32> = [0, 2]
        let (range, open): (ClosedRange<Int32>, Range<Int32>) = (0...2, 0..<2)
        try check(#Predicate<Trip> { $0.name.contains("lp") })
        try check(#Predicate<Trip> { $0.name.starts(with: "Al") })
        try check(#Predicate<Trip> { $0.name.isEmpty })
        try check(#Predicate<Trip> { $0.destination?.contains("a") == true })
        try check(#Predicate<Trip> { $0.destination?.starts(with: "A") ?? true })
        try check(#Predicate<Trip> { names.contains($0.name) })
        try check(#Predicate<Trip> { set.contains($0.nights) })
        try check(#Predicate<Trip> { range.contains($0.nights) })
        try check(#Predicate<Trip> { open.contains($0.nights) })
        try check(#Predicate<Trip> { (1...3).contains($0.nights) })
        try check(#Predicate<Trip> { (-9..<$0.nights).contains(1) })
    }

    @Test func relationships() throws {
        let ada: PersistentIdentifier? = try context.all(Person.self).first?.persistentModelID
        try check(#Predicate<Trip> { $0.leader == nil })
        try check(#Predicate<Trip> { $0.leader?.name == "Ada" })
        try check(#Predicate<Trip> { $0.leader?.name != "Ada" })
        try check(#Predicate<Trip> { $0.leader?.spouse?.name == "Bob" })
        try check(#Predicate<Trip> { $0.leader?.persistentModelID == ada })
        try check(#Predicate<Trip> { $0.leader?.id == ada })
        try check(#Predicate<Trip> { if let leader = $0.leader { leader.name == "Bob" } else { $0.nights > 1 } })
        try check(#Predicate<Trip> { $0.leader.flatMap { _ in 1 } == 1 })
        try check(#Predicate<BucketListItem> { $0.trip!.nights > 1 })
        try check(#Predicate<Trip> { $0.bucketList.isEmpty })
        try check(#Predicate<Trip> { $0.bucketList.count > 1 })
        try check(#Predicate<Trip> { $0.bucketList.contains { $0.title == "Alps" && !$0.isDone } })
        try check(#Predicate<Trip> { trip in trip.bucketList.contains { $0.title == trip.name && $0.isDone } })
        try check(#Predicate<Trip> { $0.bucketList.allSatisfy { $0.title.contains("E") } })
        try check(#Predicate<Trip> { $0.bucketList.filter { $0.isDone }.count == 2 })
    }

    @Test func enumsCompositesAndInheritedProperties() throws {
        let size: Size? = Size.allCases[1]
        try check(#Predicate<Dog> { $0.size == size })
        let raw: Int16? = size?.rawValue
        try check(#Predicate<Dog> { $0.size?.rawValue == raw })
        try check(#Predicate<Dog> { $0.legs > 2 && $0.breed == "b1" })
        try check(#Predicate<Animal> { $0.name == "dog3" })
        let home = Address(street: "x", city: "Rome")
        try insertContacts()
        try check(#Predicate<Contact> { $0.home.city == "Rome" })
        try check(#Predicate<Contact> { $0.work?.city == "Rome" })
        try check(#Predicate<Contact> { $0.home == home })
        try check(#Predicate<Contact> { $0.work == nil })
    }

    private func insertContacts() throws {
        for (index, city) in ["Rome", "Oslo", "Rome"].enumerated() {
            let contact = Contact(
                home: Address(street: "x", city: city),
                colour: Colour(red: 1, name: "r"),
                label: Label(text: "", colour: Colour(red: 0, name: "")),
                words: []
            )
            if index > 0 { contact.work = Address(street: "x", city: "Rome") }
            context.insert(contact)
        }
        let contacts: [Contact] = try context.all()
        for contact in contacts { contact.team = contacts }
        try context.save()
    }

    @Test func classes() throws {
        let owner = Owner(name: "Ada")
        context.insert(owner)
        for index in 0..<3 {
            let guide = GuideDog(name: "guide\(index)", breed: "b\(index % 2)", number: Int64(index))
            guide.leads = index == 1 ? owner : nil
            guide.owner = index == 2 ? owner : nil
            context.insert(guide)
            let cat = Cat(name: "cat\(index)")
            if index == 1 { guide.chases = [cat] }
            guide.friends = [cat]
        }
        try context.save()
        for _ in 0..<2 {
            try check(#Predicate<Dog> { $0 is GuideDog })
            try check(#Predicate<Animal> { $0 is Dog })
            try check(#Predicate<Animal> { !($0 is GuideDog) && $0.name != "cat1" })
            try check(#Predicate<Animal> { ($0 as? Dog)?.breed == "b1" })
            try check(#Predicate<Animal> { ($0 as? GuideDog)?.number == nil })
            try check(#Predicate<Animal> { ($0 as? GuideDog)?.leads?.name == "Ada" })
            try check(#Predicate<Animal> { if let dog = $0 as? Dog { dog.bites } else { $0.name == "cat1" } })
            try check(#Predicate<Animal> { ($0 as? Dog)?.chases.contains { $0.name == "cat1" } ?? false })
            try check(#Predicate<Animal> { $0.friends.contains { ($0 as? Dog)?.breed == "b0" } })
            try check(#Predicate<Animal> { $0.friends.contains { $0 is Cat } })
            // The same with unsaved changes.
            for dog in try context.all(GuideDog.self) {
                dog.breed = dog.name == "guide0" ? "b0" : "b1"
                dog.leads = owner
            }
            context.insert(GuideDog(name: "late", breed: "b0", number: 7))
        }
    }

    @Test func givenValuesAndWhatTheyHave() throws {
        let (names, none): ([String], [String]) = (["Alps", "Baltic"], [])
        let some: [String]? = names
        let nothing: Choice? = nil
        let choice = Choice(name: "Alps", address: Address(street: "x", city: "Baltic"))
        try check(#Predicate<Trip> { !names.isEmpty && names.contains($0.name) })
        try check(#Predicate<Trip> { none.isEmpty && names.contains($0.name) })
        try check(#Predicate<Trip> { trip in if let some { some.contains(trip.name) } else { false } })
        try check(#Predicate<Trip> { $0.name == choice.name || $0.name == choice.address.city })
        try check(#Predicate<Trip> { trip in trip.destination == nothing.flatMap { chosen in chosen.name } })
        let context = context
        let dog: PersistentIdentifier = try #require(try context.all(Dog.self).first).persistentModelID
        let trip: PersistentIdentifier = try #require(try context.all(Trip.self).first).persistentModelID
        let mixed: [PersistentIdentifier] = [dog, trip]
        try check(#Predicate<Trip> { mixed.contains($0.persistentModelID) })
    }

    @Test func placesInLists() throws {
        let playlist = Playlist(name: "list")
        context.insert(playlist)
        let other = Playlist(name: "other")
        context.insert(other)
        playlist.guests = ["a", "b"].map { Guest(name: $0) }
        other.guests = ["b", "a"].map { Guest(name: $0) }
        try context.save()
        try check(#Predicate<Playlist> { $0.guests[0].name == "b" })
        try check(#Predicate<Playlist> { $0.guests[1].name != "b" })
    }

    @Test func changesThatAreNotSavedCount() throws {
        for (index, trip) in try context.all(Trip.self).enumerated() where index % 3 == 0 {
            trip.name = "Alps"
            trip.leader = nil
        }
        context.insert(Trip(name: "Alps"))
        let (name, descriptor) = ("Alps", FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Alps" }))
        let all: [Trip] = try context.all()
        #expect(try Set(context.fetch(descriptor)) == Set(all.filter { $0.name == name }))
        let free = FetchDescriptor<Trip>(predicate: #Predicate { $0.leader == nil && $0.name == name })
        #expect(try Set(context.fetch(free)) == Set(all.filter { $0.leader == nil && $0.name == name }))
    }

    @Test func sorting() throws {
        let byNights = FetchDescriptor<Trip>(sortBy: [
            SortDescriptor(\.nights, order: .reverse), SortDescriptor(\.name),
        ])
        let expected: [Trip] = try context.all(Trip.self).enumerated().sorted { one, other in
            if one.element.nights != other.element.nights { return one.element.nights > other.element.nights }
            let (left, right) = (Array(one.element.name.utf8), Array(other.element.name.utf8))
            return left == right ? one.offset < other.offset : left.lexicographicallyPrecedes(right)
        }.map(\.element)
        #expect(try context.fetch(byNights) == expected)
        let byName = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name, comparator: .lexical, order: .reverse)])
        let names: [String] = try context.all(Trip.self).map(\.name)
        #expect(
            try context.fetch(byName).map(\.name)
                == names.sorted { Array($1.utf8).lexicographicallyPrecedes(Array($0.utf8)) }
        )
        #expect(try context.fetch(FetchDescriptor<Trip>(sortBy: [])) == context.fetch(FetchDescriptor<Trip>()))
        let dogs = FetchDescriptor<Dog>(predicate: nil, sortBy: [SortDescriptor(\.legs, order: .reverse)])
        #expect(try context.fetch(dogs).map(\.legs) == [5, 4, 3, 2, 1, 0])
        #expect(try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.destination)]))[0].destination == nil)
    }

    /// Key paths through objects and composites.
    @Test func sortingByWhatIsFurtherAway() throws {
        func check<Value>(_ descriptor: SortDescriptor<Trip>, _ column: SortColumn<Trip>, _ value: (Trip) -> Value)
            throws
        {
            let found: [Trip] = try context.fetch(FetchDescriptor<Trip>(sortBy: [descriptor]))
            #expect(try found == context.fetch(FetchDescriptor(sortBy: [column])))
            #expect(Set(found.map { "\(value($0))" }).count > 1, "it should tell objects apart")
        }
        try check(SortDescriptor(\.leader?.name), Trip.columns.leader.name.ascending) { $0.leader?.name }
        try check(SortDescriptor(\.leader!.name), Trip.columns.leader.name.ascending) { $0.leader?.name }
        try check(
            SortDescriptor(\.leader?.spouse?.name, order: .reverse),
            Trip.columns.leader.spouse.name.descending
        ) { $0.leader?.spouse?.name }
        try insertContacts()
        let byCity = FetchDescriptor<Contact>(sortBy: [SortDescriptor(\.home.city)])
        #expect(try context.fetch(byCity).map(\.home.city) == ["Oslo", "Rome", "Rome"])
        let byWork = FetchDescriptor<Contact>(sortBy: [SortDescriptor(\.work?.city)])
        #expect(try context.fetch(byWork).map(\.work?.city) == [nil, "Rome", "Rome"])
        #expect(throws: ModelError.self) {
            try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.leader?.persistentModelID.entityName)]))
        }
        #expect(throws: ModelError.self) {
            try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name.count)]))
        }
    }

    /// Numbers in text are sorted by value, letters before their accented forms; the same before and after saving.
    @Test func sortingAsPeopleDo() throws {
        var descriptor = FetchDescriptor(
            where: Trip.columns.nights == 0,
            sortBy: [Trip.columns.name.ascending(.localizedStandard)]
        )
        let names: [String] = try context.fetch(descriptor).map(\.name)
        #expect(names == names.sorted { $0.localizedStandardCompare($1) == .orderedAscending })
        let (nine, ten) = (names.firstIndex(of: "Etna 9"), names.firstIndex(of: "Etna 10"))
        #expect(try #require(nine) < #require(ten))
        context.insert(Trip(name: "Etna 9", nights: 0))
        descriptor.order = [Trip.columns.name.descending(.localizedStandard)]
        #expect(try context.fetch(descriptor).map(\.name) == names.reversed().inserting("Etna 9"))
    }

    @Test func whatNoStoreAnswersIsRefused() {
        func reason<Model: PersistentModel>(_ predicate: Predicate<Model>) -> String {
            do {
                _ = try context.fetch(FetchDescriptor(predicate: predicate))
                return "fetched"
            } catch ModelError.unsupportedPredicate(_, let reason) {
                return reason
            } catch {
                return "\(error)"
            }
        }
        #expect(reason(#Predicate<Trip> { $0.name.count > 3 }).contains("characters"))
        #expect(reason(#Predicate<Trip> { $0.bucketList.isEmpty || $0.hasChanges }).contains("not a stored property"))
        let size = Size.allCases[0]
        #expect(reason(#Predicate<Dog> { $0.size! > size }).contains("rawValue"))
        #expect(reason(#Predicate<Dog> { (size...size).contains($0.size!) }).contains("rawValue"))
        #expect(throws: ModelError.self) {
            try context.fetch(FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.orderedSize)]))
        }
        let identifier = PersistentIdentifier?.none
        #expect(reason(#Predicate<Trip> { $0.leaderID == identifier }).contains("not a stored property"))
        #expect(reason(#Predicate<Trip> { $0.bucketList[0].title == "Alps" }).contains("ordered"))
        #expect(reason(#Predicate<Trip> { ($0.name as Any) is Int }).contains("is of the type Int"))
        #expect(reason(#Predicate<Trip> { $0.nights.description == "1" }).contains("not a stored property"))
        let pattern = /A.*/
        #expect(reason(#Predicate<Trip> { $0.name.contains(pattern) }).contains("StringContainsRegex"))
    }
}

/// A user's choice, to fetch by.
private struct Choice: Codable {
    let name: String
    let address: Address
}

extension Size: Comparable {
    static func < (lhs: Size, rhs: Size) -> Bool { lhs.rawValue > rhs.rawValue }
}

extension Dog {
    fileprivate var orderedSize: Size { size ?? .allCases[0] }
}

extension Trip {
    fileprivate var leaderID: PersistentIdentifier? { leader?.persistentModelID }
}

extension [String] {
    /// The texts with another one inserted after the first equal one.
    fileprivate func inserting(_ text: String) -> [String] {
        firstIndex(of: text).map { Array(self[...$0]) + [text] + Array(self[($0 + 1)...]) } ?? self + [text]
    }
}
