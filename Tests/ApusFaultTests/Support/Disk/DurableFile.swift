import ApusTestSupport
import CFaultFileSystem

/// A file's content: the part that is synced, and the pending writes.
///
/// It is a class because an old and a new name may refer to the same file.
final class DurableFile {
    private var certain: [UInt8]
    private var pending: [DiskOperation] = []

    /// The unit that a disk writes atomically at best: SQLite assumes no more
    /// (<https://www.sqlite.org/atomiccommit.html>, section 2).
    static let sector: Int = 512

    init(_ bytes: [UInt8] = []) {
        certain = bytes
    }

    /// Adds a write, or a truncation.
    func add(_ operation: DiskOperation) { pending.append(operation) }

    /// Marks everything so far as synced.
    func settle() {
        for operation in pending { Self.apply(operation, to: &certain) }
        pending = []
    }

    /// The content after a loss of power: any part of the pending writes, in any order.
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
        let missing = offset + new.count - bytes.count
        if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
        bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }

    /// Writes some sectors and not others; a sector that is being written may contain anything. Bytes next to those
    /// that are written do not change, which SQLite assumes by default (`SQLITE_IOCAP_POWERSAFE_OVERWRITE`).
    private static func tear(_ operation: DiskOperation, into bytes: inout [UInt8], _ random: inout SplitMix64) {
        let end = operation.offset + operation.bytes.count
        // The file grows first, with zeros until the bytes are written.
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
