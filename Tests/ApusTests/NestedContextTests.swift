import Apus
import Foundation
import Testing

/// Contexts whose saves go to another context.
struct NestedContextTests: NestedTrips {
    @Test func aSaveGoesToTheParent() throws {
        let (store, parent, child) = try contexts()
        #expect(child.parent === parent && parent.parent == nil)
        try trip(1, child).name = "changed"
        child.delete(try trip(2, child))
        let new = Trip(name: "new", nights: 4)
        child.insert(new)
        let id = new.persistentModelID
        #expect(child.hasChanges && !parent.hasChanges)
        #expect(try names(child) == ["changed", "3", "new"] && names(parent) == ["1", "2", "3"])
        try child.save()
        #expect(!child.hasChanges && parent.hasChanges)
        #expect(try names(child) == ["changed", "3", "new"] && names(parent) == ["changed", "3", "new"])
        #expect(parent.insertedModelsArray.map(\.persistentModelID) == [id])
        #expect(try store.lines("SELECT name FROM Trip ORDER BY nights") == ["1", "2", "3"])
        try parent.save()
        #expect(try store.lines("SELECT name FROM Trip ORDER BY nights") == ["changed", "3", "new"])
        // The object is that of the new row in both.
        #expect(try names(child) == ["changed", "3", "new"])
        #expect(new.persistentModelID == PersistentIdentifier(entityName: "Trip", row: 4) && !child.hasChanges)
    }

    @Test func itSeesWhatTheParentHasNotSaved() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        let held = try trip(1, child)
        #expect(held.name == "1")
        try trip(1, parent).name = "parent's"
        parent.delete(try trip(2, parent))
        let new = Trip(name: "new", nights: 4)
        parent.insert(new)
        _ = BucketListItem(title: "new item", trip: new)
        #expect(try names(child) == ["parent's", "3", "new"])
        #expect(held.name == "parent's" && !child.hasChanges && child.changedModelsArray.isEmpty)
        let seen = try #require(try child.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.nights == 4 })).first)
        #expect(seen !== new && seen.persistentModelID == new.persistentModelID)
        #expect(seen.bucketList.map(\.title) == ["new item"] && seen.bucketList[0].trip === seen)
        // It follows what the parent does later.
        try trip(1, parent).name = "again"
        new.name = "newer"
        #expect(try names(child) == ["again", "3", "newer"])
        parent.rollback()
        #expect(try names(child) == ["1", "2", "3"] && seen.modelContext == nil)
    }

    @Test func whatIsSetBackIsUnchangedAfterASave() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        let (first, second) = (try trip(1, child), try trip(2, child))
        (first.name, second.name) = ("changed", "changed")
        first.name = "1"
        try child.save()
        #expect(try names(child) == ["1", "changed", "3"])
        #expect(!first.hasChanges && second.hasChanges && !child.hasChanges)
        #expect(parent.changedModelsArray.map(\.persistentModelID) == [second.persistentModelID])
    }

    @Test func ownChangesStayWhenTheParentChanges() throws {
        let (store, parent, child) = try contexts()
        try trip(1, child).name = "mine"
        let item = try #require(try trip(2, child).bucketList.first)
        try trip(3, child).addToBucketList(item)
        try trip(1, parent).nights = 0
        let new = Trip(name: "new", nights: 4)
        parent.insert(new)
        #expect(try names(child) == ["mine", "2", "3", "new"])
        #expect(try trip(1, child).nights == 0 && trip(3, child).bucketList.count == 2)
        #expect(item.trip === (try trip(3, child)))
        try child.save()
        #expect(try names(parent) == ["mine", "2", "3", "new"])
        #expect(try trip(3, parent).bucketList.count == 2 && trip(2, parent).bucketList.isEmpty)
        try parent.save()
        #expect(try store.lines("SELECT trip FROM BucketListItem ORDER BY _id") == ["1", "3", "3"])
    }

    @Test func aRollbackLeavesTheParentAlone() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        try trip(1, parent).name = "parent's"
        try trip(1, child).name = "mine"
        child.delete(try trip(3, child))
        child.insert(Trip(name: "new", nights: 4))
        #expect(try names(child) == ["mine", "2", "new"])
        child.rollback()
        #expect(try names(child) == ["parent's", "2", "3"] && !child.hasChanges)
        #expect(try names(parent) == ["parent's", "2", "3"] && parent.hasChanges)
    }

    @Test func contextsNestDeeper() throws {
        let (store, parent, child) = try contexts()
        let grandchild = ModelContext(parent: child)
        try trip(1, grandchild).name = "deep"
        try grandchild.save()
        #expect(try names(child) == ["deep", "2", "3"] && names(parent) == ["1", "2", "3"])
        try child.save()
        #expect(try names(parent) == ["deep", "2", "3"])
        try parent.save()
        #expect(try store.lines("SELECT name FROM Trip ORDER BY nights") == ["deep", "2", "3"])
        #expect(try names(grandchild) == ["deep", "2", "3"] && !grandchild.hasChanges)
    }

    @Test func theParentCanUndoASave() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        parent.undoManager = UndoManager()
        try trip(1, child).name = "mine"
        child.delete(try trip(2, child))
        try child.save()
        #expect(try names(parent) == ["mine", "3"])
        parent.undo()
        #expect(try names(parent) == ["1", "2", "3"])
        #expect(try names(child) == ["1", "2", "3"])
        parent.redo()
        #expect(try names(child) == ["mine", "3"])
    }

    @Test func constraintsAreChecked() throws {
        let (store, parent, child) = try contexts()
        defer { withExtendedLifetime(store) {} }
        child.insert(Owner(name: "small letters"))
        #expect(throws: ModelError.self) { try child.save() }
        #expect(child.hasChanges && !parent.hasChanges)
        child.rollback()
        #expect(!child.hasChanges)
    }

    /// The parent, which does not hold the owner, takes the member from it. So has the nested context to do.
    @Test func membersInsertedAgainAreTheSameInBoth() throws {
        let store = try TemporaryStore()
        let setup = try store.open()
        let new = Playlist(name: "l")
        setup.insert(new)
        new.queue = [Track(title: "a")]
        try setup.save()
        let parent = ModelContext(setup.container)
        let child = ModelContext(parent: parent)
        let mine = try #require(try child.all(Track.self).first)
        parent.delete(try #require(try parent.all(Track.self).first))
        #expect(try child.all(Track.self).isEmpty)
        child.insert(mine)
        let list = try #require(try child.all(Playlist.self).first)
        #expect(list.queue.count <= 1)
        try child.save()
        #expect(try parent.all(Track.self).count == 1)
        #expect(try child.all(Playlist.self).map(\.queue.count) == parent.all(Playlist.self).map(\.queue.count))
        withExtendedLifetime(list) {}
    }
}
