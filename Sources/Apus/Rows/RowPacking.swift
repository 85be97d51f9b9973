import ApusSchema

/// How the rows of an entity are packed, so that a fetch makes no values that nothing reads.
///
/// A packed row begins with a bit for each column that is null. Then follow the columns in order, each with the size of its type; a
/// text and bytes have the number of bytes from the row's start to their end there. Their own bytes follow, in the order of the columns.
///
/// Rows are packed only where packing finds every value that the class cannot have, because a fetch says so, and later reads cannot.
/// So entities with enums, composites, decimal numbers, URLs, external files and transformers are not packed.
final class RowPacking: @unchecked Sendable {
    /// What a column has.
    enum Kind: UInt8 {
        case int16, int32, int64, int, bool, real, text, bytes, uuid, key

        /// - Parameter type: The type's name in the description of an attribute, which is not that of an optional.
        init?(_ type: some StringProtocol) {
            switch type {
            case "int16": self = .int16
            case "int32": self = .int32
            case "int64": self = .int64
            case "int": self = .int
            case "bool": self = .bool
            case "double", "float", "date": self = .real
            case "string": self = .text
            case "data": self = .bytes
            case "uuid": self = .uuid
            default: return nil
            }
        }

        fileprivate var size: Int {
            switch self {
            case .bool: 1
            case .int16: 2
            case .int32, .text, .bytes: 4
            case .int64, .int, .real, .key: 8
            case .uuid: 16
            }
        }
    }

    /// A column.
    struct Field {
        /// The index among the columns that are read.
        let index: Int32
        /// The number of bytes from the row's start to the value.
        let offset: Int32
        /// Where the text or the bytes before this one have their end; `nil` if there are none.
        let former: Int32?
        let kind: Kind
        let isRequired: Bool
    }

    let fields: UnsafeMutablePointer<Field>
    let count: Int

    /// The number of bytes of a row without texts and bytes.
    let fixedSize: Int

    private let table: EntityTable

    /// - Parameters:
    ///   - table: The entity's table.
    ///   - indexes: The indexes of its columns among those that are read.
    init?(_ table: EntityTable, indexes: UnsafePointer<Int32>) {
        var fields: [Field] = []
        var size = (table.columns.count + 7) / 8
        var former: Int32?
        if !table.externalPositions.isEmpty { return nil }
        for (position, property) in table.entity.properties.enumerated() where !table.columnRanges[position].isEmpty {
            var (kind, isRequired) = (Kind.key, false)
            if case .attribute(_, let type, _) = property {
                let isOptional = type.hasSuffix("?")
                guard let known = Kind(type.dropLast(isOptional ? 1 : 0)) else { return nil }
                // What a derived attribute has before it is computed is no error.
                (kind, isRequired) = (known, !isOptional && !table.derivedPositions.contains(position))
            }
            let offset = Int32(size)
            fields.append(
                Field(index: indexes[fields.count], offset: offset, former: former, kind: kind, isRequired: isRequired)
            )
            size += kind.size
            if kind == .text || kind == .bytes { former = offset }
        }
        // Each column has one property here.
        if fields.count != table.columns.count { return nil }
        (count, fixedSize, self.table) = (fields.count, size, table)
        self.fields = .allocate(capacity: fields.count)
        self.fields.initialize(from: fields, count: fields.count)
    }

    deinit { fields.deallocate() }

    /// The error of a column whose value its class cannot have.
    func failure(_ column: Int) -> RowReader.Failure {
        let position = table.columnRanges.firstIndex { $0.contains(column) }
        guard let position, case .attribute(_, let type, _) = table.entity.properties[position] else {
            return RowReader.Failure(column: column, expected: "")
        }
        return RowReader.Failure(column: column, expected: type.hasSuffix("?") ? String(type.dropLast()) : type)
    }
}

/// A packed row. Nulls have 0 and no bytes, as SQLite reads them.
struct PackedRow {
    let start: UnsafeRawPointer
    let fields: UnsafePointer<RowPacking.Field>
    /// The number of bytes of a row without texts and bytes.
    let fixedSize: Int

    func isNull(_ column: Int) -> Bool {
        start.load(fromByteOffset: column >> 3, as: UInt8.self) & 1 << UInt8(column & 7) != 0
    }

    func integer(_ column: Int) -> Int64 {
        let place = start + Int(fields[column].offset)
        return switch fields[column].kind {
        case .bool: Int64(place.loadUnaligned(as: UInt8.self))
        case .int16: Int64(place.loadUnaligned(as: Int16.self))
        case .int32: Int64(place.loadUnaligned(as: Int32.self))
        default: place.loadUnaligned(as: Int64.self)
        }
    }

    func real(_ column: Int) -> Double { (start + Int(fields[column].offset)).loadUnaligned(as: Double.self) }

    func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        let field = fields[column]
        if field.kind == .uuid {
            return UnsafeRawBufferPointer(start: start + Int(field.offset), count: isNull(column) ? 0 : 16)
        }
        func end(_ offset: Int32) -> Int { Int((start + Int(offset)).loadUnaligned(as: UInt32.self)) }
        let begin = field.former.map(end) ?? fixedSize
        return UnsafeRawBufferPointer(start: start + begin, count: end(field.offset) - begin)
    }
}
