import Foundation
import Testing

@testable import Apus

/// What observers change while a nested context is saved.
struct NestedObserverTests: NestedTrips {
    /// A trip in a context and in its nested one, both of which can be observed, and the nested one's second trip.
    private struct Pair {
        let store: TemporaryStore
        let parent: ModelContext
        let child: ModelContext
        let theirs: Trip
        let mine: Trip
        let second: Trip

        init(_ tests: NestedObserverTests) throws {
            store = try TemporaryStore()
            parent = try store.open(isObservable: true)
            for number in 1...2 { parent.insert(Trip(name: "\(number)", nights: Int32(number))) }
            try parent.save()
            child = ModelContext(parent: parent, isObservable: true)
            child.mergePolicy = .error
            theirs = try tests.trip(1, parent)
            mine = try tests.trip(1, child)
            second = try tests.trip(2, child)
        }
    }

    /// It is not saved with the rest, and is neither lost nor in conflict with it.
    @Test(arguments: [false, true]) func whatIsChangedInTheNestedContextIsSavedLater(_ hasNew: Bool) throws {
        let pair = try Pair(self)
        let (mine, second, child) = (pair.mine, pair.second, pair.child)
        let new = Trip(name: "new", nights: 3)
        if hasNew { child.insert(new) }
        beforeChange(of: { _ = pair.theirs.name }) {
            (mine.name, mine.destination, second.name) = ("again", "there", "observed")
            if hasNew {
                new.name = "newer"
                child.insert(Trip(name: "later", nights: 4))
            }
            #expect(throws: ModelError.nestedSave) { try child.save() }
        }
        mine.name = "mine"
        try child.save()
        #expect(child.hasChanges)
        #expect(try names(pair.parent) == ["mine", "2"] + (hasNew ? ["new"] : []))
        let later = ["again", "observed"] + (hasNew ? ["newer", "later"] : [])
        #expect(try names(child) == later && mine.destination == "there")
        try child.save()
        #expect(try names(pair.parent) == later && pair.theirs.destination == "there" && !child.hasChanges)
        try pair.parent.save()
        #expect(try pair.store.lines("SELECT name FROM Trip ORDER BY nights") == later)
    }

    @Test func aRollbackDoesNotHideWhatIsSaved() throws {
        let pair = try Pair(self)
        let child = pair.child
        beforeChange(of: { _ = pair.theirs.name }) { child.rollback() }
        pair.mine.name = "mine"
        try child.save()
        #expect(try names(pair.parent) == ["mine", "2"] && names(child) == ["mine", "2"])
        #expect(!child.hasChanges)
    }

    /// The parent has an older value, which the save has it read again. What is written after that is in conflict, in the nested
    /// context or in its parent.
    @Test(arguments: [false, true], [false, true])
    func aValueWrittenMeanwhileIsNotOverwrittenSilently(_ isOtherProcess: Bool, _ isPending: Bool) throws {
        let pair = try Pair(self)
        pair.parent.mergePolicy = .error
        try pair.store.tell("UPDATE Trip SET name = 'second' WHERE _id = 1")
        pair.child.reset()
        let mine = try trip(1, pair.child)
        #expect(mine.name == "second" && pair.theirs.name == "1")
        mine.name = "mine"
        if isPending { try trip(2, pair.parent).nights = 20 }
        let box = Box((pair: pair, count: 0))
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.objectsDidChange,
            object: pair.parent,
            queue: nil
        ) { _ in
            let pair = box.value.pair
            box.value.count += 1
            if box.value.count > 1 { return }
            if isOtherProcess {
                #expect(throws: Never.self) { try pair.store.tell("UPDATE Trip SET name = 'third' WHERE _id = 1") }
            } else {
                #expect(throws: Never.self) {
                    let other = ModelContext(pair.parent.container)
                    try trip(1, other).name = "third"
                    try other.save()
                    if isPending { _ = try names(pair.parent) }
                }
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let error = #expect(throws: ModelError.self) {
            try pair.child.save()
            try pair.parent.save()
        }
        guard case .conflict = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try pair.store.lines("SELECT name FROM Trip") == ["third", "2"])
    }

    /// A row that cannot be read again fails the save, and no later one.
    @Test func aValueThatCannotBeReadAgainFailsTheSave() throws {
        let pair = try Pair(self)
        try pair.store.tell("UPDATE Trip SET name = 'second' WHERE _id = 1")
        pair.child.reset()
        let mine = try trip(1, pair.child)
        #expect(mine.name == "second" && pair.theirs.name == "1")
        mine.name = "mine"
        try pair.store.tell("DROP TRIGGER apus_rules_update_Trip; UPDATE Trip SET nights = 9999999999 WHERE _id = 1")
        for _ in 1...2 { #expect(throws: ModelError.self) { try pair.child.save() } }
        #expect(pair.parent.readingError == nil && pair.child.hasChanges && !pair.theirs.hasChanges)
        try pair.store.tell("UPDATE Trip SET nights = 1 WHERE _id = 1")
        try pair.child.save()
        try pair.parent.save()
        #expect(try pair.store.lines("SELECT name FROM Trip") == ["mine", "2"])
    }
}
