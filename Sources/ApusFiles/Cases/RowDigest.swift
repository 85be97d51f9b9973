/// The rows of a store as digests, by entity and by the relationship of each join table: what `--record` writes.
package struct RowDigest: Hashable, Sendable {
    /// The number of rows and their digest, by name. What is empty is left out.
    package let parts: [String: Part]

    /// Rows of one kind.
    package struct Part: Hashable, Sendable {
        /// The number of rows.
        package let rows: Int
        /// The digest of their values, in hexadecimal digits.
        package let digest: String

        /// Creates a value.
        package init(rows: Int, digest: String) {
            (self.rows, self.digest) = (rows, digest)
        }
    }

    /// Creates a digest from its parts.
    package init(parts: [String: Part]) {
        self.parts = parts
    }

    /// How other rows differ, a line for each part.
    package func differences(to found: RowDigest) -> [String] {
        Set(parts.keys).union(found.parts.keys).sorted().compactMap { path in
            let (one, two) = (parts[path], found.parts[path])
            if one == two { return nil }
            let (expected, count) = (one?.rows ?? 0, two?.rows ?? 0)
            return expected == count
                ? "\(path): the same number of rows (\(count)), but other values"
                : "\(path): expected \(expected) rows, found \(count)"
        }
    }
}
