import Apus

extension ClubDriver {
    /// Has a context read one state while other contexts, and another process, change the store.
    mutating func readPinned(_ operation: ClubOperation, _ context: Int) throws {
        try willChangeStore(by: nil)
        log.append("\(context): pin")
        try contexts[context].pin()
        try compareLive(of: context)
        let (before, reference) = (store, references[context])
        let calls: [ClubOperation.Call] = [.setAttribute, .delete, .setKey, .addTag, .insert, .external, .save]
        for number in 0..<2 + operation.first % 4 {
            let other = (context + 1 + (operation.second + number) % 2) % contexts.count
            guard let call = calls.picked(operation.third / (1 + number)) else { continue }
            try carryOut(
                ClubOperation(
                    call: call,
                    context: other,
                    first: operation.second + 3 * number,
                    second: operation.third + 5 * number,
                    third: operation.first + 7 * number
                )
            )
            try save(other, "save beside a pinned context")
        }
        let (after, changed) = (store, references[context])
        (store, references[context]) = (before, reference)
        try compare(context)
        // What others save arrives after the end.
        live?.tighten(context)
        try compareLive(of: context)
        (store, references[context]) = (after, changed)
        log.append("\(context): unpin")
        contexts[context].unpin()
        live?.loosen(context)
        try merge(context)
    }
}
