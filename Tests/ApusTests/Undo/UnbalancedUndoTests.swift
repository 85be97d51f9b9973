#if !canImport(Darwin)
import Apus
import Testing

/// Calls of an undo manager that do not go together. Foundation's ends the program.
struct UnbalancedUndoTests {
    private let context: ModelContext
    private let manager = UndoManager()
    private let trip = Trip(name: "a", nights: 1)

    init() throws {
        let memory = try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        context = ModelContext(memory)
        context.insert(trip)
        try context.save()
        context.undoManager = manager
    }

    @Test func nothingIsUndoneWithinNestedGroups() {
        trip.nights = 2
        manager.beginUndoGrouping()
        manager.beginUndoGrouping()
        trip.nights = 3
        context.undo()
        manager.undoNestedGroup()
        context.redo()
        #expect(trip.nights == 3 && manager.groupingLevel == 2)
        manager.endUndoGrouping()
        manager.endUndoGrouping()
        context.undo()
        #expect(trip.nights == 2)
        context.undo()
        #expect(trip.nights == 1)
    }

    @Test func anEndWithoutABeginningDoesNothing() {
        trip.nights = 2
        manager.endUndoGrouping()
        manager.enableUndoRegistration()
        #expect(manager.isUndoRegistrationEnabled && manager.groupingLevel == 1)
        context.undo()
        #expect(trip.nights == 1)
    }

    @Test func anActionOutsideOfGroupsIsRegistered() {
        manager.groupsByEvent = false
        final class Target { var number = 1 }
        let target = Target()
        manager.registerUndo(withTarget: target) { $0.number = 0 }
        manager.undo()
        #expect(target.number == 0 && !manager.canUndo)
    }
}
#endif
