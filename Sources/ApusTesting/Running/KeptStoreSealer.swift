package import ApusStore
package import Foundation

/// The keys of kept stores: those that were given, and none for values that tests have made.
///
/// A copy of a kept store has real values, so what can be encrypted in it is. A key that was not given is only missed where a value has it.
package struct KeptStoreSealer: ValueSealer {
    private let given: any ValueSealer
    private let ours = TransparentSealer()

    /// Creates a sealer.
    ///
    /// - Parameter keys: The keys that were given.
    package init(_ keys: StoreKeys) { given = keys.sealer }

    package func checkKey(_ key: String) throws(SealingError) {
        do throws(SealingError) { try given.checkKey(key) } catch {
            // What is wrong with a key that was given is to be known.
            if case .badKey = error { throw error }
        }
    }

    package func seal(_ value: Data, key: String, context: Data) throws(SealingError) -> Data {
        do throws(SealingError) { return try given.seal(value, key: key, context: context) } catch {
            guard case .noKey = error else { throw error }
            return try ours.seal(value, key: key, context: context)
        }
    }

    package func open(_ sealed: Data, key: String, context: Data) throws(SealingError) -> Data {
        do throws(SealingError) { return try ours.open(sealed, key: key, context: context) } catch {
            guard case .notSealed = error else { throw error }
            return try given.open(sealed, key: key, context: context)
        }
    }
}
