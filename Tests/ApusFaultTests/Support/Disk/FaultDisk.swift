import CFaultFileSystem

/// A fault to inject.
struct Fault: Sendable, CustomStringConvertible {
    let kind: FaultKind
    /// Whether all operations after the first fail as well.
    let lasts: Bool

    static let all: [Fault] = [.error, .full, .halfThenError, .halfThenFull].flatMap { kind in
        [false, true].map { Fault(kind: kind, lasts: $0) }
    }

    /// Reading fails; reads are counted separately.
    static let unreadable: [Fault] = [false, true].map { Fault(kind: .unreadable, lasts: $0) }

    var description: String {
        let kind: String =
            switch kind {
            case .none: "nothing"
            case .error: "error"
            case .full: "full disk"
            case .halfThenError: "half a write and an error"
            case .halfThenFull: "half a write and a full disk"
            case .kill: "kill"
            case .unreadable: "unreadable"
            }
        return lasts ? "\(kind) for good" : kind
    }
}

/// The layer under SQLite that injects faults, in a process of its own.
enum FaultDisk {
    /// The events while a fault was active.
    struct Run<Result> {
        let result: Result
        let operations: Int
        let wasHit: Bool
    }

    /// Runs a closure while an operation fails; databases that are opened afterwards are not affected.
    static func run<Result>(_ fault: Fault?, at number: Int = -1, _ work: () throws -> Result) rethrows -> Run<Result> {
        faultInstall()
        defer { faultUninstall() }
        faultArm(fault?.kind ?? .none, Int64(number), fault?.lasts ?? false)
        let result: Result = try work()
        return Run(result: result, operations: Int(faultCount()), wasHit: faultWasHit())
    }

    /// Runs a closure, and returns all operations that change the disk.
    ///
    /// - Parameters:
    ///   - watched: A file; each operation records whether it still existed.
    ///   - work: What is done.
    /// - Returns: The operations, in their order.
    static func record(watching watched: String? = nil, _ work: () throws -> Void) rethrows -> [DiskOperation] {
        faultStartRecord(watched)
        defer { faultStopRecord() }
        _ = try run(nil, work)
        return (0..<faultRecordCount()).map { DiskOperation(faultRecordAt($0)) }
    }

    /// From now on, the process is killed at an operation; this cannot be undone.
    static func killProcess(at number: Int) {
        faultInstall()
        faultArm(.kill, Int64(number), true)
    }
}

/// An operation that changed the disk.
struct DiskOperation {
    let kind: FaultOperation
    /// The file.
    let name: String
    /// The offset of a write, or the new size of a truncated file.
    let offset: Int
    /// The written bytes.
    let bytes: [UInt8]
    /// Whether the folder is synced as well.
    let syncsFolder: Bool
    /// Whether the watched file still existed.
    let sawWatched: Bool

    init(
        _ kind: FaultOperation,
        _ name: String,
        at offset: Int = 0,
        _ bytes: [UInt8] = [],
        syncsFolder: Bool = false,
        sawWatched: Bool = true
    ) {
        self.kind = kind
        self.name = name
        self.offset = offset
        self.bytes = bytes
        self.syncsFolder = syncsFolder
        self.sawWatched = sawWatched
    }

    init(_ record: FaultRecord) {
        self.init(
            record.operation,
            String(cString: record.name),
            at: Int(record.offset),
            Array(UnsafeBufferPointer(start: record.bytes, count: Int(record.length))),
            syncsFolder: record.syncsFolder,
            sawWatched: record.sawWatched
        )
    }
}
