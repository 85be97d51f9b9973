package import Foundation

/// A binary property list, whose objects are read one by one.
///
/// Foundation's reader traps at counts that no file can hold, and follows cycles until the stack ends. This one checks
/// each number against the file's size, and leaves it to the caller which references it follows.
package struct BinaryPropertyList {
    /// An object; those that it contains are numbers of objects.
    package enum Object: Equatable {
        case null
        case bool(Bool)
        case int(Int)
        /// A whole number beyond those of `Int`.
        case unsigned(UInt64)
        case real(Double)
        /// Seconds since 2001.
        case date(Double)
        case data(Data)
        case string(String)
        /// The index in the list of a keyed archive.
        case uid(Int)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    /// The number of the outermost object.
    package let root: Int

    private let bytes: [UInt8]
    private let offsets: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int

    private static let header = Array("bplist".utf8)
    private static let trailerSize = 32

    /// Reads the end of a list, which says where its objects are.
    ///
    /// - Parameter data: The file.
    package init?(_ data: Data) {
        let bytes = [UInt8](data)
        guard bytes.starts(with: Self.header), bytes.count >= 8 + Self.trailerSize else { return nil }
        let trailer = bytes.count - Self.trailerSize
        guard let count = Self.number(in: bytes, at: trailer + 8, size: 8),
            let root = Self.number(in: bytes, at: trailer + 16, size: 8),
            let offsets = Self.number(in: bytes, at: trailer + 24, size: 8)
        else { return nil }
        self.bytes = bytes
        self.root = root
        self.offsets = offsets
        self.count = count
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count <= bytes.count, root < count,
            offsets <= trailer, count * offsetSize <= trailer - offsets
        else { return nil }
    }

    /// Reads an object.
    ///
    /// - Parameter number: The object's number.
    /// - Returns: `nil` if the file does not have it or it is damaged.
    package func object(_ number: Int) -> Object? {
        guard (0..<count).contains(number),
            let start = Self.number(in: bytes, at: offsets + number * offsetSize, size: offsetSize),
            start < bytes.count
        else { return nil }
        let (kind, low) = (bytes[start] >> 4, Int(bytes[start] & 15))
        switch kind {
        case 0: return low == 0 ? .null : low == 8 ? .bool(false) : low == 9 ? .bool(true) : nil
        case 1:
            guard let (number, _) = integer(at: start) else { return nil }
            // Only numbers of 8 bytes have a sign; those of 16 are 8 with zeros before them.
            return low < 4
                ? .int(Int(truncatingIfNeeded: number)) : Int(exactly: number).map { .int($0) } ?? .unsigned(number)
        case 2: return real(at: start + 1, size: low < 4 ? 1 << low : 0).map { .real($0) }
        case 3: return low == 3 ? real(at: start + 1, size: 8).map { .date($0) } : nil
        case 8: return Self.number(in: bytes, at: start + 1, size: low + 1).map { .uid($0) }
        default: return collection(kind, at: start)
        }
    }

    /// Whether each object can be read, refers to others that are there, and has bytes of its own: many that have the same ones take
    /// long to read.
    package var isSound: Bool {
        var size = 0
        return (0..<count).allSatisfy { number in
            switch object(number) {
            case nil: return false
            case .array(let elements)?:
                size += elements.count * referenceSize
                guard elements.allSatisfy((0..<count).contains) else { return false }
            case .dictionary(let keys, let values)?:
                size += (keys.count + values.count) * referenceSize
                guard (keys + values).allSatisfy((0..<count).contains) else { return false }
            case .data(let data)?: size += data.count
            // At most three bytes of UTF-8 for two of UTF-16.
            case .string(let text)?: size += text.utf8.count / 3
            default: size += 1
            }
            return size <= bytes.count
        }
    }

    /// The value of a key of a dictionary, as the number of an object.
    package func value(of key: String, in object: Object?) -> Int? {
        guard case .dictionary(let keys, let values)? = object else { return nil }
        return zip(keys, values).first { self.object($0.0) == .string(key) }?.1
    }

    private func collection(_ kind: UInt8, at start: Int) -> Object? {
        var (count, next) = (Int(bytes[start] & 15), start + 1)
        if count == 15 {
            guard next < bytes.count, bytes[next] >> 4 == 1, let (number, end) = integer(at: next),
                let long = Int(exactly: number)
            else { return nil }
            (count, next) = (long, end)
        }
        guard count >= 0, count <= bytes.count, next <= bytes.count else { return nil }
        func content(_ size: Int) -> ArraySlice<UInt8>? {
            count * size <= bytes.count - next ? bytes[next..<(next + count * size)] : nil
        }
        func references(from: Int) -> [Int]? {
            guard count * referenceSize <= bytes.count - from else { return nil }
            let numbers = (0..<count).compactMap { index in
                Self.number(in: bytes, at: from + index * referenceSize, size: referenceSize)
            }
            return numbers.count == count ? numbers : nil
        }
        switch kind {
        case 4: return content(1).map { .data(Data($0)) }
        case 5: return content(1).map { .string(String(decoding: $0, as: UTF8.self)) }
        case 6:
            return content(2).map { content in
                let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map { index in
                    UInt16(content[index]) << 8 | UInt16(content[index + 1])
                }
                return .string(String(decoding: units, as: UTF16.self))
            }
        case 10, 12: return references(from: next).map { .array($0) }
        case 13:
            guard let keys = references(from: next), let values = references(from: next + count * referenceSize) else {
                return nil
            }
            return .dictionary(keys: keys, values: values)
        default: return nil
        }
    }

    private func integer(at start: Int) -> (value: UInt64, end: Int)? {
        let low = Int(bytes[start] & 15)
        guard low <= 4 else { return nil }
        let size = 1 << low
        guard size <= bytes.count - start - 1 else { return nil }
        let digits = bytes[(start + 1)..<(start + 1 + size)]
        guard digits.dropLast(8).allSatisfy({ $0 == 0 }) else { return nil }
        let value = digits.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (value, start + 1 + size)
    }

    private func real(at start: Int, size: Int) -> Double? {
        guard size == 4 || size == 8, size <= bytes.count - start else { return nil }
        let bits = bytes[start..<(start + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return size == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }

    /// A number without a sign; `nil` if it is not in the file, or greater than any count can be.
    private static func number(in bytes: [UInt8], at start: Int, size: Int) -> Int? {
        guard start >= 0, size <= 8, start <= bytes.count, size <= bytes.count - start else { return nil }
        return Int(exactly: bytes[start..<(start + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
