import ApusSchema
import Foundation
import Testing

@testable import Apus

/// Fetches by column names that the compiler checks, and their SQL.
struct QueryTests {
    /// The SQL of a fetch, starting at its condition.
    private func sql<Model>(_ context: ModelContext, _ descriptor: FetchDescriptor<Model>) throws -> String {
        let query = try CompiledQuery(descriptor, context.table(of: Model.self), in: context)
        let (offset, limit) = descriptor.page
        let (sql, parameters) = query.statement(.identities, context.coordinator, limit: limit, offset: offset)
        var text: String = sql
        for (index, value) in parameters.enumerated().reversed() {
            text = text.replacing("?\(index + 1)", with: value.asText.map { "<\($0)>" } ?? "<bytes>")
        }
        return text.replacing("\"", with: "")
    }

    private func sql<Model>(_ context: ModelContext, _ predicate: ModelPredicate<Model>) throws -> String {
        let sql: String = try sql(context, FetchDescriptor(where: predicate))
        return sql.replacing(#/^.*?FROM /#, with: "").replacing(#/ ORDER BY [^)]*$/#, with: "")
    }

    @Test("A negation means the same in a table with a column 'true'") func negationBesideAColumnNamedTrue() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        for name in ["a", "b"] {
            for truth in [nil, "1", "x"] {
                let keywords = Keywords(name: name)
                keywords.true = truth
                context.insert(keywords)
            }
        }
        try context.save()
        let columns = Keywords.columns
        let found = try context.fetch(FetchDescriptor(where: !(columns.name < "b")))
        #expect(found.map(\.name) == ["b", "b", "b"])
        #expect(try context.fetch(FetchDescriptor(where: !(columns.true < "5"))).count == 4)
    }

    @Test func aComparisonIsOneInSQLThatAnIndexServes() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip.columns
        #expect(try sql(context, trip.name == "A") == "Trip WHERE Trip.name = <A>")
        #expect(try sql(context, trip.destination == nil) == "Trip WHERE Trip.destination IS NULL")
        #expect(try sql(context, trip.destination != "A") == "Trip WHERE Trip.destination IS NOT <A>")
        #expect(try sql(context, !(trip.nights < 3)) == "Trip WHERE (Trip.nights < <3>) IS NOT 1")
        #expect(
            try sql(context, trip.nights.isBetween(1...3)) == "Trip WHERE (Trip.nights >= <1>) AND (Trip.nights <= <3>)"
        )
        #expect(try sql(context, trip.nights.isIn([1, 2])) == "Trip WHERE Trip.nights IN (<1>, <2>)")
        #expect(
            try sql(context, trip.destination.isIn(["A", nil]))
                == "Trip WHERE (Trip.destination IN (<A>)) OR (Trip.destination IS NULL)"
        )
        #expect(try sql(context, trip.name.hasPrefix("Al")) == "Trip WHERE (Trip.name >= <Al> AND Trip.name < <Am>)")
        #expect(try sql(context, trip.name.contains("l")) == "Trip WHERE instr(Trip.name, <l>) > 0")
        #expect(
            try sql(context, trip.nights * 2 - trip.nights > 4)
                == "Trip WHERE ((Trip.nights * <2>) - Trip.nights) > <4>"
        )
    }

    @Test func aRelationshipIsAKeyAJoinOrAQuestion() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let person = Person(name: "Ada")
        context.insert(person)
        try context.save()
        let trip = Trip.columns
        #expect(try sql(context, trip.leader == person) == "Trip WHERE Trip.leader = <1>")
        #expect(try sql(context, trip.leader == nil) == "Trip WHERE Trip.leader IS NULL")
        #expect(try sql(context, trip.leader != trip.sponsor) == "Trip WHERE Trip.leader IS NOT Trip.sponsor")
        #expect(
            try sql(context, trip.leader.name == "Ada" && trip.leader.spouse.name == nil) == """
                Trip LEFT JOIN Person AS $1 ON $1._id = Trip.leader LEFT JOIN Person AS $2 ON $2._id = $1.spouse \
                WHERE ($1.name = <Ada>) AND ($2.name IS NULL)
                """
        )
        #expect(
            try sql(context, trip.bucketList.contains { $0.isDone == false }) == """
                Trip WHERE EXISTS (SELECT 1 FROM BucketListItem AS $1 WHERE ($1.trip = Trip._id) AND ($1.isDone = <0>))
                """
        )
        #expect(
            try sql(context, trip.tags.count > 2) == """
                Trip WHERE (SELECT count(*) FROM Tag_trips AS $2 JOIN Tag AS $1 ON $1._id = $2.source WHERE $2.target = \
                Trip._id) > <2>
                """
        )
        #expect(try sql(context, trip.bucketList.isEmpty).contains("WHERE (EXISTS (SELECT 1 FROM BucketListItem AS $1"))
    }

    private func world(_ context: ModelContext) -> (trips: [Trip], people: [Person]) {
        let people: [Person] = ["Ada", "Bob"].map { Person(name: $0) }
        people[0].spouse = people[1]
        let trips: [Trip] = [
            Trip(name: "Alps", destination: "Zürich", nights: 3, leader: people[0]),
            Trip(name: "Sea", nights: 7, leader: people[1], sponsor: people[0]),
            Trip(name: "alpha", destination: "", nights: 1),
        ]
        for trip in trips { context.insert(trip) }
        _ = BucketListItem(title: "Swim", trip: trips[1])
        _ = BucketListItem(title: "Climb", isDone: true, trip: trips[0])
        trips[0].addToBucketList(BucketListItem(title: "Eat", trip: trips[0]))
        trips[1].addToBucketList(BucketListItem(title: "Eat", trip: trips[1]))
        return (trips, people)
    }

    @Test("Columns find the right objects, before and after saving") func names() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (_, people) = world(context)
        let trip = Trip.columns
        func expect(_ predicate: ModelPredicate<Trip>, _ names: [String], _ line: Int = #line) throws {
            let found: [String] = try context.fetch(FetchDescriptor(where: predicate)).map(\.name)
            #expect(found == names, "line \(line), \(predicate)")
        }
        for _ in 0..<2 {
            try expect(trip.name == "Alps", ["Alps"])
            try expect(trip.name != "Alps", ["Sea", "alpha"])
            try expect(trip.destination == nil, ["Sea"])
            try expect(trip.destination.isNil || trip.nights <= 1, ["Sea", "alpha"])
            try expect(trip.name.hasPrefix("al", .search), ["Alps", "alpha"])
            try expect(trip.destination.contains("zur", .search), ["Alps"])
            try expect(trip.name.isLike("?lp*"), ["Alps", "alpha"])
            try expect(trip.name.matches("[A-Z].*"), ["Alps", "Sea"])
            try expect(trip.name.hasSuffix("a") && trip.name.length == 3, ["Sea"])
            try expect(trip.name.isEqual(to: "ALPS", .caseInsensitive), ["Alps"])
            try expect(trip.leader == people[0], ["Alps"])
            try expect(trip.leader.isIn(people) && trip.nights > 5, ["Sea"])
            try expect(trip.leader == people[1].persistentModelID, ["Sea"])
            try expect(trip.sponsor == trip.leader.spouse, ["Sea", "alpha"])
            try expect(trip.leader.name >= "B", ["Sea"])
            try expect(trip.bucketList.contains { $0.title == "Eat" && $0.isDone == false }, ["Alps", "Sea"])
            try expect(trip.bucketList.contains { $0.isDone == true && $0.trip.nights == trip.nights }, ["Alps"])
            try expect(trip.bucketList.allSatisfy { $0.isDone == false }, ["Sea", "alpha"])
            try expect(trip.bucketList.count == 2 && trip.nights < 4, ["Alps"])
            try expect(trip.bucketList.max { $0.title } == "Swim", ["Sea"])
            try expect(trip.leader.leads.sum { $0.nights } == 7, ["Sea"])
            try expect(
                trip.leader.leads.contains { other in
                    other.bucketList.contains { $0.title == "Climb" } && other.name == trip.name
                },
                ["Alps"]
            )
            try expect(trip.nights + 1 == trip.bucketList.sum { $0.trip.nights }, [])
            try context.save()
        }
        #expect(
            try context.fetch(FetchDescriptor(sortBy: [trip.nights.descending])).map(\.name) == [
                "Sea", "Alps", "alpha",
            ]
        )
        #expect(
            try context.fetch(FetchDescriptor(sortBy: [trip.destination.ascending, trip.name.ascending])).map(\.name)
                == ["Sea", "alpha", "Alps"]
        )
        let item = BucketListItem.columns
        #expect(try context.fetchCount(FetchDescriptor(where: item.trip.leader.name == "Bob")) == 2)
    }

    @Test func aCollectionStandsInAnother() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (trips, _) = world(context)
        let tags: [Tag] = ["Eat", "none"].map { Tag(name: $0) }
        for tag in tags { trips[0].addToTags(tag) }
        let trip = Trip.columns
        // The variables of the two predicates are distinct.
        let equal = FetchDescriptor(
            where: trip.bucketList.contains { item in trip.tags.contains { tag in item.title == tag.name } }
        )
        let other = FetchDescriptor(
            where: trip.bucketList.contains { item in
                trip.tags.contains { tag in item.title == "Climb" && tag.name == "none" && item.trip.nights == 3 }
            }
        )
        for _ in 0..<2 {
            #expect(try context.fetch(equal) == [trips[0]] && context.fetch(other) == [trips[0]])
            tags[0].name = "Eat"
            try context.save()
        }
        tags[0].name = "x"
        #expect(try context.fetch(equal) == [])
        try context.save()
        #expect(try context.fetch(equal) == [])
        // A property in a predicate must be one of the entity.
        let counts = Person.columns.leads.max { $0.tags.count } > 1
        #expect(throws: ModelError.self) { try context.fetch(FetchDescriptor(where: counts)) }
    }

    @Test func whatIsDeletedIsNoLongerThere() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let trip = Trip(name: "A")
        context.insert(trip)
        let photos: [Photo] = [Photo(bytes: Data([1])), Photo(bytes: Data([2]))]
        for photo in photos { trip.addToPhotos(photo) }
        let tag = Tag(name: "t")
        trip.addToTags(tag)
        try context.save()
        #expect(trip.photos.count == 2 && trip.tags == [tag])
        context.delete(photos[0])
        context.delete(tag)
        let one = FetchDescriptor(where: Trip.columns.photos.count == 1)
        let none = FetchDescriptor(where: Trip.columns.tags.isEmpty)
        for _ in 0..<2 {
            #expect(try context.fetchCount(one) == 1 && context.fetchCount(none) == 1)
            try context.save()
        }
    }

    @Test func aRowIsOfTheKindThatTheStoreSays() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        context.insert(Cat(name: "Tom"))
        try context.save()
        let other = try store.open()
        let wrong = try #require(other.model(for: PersistentIdentifier(entityName: "Dog", row: 1)))
        var descriptor = FetchDescriptor<Cat>()
        descriptor.includesPropertyValues = false
        let cats: [Cat] = try other.fetch(descriptor)
        #expect(cats.map { "\(type(of: $0))" } == ["Cat"] && cats[0].lives == 9 && wrong is Dog)
    }

    @Test func longListsAndChainsAreAnswered() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let (trips, _) = world(context)
        try context.save()
        let columns = Trip.columns
        let names: [String] = (0..<3000).map { "n\($0)'\"" } + ["Alps"]
        let numbers: [Int32] = (100..<3000).map { Int32($0) } + [7]
        for _ in 0..<2 {
            #expect(try context.fetch(FetchDescriptor(where: columns.name.isIn(names))) == [trips[0]])
            #expect(try context.fetch(FetchDescriptor(where: columns.nights.isIn(numbers))) == [trips[1]])
            let chain: ModelPredicate<Trip> = names.map { columns.name == $0 }.reduce(ModelPredicate(false), ||)
            #expect(try context.fetch(FetchDescriptor(where: chain)) == [trips[0]])
            let all: ModelPredicate<Trip> = names.prefix(3000).map { columns.name != $0 }.reduce(
                ModelPredicate(true),
                &&
            )
            #expect(try context.fetchCount(FetchDescriptor(where: all)) == 3)
            trips[2].name = "changed"
        }
        var page = FetchDescriptor<Trip>(sortBy: [columns.nights.ascending])
        (page.fetchLimit, page.fetchOffset) = (.max, 1)
        #expect(try context.fetch(page).count == 2)
    }

    @Test func kindsAreToldApart() throws {
        let store = try TemporaryStore()
        let context = try store.open()
        let owner = Owner(name: "Ada")
        let (dog, guide, cat) = (
            Dog(name: "Rex", breed: "Collie", owner: owner),
            GuideDog(name: "Ben", breed: "Collie", number: 7, leads: owner), Cat(name: "Tom", owner: owner)
        )
        for animal in [dog, guide, cat] as [Animal] { context.insert(animal) }
        cat.addToFriends(dog)
        for _ in 0..<2 {
            #expect(try context.fetch(FetchDescriptor(where: Animal.columns.name > "S")) == [cat])
            #expect(try context.fetch(FetchDescriptor(where: Dog.columns.breed == "Collie")) == [dog, guide])
            var only = FetchDescriptor(where: Dog.columns.name != "")
            only.includesSubentities = false
            #expect(try context.fetch(only) == [dog] && context.fetchCount(only) == 1)
            #expect(try context.fetch(FetchDescriptor(where: Owner.columns.guide.number == 7)) == [owner])
            #expect(try context.fetch(FetchDescriptor(where: Animal.columns.friends.contains(cat))) == [dog])
            #expect(
                try context.fetchCount(FetchDescriptor(where: Owner.columns.animals.contains { $0.legs == 4 })) == 1
            )
            try context.save()
        }
        let found: [PersistentIdentifier] = try context.fetchIdentifiers(FetchDescriptor<Animal>())
        #expect(found.map(\.entityName).sorted() == ["Cat", "Dog", "GuideDog"])
    }

    @Test func whatNoStoreCanAnswerIsAnErrorThatSaysWhy() throws {
        let store = try TemporaryStore()
        defer { withExtendedLifetime(store) {} }
        let context = try store.open()
        func problem(_ text: String, _ values: KeyValuePairs<String, any PredicateValue> = [:]) -> String {
            do {
                _ = try context.fetch(FetchDescriptor(where: ModelPredicate<Trip>(format: text, values)))
                return "no error"
            } catch {
                return "\(error)"
            }
        }
        #expect(problem("name = ") == "a store cannot evaluate 'FALSEPREDICATE': expected a value, found the end")
        #expect(problem("nam == 'x'") == "a store cannot evaluate 'nam == \"x\"': 'Trip' has no property 'nam'")
        #expect(problem("name == $X").hasSuffix("the variable '$X' has no value"))
        #expect(problem("bucketList == NIL").hasSuffix("compare its '@count' with 0"))
        #expect(problem("bucketList.title == 'x'").hasSuffix("one value is expected here, not 'bucketList.title'"))
        #expect(problem("leader == $X", ["X": Trip(name: "x")]).hasSuffix("a 'Trip' never equals a 'Person'"))
        #expect(problem("FUNCTION(name, 'foo') == 1").hasSuffix("a store cannot call 'foo' on a value"))
        #expect(problem("leader == 3").hasSuffix("'leader' is an object, and a value is expected here"))
        #expect(problem("leader < $X", ["X": Person(name: "x")]).hasSuffix("and a value is expected here"))
        #expect(problem("name == 5") == "a store cannot evaluate 'name == 5': expected a value of type string, found 5")
        #expect(problem("nights == $X", ["X": "5"]).hasSuffix("'$0' is string, which == cannot compare"))
        #expect(problem("nights CONTAINS '1'").hasSuffix("expected a value of type int32, found \"1\""))
        #expect(problem("nights CONTAINS name").hasSuffix("'name' is string, which CONTAINS cannot compare"))
        #expect(problem("name + 1 > 0").hasSuffix("'+' joins texts or adds numbers, but 1 is a number"))
        #expect(problem("nights * 'x' < 4").hasSuffix("needs numbers, but one of its values is string"))
        #expect(problem("1e30 CONTAINS 0").hasSuffix("is double and '0' is int64, which CONTAINS cannot compare"))
        #expect(problem("name MATCHES '['").hasSuffix("'[' is not a valid regular expression"))
        #expect(
            problem("bucketList[0].title == 'x'").hasSuffix(
                "only an object's ordered relationship has indexes, not 'bucketList'"
            )
        )
        #expect(problem("random:(1e300) == 1").hasSuffix("needs a constant of at least 1"))
        #expect(problem("TERNARY(nights > 1, name, 2) == 1").hasSuffix("expected a value of type string, found 2"))
        #expect(problem("TERNARY(nights > 1, name, nights) == 1").hasSuffix("have types that do not match"))
        #expect(problem("leader.leads.@max.tags.@count > 1").hasSuffix("'@max' and '@count' in one key path"))
        #expect(problem(String(repeating: "NOT ", count: 45) + "name == 'x'") == "no error")
        var descriptor = FetchDescriptor<Trip>()
        descriptor.relationshipNamesForPrefetching = ["leader.nobody"]
        #expect(throws: ModelError.self) { try context.fetch(descriptor) }
    }
}
