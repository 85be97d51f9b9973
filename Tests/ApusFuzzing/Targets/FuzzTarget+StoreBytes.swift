import ApusStore
import Foundation

extension FuzzTarget {
    /// Edits of the bytes of a good store: a byte that chooses the change and the checks, then edits of three bytes of
    /// offset, one of length, and the bytes.
    static let storeBytes = FuzzTarget(name: "store-bytes", usualRuns: 50, tokens: ["\u{1}\u{1}", "SQLite format 3"]) {
        (0..<UInt8(2 * StoreChange.all.count)).flatMap { choice -> [[UInt8]] in
            // The header's first free page, page 3, and the number of free pages; that page as one of the list.
            let free: [UInt8] = [0, 0, 32, 7, 0, 0, 0, 3, 0, 0, 0, 1]
            let trunk: [UInt8] = [0, 32, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1, 0, 32, 8, 3, 0, 0, 0, 4]
            // A format in the header, a cell's pointer, a byte of a row.
            return [
                [choice], [choice, 0, 0, 18, 2, 1, 1], [choice, 0, 32, 8, 1, 255], [choice, 0, 47, 250, 1, 7],
                [choice] + free, [choice] + free + trunk,
            ]
        }
    } run: { input in
        let choice = Int(input.first ?? 0)
        let store = try FuzzedStore(choice / 2 % StoreChange.all.count, in: "bytes")
        var bytes = try Data(contentsOf: store.url)
        var edits = input.dropFirst()
        while edits.count > 4 {
            let head = edits.prefix(4)
            let offset = head.prefix(3).reduce(0) { $0 << 8 | Int($1) } % bytes.count
            let length = Int(head[head.startIndex + 3] % 8) + 1
            edits.removeFirst(4)
            for (index, byte) in edits.prefix(length).enumerated() where offset + index < bytes.count {
                bytes[offset + index] = byte
            }
            edits = edits.dropFirst(length)
        }
        try bytes.write(to: store.url)
        try StoreLaws(store: store, attack: .bytes, checks: choice.isMultiple(of: 2) ? .full : .usual).check()
    }
}
