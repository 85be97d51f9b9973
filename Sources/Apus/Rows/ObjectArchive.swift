#if !canImport(ObjectiveC)
import ApusSchema
import Foundation

/// Archives of Foundation's objects where its archivers end the process: there, an object of a class that was not asked for
/// is a failed assertion, and a decimal number an endless recursion.
enum ObjectArchive {
    /// Reads an archive.
    ///
    /// - Parameters:
    ///   - data: The archive.
    ///   - own: A class of the app's whose objects may be in it.
    ///   - classes: All classes whose objects may be in it.
    /// - Returns: The outermost object.
    /// - Throws: ``ArchiveError``.
    static func object(from data: Data, own: AnyClass?, _ classes: [AnyClass]) throws -> Any? {
        guard let archive = KeyedArchive(data) else { throw ArchiveError.damaged }
        do {
            return try archive.made(object)
        } catch KeyedArchive.Failure.other(let name) {
            // Only the class itself can read its objects. What is in them is read with them.
            if let own, isOwn(archive, own) {
                return try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
            }
            throw ArchiveError.unsupportedClass(name)
        } catch KeyedArchive.Failure.damaged {
            throw ArchiveError.damaged
        }
    }

    /// Whether the outermost object is of a class of the app's, or of one that inherits from it, and all others can be read.
    private static func isOwn(_ archive: KeyedArchive, _ own: AnyClass) -> Bool {
        // Of Foundation's own classes, such as an array, only those that are asked for can be in it.
        guard name(of: own) != nil, archive.list.isSound,
            let outermost = archive.resolved(archive.root).flatMap({ archive.className(of: $0) }),
            (NSClassFromString(outermost) as? NSObject.Type)?.isSubclass(of: own) == true
        else { return false }
        return archive.classNames.allSatisfy { NSClassFromString($0) is any NSSecureCoding.Type }
    }

    /// The name of a class of the app's in an archive; `nil` if Foundation has none for it, as for a class in another type.
    private static func name(of own: AnyClass) -> String? {
        let parts = String(reflecting: own).split(separator: ".")
        return parts.count == 2 && parts[0] != "Foundation" ? parts.joined(separator: ".") : nil
    }

    private static func object(_ part: KeyedArchive.Part<NSObject>, isMutable: Bool) throws -> NSObject {
        switch part {
        case .null: return NSNull()
        case .bool(let value): return NSNumber(value: value)
        case .int(let value): return NSNumber(value: value)
        case .unsigned(let value): return NSNumber(value: value)
        case .real(let value): return NSNumber(value: value)
        case .date(let seconds): return NSDate(timeIntervalSinceReferenceDate: seconds)
        case .data(let data): return isMutable ? NSMutableData(data: data) : NSData(data: data)
        case .string(let text): return isMutable ? NSMutableString(string: text) : NSString(string: text)
        case .uuid(let value):
            guard let uuid = NSUUID(uuidString: value.uuidString) else { throw ArchiveError.damaged }
            return uuid
        case .url(let text, let base):
            guard let url = NSURL(string: text, relativeTo: (base as? NSURL).map { $0 as URL }) else {
                throw ArchiveError.damaged
            }
            return url
        case .array(let elements): return isMutable ? NSMutableArray(array: elements) : NSArray(array: elements)
        case .set(let elements): return isMutable ? NSMutableSet(array: elements) : NSSet(array: elements)
        case .dictionary(let entries):
            let pairs = entries.map { (AnyHashable($0.key), $0.value as Any) }
            let values = Dictionary(pairs) { $1 }
            return isMutable ? NSMutableDictionary(dictionary: values) : NSDictionary(dictionary: values)
        }
    }

    /// Checks that a value can be archived, and read again.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - own: A class of the app's whose objects may be in it.
    ///   - depth: The number of objects in each other, with this one.
    /// - Throws: ``ArchiveError``.
    static func check(_ value: Any, own: AnyClass?, depth: Int = 1) throws {
        func check(_ value: Any) throws { try Self.check(value, own: own, depth: depth + 1) }
        // What is deeper would not be read again.
        guard depth < KeyedArchive.depthLimit else { throw ArchiveError.tooDeep }
        switch value {
        case is NSDecimalNumber, is Decimal: throw ArchiveError.unsupportedClass("\(type(of: value))")
        case is String, is NSString, is Data, is NSData, is Date, is NSDate, is URL, is NSURL, is UUID, is NSUUID,
            is NSNull,
            is NSNumber, is Bool, is Int, is Int8, is Int16, is Int32, is Int64, is UInt, is UInt8, is UInt16,
            is UInt32,
            is UInt64, is Float, is Double:
            break
        case let list as NSArray: for element in list { try check(element) }
        case let list as [Any]: for element in list { try check(element) }
        case let set as NSSet: for element in set { try check(element) }
        case let set as Set<AnyHashable>: for element in set { try check(element.base) }
        case let dictionary as NSDictionary:
            for (key, value) in dictionary {
                try check(key)
                try check(value)
            }
        case let dictionary as [AnyHashable: Any]:
            for (key, value) in dictionary {
                try check(key.base)
                try check(value)
            }
        case let object as NSObject
        where own.map { object.isKind(of: $0) && name(of: type(of: object)) != nil } ?? false:
            // What it contains, only its class can say.
            guard depth == 1 else { throw ArchiveError.unsupportedClass("\(type(of: value))") }
        default:
            // An optional without a value becomes NSNull.
            let mirror = Mirror(reflecting: value)
            guard mirror.displayStyle == .optional, mirror.children.isEmpty else {
                throw ArchiveError.unsupportedClass("\(type(of: value))")
            }
        }
    }
}
#endif
