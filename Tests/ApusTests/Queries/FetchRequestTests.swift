import Apus
import Foundation
import Testing

/// Fetch requests and fetched properties of a model, as functions and properties of its classes.
struct FetchRequestTests {
    private func world(_ context: ModelContext) -> (trips: [Trip], people: [Person]) {
        let people: [Person] = ["Ada", "Bob"].map { Person(name: $0) }
        people[0].addToFriends(people[1])
        let trips: [Trip] = [
            Trip(name: "A", nights: 3, leader: people[1]), Trip(name: "B", nights: 7, leader: people[0]),
            Trip(name: "C", nights: 7), Trip(name: "D", nights: 3, leader: people[1]), Trip(name: "E"),
        ]
        for trip in trips { context.insert(trip) }
        trips[2].addToBucketList(BucketListItem(title: "x", trip: trips[2]))
        return (trips, people)
    }

    @Test func aRequestGivesADescriptor() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (trips, people) = world(context)
        for _ in 0..<2 {
            #expect(try context.fetch(Trip.longTrips(nights: 3)).map(\.name) == ["C", "B", "A", "D"])
            #expect(try context.fetch(Trip.named(names: ["E"], leader: people[0])) == [trips[1], trips[4]])
            #expect(try context.fetch(Trip.secondPage()) == [trips[2], trips[3]])
            #expect(try context.fetchCount(Trip.secondPage()) == 2)
            #expect(try Trip.ledTripCount(in: context) == 3)
            #expect(try Trip.tripIdentifiers(context: "C", in: context) == [trips[2].persistentModelID])
            try context.save()
        }
        let other = try store.open()
        #expect(try other.fetch(Trip.secondPage()).map(\.name) == ["C", "D"])
    }

    @Test func dictionariesAreStructures() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (_, people) = world(context)
        #expect(try Trip.tripLeaders(in: context).isEmpty)
        try context.save()
        let leaders: [Trip.TripLeadersResult] = try Trip.tripLeaders(in: context)
        #expect(leaders.map(\.leaderName) == ["Ada", "Bob"] && leaders.map(\.nights) == [7, 3])
        #expect(leaders.map(\.leader) == people.map(\.persistentModelID))

        let home = Address(street: "s", city: "Bern", place: Point(latitude: 1, longitude: 2), kind: .small)
        let contact = Contact(
            home: home,
            work: Address(street: "t", city: "Rom"),
            status: .over,
            colour: Colour(red: 1, name: "r"),
            label: Label(text: "", colour: Colour(red: 0, name: "")),
            words: [],
            rating: 2
        )
        contact.team = [contact]
        contact.addToTeam(
            Contact(
                home: Address(street: "", city: "x"),
                colour: Colour(red: 0, name: ""),
                label: Label(text: "", colour: Colour(red: 0, name: "")),
                words: []
            )
        )
        contact.team[0].team = contact.team
        contact.team[1].team = contact.team
        context.insert(contact)
        try context.save()
        let found: [Contact.ContactHomesResult] = try Contact.contactHomes(status: .over, kind: .small, in: context)
        #expect(found.map(\.home) == [home] && found.map(\.workCity) == ["Rom"] && found.map(\.rating) == [2])
        #expect(found.map(\.colour) == [contact.colour])
        #expect(try context.fetch(FetchDescriptor(where: Contact.columns.home == home)) == [contact])
        #expect(try Contact.contactHomes(status: .planned, kind: .small, in: context).isEmpty)
    }

    @Test func aFetchedPropertyFetchesAgain() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (trips, people) = world(context)
        for _ in 0..<2 {
            #expect(trips[0].longer.map(\.name) == ["B", "C"] && trips[1].longer.isEmpty)
            #expect(trips[3].sameName == [trips[3]])
            #expect(people[1].longerThan(nights: 2) == [trips[0], trips[3]] && people[0].longerThan(nights: 9).isEmpty)
            try context.save()
        }
        trips[0].nights = 8
        trips[4].name = "D"
        #expect(trips[0].longer.isEmpty && trips[1].longer == [trips[0]] && trips[3].sameName == [trips[3], trips[4]])
        #expect(Trip(name: "alone").longer.isEmpty)
        try context.save()
        let other = try store.open()
        #expect(
            try other.fetch(FetchDescriptor(where: Trip.columns.name == "B")).flatMap(\.longer).map(\.name) == ["A"]
        )
    }

    @Test func onlyWhatIsSavedAndOfTheEntityItself() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(Cat(name: "Tom"))
        try context.save()
        // `Animal` is abstract: it has no objects of its own.
        #expect(try context.fetch(Animal.savedCats(a_name: "t")).isEmpty)
        var descriptor = Animal.savedCats(a_name: "t")
        descriptor.includesSubentities = true
        context.insert(Cat(name: "Tim"))
        #expect(try context.fetch(descriptor).map(\.name) == ["Tom"])
    }
}
