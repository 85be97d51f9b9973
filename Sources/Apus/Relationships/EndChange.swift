/// A change of an object's end of a relationship. A relationship is changed by several of them, which are made at once.
struct EndChange {
    /// What happens to the end.
    enum Kind {
        /// A to-one relationship gets an object, or none.
        case set(ModelObject?)
        /// A to-many relationship gets an object.
        case add(ModelObject)
        /// A to-many relationship loses an object.
        case subtract(ModelObject)
        /// The objects of an ordered relationship, which are the same, get another order.
        case reorder([ModelObject])
    }

    private let object: ModelObject
    private let position: Int
    private let kind: Kind

    init(of object: ModelObject, _ position: Int, _ kind: Kind) {
        (self.object, self.position, self.kind) = (object, position, kind)
    }

    /// Makes changes, and notifies the observers of all ends before the first change and after the last.
    ///
    /// An observer may respond with anything: set the same relationship, save or roll back. So the changes are planned again
    /// after observers were notified, until there are no more ends to notify of.
    ///
    /// Nothing is changed if an object's `deinit` is running: the other end, or the recorder, would retain the object.
    ///
    /// - Parameter plan: Returns the changes that lead from the current state to the intended one.
    static func carryOut(_ plan: () -> [EndChange]) {
        var changes = plan()
        if changes.contains(where: \.isEnding) { return }
        let recorder = changes.first { $0.object.context != nil }?.object.context?.changeRecorder
        guard changes.contains(where: \.isObserved) else {
            if let recorder { for change in changes { change.record(in: recorder) } }
            for change in changes { change.apply() }
            return
        }
        var notified: [EndChange] = []
        var known: Set<End> = []
        while true {
            let new = changes.filter { $0.isObserved && known.insert($0.end).inserted }
            if new.isEmpty { break }
            for change in new { change.object.willChange(change.position) }
            notified += new
            changes = plan()
        }
        if let recorder { for change in changes { change.record(in: recorder) } }
        for change in changes { change.apply() }
        for change in notified { change.object.didChange(change.position) }
    }

    /// Whether one of the objects is being deallocated.
    private var isEnding: Bool {
        if object.isEndingUnchanged { return true }
        switch kind {
        case .set(let other?), .add(let other), .subtract(let other): return other.isEndingUnchanged
        case .set(nil), .reorder: return false
        }
    }

    private var isObserved: Bool { object.accessFlags.contains(.observed) }

    private struct End: Hashable {
        let object: ObjectIdentifier
        let position: Int
    }

    private var end: End { End(object: ObjectIdentifier(object), position: position) }

    /// Records what the change reverts. That may read the store, so no change may have been made.
    private func record(in recorder: any ChangeRecorder) {
        switch kind {
        case .set: recorder.recordOne(of: object, at: position)
        case .add(let other), .subtract(let other): recorder.recordMember(other, of: object, at: position)
        case .reorder: recorder.recordOrder(of: object, at: position)
        }
    }

    /// Makes the change. No code of the user runs meanwhile.
    private func apply() {
        switch kind {
        case .set(let other):
            object.join(other)
            object.noteChangeOfEnd(position)
            object.knownValues[apusEnd: position] = RelationshipEnd(.one(other))
        case .add(let other):
            object.join(other)
            object.noteChangeOfEnd(position)
            object.changeableMany(position).add(other)
        case .subtract(let other):
            object.noteChangeOfEnd(position)
            object.changeableMany(position).subtract(other)
        case .reorder(let order):
            object.noteChangeOfEnd(position)
            object.changeableMany(position).reorder(order)
        }
    }
}
