import ApusTestSupport
import CFaultFileSystem

/// A file's content: what is on the disk for certain, and what is on its way there.
///
/// It is a class because a name that goes and a name that comes may lead to the same file.
final class DurableFile {
    private var certain: [UInt8]
    private var pending: [DiskOperation] = []

    /// What a disk writes as a whole at best: SQLite assumes no more
    /// (<https://www.sqlite.org/atomiccommit.html>, section 2).
    static let sector: Int = 512

    init(_ bytes: [UInt8] = []) {
        certain = bytes
    }

    /// Takes up a write, or that the end was cut off.
    func add(_ operation: DiskOperation) { pending.append(operation) }

    /// Everything so far is on the disk.
    func settle() {
        for operation in pending { Self.apply(operation, to: &certain) }
        pending = []
    }

    /// The content as a loss of power leaves it: of what was on its way any part is there, whatever the order.
    func content(after loss: PowerLoss, _ random: inout SplitMix64) -> [UInt8] {
        var bytes: [UInt8] = certain
        for operation in pending {
            switch loss.fate(&random) {
            case .kept: Self.apply(operation, to: &bytes)
            case .lost: break
            case .torn where operation.kind == .write: Self.tear(operation, into: &bytes, &random)
            case .torn: break
            }
        }
        return bytes
    }

    private static func apply(_ operation: DiskOperation, to bytes: inout [UInt8]) {
        switch operation.kind {
        case .write: write(operation.bytes[...], at: operation.offset, into: &bytes)
        case .truncate where operation.offset < bytes.count: bytes.removeLast(bytes.count - operation.offset)
        case .truncate: bytes += [UInt8](repeating: 0, count: operation.offset - bytes.count)
        case .create, .sync, .delete, .map, .read: break
        }
    }

    private static func write(_ new: ArraySlice<UInt8>, at offset: Int, into bytes: inout [UInt8]) {
        let missing: Int = offset + new.count - bytes.count
        if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
        bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }

    /// Writes some sectors and others not; what is in the middle of being written may be anything. Bytes beside those that
    /// are written stay as they are, which SQLite assumes by default (`SQLITE_IOCAP_POWERSAFE_OVERWRITE`).
    private static func tear(_ operation: DiskOperation, into bytes: inout [UInt8], _ random: inout SplitMix64) {
        let end: Int = operation.offset + operation.bytes.count
        // The file grows first; what it then has there is nothing, until it is written.
        if end > bytes.count { write([0], at: end - 1, into: &bytes) }
        var start: Int = operation.offset
        while start < end {
            let next: Int = min(end, (start / sector + 1) * sector)
            let new = operation.bytes[start - operation.offset..<next - operation.offset]
            switch random.below(8) {
            case 0...3: write(new, at: start, into: &bytes)
            case 4: write(new.prefix(random.below(new.count + 1)), at: start, into: &bytes)
            case 5: write(new.map { _ in UInt8(truncatingIfNeeded: random.next()) }[...], at: start, into: &bytes)
            default: break
            }
            start = next
        }
    }
}
