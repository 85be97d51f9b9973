import ApusDiagnostics

extension Picture.Card {
    /// The rows that are drawn, with their indices if others are left out: then the last one counts these. Losses and refusals are kept
    /// first, then other changes, then relationships, which have edges.
    var drawnRows: (rows: [Picture.Row], indices: [Int]?) {
        guard rows.count > CardMetrics.rows else { return (rows, nil) }
        let ranks = rows.map(\.rank)
        let order = rows.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        let kept = order.prefix(CardMetrics.rows).sorted()
        let rest = order.dropFirst(CardMetrics.rows)
        let changed = rest.count { ranks[$0] < 2 }
        let more = Picture.Row(
            rows[order[0]].kind,
            "… \(rest.count.grouped) more",
            changed == 0 ? "" : "\(changed.grouped) changed"
        )
        return (kept.map { rows[$0] } + [more], kept)
    }
}

extension Picture.Row {
    /// How early it is drawn, if not all rows are.
    fileprivate var rank: Int {
        if notes.contains(where: \.kind.isUrgent) { return 0 }
        if sign != nil || !notes.isEmpty { return 1 }
        return kind == .relationship ? 2 : 3
    }
}
