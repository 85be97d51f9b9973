import Foundation
import GRDBSQLite

/// Some rows that a fetch has read, packed, of objects whose values nothing has read yet.
///
/// The objects retain it, so its bytes stay until the last of them has been read or is gone. That is why it does not grow beyond some
/// kilobytes, and long rows are not packed: an object that is kept, and never read, keeps so much.
final class PackedRows: ObjectAttachment {
    /// How many bytes make it full.
    private static let fullSize = 16 << 10
    /// How many bytes a row may have.
    private static let longestRow = 4 << 10

    let packing: RowPacking
    let valuesType: ModelBacking.Type
    /// The index among those that a statement's function fills.
    let index: Int
    private var bytes: UnsafeMutableRawPointer
    private var capacity: Int
    private var used = 0

    /// - Parameters:
    ///   - packing: How the rows are packed.
    ///   - valuesType: The class of the values.
    ///   - index: The index among those that a statement's function fills.
    ///   - isFull: Whether a full buffer is expected: not for the first rows of a fetch, which may be the only ones, and for a long one.
    init(_ packing: RowPacking, of valuesType: ModelBacking.Type, index: Int, isFull: Bool) {
        (self.packing, self.valuesType, self.index) = (packing, valuesType, index)
        capacity = isFull ? Self.fullSize : 2 * packing.fixedSize + 64
        bytes = Self.memory(nil, capacity)
    }

    deinit { free(bytes) }

    var isFull: Bool { used >= Self.fullSize }

    /// Packs a row.
    ///
    /// - Parameters:
    ///   - isAlone: Whether the row may be of any length, because it is the only one.
    ///   - value: The value of a column, by the index among those that are read.
    /// - Returns: Where the row begins; `nil` if it is too long.
    /// - Throws: ``RowReader/Failure`` if its class cannot have a value.
    @inline(__always)
    func append(isAlone: Bool, _ value: (Int32) -> OpaquePointer?) throws -> UInt32? {
        let start = used
        var size = packing.fixedSize
        reserve(start + size)
        memset(bytes + start, 0, packing.fixedSize)
        for column in 0..<packing.count {
            let field = packing.fields[column]
            let value = value(field.index)
            var isNull = false
            let place = bytes + start + Int(field.offset)
            switch field.kind {
            case .int64, .key:
                let number = sqlite3_value_int64(value)
                place.storeBytes(of: number, as: Int64.self)
                isNull = number == 0
            case .int:
                let number = sqlite3_value_int64(value)
                if Int(exactly: number) == nil { throw packing.failure(column) }
                place.storeBytes(of: number, as: Int64.self)
                isNull = number == 0
            case .int32:
                guard let number = Int32(exactly: sqlite3_value_int64(value)) else { throw packing.failure(column) }
                place.storeBytes(of: number, as: Int32.self)
                isNull = number == 0
            case .int16:
                guard let number = Int16(exactly: sqlite3_value_int64(value)) else { throw packing.failure(column) }
                place.storeBytes(of: number, as: Int16.self)
                isNull = number == 0
            case .bool:
                let isTrue = sqlite3_value_int64(value) != 0
                place.storeBytes(of: isTrue ? 1 : 0, as: UInt8.self)
                isNull = !isTrue
            case .real:
                let number = sqlite3_value_double(value)
                place.storeBytes(of: number, as: Double.self)
                isNull = number == 0
            case .uuid:
                let found = sqlite3_value_blob(value)
                if let found, sqlite3_value_bytes(value) == 16 {
                    memcpy(place, found, 16)
                } else {
                    isNull = true
                    if sqlite3_value_type(value) != SQLITE_NULL { throw packing.failure(column) }
                }
            case .text, .bytes:
                let found =
                    field.kind == .text ? UnsafeRawPointer(sqlite3_value_text(value)) : sqlite3_value_blob(value)
                let count = Int(sqlite3_value_bytes(value))
                isNull = count == 0
                if let found, count > 0 {
                    if !isAlone, size + count > Self.longestRow { return nil }
                    reserve(start + size + count)
                    memcpy(bytes + start + size, found, count)
                    size += count
                } else if found == nil, field.kind == .text, sqlite3_value_type(value) != SQLITE_NULL {
                    // Even an empty text has an address: SQLite had no memory to convert this one.
                    throw packing.failure(column)
                }
                (bytes + start + Int(field.offset)).storeBytes(of: UInt32(size), as: UInt32.self)
            }
            if isNull, sqlite3_value_type(value) == SQLITE_NULL {
                if field.isRequired { throw packing.failure(column) }
                let byte = bytes + start + column >> 3
                byte.storeBytes(of: byte.load(as: UInt8.self) | 1 << UInt8(column & 7), as: UInt8.self)
            }
        }
        used = start + size
        return UInt32(start)
    }

    private func reserve(_ count: Int) {
        if count <= capacity { return }
        resize(max(count, min(2 * capacity, Self.fullSize)))
    }

    private func resize(_ count: Int) { (bytes, capacity) = (Self.memory(bytes, count), count) }

    private static func memory(_ former: UnsafeMutableRawPointer?, _ count: Int) -> UnsafeMutableRawPointer {
        // Without memory, Swift's own collections end the process as well.
        guard let memory = realloc(former, max(count, 1)) else { fatalError("out of memory") }
        return memory
    }

    /// Gives back the memory that no row needs.
    func close() { if capacity > used { resize(used) } }

    /// The values of a row.
    ///
    /// - Parameter start: Where the row begins.
    /// - Returns: The values; `nil` if their class refuses them, which packing rules out.
    func values(at start: UInt32) -> ModelBacking? {
        let row = PackedRow(start: bytes + Int(start), fields: packing.fields, fixedSize: packing.fixedSize)
        return try? RowReader.read(row) { try valuesType.init(apusRow: $0) }
    }
}
