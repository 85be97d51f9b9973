import ApusLayout

extension Drawing {
    /// What a card's elements are made for.
    enum Purpose {
        /// A file with one frame: no other frame's parts are drawn.
        case file
        /// A page, whose script shows other frames.
        case page
    }

    /// Adds the card of a frame. A page needs it even if the frame does not have it.
    func add(card index: Int, of frame: Int, for purpose: Purpose, to markup: inout Markup) {
        let card = cards[index]
        let state = card.states[frame]
        guard state != nil || purpose == .page else { return }
        let (position, width) = (placement.positions[index], widths[index])
        let header = card.headers[state?.header ?? 0]
        let height = state.map(card.height(in:)) ?? 0
        markup.block(
            "g",
            [
                "class": Self.classes(of: header.card),
                "transform": "translate(\(position.x) \(position.y))",
                "display": state == nil ? "none" : nil,
                "data-card": purpose == .page ? "\(index)" : nil,
                "tabindex": purpose == .page ? (index == 0 ? "0" : "-1") : nil,
                "role": purpose == .page ? "button" : nil,
                "aria-controls": purpose == .page ? "ui-panel" : nil,
                "aria-label": purpose == .page ? header.label : nil,
            ]
        ) { markup in
            let (w, h, r) = ("\(width)", "\(height)", "\(CardMetrics.cornerRadius)")
            markup.void("rect", ["class": "shade", "y": "2", "width": w, "height": h, "rx": r])
            markup.void("rect", ["class": "paper", "width": w, "height": h, "rx": r])
            for (number, header) in card.headers.enumerated() where purpose == .page || number == state?.header {
                let isShown = number == state?.header
                let heights = card.heights(withHeader: number)
                markup.block(
                    "g",
                    [
                        "class": "head",
                        "display": isShown ? nil : "none",
                        "data-classes": purpose == .page ? Self.classes(of: header.card) : nil,
                        "data-name": purpose == .page ? header.card.name : nil,
                        "data-former": purpose == .page ? header.card.formerName : nil,
                        "data-label": purpose == .page ? header.label : nil,
                        "data-system": purpose == .page && header.card.isSystem ? "" : nil,
                    ]
                ) { markup in
                    add(header, width: width, tallest: heights.upperBound, to: &markup)
                    guard purpose == .page else { return }
                    // It fits into the card in each frame, and is in the middle of the card that is shown.
                    addFarName(
                        header,
                        width: width,
                        height: heights.lowerBound,
                        middle: (isShown ? height : heights.lowerBound) / 2,
                        to: &markup
                    )
                }
            }
            let tops = state.map { self.tops(of: $0, in: card) } ?? [:]
            for (number, row) in card.rows.enumerated() where purpose == .page || tops[number] != nil {
                add(row, top: tops[number], width: width, number: number, for: purpose, to: &markup)
            }
            markup.void("rect", ["class": "frame", "width": w, "height": h, "rx": r])
        }
    }

    /// The classes of a card's element.
    static func classes(of card: Picture.Card) -> String {
        ["card", card.kind.rawValue, card.sign?.word, card.isFolded ? "folded" : nil].compactMap { $0 }.joined(
            separator: " "
        )
    }

    private func tops(of state: CardDrawing.State, in card: CardDrawing) -> [Int: Int] {
        if state.isFolded { return [:] }
        var y = card.headers[state.header].height
        var tops: [Int: Int] = [:]
        for row in state.rows {
            tops[row] = y
            y += card.rows[row].height
        }
        return tops
    }

    private var inset: Int { CardMetrics.padding + (hasSigns ? CardMetrics.signWidth : 0) }

    private func add(_ header: CardDrawing.Header, width: Int, tallest: Int, to markup: inout Markup) {
        let card = header.card
        let (end, kind) = (width - CardMetrics.padding, card.kindText)
        let (space, kindSpace) = Self.shares(
            of: end - inset,
            name: CardMetrics.name.width(of: card.shownName),
            type: CardMetrics.kind.width(of: kind),
            least: 0.3
        )
        let shownKind = CardMetrics.kind.cut(kind, to: kindSpace)
        addSign(card.sign, y: 24, to: &markup)
        addName(card.name, card.formerName, class: "name", y: 24, space, CardMetrics.name, to: &markup)
        if !kind.isEmpty {
            addText(kind, shown: shownKind, ["class": "kind", "x": "\(end)", "y": "24"], to: &markup)
        }
        for (line, note) in header.notes.enumerated() {
            add(note, y: CardMetrics.headerHeight - 2 + line * CardMetrics.noteHeight, width: width, to: &markup)
        }
        if tallest > header.height + CardMetrics.footHeight {
            markup.void("path", ["class": "rule", "d": "M0 \(header.height - 2)H\(width)"])
        }
    }

    private func add(
        _ row: Picture.Row,
        top: Int?,
        width: Int,
        number: Int,
        for purpose: Purpose,
        to markup: inout Markup
    ) {
        markup.block(
            "g",
            [
                "class": [
                    "row", row.kind.rawValue, row.sign?.word,
                    row.noteLines.contains(where: \.kind.isUrgent) ? "urgent" : nil,
                ]
                .compactMap { $0 }.joined(separator: " "),
                "transform": "translate(0 \(top ?? 0))",
                "display": top == nil ? "none" : nil,
                "data-row": purpose == .page ? "\(number)" : nil,
            ]
        ) { markup in
            markup.void("rect", ["class": "tint", "width": "\(width)", "height": "\(row.height)"])
            addSign(row.sign, y: 16, to: &markup)
            let (end, marks) = (width - CardMetrics.padding, row.marks.count * CardMetrics.markWidth)
            let (nameSpace, typeSpace) = Self.shares(
                of: end - inset - marks,
                name: CardMetrics.rowName.width(of: row.shownName),
                type: CardMetrics.rowType.width(of: row.shownType),
                least: 0.45
            )
            let shown = addName(
                row.name,
                row.formerName,
                class: "row-name",
                y: 16,
                nameSpace,
                CardMetrics.rowName,
                to: &markup
            )
            var x = inset + min(CardMetrics.rowName.width(of: shown), nameSpace) + 5
            for mark in row.marks {
                markup.line("g", ["class": "mark \(mark.rawValue)", "transform": "translate(\(x) 6)"]) { markup in
                    markup.element("title", [:], mark.rawValue)
                    markup.element("path", ["d": mark.drawing], "")
                }
                x += CardMetrics.markWidth
            }
            addType(row, x: end, space: typeSpace, to: &markup)
            for (line, note) in row.noteLines.enumerated() {
                add(note, y: CardMetrics.rowHeight - 2 + line * CardMetrics.noteHeight, width: width, to: &markup)
            }
        }
    }

    /// Divides a line between a name and a type. The name gets what it needs, but for a part of the line if the type needs it.
    private static func shares(of space: Int, name: Int, type: Int, least: Double) -> (name: Int, type: Int) {
        guard type > 0 else { return (space, 0) }
        let space = space - CardMetrics.gap / 2
        let share = min(type, max(space - name, Int(Double(space) * least)))
        return (space - share, share)
    }

    private func addSign(_ sign: Picture.Sign?, y: Int, to markup: inout Markup) {
        guard let sign else { return }
        markup.line("text", ["class": "sign", "x": "\(CardMetrics.padding + 3)", "y": "\(y)"], sign.symbol)
    }

    /// Adds a name with an older one before it, and returns what is shown.
    @discardableResult
    private func addName(
        _ name: String,
        _ former: String?,
        class className: String,
        y: Int,
        _ space: Int,
        _ style: TextStyle,
        to markup: inout Markup
    ) -> String {
        let whole = former.map { "\($0) → \(name)" } ?? name
        let isCut = style.cut(whole, to: space) != whole
        let half = (space - style.width(of: " → ")) / 2
        let shownFormer = former.map { isCut ? style.cut($0, to: half, characters: 16) : $0 }
        let shown =
            isCut ? style.cut(name, to: former == nil ? space : half, characters: former == nil ? 34 : 16) : name
        markup.line("text", ["class": className, "x": "\(inset)", "y": "\(y)"]) { markup in
            if isCut { markup.element("title", [:], whole) }
            if let shownFormer {
                markup.element("tspan", ["class": "former"], shownFormer)
                markup.element("tspan", ["class": "arrow"], " → ")
            }
            markup.element("tspan", [:], shown)
        }
        return shownFormer.map { "\($0) → \(shown)" } ?? shown
    }

    private func addType(_ row: Picture.Row, x: Int, space: Int, to markup: inout Markup) {
        guard !row.shownType.isEmpty else { return }
        let style = CardMetrics.rowType
        guard let former = row.formerType, style.cut(row.shownType, to: space) == row.shownType else {
            addText(
                row.shownType,
                shown: style.cut(row.shownType, to: space),
                ["class": "type", "x": "\(x)", "y": "16"],
                to: &markup
            )
            return
        }
        markup.line("text", ["class": "type", "x": "\(x)", "y": "16"]) { markup in
            markup.element("tspan", ["class": "former"], former)
            markup.element("tspan", ["class": "arrow"], " → ")
            markup.element("tspan", ["class": "newer"], row.type)
        }
    }

    private func addText(_ whole: String, shown: String, _ attributes: Markup.Attributes, to markup: inout Markup) {
        markup.line("text", attributes) { markup in
            if shown != whole { markup.element("title", [:], whole) }
            markup.add(shown)
        }
    }

    private func add(_ note: NoteLine, y: Int, width: Int, to markup: inout Markup) {
        let space = width - inset - CardMetrics.padding
        let shown = note.style.cut(note.text, to: space - 14, characters: 60)
        markup.line("g", ["class": "note \(note.kind.className)", "transform": "translate(\(inset) \(y))"]) { markup in
            if shown != note.text { markup.element("title", [:], note.text) }
            let pill = min(note.style.width(of: shown) + 14, space)
            markup.void("rect", ["width": "\(pill)", "height": "16", "rx": "4"])
            markup.element("text", ["x": "7", "y": "12"], shown)
        }
    }
}

extension Picture.Row.Mark {
    /// A picture of 11 by 11, as the `d` of a path that is stroked.
    var drawing: String {
        switch self {
        case .unique: "M5.7 5.5h4.8m-1.6 0v2.2M5.7 5.5a2.2 2.2 0 1 1-4.4 0a2.2 2.2 0 1 1 4.4 0"
        case .indexed: "M1 2.5h9M1 5.5h6M1 8.5h3"
        case .encrypted: "M2.5 5h6v4.5h-6zM3.5 5v-1.5a2 2 0 0 1 4 0v1.5"
        case .derived: "M8.8 1.5c-2-.5-2.6.5-3 3l-.8 4c-.3 1.5-1 2-2.2 1.5M3 4.8h5"
        case .transient: "M5.5 1.5a4 4 0 1 1-.01 0"
        case .external: "M6.5 1.5h3.5v3.5M10 1.5l-4.5 4.5M4.5 2.5h-3v7h7v-3"
        case .ordered: "M4 2.5h6.5M4 5.5h6.5M4 8.5h6.5M1 2.5h.8M1 5.5h.8M1 8.5h.8"
        }
    }
}
