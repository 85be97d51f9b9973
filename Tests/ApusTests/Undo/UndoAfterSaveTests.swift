import Apus
import Foundation
import Testing

/// Objects that undo inserts again, and those that others have deleted before.
struct UndoAfterSaveTests {
    private let store: TemporaryStore
    private let context: ModelContext
    private let manager = UndoManager()

    init() throws {
        store = try TemporaryStore()
        context = try store.open()
    }

    /// Inserts and saves an object before anything can be undone.
    private func saved<Model: PersistentModel>(_ object: Model) throws -> Model {
        context.undoManager = nil
        context.insert(object)
        try context.save()
        context.undoManager = manager
        return object
    }

    /// Deletes an object, and undoes that after it was saved.
    private func returned<Model: PersistentModel>(_ object: Model) throws -> Model {
        context.delete(object)
        try context.save()
        context.undo()
        return object
    }

    // MARK: - Identities

    @Test func anIdentityIsKeptOnlyForTheSaveThatFollows() throws {
        let tag = try returned(try saved(Tag(name: "sea")))
        try context.save()
        context.delete(tag)
        try context.save()
        context.insert(tag)
        try context.save()
        #expect(try store.lines("SELECT _id, name FROM Tag") == ["2|sea"])
    }

    @Test func anObjectWhoseContextEndedIsNew() throws {
        var first: ModelContext? = ModelContext(context.container)
        first?.undoManager = manager
        let tag = Tag(name: "sea")
        first?.insert(tag)
        try first?.save()
        first?.delete(tag)
        try first?.save()
        first?.undo()
        try first?.save()
        first = nil
        context.insert(tag)
        try context.save()
        #expect(try store.lines("SELECT _id, name FROM Tag ORDER BY _id") == ["1|sea", "2|sea"])
    }

    @Test func anIdentityIsOneOfItsContainer() throws {
        _ = try saved(Tag(name: "lake"))
        let tag = try returned(try saved(Tag(name: "sea")))
        context.delete(tag)
        let other = try TemporaryStore()
        let theirs = try other.open()
        theirs.insert(tag)
        try theirs.save()
        #expect(try other.lines("SELECT _id, name FROM Tag") == ["1|sea"])
    }

    @Test(arguments: 0..<3) func whatLeavesAgainIsNew(_ way: Int) throws {
        _ = try saved(Tag(name: "lake"))
        let tag = try returned(try saved(Tag(name: "sea")))
        let id = tag.persistentModelID
        switch way {
        case 0: context.rollback()
        case 1: context.discardChanges(of: tag)
        default: context.redo()
        }
        #expect(tag.persistentModelID != id)
        if way == 2 {
            context.undo()
            #expect(tag.persistentModelID == id)
            context.redo()
        }
        let other = try TemporaryStore()
        let theirs = try other.open()
        theirs.insert(tag)
        try theirs.save()
        #expect(try other.lines("SELECT _id, name FROM Tag") == ["1|sea"])
    }

    @Test func twoContextsThatUndoOneDeletionAreToldSo() throws {
        let tag = try saved(Tag(name: "sea"))
        let other = ModelContext(context.container)
        other.undoManager = UndoManager()
        let theirs = try #require(try other.all(Tag.self).first)
        context.delete(tag)
        other.delete(theirs)
        try context.save()
        try other.save()
        context.undo()
        other.undo()
        try context.save()
        do {
            try other.save()
            Issue.record("both inserted the row")
        } catch ModelError.notUnique(let object, let columns) {
            #expect(columns == ["_id"] && object == theirs.persistentModelID)
        }
        other.redo()
        try other.save()
        #expect(try store.lines("SELECT _id, name FROM Tag") == ["1|sea"])
    }

    // MARK: - What others deleted

    @Test func anObjectThatBothDeletedStaysDeleted() throws {
        let list = try saved(Playlist(name: "1"))
        let track = try saved(Track(title: "x", playlist: list))
        context.delete(list)
        let other = ModelContext(context.container)
        try other.delete(model: Playlist.self)
        try other.save()
        context.undo()
        #expect(list.isDeleted && track.playlist == nil)
        try context.save()
        #expect(try store.lines("SELECT title, playlist FROM Track") == ["x|"])
        #expect(try store.lines("SELECT count(*) FROM Playlist") == ["0"])
    }

    @Test(arguments: [false, true]) func aRelatedObjectThatOthersDeletedStaysDeleted(_ isOtherProcess: Bool) throws {
        let (trip, tag) = (Trip(name: "a"), Tag(name: "sea"))
        trip.tags = [tag]
        _ = try saved(trip)
        trip.tags = []
        if isOtherProcess {
            try context.save()
            try store.tell("DELETE FROM Tag")
        } else {
            let other = ModelContext(context.container)
            try other.delete(model: Tag.self)
            try other.save()
        }
        context.undo()
        #expect(trip.tags.isEmpty && tag.isDeleted)
        try context.save()
        #expect(try store.lines("SELECT count(*) FROM Tag_trips") == ["0"])
    }

    @Test func aChangedObjectThatAnotherProcessDeletedStaysDeleted() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        trip.nights = 2
        try context.save()
        try store.tell("DELETE FROM Trip")
        context.undo()
        try context.save()
        #expect(trip.isDeleted && !context.hasChanges)
    }

    @Test func changesThatAreNotUndoneAreNotLostSilently() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        trip.nights = 2
        context.processPendingChanges()
        trip.name = "b"
        let other = ModelContext(context.container)
        try other.delete(model: Trip.self)
        try other.save()
        context.undo()
        #expect(throws: ModelError.objectGone(trip.persistentModelID)) { try context.save() }
        context.discardChanges(of: trip)
        try context.save()
        #expect(trip.isDeleted && !context.hasChanges)
    }

    // MARK: - Delete rules

    @Test func aRedoneDeletionIsDenied() throws {
        let person = try saved(Person(name: "Ada"))
        let trip = try saved(Trip(name: "a", leader: person))
        context.delete(person)
        context.undo()
        context.redo()
        #expect(throws: ModelError.self) { try context.save() }
        context.undo()
        try context.save()
        #expect(trip.leader == person)
        #expect(try store.lines("SELECT leader FROM Trip") == ["1"])
    }

    @Test func anInsertionThatOthersNeedStays() throws {
        context.undoManager = manager
        let person = Person(name: "Ada")
        context.insert(person)
        try context.save()
        let other = ModelContext(context.container)
        other.insert(Trip(name: "a", leader: try other.all(Person.self).first))
        try other.save()
        context.undo()
        #expect(throws: ModelError.self) { try context.save() }
        #expect(try store.lines("SELECT leader FROM Trip") == ["1"])
    }

    // MARK: - Values

    @Test func aLargeValueThatReturnedIsNoConflict() throws {
        let (first, second) = (Data(repeating: 1, count: 300_000), Data(repeating: 2, count: 300_000))
        context.insert(Document(title: "a", scan: first, colours: []))
        try context.save()
        context.reset()
        context.undoManager = manager
        context.mergePolicy = .error
        let document = try #require(try context.all(Document.self).first)
        document.scan = second
        try context.save()
        context.undo()
        try context.save()
        let other = ModelContext(context.container)
        other.insert(Tag(name: "sea"))
        try other.save()
        document.scan = second
        try context.save()
        #expect(document.scan == second)
    }

    @Test func aChangeOfADeletedObjectIsUndone() throws {
        let trip = try saved(Trip(name: "a"))
        context.delete(trip)
        context.processPendingChanges()
        trip.name = "x"
        context.undo()
        #expect(trip.name == "a" && trip.isDeleted)
        context.redo()
        #expect(trip.name == "x")
        context.undo()
        context.undo()
        #expect(trip.name == "a" && !trip.isDeleted)
        try context.save()
        #expect(try store.lines("SELECT name FROM Trip") == ["a"])
    }

    // MARK: - Groups

    @Test func erasingForgetsTheActionsOfItsContextsOnly() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        let other = try TemporaryStore()
        let theirs = try other.open()
        theirs.undoManager = manager
        theirs.insert(Tag(name: "sea"))
        try theirs.save()
        trip.nights = 2
        try context.save()
        try theirs.container.erase()
        try theirs.save()
        _ = try theirs.all(Tag.self)
        context.undo()
        #expect(trip.nights == 1 && !manager.canUndo)
    }

    @Test func aFaultOfTheRowDoesNotHideTheReturnedObject() throws {
        let tag = try saved(Tag(name: "sea"))
        let id = tag.persistentModelID
        context.delete(tag)
        try context.save()
        let fault = try #require(context.model(for: id))
        context.undo()
        let found: Tag? = context.registeredModel(for: id)
        #expect(found === tag && context.model(for: id) === tag && fault !== tag)
        try context.save()
        #expect(try store.lines("SELECT _id, name FROM Tag") == ["1|sea"])
    }

    @Test func changesAfterForgettingAllActionsAreRecorded() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        manager.beginUndoGrouping()
        trip.nights = 2
        manager.removeAllActions()
        trip.nights = 3
        manager.endUndoGrouping()
        #expect(manager.canUndo)
        context.undo()
        #expect(trip.nights == 2)
    }

    #if !canImport(Darwin)
    @Test(arguments: [
        Notification.Name.NSUndoManagerWillUndoChange, .NSUndoManagerWillRedoChange, .NSUndoManagerDidCloseUndoGroup,
    ])
    func observersOfTheManagerMayChangeObjects(_ name: Notification.Name) throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        trip.nights = 2
        context.processPendingChanges()
        nonisolated(unsafe) let changed = trip
        nonisolated(unsafe) var calls = 0
        let observer = NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { _ in
            calls += 1
            if calls < 9 { changed.destination = "sea \(calls)" }
        }
        context.undo()
        context.redo()
        try context.save()
        NotificationCenter.default.removeObserver(observer)
        context.undo()
        context.undo()
        #expect(calls > 0 && manager.groupingLevel == 0)
        context.redo()
        try context.save()
    }
    #endif

    // MARK: - Other contexts

    /// Another context deletes an object that this one has changed, and undoes that: its row exists.
    @Test(arguments: [false, true])
    func whatAnotherContextHasInsertedAgainIsNotGone(isJoined: Bool) throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        let mine = ModelContext(context.container)
        let own = try #require(try mine.fetch(FetchDescriptor<Trip>()).first)
        own.nights = 7
        context.delete(trip)
        try context.save()
        if !isJoined { mine.processPendingChanges() }
        context.undo()
        trip.name = "b"
        try context.save()
        // What waits for a context is joined beyond some number of saves.
        for number in 0..<(isJoined ? 70 : 0) {
            context.insert(Tag(name: "\(number)"))
            try context.save()
        }
        mine.processPendingChanges()
        #expect(own.name == "b" && own.nights == 7)
        try mine.save()
        #expect(!own.isDeleted && own.modelContext === mine)
        #expect(try mine.fetch(FetchDescriptor<Trip>()).map { $0 === own } == [true])
        #expect(try store.lines("SELECT name, nights FROM Trip") == ["b|7"])
    }

    /// This context has deleted the object as well, and takes that back: it has the values of the new row.
    @Test func aDeletionOfWhatAnotherContextHasInsertedAgainCanBeTakenBack() throws {
        let trip = try saved(Trip(name: "a", nights: 1))
        let mine = ModelContext(context.container)
        let own = try #require(try mine.fetch(FetchDescriptor<Trip>()).first)
        mine.delete(own)
        context.delete(trip)
        try context.save()
        mine.processPendingChanges()
        context.undo()
        trip.name = "b"
        try context.save()
        mine.processPendingChanges()
        mine.insert(own)
        #expect(own.name == "b" && !own.isDeleted)
        try mine.save()
        #expect(own.modelContext === mine)
        #expect(try mine.fetch(FetchDescriptor<Trip>()).map { $0 === own } == [true])
        #expect(try store.lines("SELECT name, nights FROM Trip") == ["b|1"])
    }
}
