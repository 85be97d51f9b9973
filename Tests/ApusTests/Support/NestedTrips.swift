import Apus
import Foundation
import Testing

/// Tests of a nested context, with three trips of an item each in the store.
protocol NestedTrips {}

extension NestedTrips {
    /// Opens a new store with the trips "1" to "3".
    func contexts() throws -> (store: TemporaryStore, parent: ModelContext, child: ModelContext) {
        let store = try TemporaryStore()
        let parent = try store.open()
        for number in 1...3 {
            let trip = Trip(name: "\(number)", nights: Int32(number))
            parent.insert(trip)
            _ = BucketListItem(title: "item \(number)", trip: trip)
        }
        try parent.save()
        return (store, parent, ModelContext(parent: parent))
    }

    /// The names of the trips that a context shows, by their nights.
    func names(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.nights)])).map(\.name)
    }

    /// The trip with an identity.
    func trip(_ row: Int64, _ context: ModelContext) throws -> Trip {
        try #require(try context.fetch(Trip.self, id: PersistentIdentifier(entityName: "Trip", row: row)))
    }
}
