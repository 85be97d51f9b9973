import ApusSchema
import Foundation
package import GRDB

extension Rekeying {
    /// What is to be done once after the last rows: lookups whose secret is not sealed with the first key get another secret. So do those
    /// whose secret is lost.
    ///
    /// - Parameter db: The connection that writes, outside of a transaction.
    /// - Throws: `StoreError`, `DatabaseError`; what was encrypted again stays, and the next run goes on.
    package mutating func finish(_ db: Database) throws {
        for layout in layouts {
            for key in Set(try outdated(in: layout, db)).sorted() {
                var batch = RekeyReport.Batch()
                try db.inTransaction(.immediate) {
                    try check(db)
                    // Another process may have done it.
                    let outdated = try outdated(in: layout, db).filter { $0 == key }
                    if outdated.isEmpty { return .rollback }
                    try Lookups.recompute(key, of: layout, db, path: path)
                    if values.files != nil { try Purge.request(db) }
                    outdated.forEach { batch.countSecret($0) }
                    return .commit
                }
                report.add(batch)
            }
        }
        try rewriteTombstones(db)
        report.isComplete = true
    }

    /// Encrypts the values that deleted objects have left in the history again, some in each transaction.
    private mutating func rewriteTombstones(_ db: Database) throws {
        let batches = try forEachPage(db) { page, batch, db in
            try db.inTransaction(.immediate) {
                try check(db)
                for tombstone in page {
                    guard let plain = try opened(tombstone, &batch) else { continue }
                    let sealed: Data
                    do throws(SealingError) {
                        let context = tombstone.seal.context(of: tombstone.identity)
                        sealed = try keys.sealer.seal(plain, key: tombstone.seal.key, context: context)
                    } catch { throw StoreError(path, .keys([error])) }
                    try tombstone.replace(by: sealed, db)
                    batch.count(tombstone.name)
                }
                if !batch.isEmpty, values.files != nil { try Purge.request(db) }
                return batch.isEmpty ? .rollback : .commit
            }
        }
        batches.forEach { report.add($0) }
    }

    /// Does something with the values that deleted objects have left in the history. A value that was read never changes, but by another
    /// process that does the same.
    private func forEachPage(
        _ db: Database,
        _ work: ([Tombstones.Sealed], inout RekeyReport.Batch, Database) throws -> Void
    ) throws -> [RekeyReport.Batch] {
        var batches: [RekeyReport.Batch] = []
        try Tombstones.forEachPage(of: layouts, db) { page in
            var batch = RekeyReport.Batch()
            try work(page, &batch, db)
            batches.append(batch)
        }
        return batches
    }

    /// - Returns: The bytes; `nil` if the value need not be encrypted again, or cannot be decrypted.
    private func opened(_ tombstone: Tombstones.Sealed, _ batch: inout RekeyReport.Batch) throws -> Data? {
        // A version may have had a key that no attribute has any more, and that was not given.
        if let problem = StoreKeys?.some(keys).problem(with: tombstone.seal.key) {
            batch.add(problem.reason, tombstone.name, of: tombstone.identity)
            return nil
        }
        return try opened(tombstone.bytes, tombstone.seal, tombstone.identity, tombstone.name, &batch)
    }

    /// Decrypts all values, and reports those that cannot be.
    mutating func checkValues(_ db: Database) throws {
        for layout in layouts { report.add(try SealedValueChecks.unreadable(in: nil, of: layout, db)) }
        report.add(try Tombstones.check(of: layouts, keys, db).unreadable)
    }

    /// What ``finish(_:)`` would do. Nothing is written.
    package mutating func rehearseFinish(_ db: Database) throws {
        var batch = RekeyReport.Batch()
        for layout in layouts { try outdated(in: layout, db).forEach { batch.countSecret($0) } }
        report.add(batch)
        let batches = try forEachPage(db) { page, batch, _ in
            for tombstone in page where try opened(tombstone, &batch) != nil { batch.count(tombstone.name) }
        }
        batches.forEach { report.add($0) }
        report.isComplete = true
    }

    /// The keys of a layout's secrets that are not sealed with the first key.
    private func outdated(in layout: Layout, _ db: Database) throws -> [String] {
        do {
            return try Lookups.uses(in: layout, keys, db).filter { $0.used?.rank != .first }.map(\.key)
        } catch let error as SealingError { throw StoreError(path, .keys([error])) }
    }
}
