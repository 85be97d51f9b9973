#if canImport(CryptoKit)
import CryptoKit
#endif

/// The SHA-256 digest of bytes that arrive piece by piece, as FIPS 180-4 defines it.
///
/// CryptoKit computes it on Apple's platforms. Elsewhere this is our own code, because the package that would bring it there
/// links the whole of BoringSSL into every app. It has nothing to do with secrets: digests tell whether files are the same.
package struct SHA256 {
    #if canImport(CryptoKit)
    private var hasher = CryptoKit.SHA256()
    #else
    private var hasher = PortableSHA256()
    #endif

    package init() {}

    /// Adds bytes to those that came before.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { contiguous in
            hasher.update(bufferPointer: UnsafeRawBufferPointer(contiguous))
        }
        if isDone == nil { Array(bytes).withUnsafeBytes { hasher.update(bufferPointer: $0) } }
    }

    /// The 32 bytes of the digest.
    package func finalize() -> [UInt8] {
        Array(hasher.finalize())
    }

    /// The digest of bytes that are all there.
    package static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }
}
