// What an app writes.
import Apus
import SwiftUI

struct TripsView<Trip: PersistentModel>: View {
    @Environment(\.modelContext) private var context
    @Query private var trips: [Trip]
    @Query(FetchDescriptor<Trip>()) private var described: [Trip]
    @Query(animation: .default) private var animated: [Trip]
    @Query(FetchDescriptor<Trip>(), animation: .default) private var both: [Trip]
    @Query(transaction: Transaction(animation: nil)) private var still: [Trip]

    init(filter: Predicate<Trip>) {
        _trips = Query(filter: filter, sort: [])
        _animated = Query(filter: filter, sort: [], animation: .default)
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
    .modelContainer(for: types[0])
    .modelContainer(for: types, inMemory: true, isAutosaveEnabled: false, isUndoEnabled: true) { result in
        if case .failure(let error) = result { print(error) }
    }
}

/// Queries of a class, whose properties have key paths.
struct SortedView: View {
    @Query(sort: \Animal.name, order: .reverse, animation: .default) private var animals: [Animal]
    @Query(sort: \Animal.born, animation: .default) private var births: [Animal]
    @Query(sort: \Animal.born) private var plain: [Animal]

    var body: some View { Text("\(animals.count + births.count + plain.count)") }
}

/// A class as it is generated.
final class Animal: ModelObject, PersistentModel {
    static var apusPlan: any SchemaMigrationPlan.Type { fatalError() }
    var name: String { "" }
    var born: Date? { nil }
}
