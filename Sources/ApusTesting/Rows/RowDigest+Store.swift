import ApusFiles
import ApusSchema
import ApusStore

extension RowDigest {
    /// Reads all rows of a store.
    ///
    /// - Throws: An error of reading.
    init(of content: StoreContent) throws {
        var hashes: [String: (rows: Int, hash: SHA256)] = [:]
        for table in content.tables {
            let rows = try content.rows(of: table)
            while let row = try rows.next() {
                let path = "\(table.path(of: row))"
                var (count, hash) = hashes[path] ?? (0, SHA256())
                for (column, value) in zip(rows.columns, row.values) where value != .null {
                    hash.update(StoredValue.text(column.name).digested)
                    hash.update(value.digested)
                }
                // The end of the row.
                hash.update([0])
                count += 1
                hashes[path] = (count, hash)
            }
        }
        // Half of the digest tells rows apart as well.
        let parts = hashes.mapValues { Part(rows: $0.rows, digest: String(Digest.hex($0.hash.finalize()).prefix(32))) }
        self.init(parts: parts)
    }
}

extension StoredValue {
    /// The value as bytes that no other value has: a letter for its kind, its length, then its own bytes.
    fileprivate var digested: [UInt8] {
        func bytes(_ kind: Character, _ content: some Collection<UInt8>) -> [UInt8] {
            [kind.asciiValue ?? 0] + withUnsafeBytes(of: UInt64(content.count).littleEndian) { Array($0) } + content
        }
        switch self {
        case .null: return bytes("n", [])
        case .integer(let number): return bytes("i", withUnsafeBytes(of: number.littleEndian) { Array($0) })
        case .real(let number): return bytes("r", withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) })
        case .text(let text): return bytes("t", text.utf8)
        case .blob(let data): return bytes("b", data)
        }
    }
}
