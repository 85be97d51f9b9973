import Foundation

/// Collects which objects of a context have changed since the end of the last event, and posts it at the end of this one.
///
/// It is a recorder, as that of undo, to which it passes on what it is called with. No context has one before the first use of
/// the notification's name, or of the stream.
final class ChangeTracker: ChangeRecorder {
    private struct Entry {
        let object: ModelObject
        /// The identifier of an object that was in the context.
        let id: PersistentIdentifier?
        var isUpdated = false
        var isRefreshed = false
        /// Whether the object has lost changes because of what others did, so that it is not only read again.
        var hasLostChanges = false
    }

    private unowned let context: ModelContext
    private var entries: [Entry] = []
    private var indexes: [ObjectIdentifier: Int] = [:]
    private var invalidated: [PersistentIdentifier] = []
    private var isScheduled = false
    let streams = Streams<ObjectChanges>()

    init(_ context: ModelContext) { self.context = context }

    // MARK: - Use

    /// Whether any context of the process has to collect changes. Each change asks for it, so it must not take a lock, and
    /// `Atomic` needs newer systems than the package: this is a flag that may be set and read by all threads.
    private final class Use: @unchecked Sendable {
        let flag = DispatchWorkItem {}
    }

    private static let use = Use()

    static var isUsed: Bool { use.flag.isCancelled }

    static func beginUse() { use.flag.cancel() }

    // MARK: - Collecting

    private func isPresent(_ object: ModelObject) -> Bool {
        object.context === context && (object.lifecycle == .stored || object.lifecycle == .inserted)
    }

    private func note(_ object: ModelObject, _ change: (inout Entry) -> Void = { _ in }) {
        let index = indexes[ObjectIdentifier(object)] ?? entries.count
        if index == entries.count {
            indexes[ObjectIdentifier(object)] = index
            entries.append(Entry(object: object, id: isPresent(object) ? object.persistentModelID : nil))
            schedule()
        }
        change(&entries[index])
    }

    /// Notes that an object changes, of which others may know, too.
    private func noteUpdate(of object: ModelObject) {
        if object.context === context { note(object) { $0.isUpdated = true } }
    }

    /// Notes that objects are read again.
    func noteRefresh(of objects: [ModelObject]) {
        for object in objects { note(object) { $0.isRefreshed = true } }
    }

    /// Notes that objects have lost what was changed of them: no save notifies live results of that.
    func noteLostChanges(of objects: [ModelObject]) {
        for object in objects { note(object) { ($0.isRefreshed, $0.hasLostChanges) = (true, true) } }
    }

    /// Notes that an object leaves the context.
    func noteRemoval(of object: ModelObject) { note(object) }

    /// Notes that all objects leave the context, whatever else has happened to them.
    func noteReset() {
        (entries, indexes) = ([], [:])
        invalidated += (context.registered.flatMap(\.objects) + context.inserted).map(\.persistentModelID)
        schedule()
    }

    // MARK: - Recording

    func recordAttribute(of object: ModelObject, at position: Int) {
        noteUpdate(of: object)
        context.stepRecorder?.recordAttribute(of: object, at: position)
    }

    func recordOne(of object: ModelObject, at position: Int) {
        noteUpdate(of: object)
        context.stepRecorder?.recordOne(of: object, at: position)
    }

    func recordMember(_ other: ModelObject, of object: ModelObject, at position: Int) {
        noteUpdate(of: object)
        context.stepRecorder?.recordMember(other, of: object, at: position)
    }

    func recordOrder(of object: ModelObject, at position: Int) {
        noteUpdate(of: object)
        context.stepRecorder?.recordOrder(of: object, at: position)
    }

    func recordInsertion(of object: ModelObject) {
        note(object)
        context.stepRecorder?.recordInsertion(of: object)
    }

    func recordRemoval(of object: ModelObject) {
        note(object)
        context.stepRecorder?.recordRemoval(of: object)
    }

    // MARK: - Posting

    private func schedule() {
        guard !isScheduled, context.thread != nil else { return }
        isScheduled = true
        context.whenFree { $0.knownTracker?.postAsScheduled() }()
    }

    private func postAsScheduled() {
        isScheduled = false
        post()
    }

    /// Ends the event: posts what has changed, if anything has.
    func post() {
        // Code of a value, or an observer, may end an event while objects are being read.
        guard context.activeAccesses == 0 else { return }
        let live = context.liveQueries.isEmpty ? [] : liveChanges()
        let changes = takeChanges()
        if changes.isEmpty { return }
        context.noteLive(live, wasReset: !changes.invalidated.isEmpty)
        NotificationCenter.default.post(
            name: ModelContext.objectsDidChange,
            object: context,
            userInfo: changes.userInfo
        )
        streams.yield(changes)
    }

    /// What has changed, for live results. Objects that are only read again because of a save are left out if nothing else of them
    /// is unsaved: the save itself notifies live results.
    private func liveChanges() -> [LiveChange] {
        entries.compactMap { entry in
            switch (entry.id, isPresent(entry.object)) {
            case (nil, true): return LiveChange(object: entry.object, kind: .inserted)
            case (_?, false): return LiveChange(object: entry.object, kind: .deleted)
            case (_?, true):
                if !entry.isUpdated, !entry.hasLostChanges, context.isMerging, entry.object.isUnchanged { return nil }
                return LiveChange(object: entry.object, kind: .updated(nil))
            case (nil, false): return nil
            }
        }
    }

    private func takeChanges() -> ObjectChanges {
        var changes = ObjectChanges()
        for entry in entries {
            switch (entry.id, isPresent(entry.object)) {
            case (nil, true): changes.inserted.append(entry.object.persistentModelID)
            // Another object may have the row now: a fault whose entity was not known yet is replaced.
            case (let id?, false):
                if context.registeredObject(id).map(isPresent) != true { changes.deleted.append(id) }
            case (_?, true):
                // A save may have given it another identifier.
                let id = entry.object.persistentModelID
                if entry.isUpdated { changes.updated.append(id) }
                if entry.isRefreshed { changes.refreshed.append(id) }
            case (nil, false): break
            }
        }
        changes.invalidated = invalidated
        (entries, indexes, invalidated) = ([], [:], [])
        return changes
    }

    /// Ends the streams.
    func end() { streams.finish() }
}

extension ModelContext {
    /// What changes in the context, from now on: the values of ``objectsDidChange``.
    public var changes: AsyncStream<ObjectChanges> {
        let tracker = knownTracker ?? ChangeTracker(self)
        knownTracker = tracker
        return tracker.streams.make()
    }

    /// Collects what has changed; `nil` as long as it is unused.
    var tracker: ChangeTracker? {
        if knownTracker == nil, ChangeTracker.isUsed { knownTracker = ChangeTracker(self) }
        return knownTracker
    }
}
