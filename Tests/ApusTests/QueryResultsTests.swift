import Foundation
import Observation
import Testing

@testable import Apus

/// What a query of SwiftUI shows, and how a view opens its container, without SwiftUI.
@MainActor
struct QueryResultsTests {
    private func context() throws -> ModelContext {
        try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)).mainContext
    }

    /// A view: whether it is to be drawn again.
    private final class Drawn: @unchecked Sendable {
        var isStale = false
    }

    /// Draws a view with the names of a query's trips.
    private func draw(
        _ results: QueryResults<Trip>,
        _ request: QueryRequest<Trip>,
        in context: ModelContext?
    ) -> (names: [String], drawn: Drawn) {
        let drawn = Drawn()
        results.update(request, in: context)
        let names = withObservationTracking {
            results.objects.map(\.name)
        } onChange: {
            drawn.isStale = true
        }
        return (names, drawn)
    }

    private func request(_ animate: @escaping (() -> Void) -> Void = { $0() }) -> QueryRequest<Trip> {
        QueryRequest(
            FetchDescriptor<Trip>(predicate: #Predicate { $0.nights < 10 }, sortBy: [SortDescriptor(\.name)]),
            animate: animate
        )
    }

    @Test func unsavedChangesAreShown() throws {
        let context = try context()
        let (results, request) = (QueryResults<Trip>(), request())
        let empty = draw(results, request, in: context)
        #expect(empty.names == [] && !empty.drawn.isStale)
        let trips = ["a", "b"].map { Trip(name: $0) }
        trips.forEach(context.insert)
        context.processPendingChanges()
        #expect(empty.drawn.isStale)
        let inserted = draw(results, request, in: context)
        #expect(inserted.names == ["a", "b"] && context.insertedModelsArray.count == 2)
        // One leaves the query, and the other one is deleted.
        trips[0].nights = 20
        context.processPendingChanges()
        #expect(inserted.drawn.isStale)
        let changed = draw(results, request, in: context)
        #expect(changed.names == ["b"])
        context.delete(trips[1])
        context.processPendingChanges()
        #expect(changed.drawn.isStale)
        #expect(draw(results, request, in: context).names == [])
        context.rollback()
        context.processPendingChanges()
        #expect(draw(results, request, in: context).names == [])
    }

    @Test func anUnsavedChangeIsShownAsSoonAsTheThreadIsFree() async throws {
        let context = try context()
        // A save would show it as well.
        context.autosaveEnabled = false
        let (results, request) = (QueryResults<Trip>(), request())
        let empty = draw(results, request, in: context)
        context.insert(Trip(name: "a"))
        #expect(!empty.drawn.isStale)
        for _ in 0..<1000 where !empty.drawn.isStale { try await Task.sleep(for: .milliseconds(5)) }
        #expect(empty.drawn.isStale)
        #expect(draw(results, request, in: context).names == ["a"])
    }

    @Test func savesOfOtherContextsAreShown() throws {
        let context = try context()
        let (results, request) = (QueryResults<Trip>(), request())
        let empty = draw(results, request, in: context)
        let other = ModelContext(context.container)
        other.insert(Trip(name: "a"))
        try other.save()
        // Fetches take over what others have saved.
        _ = try context.fetchCount(FetchDescriptor<Trip>())
        #expect(empty.drawn.isStale)
        #expect(draw(results, request, in: context).names == ["a"])
    }

    @Test func nothingIsFetchedAgainWithoutAChange() throws {
        let context = try context()
        let (results, first) = (QueryResults<Trip>(), request())
        let drawn = draw(results, first, in: context)
        let again = draw(results, first, in: context)
        #expect(!drawn.drawn.isStale && !again.drawn.isStale)
        // Another filter is another request.
        context.insert(Trip(name: "long", nights: 30))
        let all = QueryRequest(FetchDescriptor<Trip>()) { $0() }
        #expect(draw(results, first, in: context).names == [])
        #expect(draw(results, all, in: context).names == ["long"])
    }

    @Test func aFailedQueryIsMadeAgainAfterTheNextChange() throws {
        let context = try context()
        let results = QueryResults<Trip>()
        let wrong = QueryRequest(FetchDescriptor<Trip>(predicate: #Predicate { $0.length == "x" })) { $0() }
        let failed = draw(results, wrong, in: context)
        #expect(results.error is ModelError && !failed.drawn.isStale)
        for name in ["a", "b"] {
            let drawn = draw(results, wrong, in: context)
            context.insert(Trip(name: name))
            context.processPendingChanges()
            #expect(drawn.drawn.isStale)
        }
    }

    @Test func aClosedContainerIsAnError() async throws {
        let context = try context()
        let (results, request) = (QueryResults<Trip>(), request())
        let drawn = draw(results, request, in: context)
        #expect(results.error == nil)
        try await context.container.close()
        for _ in 0..<1000 where !drawn.drawn.isStale { try await Task.sleep(for: .milliseconds(5)) }
        #expect(drawn.drawn.isStale)
        #expect(draw(results, request, in: context).names == [])
        #expect(results.error as? ModelError == .containerClosed)
    }

    @Test func changesAreAnimated() throws {
        let context = try context()
        var animations = 0
        var isAnimating = false
        let request = request { change in
            isAnimating = true
            change()
            isAnimating = false
            animations += 1
        }
        let results = QueryResults<Trip>()
        results.update(request, in: context)
        #expect(animations == 0)
        nonisolated(unsafe) var wasAnimating: Bool?
        withObservationTracking {
            _ = results.objects
        } onChange: {
            MainActor.assumeIsolated { wasAnimating = isAnimating }
        }
        context.insert(Trip(name: "a"))
        context.processPendingChanges()
        #expect(wasAnimating == true && animations == 1)
    }

    @Test func aQueryWithoutAContainerHasAnError() throws {
        let (results, request) = (QueryResults<Trip>(), request())
        results.update(request, in: nil)
        #expect(results.objects == [] && results.error as? ModelError == .noContainer)
        #expect(
            ModelError.noContainer.description.contains("no view above has a container")
                && ModelError.noContainer.description.contains("modelContainer(for:)")
        )
        let context = try context()
        context.insert(Trip(name: "a"))
        #expect(draw(results, request, in: context).names == ["a"] && results.error == nil)
        // The view moves out of the one that has the container.
        #expect(draw(results, request, in: nil).names == [] && results.error as? ModelError == .noContainer)
        #expect(draw(results, request, in: context).names == ["a"] && results.error == nil)
    }

    @Test func aFetchThatFailsHasAnErrorAndNoObjects() async throws {
        let context = try context()
        context.insert(Trip(name: "a"))
        let (results, request) = (QueryResults<Trip>(), request())
        #expect(draw(results, request, in: context).names == ["a"])
        try await context.container.close()
        results.update(self.request(), in: context)
        #expect(results.objects == [] && results.error as? ModelError == .containerClosed)
    }

    // MARK: - Opening

    private func setup(
        _ types: [any PersistentModel.Type] = [Trip.self],
        autosaves: Bool = true,
        undoes: Bool = false,
        _ onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> ModelContainerSetup {
        ModelContainerSetup(
            modelTypes: types,
            inMemory: true,
            isAutosaveEnabled: autosaves,
            isUndoEnabled: undoes,
            onSetup: onSetup
        )
    }

    @Test func aContainerIsOpenedOnce() throws {
        var results: [Result<ModelContainer, any Error>] = []
        let setup = setup(autosaves: false) { results.append($0) }
        let opened = OpenedContainer()
        let first = try #require(opened.container(setup, nil))
        #expect(opened.container(setup, nil) === first)
        #expect(results.count == 1 && (try? results.first?.get()) === first)
        #expect(!first.mainContext.autosaveEnabled && first.mainContext.undoManager == nil)
        #expect(OpenedContainer().container(self.setup(), nil)?.mainContext.autosaveEnabled == true)
    }

    @Test func aContainerThatCannotBeOpenedIsReportedOnce() throws {
        var errors: [any Error] = []
        let setup = setup([]) { result in
            if case .failure(let error) = result { errors.append(error) }
        }
        let opened = OpenedContainer()
        #expect(opened.container(setup, nil) == nil && opened.container(setup, nil) == nil)
        #expect(errors.map { $0 as? ModelError } == [.noModel])
    }

    @Test func theUndoManagerMayComeLater() throws {
        let setup = setup(undoes: true)
        let opened = OpenedContainer()
        let container = try #require(opened.container(setup, nil))
        #expect(container.mainContext.undoManager == nil)
        let manager = UndoManager()
        _ = opened.container(setup, manager)
        #expect(container.mainContext.undoManager === manager)
        // A scene has one of its own, which stays.
        let scene = OpenedContainer()
        let other = try #require(scene.container(setup, scene.ownUndoManager))
        _ = scene.container(setup, scene.ownUndoManager)
        #expect(other.mainContext.undoManager === scene.ownUndoManager && scene.ownUndoManager !== manager)
    }
}
