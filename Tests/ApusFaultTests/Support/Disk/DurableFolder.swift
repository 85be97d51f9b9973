import ApusTestSupport
import CFaultFileSystem

/// The durable state of a folder's names and files.
///
/// An added or removed name is durable only after the folder is synced.
struct DurableFolder {
    private var certain: [String: DurableFile]
    /// The files that each name has referred to since, oldest first; `nil` if it was removed.
    private var pending: [String: [DurableFile?]] = [:]

    /// A folder whose files are all synced.
    init(_ files: [String: [UInt8]]) {
        certain = files.mapValues { DurableFile($0) }
    }

    /// Adds an operation.
    mutating func apply(_ operation: DiskOperation) {
        switch operation.kind {
        case .create: pending[operation.name, default: []].append(DurableFile())
        case .delete: pending[operation.name, default: []].append(nil)
        case .write, .truncate: file(operation.name)?.add(operation)
        case .sync: file(operation.name)?.settle()
        case .map, .read: break
        }
        if operation.syncsFolder { settleNames() }
    }

    /// The files after a loss of power.
    func content(after loss: PowerLoss, _ random: inout SplitMix64) -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for name in Set(certain.keys).union(pending.keys).sorted() {
            let states: [DurableFile?] = [certain[name]] + (pending[name] ?? [])
            let state: DurableFile? =
                switch loss {
                case .kindest: states[states.count - 1]
                case .hardest: states[0]
                case .mixed: random.pick(states)
                }
            if let state { found[name] = state.content(after: loss, &random) }
        }
        return found
    }

    private func file(_ name: String) -> DurableFile? {
        if let last = pending[name]?.last { last } else { certain[name] }
    }

    private mutating func settleNames() {
        for (name, states) in pending { certain[name] = states.last ?? nil }
        pending = [:]
    }
}
