import ApusSchema
package import Foundation

/// Keeps values readable, but in the form of encrypted ones: bound to their key and context, and different each time.
///
/// It is for stores that are thrown away, such as those of `apus test`: a test needs no keys then, and fails where real encryption would.
package struct TransparentSealer: ValueSealer {
    /// Creates a sealer that has every key.
    package init() {}

    package func checkKey(_ key: String) throws(SealingError) {}

    package func seal(_ value: Data, key: String, context: Data) throws(SealingError) -> Data {
        Self.mark + withUnsafeBytes(of: UUID().uuid) { Data($0) } + Self.tag(key, context, value) + value
    }

    package func open(_ sealed: Data, key: String, context: Data) throws(SealingError) -> Data {
        guard sealed.starts(with: Self.mark), sealed.count >= Self.mark.count + 48 else { throw .notSealed }
        let rest = sealed.dropFirst(Self.mark.count + 16)
        let value = Data(rest.dropFirst(32))
        guard rest.prefix(32) == Self.tag(key, context, value) else { throw .notAuthentic }
        return value
    }

    private static let mark = Data("not encrypted".utf8)

    private static func tag(_ key: String, _ context: Data, _ value: Data) -> Data {
        var message = Array(key.utf8) + [0]
        message += Array("\(context.count)".utf8) + [0] + Array(context) + Array(value)
        return Data(SHA256.hash(message))
    }
}

extension StoreKeys {
    /// The keys of stores that are thrown away.
    package static let forTests = StoreKeys(TransparentSealer())
}
