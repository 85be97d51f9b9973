import Foundation

/// How much of the matrix a run fills.
///
/// - `APUS_LAW_SECONDS=180` fills all of it, and goes on with other seeds until the time is over; without it a run fills
///   every 48th cell once, others with another seed.
/// - `APUS_MATRIX_SHARE=3` fills every third cell instead, others with another seed.
/// - `APUS_LAW_SEED=7` is the seed that the cells derive theirs from; another one gives other histories and other data.
/// - `APUS_MATRIX_EDIT="entities merged"` fills the line and the row of that edit alone, in full unless there is a share.
/// - `APUS_MATRIX_CELL="attribute renamed, then part removed"` fills that cell alone, as a breach names it.
struct MatrixBudget: Sendable {
    let seconds: TimeInterval
    let seed: UInt64
    /// The edits of the only cell that is wanted.
    var only: String?
    /// The edit whose cells alone are wanted.
    var edit: String?
    /// One cell of so many is filled.
    var share: Int = 1
    /// Whether the cells are counted through, line after line: a share of more than two lines then fills as many cells.
    var isCounted: Bool = false

    /// What the environment says.
    static func environment(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> MatrixBudget {
        let seconds: TimeInterval? = environment["APUS_LAW_SECONDS"].flatMap(TimeInterval.init)
        let only: String? = environment["APUS_MATRIX_CELL"]
        let edit: String? = environment["APUS_MATRIX_EDIT"]
        return MatrixBudget(
            seconds: seconds ?? 0,
            seed: environment["APUS_LAW_SEED"].flatMap(UInt64.init) ?? 1,
            only: only,
            edit: edit,
            share: environment["APUS_MATRIX_SHARE"].flatMap(Int.init).map { max(1, $0) }
                ?? (seconds == nil && only == nil && edit == nil ? 48 : 1)
        )
    }

    /// The same for real stores, which cost more: without `APUS_STORE_SHARE` a run fills every 900th cell.
    static func stores(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> MatrixBudget {
        var budget: MatrixBudget = .environment(environment)
        budget.isCounted = true
        if budget.only == nil {
            budget.share = environment["APUS_STORE_SHARE"].flatMap(Int.init).map { max(1, $0) } ?? 900
        }
        return budget
    }

    /// Whether a cell is filled: of each line and each row the same share, other cells with another seed.
    func isWanted(_ first: Int, _ second: Int, _ edits: [MatrixEdit]) -> Bool {
        if let only { return only == "\(edits[first].name), then \(edits[second].name)" }
        if let edit, edits[first].name != edit, edits[second].name != edit { return false }
        let number: Int = isCounted ? first &* edits.count &+ second : first &+ second
        return (number &+ Int(truncatingIfNeeded: seed & 0xFFFF)) % share == 0
    }
}
