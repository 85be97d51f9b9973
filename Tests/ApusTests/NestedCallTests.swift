import ApusTestSupport
import Foundation
import Testing

@testable import Apus

/// What the calls of a context do in a nested one.
struct NestedCallTests: NestedTrips {
    @Test func errorsOfCallsThatCannotThrowAreNotForgotten() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        let foreign = try trip(1, parent)
        child.insert(foreign)
        try trip(2, parent).name = "changed"
        #expect(try names(child) == ["1", "changed", "3"])
        #expect(throws: ModelError.foreignObject(foreign.persistentModelID)) { try child.save() }
    }

    @Test func discardingLeavesWhatTheParentHas() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        try trip(1, parent).name = "theirs"
        let new = Trip(name: "4", nights: 4)
        parent.insert(new)
        let mine = try trip(1, child)
        let twin = try #require(try child.all(Trip.self).last)
        (mine.name, mine.nights, twin.name) = ("mine", 0, "mine")
        let item = try #require(mine.bucketList.first)
        try trip(2, child).addToBucketList(item)
        let own = Trip(name: "own")
        child.insert(own)
        child.delete(try trip(3, child))
        for object in [mine, twin, own] { child.discardChanges(of: object) }
        child.discardChanges(of: item)
        #expect(mine.name == "theirs" && mine.nights == 1 && twin.name == "4" && own.modelContext == nil)
        #expect(item.trip === mine)
        #expect(try names(child) == ["theirs", "2", "4"])
        let deleted = try #require(child.deletedModelsArray.first { $0 is Trip } as? Trip)
        child.discardChanges(of: deleted)
        #expect(try names(child) == ["theirs", "2", "3", "4"] && deleted.bucketList.count == 1)
        #expect(!child.hasChanges && parent.hasChanges)
    }

    @Test func arraysSayWhatThisContextHasChanged() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        let new = Trip(name: "4", nights: 4)
        parent.insert(new)
        let twin = try #require(try child.all(Trip.self).last)
        twin.name = "mine"
        #expect(child.insertedModelsArray.isEmpty)
        #expect(child.changedModelsArray.map(\.persistentModelID) == [new.persistentModelID])
        child.delete(twin)
        #expect(child.deletedModelsArray.map(\.persistentModelID) == [new.persistentModelID])
        let own = Trip(name: "own")
        child.insert(own)
        #expect(child.insertedModelsArray.map(\.persistentModelID) == [own.persistentModelID])
        child.delete(own)
        child.rollback()
        child.insert(own)
        child.delete(own)
        #expect(!child.hasChanges)
    }

    @Test func aResetForgetsOwnChangesOnly() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        try trip(1, parent).name = "theirs"
        let mine = try trip(2, child)
        mine.name = "mine"
        child.insert(Trip(name: "4", nights: 4))
        child.reset()
        #expect(mine.modelContext == nil && !child.hasChanges)
        #expect(try names(child) == ["theirs", "2", "3"])
        // The changes of a nested context survive the reset of its parent.
        try trip(2, child).name = "mine"
        parent.reset()
        #expect(try names(child) == ["1", "mine", "3"])
        try child.save()
        #expect(try names(parent) == ["1", "mine", "3"])
    }

    @Test func aRefreshReadsWhatIsNewInTheStore() throws {
        let (store, parent, child) = try contexts()
        let mine = try trip(1, child)
        #expect(mine.name == "1")
        try trip(2, parent).name = "theirs"
        mine.nights = 0
        try store.tell("UPDATE Trip SET name = 'outside' WHERE _id <> 2")
        child.refresh(mine)
        #expect(mine.name == "outside" && mine.nights == 0)
        let second = try trip(2, child)
        child.refresh(second)
        #expect(second.name == "theirs")
        try child.save()
        try parent.save()
        #expect(try store.lines("SELECT name, nights FROM Trip") == ["outside|0", "theirs|2", "outside|3"])
    }

    @Test func itReadsTheStateThatItsParentIsPinnedTo() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        #expect(try trip(1, child).name == "1")
        try child.pin()
        #expect(child.isPinned && parent.isPinned)
        let other = ModelContext(parent.container)
        try trip(1, other).name = "other"
        other.insert(Trip(name: "4", nights: 4))
        try other.save()
        try trip(2, parent).name = "theirs"
        try trip(3, child).name = "mine"
        #expect(try names(child) == ["1", "theirs", "mine"])
        try child.save()
        child.reset()
        #expect(try names(child) == ["1", "theirs", "mine"] && names(parent) == ["1", "theirs", "mine"])
        parent.unpin()
        #expect(!child.isPinned)
        #expect(try names(child) == ["other", "theirs", "mine", "4"])
    }

    @Test func whatTheParentHasDeletedIsInsertedAgain() throws {
        let (store, parent, child) = try contexts()
        let mine = try trip(1, child)
        let item = try #require(mine.bucketList.first)
        parent.delete(try trip(1, parent))
        #expect(try names(child) == ["2", "3"] && item.isDeleted)
        child.insert(mine)
        mine.name = "kept"
        #expect(try names(child) == ["kept", "2", "3"] && !item.isDeleted && mine.bucketList == [item])
        try child.save()
        #expect(try names(parent) == ["kept", "2", "3"])
        #expect(try trip(1, parent).bucketList.map(\.title) == ["item 1"])
        // The cascade of a deletion that was saved to the parent is known there.
        child.delete(mine)
        try child.save()
        let theirs = try #require(parent.deletedModelsArray.compactMap { $0 as? Trip }.first)
        parent.insert(theirs)
        #expect(theirs.bucketList.count == 1)
        try parent.save()
        #expect(try store.lines("SELECT name FROM Trip ORDER BY _id") == ["kept", "2", "3"])
        #expect(try store.lines("SELECT title FROM BucketListItem ORDER BY _id") == ["item 1", "item 2", "item 3"])
    }

    @Test func objectsAreDeletedByACondition() throws {
        let (store, parent, child) = try contexts()
        try trip(1, parent).nights = 7
        parent.insert(Trip(name: "4", nights: 7))
        try child.delete(model: Trip.self, where: #Predicate { $0.nights == 7 })
        #expect(try names(child) == ["2", "3"] && names(parent).count == 4)
        child.rollback()
        #expect(try names(child).count == 4)
        try child.delete(model: Trip.self, where: #Predicate { $0.nights == 7 })
        try child.save()
        #expect(try names(parent) == ["2", "3"])
        try parent.save()
        #expect(try store.lines("SELECT title FROM BucketListItem ORDER BY _id") == ["item 2", "item 3"])
    }

    @Test func duplicatesAreTheRootsMatter() throws {
        let store = try TemporaryStore()
        let parent = try store.open()
        let theirs = GuideDog(name: "a", breed: "", number: 1)
        parent.insert(theirs)
        try parent.save()
        let child = ModelContext(parent: parent)
        let mine = GuideDog(name: "b", breed: "", number: 1)
        child.insert(mine)
        try child.save()
        #expect(try parent.all(GuideDog.self).map(\.name) == ["a", "b"])
        parent.mergePolicy = .error
        #expect(throws: ModelError.self) { try parent.save() }
        parent.mergePolicy = .upsert
        try parent.save()
        #expect(try parent.all(GuideDog.self).map(\.name) == ["b"] && theirs.name == "b")
        #expect(try child.all(GuideDog.self).map(\.name) == ["b"])
        #expect(mine.isDeleted && mine.persistentModelID == theirs.persistentModelID)
    }

    @Test func changesAreUndoneAfterTheParentHasChanged() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        child.undoManager = UndoManager()
        try trip(1, child).name = "mine"
        child.processPendingChanges()
        child.delete(try trip(2, child))
        child.processPendingChanges()
        try trip(1, parent).nights = 0
        #expect(try names(child) == ["mine", "3"])
        child.undo()
        #expect(try names(child) == ["mine", "2", "3"])
        try child.save()
        child.undo()
        #expect(try names(child) == ["1", "2", "3"] && names(parent) == ["mine", "2", "3"])
        try child.save()
        #expect(try names(parent) == ["1", "2", "3"] && trip(1, parent).nights == 0)
    }

    @Test func aSaveIsAnUndoGroupOfTheParent() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        parent.undoManager = UndoManager()
        try trip(1, parent).name = "theirs"
        try trip(2, child).name = "mine"
        try child.save()
        try trip(3, parent).name = "last"
        parent.undo()
        #expect(try names(parent) == ["theirs", "mine", "3"])
        parent.undo()
        #expect(try names(parent) == ["theirs", "2", "3"])
    }

    @Test func newObjectsKeepTheirOrder() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        let people = ["a", "b", "c", "d"].map { Person(name: $0) }
        for person in people { child.insert(person) }
        let trips = ["x", "y"].map { Trip(name: $0, nights: 9) }
        for (index, trip) in trips.enumerated() {
            child.insert(trip)
            trip.leader = people[3 - index]
        }
        try trip(1, parent).name = "theirs"
        #expect(try child.all(Person.self).map(\.name) == ["a", "b", "c", "d"])
        try child.save()
        #expect(try parent.all(Person.self).map(\.name) == ["a", "b", "c", "d"])
    }

    /// A value's own code runs while an ancestor reads.
    @Test(arguments: 0...2) func aSaveFailsWhileAnAncestorIsRead(_ ancestor: Int) throws {
        let (store, root, parent) = try contexts()
        defer { withExtendedLifetime(store) {} }
        root.insert(Document(title: "d", scan: Data(), colours: [Colour(red: 1, name: "red")]))
        try root.save()
        let child = ModelContext(parent: parent)
        try trip(1, child).name = "mine"
        let reader = [root, parent, child][ancestor]
        reader.reset()
        if ancestor == 2 { try trip(1, child).name = "mine" }
        let box = Box((child: child, errors: [any Error]()))
        try Colour.$onDecoding.withValue({
            do { try box.value.child.save() } catch { box.value.errors.append(error) }
        }) {
            let documents = try reader.all(Document.self)
            #expect(documents.first?.colours.count == 1)
        }
        #expect(box.value.errors.count == 1 && box.value.errors.first as? ModelError == .nestedSave)
        #expect(child.hasChanges && !root.hasChanges)
        try child.save()
        try parent.save()
        #expect(try names(root) == ["mine", "2", "3"])
    }

    /// Saving often costs what was changed each time, and not what the parent has not saved.
    @Test func aSaveDoesNotCopyTheParentAgain() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        try trip(1, parent).name = "theirs"
        let kept = try trip(2, child)
        let item = try #require(kept.bucketList.first)
        for number in 4...40 {
            let new = Trip(name: "\(number)", nights: Int32(number))
            child.insert(new)
            new.addToBucketList(item)
            kept.nights = Int32(100 + number)
            try child.save()
            #expect(!child.hasChanges && child.insertedModelsArray.isEmpty)
            #expect(try child.fetchCount(FetchDescriptor<Trip>()) == number)
        }
        #expect(child.nesting?.copied == 1)
        // They still agree, and what either does later is seen.
        #expect(try names(child) == names(parent))
        try trip(3, parent).name = "later"
        #expect(try trip(3, child).name == "later" && child.nesting?.copied == 2)
        child.delete(kept)
        try child.save()
        try parent.save()
        #expect(try names(child) == names(parent) && names(child).count == 39)
    }

    /// What a save has others do in the parent is seen.
    @Test func whatObserversOfASaveChangeInTheParentIsSeen() throws {
        let store = try TemporaryStore()
        let parent = try store.open(isObservable: true)
        parent.insert(Trip(name: "1", nights: 1))
        parent.insert(Trip(name: "2", nights: 2))
        try parent.save()
        defer { withExtendedLifetime(store) {} }
        let child = ModelContext(parent: parent)
        let (first, second) = (try trip(1, parent), try trip(2, parent))
        beforeChange(of: { _ = first.name }) { second.name = "observed" }
        let mine = try trip(2, child)
        #expect(mine.name == "2")
        try trip(1, child).name = "mine"
        try child.save()
        #expect(try names(parent) == ["mine", "observed"] && names(child) == ["mine", "observed"])
        #expect(mine.name == "observed")
    }

    @Test func eachContextPostsItsOwn() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        let log = Box<[String]>([])
        let names = [
            ModelContext.willSave, ModelContext.didSave, ModelContext.didMerge, ModelContext.objectsDidChange,
        ]
        let tokens = names.flatMap { name in
            [("child", child), ("parent", parent)].map { title, context in
                NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { notification in
                    let keys = (notification.userInfo ?? [:]).compactMap { key, value -> String? in
                        guard let list = value as? [PersistentIdentifier], !list.isEmpty else { return nil }
                        return "\(key.base) \(list.count)"
                    }
                    let text = name.rawValue.split(separator: ".").last ?? ""
                    log.value.append(([title, String(text)] + keys.sorted()).joined(separator: " "))
                }
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        let (mine, theirs) = (try trip(1, child), try trip(1, parent))
        mine.name = "mine"
        try child.save()
        #expect(
            log.value == [
                "child ModelContextObjectsDidChange updated 1", "child ModelContextWillSave",
                "parent ModelContextObjectsDidChange updated 1", "child ModelContextDidSave updated 1",
            ]
        )
        log.value = []
        try parent.save()
        #expect(log.value == ["parent ModelContextWillSave", "parent ModelContextDidSave updated 1"])
        log.value = []
        theirs.name = "theirs"
        parent.insert(Trip(name: "4"))
        child.processPendingChanges()
        #expect(log.value == ["child ModelContextObjectsDidChange inserted 1 refreshed 1"])
    }

    @Test @MainActor func aContextOfTheMainActorIsFollowed() async throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        let child = ModelContext(parent: container.mainContext)
        #expect(child.thread?.isCurrent == true)
        child.autosaveEnabled = true
        child.insert(Trip(name: "a"))
        for _ in 0..<500 where try store.lines("SELECT name FROM Trip").isEmpty {
            try await _Concurrency.Task.sleep(for: .milliseconds(10))
        }
        // It has saved to the main context, and that to the store.
        #expect(try store.lines("SELECT name FROM Trip") == ["a"])
    }

    @Test @MainActor func theCodeOfTheDocumentationRuns() throws {
        let store = try TemporaryStore()
        let container = try ModelContainer(for: FeaturesSchema.self, url: store.url)
        container.mainContext.insert(Trip(name: "Rome", nights: 1))
        try container.mainContext.save()

        let context = container.mainContext
        let draft = ModelContext(parent: context)
        let trip = try draft.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Rome" })).first
        trip?.nights = 5
        draft.insert(Trip(name: "Oslo"))

        try draft.save()
        try context.save()

        draft.rollback()
        #expect(try store.lines("SELECT name, nights FROM Trip ORDER BY _id") == ["Rome|5", "Oslo|1"])
        #expect(trip?.nights == 5)
    }
}
