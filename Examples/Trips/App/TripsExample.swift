import Apus
import ApusEncryption
import Foundation
import TripsModel

/// `trips-example STORE KEY`: what an app does with its store, using the classes that `apus generate` wrote. KEY is the file with the key
/// of the encrypted attributes, which an app on Apple's platforms keeps in the Keychain.
@main
struct TripsExample {
    static func main() {
        let paths = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
        guard paths.count == 2 else {
            printError("usage: trips-example STORE KEY")
            exit(2)
        }
        do {
            try run(paths[0], key: paths[1])
        } catch {
            printError("error: \(error)")
            exit(4)
        }
    }

    private static func run(_ url: URL, key: URL) throws {
        let keys = StoreKeys(KeyFiles(["private": [key]]))
        // Creates the store, or migrates it to the model of this build.
        let configuration = ModelConfiguration(url: url, keys: keys)
        let container = try ModelContainer(for: TripsSchema.self, configurations: configuration)
        let context = ModelContext(container)
        print("Store     \(url.lastPathComponent)")
        print("Holds     \(try counts(in: context))")

        let trips = try context.fetch(FetchDescriptor<Trip>())
        for trip in trips.prefix(3) { print("          \(trip.summary)") }
        if trips.count > 3 { print("          … and \(trips.count - 3) more") }
        // The store has these encrypted; here they are text like any other.
        let people = try context.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.email != nil }))
        if let person = people.first { print("          \(person.givenName) is at \(person.email ?? "")") }

        let trip = makeTrip()
        // The country came with the app: it is in Schemas/Trips/data.
        let switzerland = FetchDescriptor<Country>(predicate: #Predicate { $0.name == "Switzerland" })
        trip.accommodation?.address?.country = try context.fetch(switzerland).first
        context.insert(trip)
        try context.save()
        print("Inserted  \(trip.summary) (\(trip.persistentModelID))")

        trip.nights = 3
        trip.accommodation?.name = "Mountain Hut"
        trip.bucketList.first?.isDone = true
        try context.save()
        print("Changed   \(trip.summary)")
        try show(trip.persistentModelID, in: container)

        context.delete(trip)
        try context.save()
        print("Deleted   \(trip.name), with everything that belonged to it")
        print("Holds     \(try counts(in: ModelContext(container)))")
    }

    /// Makes a trip with everything that can belong to one. Setting one side of a relationship also sets the other.
    private static func makeTrip() -> Trip {
        let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let trip = Trip(
            name: "Over the Alps",
            destination: "Chur",
            startDate: start,
            endDate: start.addingTimeInterval(2 * 86_400),
            note: "The hut's key is under the third stone"
        )
        trip.accommodation = LivingAccommodation(name: "Hut")
        trip.accommodation?.address = Address(street: "Am Pass 1", city: "Andermatt")
        trip.addToBucketList(BucketListItem(title: "See a swift", trip: trip))
        trip.addToBucketList(BucketListItem(title: "Swim", trip: trip))
        trip.travellers = [
            Person(givenName: "Ada", familyName: "Lovelace"), Person(givenName: "Grace", familyName: "Hopper"),
        ]
        return trip
    }

    /// Reads the trip again with a new context, which has no object in memory.
    private static func show(_ id: PersistentIdentifier, in container: ModelContainer) throws {
        let context = ModelContext(container)
        guard let trip = try context.fetch(Trip.self, id: id) else { return }
        print("Read      \(trip.summary)")
        let items = trip.bucketList.map { "\($0.isDone ? "✓" : "·") \($0.title)" }
        print("          \(items.joined(separator: "  "))")
        print("          note: \(trip.note ?? "none")")
        print("          in \(trip.accommodation?.address?.country?.name ?? "no country")")
        print("          with \(trip.travellers.map(\.givenName).joined(separator: " and "))")
    }

    private static func counts(in context: ModelContext) throws -> String {
        let counts: [(String, Int)] = [
            ("trips", try context.fetchCount(FetchDescriptor<Trip>())),
            ("bucket list items", try context.fetchCount(FetchDescriptor<BucketListItem>())),
            ("accommodations", try context.fetchCount(FetchDescriptor<LivingAccommodation>())),
            ("people", try context.fetchCount(FetchDescriptor<Person>())),
            ("countries", try context.fetchCount(FetchDescriptor<Country>())),
        ]
        return counts.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    }

    private static func printError(_ message: String) {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
    }
}
