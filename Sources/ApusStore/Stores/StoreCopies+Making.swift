package import Foundation

extension StoreCopies {
    /// Copies a store with its external files, reading a consistent state while others write, and compares the two.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - copy: The file of the copy, which must not exist.
    /// - Throws: `StoreError`; no copy is left then.
    package static func make(of url: URL, at copy: URL) throws(StoreError) {
        let source = StoreFile(url)
        try StoreError.wrapping(source.path) { try StoreCopy(source: source, target: StoreFile(copy)).make() }
    }
}
