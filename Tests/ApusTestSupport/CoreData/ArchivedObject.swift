import Foundation

/// An object as `NSKeyedArchiver` writes it, which Foundation on Linux cannot do for the classes of Core Data.
package indirect enum ArchivedObject {
    case string(String)
    case int(Int)
    case real(Double)
    case bool(Bool)
    case null
    /// An object of a class, with its superclasses.
    case object([String], [(key: String, value: ArchivedObject)])
    /// An object with the number that it has in the archive, to make one that contains itself.
    case reference(Int)

    /// A list.
    package static func array(_ elements: [ArchivedObject]) -> ArchivedObject {
        .object(["NSArray", "NSObject"], [("NS.objects", .elements(elements))])
    }

    /// A plain array in the archive.
    case elements([ArchivedObject])

    /// The archive, in Base64.
    package var archive: String {
        var archiver = Archiver()
        return archiver.archive(self).base64EncodedString()
    }
}

/// Writes a binary property list.
private struct Archiver {
    /// The bytes of each object of the list.
    private var list: [[UInt8]] = []
    /// The numbers of the archive's objects in the list.
    private var objects: [Int] = []

    mutating func archive(_ object: ArchivedObject) -> Data {
        // The first object stands for nothing.
        objects.append(add(string("$null")))
        let root = uid(of: object)
        let archiver = (add(string("$archiver")), add(string("NSKeyedArchiver")))
        let version = (add(string("$version")), add(integer(100_000)))
        let numbers = objects
        let all = (add(string("$objects")), add(collection(0xA0, numbers.count, numbers)))
        let top = (add(string("$top")), add(dictionary([(add(string("root")), root)])))
        let outermost = add(dictionary([archiver, all, top, version]))
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in list {
            offsets.append(bytes.count)
            bytes += object
        }
        let start = bytes.count
        for offset in offsets { bytes += big(offset, 4) }
        bytes += [0, 0, 0, 0, 0, 0, 4, 2] + big(list.count, 8) + big(outermost, 8) + big(start, 8)
        return Data(bytes)
    }

    private mutating func add(_ bytes: [UInt8]) -> Int {
        list.append(bytes)
        return list.count - 1
    }

    /// Adds an object to the archive, and returns the number of a reference to it in the list.
    private mutating func uid(of object: ArchivedObject) -> Int {
        if case .reference(let index) = object { return add([0x81] + big(index, 2)) }
        let index = objects.count
        objects.append(0)
        objects[index] = add([])
        list[objects[index]] = bytes(of: object)
        return add([0x81] + big(index, 2))
    }

    private mutating func bytes(of object: ArchivedObject) -> [UInt8] {
        switch object {
        case .string(let text): return string(text)
        case .int(let number): return integer(number)
        case .real(let number): return [0x23] + big(Int(bitPattern: UInt(number.bitPattern)), 8)
        case .bool(let isTrue): return [isTrue ? 9 : 8]
        case .null, .reference: return [0]
        case .elements(let elements):
            let numbers = elements.map { uid(of: $0) }
            return collection(0xA0, numbers.count, numbers)
        case .object(let classes, let fields):
            let name = add(string(classes[0]))
            let names = classes.map { add(string($0)) }
            let all = add(collection(0xA0, names.count, names))
            let index = objects.count
            objects.append(add(dictionary([(add(string("$classname")), name), (add(string("$classes")), all)])))
            var pairs = [(add(string("$class")), add([0x81] + big(index, 2)))]
            for (key, value) in fields {
                let number: Int
                switch value {
                // A list of an array is a part of it.
                case .elements: number = add(bytes(of: value))
                case .int, .bool, .real: number = add(bytes(of: value))
                default: number = uid(of: value)
                }
                pairs.append((add(string(key)), number))
            }
            return dictionary(pairs)
        }
    }

    private func string(_ text: String) -> [UInt8] {
        text.utf8.allSatisfy { $0 < 128 }
            ? head(0x50, text.utf8.count) + Array(text.utf8)
            : head(0x60, text.utf16.count) + text.utf16.flatMap { big(Int($0), 2) }
    }

    private func integer(_ number: Int) -> [UInt8] { [0x13] + big(number, 8) }

    private func dictionary(_ pairs: [(Int, Int)]) -> [UInt8] {
        collection(0xD0, pairs.count, pairs.map(\.0) + pairs.map(\.1))
    }

    private func collection(_ kind: UInt8, _ count: Int, _ numbers: [Int]) -> [UInt8] {
        head(kind, count) + numbers.flatMap { big($0, 2) }
    }

    private func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [kind | UInt8(count)] : [kind | 15, 0x12] + big(count, 4)
    }

    private func big(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
