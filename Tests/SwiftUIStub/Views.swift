// What an app writes.
import Apus
import SwiftUI

struct TripsView<Trip: PersistentModel>: View {
    @Environment(\.modelContext) private var context
    @Query private var trips: [Trip]
    @Query(FetchDescriptor<Trip>()) private var described: [Trip]

    init(filter: Predicate<Trip>) {
        _trips = Query(filter: filter, sort: [])
    }

    var body: some View {
        Text("\(trips.count) of \(described.count), \(context.hasChanges), \(_trips.fetchError == nil)")
    }
}

@MainActor
func scenes(_ container: ModelContainer, _ types: [any PersistentModel.Type]) -> some Scene {
    WindowGroup {
        Text("trips").modelContext(container.mainContext)
            .modelContainer(for: types, inMemory: true, isAutosaveEnabled: false, isUndoEnabled: true) { result in
                if case .failure(let error) = result { print(error) }
            }
            .modelContainer(for: types[0])
    }
    .modelContainer(container)
}
