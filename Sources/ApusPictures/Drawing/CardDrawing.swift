/// A card in all frames of an album. What is equal in several frames is drawn once.
struct CardDrawing {
    /// The upper part of a card with a label in words. Rows are not compared.
    struct Header: Hashable {
        /// The card without its rows.
        var card: Picture.Card
        /// What a screen reader reads: `Trip, entity, changed: 3 added, 1 lost`.
        var label: String
        /// How much changes.
        var tally: Tally

        /// The lines below the name.
        var notes: [NoteLine] { card.isFolded ? [] : NoteLine.lines(of: card.notes, without: card.obviousChanges) }
        var height: Int {
            CardMetrics.headerHeight + (notes.isEmpty ? 0 : notes.count * CardMetrics.noteHeight + CardMetrics.noteGap)
        }
    }

    /// What a frame shows of the card.
    struct State: Hashable {
        /// The index of the header.
        var header: Int
        /// The indices of the rows, in their order.
        var rows: [Int]
        /// Whether only the name is drawn.
        var isFolded: Bool
        /// The indices in the picture of the rows that are drawn, before the line that counts the others; `nil` if all are drawn.
        var kept: [Int]?

        /// The index among the rows that are drawn: of a row that is not, that of the last line.
        func index(ofRow row: Int) -> Int { kept.map { $0.firstIndex(of: row) ?? $0.count } ?? row }
    }

    /// The identity of the card.
    let id: Int
    /// The different upper parts.
    private(set) var headers: [Header] = []
    /// The different rows.
    private(set) var rows: [Picture.Row] = []
    /// What each frame shows, or `nil` if it does not have the card.
    private(set) var states: [State?] = []

    private var headerIndices: [Header: Int] = [:]
    private var rowIndices: [Picture.Row: [Int]] = [:]

    /// Creates a card that no frame has shown yet.
    init(id: Int) {
        self.id = id
    }

    /// Adds what a frame shows. Frames before it that did not mention the card do not have it.
    mutating func add(_ card: Picture.Card, frame: Int) {
        skip(to: frame)
        var header = Header(card: card, label: card.spokenLabel, tally: Tally(card))
        header.card.rows = []
        // Each version has a file of its own, so a location differs where nothing else does. The newest one is kept.
        header.card.source = nil
        let headerIndex = headerIndices[header] ?? headers.count
        if headerIndex == headers.count {
            headers.append(header)
            headerIndices[header] = headerIndex
        }
        headers[headerIndex].card.source = card.source
        // Equal rows of one frame are drawn twice.
        var used: [Picture.Row: Int] = [:]
        let drawn = card.drawnRows
        let indices = drawn.rows.map { row in
            var key = row
            key.source = nil
            let count = used[key, default: 0]
            used[key] = count + 1
            let known = rowIndices[key, default: []]
            guard count < known.count else {
                rowIndices[key] = known + [rows.count]
                rows.append(row)
                return rows.count - 1
            }
            rows[known[count]].source = row.source
            return known[count]
        }
        states.append(State(header: headerIndex, rows: indices, isFolded: card.isFolded, kept: drawn.indices))
    }

    /// Says that the frames up to one do not have the card, unless they were added.
    mutating func skip(to frame: Int) {
        while states.count < frame { states.append(nil) }
    }

    /// The height in a frame.
    func height(in state: State) -> Int {
        let header = headers[state.header].height
        if state.isFolded { return header }
        if state.rows.isEmpty { return header + (header > CardMetrics.headerHeight ? CardMetrics.footHeight : 0) }
        return state.rows.reduce(header) { $0 + rows[$1].height } + CardMetrics.footHeight
    }

    /// The heights in the frames that show one of the headers, which can have different rows below it.
    func heights(withHeader header: Int) -> ClosedRange<Int> {
        let heights = states.compactMap { $0 }.filter { $0.header == header }.map(height(in:))
        return (heights.min() ?? CardMetrics.headerHeight)...(heights.max() ?? CardMetrics.headerHeight)
    }

    /// The greatest height in all frames.
    var height: Int { states.compactMap { $0 }.map(height(in:)).max() ?? 0 }

    /// The height of the middle of a row's first line, or of the header's, below the top.
    func middle(ofRow row: Int?, in state: State) -> Int {
        guard let row = row.map(state.index), !state.isFolded, state.rows.indices.contains(row) else {
            return CardMetrics.headerHeight / 2
        }
        return state.rows[..<row].reduce(headers[state.header].height) { $0 + rows[$1].height } + CardMetrics.rowHeight
            / 2
    }

    /// The width that all texts need.
    func width(hasSigns: Bool) -> Int {
        let inset = CardMetrics.padding * 2 + (hasSigns ? CardMetrics.signWidth : 0)
        let shown = states.contains { $0?.isFolded == false }
        let needed =
            headers.map { header in
                let kind = header.card.kindText
                let name = CardMetrics.name.width(of: header.card.shownName)
                let line = kind.isEmpty ? name : name + CardMetrics.gap + CardMetrics.kind.width(of: kind)
                return header.notes.map(\.width).reduce(line, max)
            } + (shown ? rows.map(\.width) : [])
        return min(max((needed.max() ?? 0) + inset, CardMetrics.widths.lowerBound), CardMetrics.widths.upperBound)
    }
}

extension Picture.Row {
    /// The lines below the name and the type.
    var noteLines: [NoteLine] { NoteLine.lines(of: notes, without: obviousChanges, type: type) }

    /// The height, which is the same in all frames.
    var height: Int { CardMetrics.rowHeight + noteLines.count * CardMetrics.noteHeight }

    fileprivate var width: Int {
        let name = CardMetrics.rowName.width(of: shownName) + marks.count * CardMetrics.markWidth
        let line = shownType.isEmpty ? name : name + CardMetrics.gap + CardMetrics.rowType.width(of: shownType)
        return noteLines.map(\.width).reduce(line, max)
    }
}
