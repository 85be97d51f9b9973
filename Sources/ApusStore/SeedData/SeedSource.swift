import ApusSchema

/// The seed data that an app has for its stores, unread.
package struct SeedSource: Sendable {
    /// The digest of the rows.
    package let digest: String
    /// The rows in canonical JSON.
    package let json: String
    /// The root entities whose rows the store gets; `nil` for all.
    package let roots: Set<String>?

    /// What a store remembers of the data that it has: which rows, and of which entities.
    var storedDigest: String { roots.map { ([digest] + $0.sorted()).joined(separator: " ") } ?? digest }

    /// What a stored digest says: the digest of the rows, and the root entities; `nil` for all.
    static func parts(ofStored digest: String) -> (digest: String, roots: Set<String>?) {
        let parts = digest.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count > 1 ? Set(parts[1...]) : nil)
    }

    /// Whether there are no rows.
    var isEmpty: Bool { json == "[]" }

    /// Creates seed data.
    package init(digest: String, json: String, roots: Set<String>? = nil) {
        (self.digest, self.json, self.roots) = (digest, json, roots)
    }

    /// Reads the rows of the store.
    ///
    /// - Throws: `StoreError.failedCheck` if the generated text was edited.
    func rows(of schema: Schema, path: String) throws -> [SeedRows.Row] {
        do {
            let rows = try SeedRows(json: json, of: schema).rows
            guard let roots else { return rows }
            return rows.filter { roots.contains(schema.root(of: $0.entity)) }
        } catch {
            throw StoreError(path, .failedCheck("the seed data cannot be read: \(error)"))
        }
    }
}
