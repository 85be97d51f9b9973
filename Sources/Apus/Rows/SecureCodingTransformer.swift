public import Foundation

/// The transformer of transformable attributes that name none: Core Data's `NSSecureUnarchiveFromData`.
///
/// It keeps what Foundation can archive securely: the classes of property lists and the Swift types that they stand for,
/// `NSURL`, `NSUUID`, `NSSet`, `NSNull`, and objects of the attribute's own class where that conforms to
/// `NSSecureCoding`.
public enum SecureCodingTransformer<Value>: AttributeTransformer {
    /// Archives a value.
    ///
    /// - Throws: What Foundation says, where the value is of no class that can be archived.
    public static func data(from value: Value) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    }

    /// Reads an archive.
    ///
    /// - Throws: What Foundation says, where the bytes are no archive or hold objects of other classes.
    public static func value(from data: Data) throws -> Value {
        var classes: [AnyClass] = [
            NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, NSURL.self,
            NSUUID.self, NSSet.self, NSNull.self,
        ]
        if let own = Value.self as? any (NSObject & NSSecureCoding).Type { classes.append(own) }
        let object: Any? = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
        guard let value = object as? Value else { throw CocoaError(.coderReadCorrupt) }
        return value
    }
}
