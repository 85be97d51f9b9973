#if canImport(CryptoKit)
import CryptoKit
#endif

/// The SHA-256 digest (FIPS 180-4) of bytes that are added piece by piece.
///
/// CryptoKit computes it on Apple's platforms. Elsewhere this is our own code, because swift-crypto would link all of
/// BoringSSL into every app. Digests are not used for secrets; they only show whether files are equal.
package struct SHA256 {
    #if canImport(CryptoKit)
    private var hasher = CryptoKit.SHA256()
    #else
    private var hasher = PortableSHA256()
    #endif

    package init() {}

    /// Adds bytes.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { contiguous in
            hasher.update(bufferPointer: UnsafeRawBufferPointer(contiguous))
        }
        if isDone == nil { Array(bytes).withUnsafeBytes { hasher.update(bufferPointer: $0) } }
    }

    /// Returns the 32 bytes of the digest.
    package func finalize() -> [UInt8] {
        Array(hasher.finalize())
    }

    /// Returns the digest of bytes.
    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }
}
