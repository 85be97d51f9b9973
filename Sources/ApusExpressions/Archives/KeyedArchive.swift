package import Foundation

/// What `NSKeyedArchiver` wrote, read without the classes of its objects.
///
/// Foundation's own reader ends the process on Linux if an object is of a class that was not asked for.
package struct KeyedArchive {
    /// An object; those that it contains are what was made of them.
    package enum Part<Made> {
        case null
        case bool(Bool)
        case int(Int)
        case unsigned(UInt64)
        case real(Double)
        /// Seconds since 2001.
        case date(Double)
        case data(Data)
        case string(String)
        case uuid(UUID)
        case url(String, base: Made?)
        case array([Made])
        case set([Made])
        case dictionary([(key: Made, value: Made)])
    }

    /// Why an archive cannot be read.
    package enum Failure: Error, Hashable {
        /// The bytes are no archive, contain an object within itself, or share objects without end.
        case damaged
        /// An object is of a class that is not data, such as a colour.
        case other(className: String)
    }

    /// The objects, numbered as in the file.
    package let list: BinaryPropertyList
    /// The archive's objects, as numbers of objects in the list.
    private let objects: [Int]
    /// The number of the outermost object.
    package let root: Int
    /// The greatest number of objects, where one that others share counts with each: a reference takes at least a byte, so only
    /// objects with others that are shared can be more, and a few of these can stand for more than any memory holds.
    private let sizeLimit: Int

    /// The greatest depth of objects in objects, far more than values have: those who read them call themselves.
    package static let depthLimit = 200
    /// The greatest number of fields of an object that is read.
    private static let fieldLimit = 256

    /// Opens an archive; `nil` if the bytes are none.
    package init?(_ data: Data) {
        guard let list = BinaryPropertyList(data) else { return nil }
        let archive = list.object(list.root)
        guard let number = list.value(of: "$objects", in: archive), case .array(let objects)? = list.object(number),
            let top = list.value(of: "$top", in: archive), let root = list.value(of: "root", in: list.object(top))
        else { return nil }
        (self.list, self.objects, self.root) = (list, objects, root)
        sizeLimit = max(1 << 20, data.count)
    }

    /// Makes something of each object, from the innermost to the outermost, once for each.
    ///
    /// - Parameter make: What is made of an object, and whether its class is a mutable one.
    /// - Returns: What was made of the outermost object.
    /// - Throws: ``Failure``, or what `make` throws.
    package func made<Made>(_ make: (Part<Made>, _ isMutable: Bool) throws -> Made) throws -> Made {
        var known: [(made: Made, size: Int)?] = Array(repeating: nil, count: objects.count)
        var open: Set<Int> = []
        // The number of objects made so far if one that others share counts with each.
        var size = 0
        func made(_ number: Int) throws -> Made {
            guard case .uid(let index)? = list.object(number), index != 0 else { return try part(number) }
            if objects.indices.contains(index), let known = known[index] {
                try grow(by: known.size)
                return known.made
            }
            // An object that contains itself, or too many around it.
            guard open.insert(index).inserted, open.count < Self.depthLimit else { throw Failure.damaged }
            defer { open.remove(index) }
            let before = size
            let part = try part(number)
            known[index] = (part, size - before)
            return part
        }
        func part(_ number: Int) throws -> Made {
            guard let object = resolved(number) else { throw Failure.damaged }
            try grow(by: 1)
            let name = className(of: object)
            let part: Part<Made>? = try plain(object) ?? name.flatMap { try content(of: object, $0, made) }
            guard let part else { throw name.map { .other(className: $0) } ?? Failure.damaged }
            return try make(part, name?.hasPrefix("NSMutable") == true)
        }
        func grow(by count: Int) throws {
            size += count
            guard size <= sizeLimit else { throw Failure.damaged }
        }
        return try made(root)
    }

    /// What an object is that has no class.
    private func plain<Made>(_ object: BinaryPropertyList.Object) -> Part<Made>? {
        switch object {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .unsigned(let value): .unsigned(value)
        case .real(let value): .real(value)
        case .date(let seconds): .date(seconds)
        case .data(let data): .data(data)
        case .string(let text): .string(text)
        case .uid, .array, .dictionary: nil
        }
    }

    /// What an object of a class is; `nil` if it is not data.
    private func content<Made>(
        of object: BinaryPropertyList.Object,
        _ className: String,
        _ made: (Int) throws -> Made
    ) throws -> Part<Made>? {
        func value(_ key: String) -> BinaryPropertyList.Object? { field(key, of: object).flatMap { resolved($0) } }
        func list(_ key: String) throws -> [Made] {
            guard case .array(let elements)? = value(key) else { throw Failure.damaged }
            return try elements.map(made)
        }
        switch (className, value("NS.string"), value("NS.data"), value("NS.time"), value("NS.uuidbytes")) {
        case ("NSString", .string(let text)?, _, _, _), ("NSMutableString", .string(let text)?, _, _, _):
            return .string(text)
        case ("NSData", _, .data(let data)?, _, _), ("NSMutableData", _, .data(let data)?, _, _): return .data(data)
        case ("NSDate", _, _, .real(let seconds)?, _): return .date(seconds)
        case ("NSDate", _, _, .int(let seconds)?, _): return .date(Double(seconds))
        case ("NSUUID", _, _, _, .data(let bytes)?) where bytes.count == 16:
            return .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        default: break
        }
        switch className {
        case "NSNull": return .null
        case "NSURL":
            guard case .string(let text)? = value("NS.relative") else { throw Failure.damaged }
            guard let base = field("NS.base", of: object), resolved(base) != .null else { return .url(text, base: nil) }
            return .url(text, base: try made(base))
        case "NSArray", "NSMutableArray": return .array(try list("NS.objects"))
        case "NSSet", "NSMutableSet": return .set(try list("NS.objects"))
        case "NSDictionary", "NSMutableDictionary":
            let (keys, values) = (try list("NS.keys"), try list("NS.objects"))
            guard keys.count == values.count else { throw Failure.damaged }
            return .dictionary(zip(keys, values).map { (key: $0, value: $1) })
        case "NSString", "NSMutableString", "NSData", "NSMutableData", "NSDate", "NSUUID": throw Failure.damaged
        default: return nil
        }
    }

    /// The names of all classes in the archive.
    package var classNames: Set<String> {
        Set(objects.compactMap { list.object($0) }.compactMap { field("$classname", of: $0).flatMap { text($0) } })
    }

    // MARK: - Objects

    /// The object with a number, or the one that it refers to.
    package func resolved(_ number: Int) -> BinaryPropertyList.Object? {
        let object = list.object(number)
        guard case .uid(let index)? = object else { return object }
        // The first one stands for nothing.
        if index == 0 { return .null }
        return objects.indices.contains(index) ? list.object(objects[index]) : nil
    }

    /// The number of a field's value; `nil` if the object does not have it, or has too many fields.
    package func field(_ key: String, of object: BinaryPropertyList.Object) -> Int? {
        guard case .dictionary(let keys, _) = object, keys.count <= Self.fieldLimit else { return nil }
        return list.value(of: key, in: object)
    }

    /// The name of an object's class; `nil` if it has none.
    package func className(of object: BinaryPropertyList.Object) -> String? {
        guard let description = field("$class", of: object).flatMap({ resolved($0) }) else { return nil }
        return field("$classname", of: description).flatMap { text($0) }
    }

    /// The text with a number.
    package func text(_ number: Int) -> String? { resolved(number).flatMap { text(of: $0) } }

    /// The text that an object is.
    package func text(of object: BinaryPropertyList.Object) -> String? {
        if case .string(let own) = object { return own }
        if case .string(let inner)? = field("NS.string", of: object).flatMap(list.object) { return inner }
        return nil
    }
}
