public import ApusDiagnostics
import ApusSchema
public import Foundation

/// The default transformer of transformable attributes, like Core Data's `NSSecureUnarchiveFromData`.
///
/// It supports what Foundation can archive securely: the classes of property lists and the Swift types bridged to them,
/// `NSURL`, `NSUUID`, `NSSet`, `NSNull`, and objects of the attribute's own class if it conforms to `NSSecureCoding`.
///
/// Archives that apps wrote on Apple's platforms are read on Linux, too, as far as they are of these classes. Another class,
/// such as that of a colour, may not exist there: an attribute of the type `NSObject` then has an ``UnreadArchive``.
public enum SecureCodingTransformer<Value>: AttributeTransformer {
    /// Archives a value.
    ///
    /// - Throws: Foundation's error if the value's class cannot be archived; on Linux ``ArchiveError``.
    public static func data(from value: Value) throws -> Data {
        if let unread = value as? UnreadArchive { return unread.data }
        #if !canImport(ObjectiveC)
        try ObjectArchive.check(value, own: own)
        #endif
        let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        #if !canImport(ObjectiveC)
        // What a class of the app's archives is read now: later, the value would be lost.
        if own != nil { _ = try Self.value(from: data) }
        #endif
        return data
    }

    /// Unarchives a value.
    ///
    /// - Throws: Foundation's error if the bytes are not an archive, or contain objects of other classes; on Linux
    ///   ``ArchiveError``.
    public static func value(from data: Data) throws -> Value {
        var classes: [AnyClass] = [
            NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, NSURL.self,
            NSUUID.self, NSSet.self, NSNull.self,
        ]
        if let own { classes.append(own) }
        #if canImport(ObjectiveC)
        let object = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
        #else
        let object: Any?
        do {
            object = try ObjectArchive.object(from: data, own: own, classes)
        } catch ArchiveError.unsupportedClass(let name) {
            guard let unread = UnreadArchive(className: name, data: data) as? Value else {
                throw ArchiveError.unsupportedClass(name)
            }
            return unread
        }
        #endif
        guard let value = object as? Value else { throw CocoaError(.coderReadCorrupt) }
        return value
    }

    private static var own: (any (NSObject & NSSecureCoding).Type)? {
        Value.self as? any (NSObject & NSSecureCoding).Type
    }
}

/// An archive that contains an object of a class that this platform does not have, as it is in the store: a save writes the
/// same bytes.
public final class UnreadArchive: NSObject {
    /// The name of the class, such as `UIColor`.
    public let className: String
    /// The whole archive, as `NSKeyedArchiver` wrote it.
    public let data: Data

    init(className: String, data: Data) {
        self.className = className
        self.data = data
    }

    /// Two are equal if their bytes are.
    public override func isEqual(_ object: Any?) -> Bool { (object as? UnreadArchive)?.data == data }

    public override var hash: Int { data.hashValue }

    public override var description: String { "<archive with \(className), \(data.count) bytes>" }
}

/// Why a value cannot be archived, or an archive cannot be read.
public enum ArchiveError: ExplainedError, Hashable {
    /// An object is of a class that is none of those that ``SecureCodingTransformer`` supports.
    case unsupportedClass(String)
    /// Lists and dictionaries are nested too deeply: less than 200 levels can be read.
    case tooDeep
    /// The bytes are not what `NSKeyedArchiver` writes.
    case damaged

    /// What is wrong, and what to do next.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .unsupportedClass(let name):
            [
                .error(
                    "objects of the class '\(name.shown)' cannot be archived or read here",
                    help: ["keep the value in a codable attribute, or write a transformer: see AttributeTransformer"]
                )
            ]
        case .tooDeep: [.error("lists and dictionaries are nested too deeply to be archived")]
        case .damaged: [.error("the bytes are not an archive of NSKeyedArchiver")]
        }
    }
}
