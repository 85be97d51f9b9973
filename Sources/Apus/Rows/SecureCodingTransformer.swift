public import Foundation

/// The default transformer of transformable attributes, like Core Data's `NSSecureUnarchiveFromData`.
///
/// It supports what Foundation can archive securely: the classes of property lists and the Swift types bridged to them,
/// `NSURL`, `NSUUID`, `NSSet`, `NSNull`, and objects of the attribute's own class if it conforms to `NSSecureCoding`.
public enum SecureCodingTransformer<Value>: AttributeTransformer {
    /// Archives a value.
    ///
    /// - Throws: Foundation's error if the value's class cannot be archived.
    public static func data(from value: Value) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    }

    /// Unarchives a value.
    ///
    /// - Throws: Foundation's error if the bytes are not an archive, or contain objects of other classes.
    public static func value(from data: Data) throws -> Value {
        var classes: [AnyClass] = [
            NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, NSURL.self,
            NSUUID.self, NSSet.self, NSNull.self,
        ]
        if let own = Value.self as? any (NSObject & NSSecureCoding).Type { classes.append(own) }
        let object = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
        guard let value = object as? Value else { throw CocoaError(.coderReadCorrupt) }
        return value
    }
}
