public import ApusMigration
import ApusSchema
import ApusStore
public import Foundation
import GRDB

/// Makes new stores with plausible rows that obey the model, the same for the same seed on every machine.
///
/// ```swift
/// try Seeder(rows: 1000, seed: 7).seed(url, holding: state)
/// ```
public struct Seeder: Sendable {
    /// How many objects a store gets, of all entities together.
    public let rows: Int

    /// What all values follow from.
    public let seed: UInt64

    /// What the rows are like.
    public let profile: SeedProfile

    /// Creates a seeder.
    public init(rows: Int, seed: UInt64, profile: SeedProfile = .typical) {
        self.rows = rows
        self.seed = seed
        self.profile = profile
    }

    /// Makes a store with rows. There may be a few less than asked for, where they do not come out even.
    ///
    /// - Parameters:
    ///   - url: Where there is no file yet.
    ///   - state: What the store is to hold.
    ///   - isReplacing: Whether a store of Apus that is there already, and that nobody has open, gives way.
    ///   - report: Called now and then with how far it has come.
    /// - Returns: What the store holds.
    /// - Throws: ``SeedProblem`` where no rows obey the model, `StoreError` otherwise; the file is as it was then.
    @discardableResult
    public func seed(
        _ url: URL,
        holding state: StoreState,
        isReplacing: Bool = false,
        report: @escaping (SeedProgress) -> Void = { _ in }
    ) throws -> SeedReport {
        let plan = try SeedPlan(state.schema, rows: rows, seed: seed, profile: profile)
        var filled: Filled?
        try StoreCreation.create(url, holding: state, at: Double(DateTopic.now), isReplacing: isReplacing) {
            db,
            files in
            filled = try StoreFilling(plan, state.layout, db, files: files, report: report).run()
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return SeedReport(
            objects: plan.objects.map { SeedReport.Count(path: ElementPath($0.entity), rows: $0.identities.count) },
            pairs: plan.pairs.map { SeedReport.Count(path: $0.path, rows: $0.list.count) },
            files: filled?.files ?? 0,
            bytes: (attributes?[.size] as? NSNumber)?.intValue ?? 0
        )
    }

    /// What came of it.
    struct Filled {
        let files: Int
    }
}
