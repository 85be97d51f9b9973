public import ApusMigration
import ApusSchema
public import ApusStore
public import Foundation
import GRDB

/// Creates stores with plausible rows that obey the model. The same seed gives the same rows on every machine.
///
/// ```swift
/// try Seeder(rows: 1000, seed: 7).seed(url, holding: state)
/// ```
public struct Seeder: Sendable {
    /// The number of objects of all entities together, at most 100,000,000.
    public let rows: Int

    /// The greatest number of objects: the references of more do not fit in memory.
    package static let mostRows: Int = 100_000_000

    /// The seed of all random choices.
    public let seed: UInt64

    /// The kind of values.
    public let profile: SeedProfile

    /// The keys of encrypted attributes.
    public var keys: StoreKeys?

    /// Creates a seeder.
    public init(rows: Int, seed: UInt64, profile: SeedProfile = .typical) {
        self.rows = rows
        self.seed = seed
        self.profile = profile
    }

    /// Creates a store with rows. There can be a few less than requested if the relationships' counts do not come out
    /// even.
    ///
    /// - Parameters:
    ///   - url: The store's file, which must not exist.
    ///   - state: The version and schema of the store.
    ///   - isReplacing: Whether to replace an existing Apus store that no process has open, and that has no other model.
    ///   - report: Called with the progress before each table and several times a second; the error that it throws ends the work.
    /// - Returns: The contents of the store.
    /// - Throws: ``SeedProblem`` if no rows can obey the model, the error of `report`, otherwise `StoreError`. An existing
    ///   file is not changed then.
    @discardableResult
    public func seed(
        _ url: URL,
        holding state: StoreState,
        isReplacing: Bool = false,
        report: @escaping (SeedProgress) throws -> Void = { _ in }
    ) throws -> SeedReport {
        try seed(url, holding: state, isReplacing: isReplacing, keeping: nil, report: report)
    }

    /// Creates a store with rows, and keeps a copy of the one that it replaces, with its rows of the moment at which it is replaced.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - state: The version and schema of the store.
    ///   - isReplacing: Whether to replace an existing store.
    ///   - copy: The file of the copy, which must not exist; `nil` for none. It is not there if the store is not replaced.
    ///   - report: Called with the progress.
    /// - Returns: The contents of the store.
    /// - Throws: As the method without a copy.
    package func seed(
        _ url: URL,
        holding state: StoreState,
        isReplacing: Bool,
        keeping copy: URL?,
        report: @escaping (SeedProgress) throws -> Void
    ) throws -> SeedReport {
        let problems = keys.problems(with: state.layout)
        guard problems.isEmpty else { throw StoreError(url.relativePath, .keys(problems)) }
        let plan = try SeedPlan(state.schema, rows: rows, seed: seed, profile: profile)
        var filled: Filled?
        try StoreCreation.create(
            url,
            holding: state,
            at: Double(DateTopic.now),
            keys: keys,
            isReplacing: isReplacing,
            keeping: copy
        ) { db, files in
            filled = try StoreFilling(
                plan,
                layout: state.layout,
                db: db,
                files: files,
                keys: keys,
                report: report
            ).run()
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return SeedReport(
            objects: plan.objects.map { SeedReport.Count(path: ElementPath($0.entity), rows: $0.identities.count) },
            joinTables: plan.joinTables.map { SeedReport.Count(path: $0.path, rows: $0.rows.count) },
            files: filled?.files ?? 0,
            bytes: (attributes?[.size] as? NSNumber)?.intValue ?? 0
        )
    }

    /// The result of filling the tables.
    struct Filled {
        let files: Int
    }
}
