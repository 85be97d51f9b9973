import ApusDiagnostics
import ApusReports

extension [StatusRecord] {
    /// The stores as a table, the problems below it, then what each store holds on demand.
    var sheet: Sheet {
        let table = Sheet.Table(
            ["store", "model", "version", "pending", "rows", "size", "last migration"].map { .words($0) },
            map(\.cells)
        )
        let problems: [Sheet.Part] = compactMap { record in
            record.error.map { problem in
                .text(
                    [[.strong(record.store.shown), .words(": "), .code(problem.message)]]
                        + problem.help.map { [.words($0)] }
                )
            }
        }
        return Sheet(
            [.heading(2, [.words("Stores")]), .line(.words(summary)), .table(table)] + problems
                + compactMap { record in
                    record.text.map {
                        .folded(
                            [.code(record.store)],
                            [.lines($0.split(separator: "\n").map(String.init), language: "text")]
                        )
                    }
                }
        )
    }

    /// `12 stores: 9 up to date, 2 with pending stages, 1 cannot be used`.
    private var summary: String {
        let counts: [(Int, String)] = [
            (count { $0.state == .current }, "up to date"), (count { $0.state == .behind }, "with pending stages"),
            (count { $0.state == .ahead }, "ahead"), (count { $0.state == .unknown }, "not planned"),
            (count { $0.state == .unusable }, "not usable"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let stores = "\(count) \(count == 1 ? "store" : "stores")"
        return parts.isEmpty ? stores : "\(stores): \(parts.joined(separator: ", "))"
    }
}

extension StatusRecord {
    /// Where a store stands.
    fileprivate enum State { case current, behind, ahead, unknown, unusable }

    fileprivate var state: State {
        if error != nil { return .unusable }
        if aheadOf != nil { return .ahead }
        guard let pending else { return .unknown }
        return pending.isEmpty ? .current : .behind
    }

    fileprivate var cells: [Sheet.Cell] {
        let counts: [Int] = (rows ?? []).compactMap(\.count)
        let last = migrations?.last
        return [
            .init(.code(store)), .init(.code(model ?? "")), .init(.code(version ?? "")), pendingCell,
            .init(.words(rows == nil ? "" : counts.reduce(0, +).grouped)),
            .init(.words(bytes.map(\.shownAsBytes) ?? "")),
            .init(.words(last.map { "\($0.finishedAt): \($0.from) → \($0.to)" } ?? "")),
        ]
    }

    private var pendingCell: Sheet.Cell {
        switch state {
        case .current: .init(.words("up to date"), .good)
        case .ahead: .init(.words("ahead of \(aheadOf ?? "")"), .notable)
        case .unknown: .init(.words("unknown"), .notable)
        case .unusable: .init(.words("cannot be used"), .bad)
        case .behind:
            if let refused = pending?.first(where: \.isRefused) {
                .init(.words("\(refused.from) → \(refused.to): \(refused.verdict)"), .bad)
            } else {
                .init(.words("\(pending?.first?.from ?? "") → \(pending?.last?.to ?? "")"), .notable)
            }
        }
    }
}
