import ApusStore
import Foundation
import GRDB

extension FuzzTarget {
    /// Edits of the list of free pages of a good store: a byte that chooses the change and the checks, the number of leaves per
    /// trunk, then edits of four bytes: the number that changes, its trunk, its leaf, and the choice of a value.
    static let storeFreePages = FuzzTarget(name: "store-free-pages", usualRuns: 40, tokens: []) {
        (0..<UInt8(2 * StoreChange.all.count)).flatMap { choice -> [[UInt8]] in
            let edits = FreePageList.Field.allCases.flatMap { field in
                (0..<7).map { [field.rawValue, $0, choice, $0 &+ choice] as [UInt8] }
            }
            // A leaf less in a trunk and in the header, which no count betrays.
            let fewer = [FreePageList.Field.leafCount, .freeCount].flatMap { [$0.rawValue, 0, 0, 2] as [UInt8] }
            return [[choice, 0], [choice, 4], [choice, 1], [choice, 4] + fewer]
                + edits.map { [choice, choice % 5] + $0 }
        }
    } run: { input in
        let choice = Int(input.first ?? 0)
        let checks: StoreChecks = choice.isMultiple(of: 2) ? .full : .usual
        let change = choice / 2 % StoreChange.all.count
        let store = try FuzzedStore(change, in: "free-pages", hasFreePages: true)
        let roots = store.rows("SELECT rootpage FROM sqlite_schema WHERE rootpage > 0 ORDER BY rootpage") ?? []
        var list = FreePageList(
            in: Array(try Data(contentsOf: store.url)),
            leavesPerTrunk: Int(input.dropFirst().first ?? 4)
        )
        var edits = input.dropFirst(2)
        while edits.count >= 4 {
            let edit = edits.prefix(4).map(Int.init)
            edits.removeFirst(4)
            list.edit(
                FreePageList.Field.allCases[edit[0] % FreePageList.Field.allCases.count],
                trunk: edit[1],
                leaf: edit[2],
                choice: edit[3],
                roots: roots.compactMap { Int.fromDatabaseValue($0[0]) },
                // Whether a page inside a table is free, only the full checks look at.
                choosesAnyPage: checks == .full
            )
        }
        try Data(list.bytes).write(to: store.url)
        try StoreLaws(store: store, attack: .freePages, checks: checks).check()
    }
}
