import Apus
import ApusTestSupport

extension ClubDriver {
    /// Has a context nested in another one change objects, and its parent as well, and compares what both show.
    ///
    /// The nested context is the last one as long as it exists. Its reference is a copy of the parent's with its changes.
    mutating func nest(_ operation: ClubOperation, _ context: Int) throws {
        try compare(context)
        let child = contexts.count
        log.append("\(context): nest \(child)")
        contexts.append(ModelContext(parent: contexts[context], isObservable: false))
        contexts[child].author = "nested"
        unsaved.append(UnsavedObjects(of: contexts[child]))
        references.append(references[context])
        objects.append([:])
        defer {
            contexts.removeLast()
            unsaved.removeLast()
            references.removeLast()
            objects.removeLast()
        }
        var random = SplitMix64(seed: UInt64(operation.first) << 16 + UInt64(operation.second))
        for _ in 0..<2 + operation.third % 10 {
            // What it has not taken over yet would be in conflict.
            contexts[child].processPendingChanges()
            try findNewObjects(of: context, in: child)
            let call = ClubOperation.random(&random)
            switch random.below(12) {
            case 0: try saveNested(child, context)
            case 1: try rollBackNested(child, context)
            case 2: try compare(child)
            case 3: try compare(context)
            case 4: try setAttribute(call, in: context, beside: child)
            case 5 where isUnchanged(child, context):
                try change(call, context)
                references[child] = references[context]
            case 6 where isUnchanged(child, context):
                try save(context, "save of a parent")
                if references[context].isTroubled(store) || references[context].isStale { return }
                references[child] = references[context]
            default: try change(call, child)
            }
        }
        try findNewObjects(of: context, in: child)
        try compare(child)
        if operation.third % 3 == 0 { try rollBackNested(child, context) } else { try saveNested(child, context) }
        try compare(child)
        try compare(context)
    }

    /// Whether a nested context has the changes of its parent only.
    private func isUnchanged(_ child: Int, _ context: Int) -> Bool {
        !contexts[child].hasChanges && references[child].visible(store) == references[context].visible(store)
    }

    /// Notes the nested context's objects of those that its parent has not saved.
    private mutating func findNewObjects(of one: Int, in other: Int) throws {
        for number in references[one].inserted where objects[other][number] == nil {
            guard let object = objects[one][number], let found = contexts[other].model(for: object.persistentModelID)
            else { throw ClubMismatch("context \(other) does not have the new object \(number) of context \(one)") }
            objects[other][number] = found
        }
    }

    /// Has the parent change an object that the nested context has not changed.
    private mutating func setAttribute(_ operation: ClubOperation, in context: Int, beside child: Int) throws {
        let (mine, theirs) = (references[child].visible(store), references[context].visible(store))
        let numbers = theirs.rows.keys.filter { mine.rows[$0] == theirs.rows[$0] }.sorted()
        guard let number = numbers.picked(operation.first), let kind = kinds[number] else { return }
        // What it has set to the same value is a change, too.
        let isChanged = contexts[child].changedModelsArray.contains {
            $0.persistentModelID == objects[context][number]?.persistentModelID
        }
        if isChanged { return }
        let index = operation.second % kind.attributes.count
        let value = operation.third % kind.attributes[index].count
        log.append("\(context): \(kind) \(number).\(kind.attributes[index].columns[0]) = \(value), beside \(child)")
        kind.attributes[index].write(try object(number, context), value)
        for one in [context, child] { references[one].set(.attribute(index), of: number, to: value, store) }
    }

    private mutating func saveNested(_ child: Int, _ context: Int) throws {
        log.append("\(child): save to \(context)")
        try contexts[child].save()
        if contexts[child].hasChanges { throw ClubMismatch("context \(child) has changes after its save") }
        let saved = references[child]
        references[context].adopt(saved, store)
        try findNewObjects(of: child, in: context)
        references[child] = references[context]
        try compare(context)
    }

    private mutating func rollBackNested(_ child: Int, _ context: Int) throws {
        log.append("\(child): roll back to \(context)")
        contexts[child].rollback()
        if contexts[child].hasChanges { throw ClubMismatch("context \(child) has changes after its rollback") }
        for number in references[child].inserted where !references[context].inserted.contains(number) {
            objects[child][number] = nil
        }
        references[child] = references[context]
    }
}
