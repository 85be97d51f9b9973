import Foundation

extension Page {
    /// Adds the facts of all cards as tables, and what belongs to a whole frame. The panel beside the picture shows one of them.
    func panel(_ markup: inout Markup) {
        markup.block("aside", ["id": "ui-panel", "aria-label": "Facts", "tabindex": "-1"]) { markup in
            button("close", "Close", title: "Close (Escape)", icon: "M4 4l8 8M12 4l-8 8", &markup)
            for (index, frame) in album.frames.enumerated() { add(frame, index: index, to: &markup) }
            for (index, card) in drawing.cards.enumerated() { add(card, index: index, to: &markup) }
        }
    }

    private func add(_ frame: Album.Frame, index: Int, to markup: inout Markup) {
        markup.block("section", ["class": "frame-facts", "hidden": index == first ? nil : ""]) { markup in
            markup.line("h2", [:], frame.label)
            markup.line("p", [:], frame.summary)
            add(frame.picture.notes, to: &markup)
            if let report = frame.report { markup.block("div", ["class": "report"]) { $0.add(report) } }
            if let mapping = frame.mapping {
                markup.line("h3", [:], "Mapping")
                markup.line("pre", ["tabindex": "0"]) { $0.element("code") { $0.add(lines: mapping) } }
            }
            if !frame.sql.isEmpty {
                markup.line("h3", [:], "SQL")
                markup.line("pre", ["tabindex": "0"]) { markup in
                    markup.element("code") { $0.add(lines: frame.sql.joined(separator: "\n")) }
                }
            }
        }
    }

    private func add(_ card: CardDrawing, index: Int, to markup: inout Markup) {
        let state = card.states[first]
        markup.block("section", ["class": "facts", "data-facts": "\(index)", "hidden": state == nil ? "" : nil]) {
            markup in
            for (number, header) in card.headers.enumerated() {
                add(header, isShown: number == state?.header, to: &markup)
            }
            guard !card.rows.isEmpty else { return }
            markup.block("table") { markup in
                markup.line("caption", [:], card.headers[state?.header ?? 0].card.kind.rowWords)
                markup.line("thead") { markup in
                    markup.element("tr") { markup in
                        for title in ["Sign", "Name", "Type", "Notes"] { markup.element("th", ["scope": "col"], title) }
                    }
                }
                markup.block("tbody") { markup in
                    // Those of the first frame in its order; the others wait behind them.
                    let shown = state?.rows ?? []
                    let isShown = Set(shown)
                    for number in shown + card.rows.indices.filter({ !isShown.contains($0) }) {
                        add(card.rows[number], number: number, isShown: isShown.contains(number), to: &markup)
                    }
                }
            }
        }
    }

    private func add(_ header: CardDrawing.Header, isShown: Bool, to markup: inout Markup) {
        let card = header.card
        markup.block(
            "div",
            [
                "class": ["about", card.sign?.word].compactMap { $0 }.joined(separator: " "),
                "hidden": isShown ? nil : "",
            ]
        ) { markup in
            markup.line("h2") { markup in
                if let sign = card.sign {
                    markup.element("b", ["class": "sign \(sign.word)", "aria-hidden": "true"], sign.symbol)
                    markup.add(" ")
                }
                if let former = card.formerName {
                    markup.element("s", [:], former)
                    markup.add(" → ")
                }
                markup.add(card.name)
            }
            // The name is above.
            markup.line("p", ["class": "label"], String(header.label.dropFirst(card.name.count + 2)))
            add(documentation: card.documentation, to: &markup)
            add(card.notes, to: &markup)
            add(card.source, to: &markup)
        }
    }

    private func add(_ row: Picture.Row, number: Int, isShown: Bool, to markup: inout Markup) {
        let classes = [row.kind.rawValue, row.sign?.word].compactMap { $0 }.joined(separator: " ")
        markup.line(
            "tr",
            [
                "class": classes, "data-line": "\(number)", "data-name": row.name, "data-former": row.formerName,
                "hidden": isShown ? nil : "",
            ]
        ) { markup in
            markup.element("td", ["class": "sign"]) { markup in
                guard let sign = row.sign else { return }
                markup.element("span", ["aria-hidden": "true"], sign.symbol)
                markup.element("span", ["class": "spoken"], sign.word)
            }
            markup.element("th", ["scope": "row"]) { markup in
                if let former = row.formerName {
                    markup.element("s", [:], former)
                    markup.add(" → ")
                }
                markup.add(row.name)
            }
            markup.element("td", ["class": "type"]) { markup in
                if let former = row.formerType {
                    markup.element("s", [:], former)
                    markup.add(" → ")
                }
                markup.add(row.type)
            }
            markup.element("td", ["class": "more"]) { markup in
                if !row.marks.isEmpty {
                    markup.element("p", ["class": "marks"], row.marks.map(\.rawValue).joined(separator: ", "))
                }
                add(documentation: row.documentation, to: &markup)
                add(row.notes, to: &markup)
                add(row.source, to: &markup)
            }
        }
    }

    private func add(documentation: String?, to markup: inout Markup) {
        guard let documentation, !documentation.isEmpty else { return }
        markup.element("p", ["class": "documentation"]) { $0.add(lines: documentation) }
    }

    private func add(_ notes: [Picture.Note], to markup: inout Markup) {
        guard !notes.isEmpty else { return }
        markup.element("ul", ["class": "notes"]) { markup in
            for note in notes {
                markup.line("li", ["class": note.kind.className]) { markup in
                    markup.element("b", [:], note.kind.word)
                    markup.add(" \(note.text)")
                    if let code = note.code {
                        markup.add(" ")
                        markup.element("code", ["class": "change-code"], code)
                    }
                    if let line = note.line { markup.element("pre") { $0.element("code") { $0.add(lines: line) } } }
                    add(note.source, to: &markup)
                }
            }
        }
    }

    private func add(_ source: Picture.Source?, to markup: inout Markup) {
        guard let source else { return }
        let line = source.line.map { ":\($0)" } ?? ""
        let address = source.address
        markup.element(address == nil ? "span" : "a", ["class": "source", "href": address], "\(source.file)\(line)")
    }
}

extension Picture.Source {
    /// A relative address that is always a path: `javascript:x` is a file of that name. It has no line, which no browser shows in a file
    /// on a disk. An absolute path has no address: it is right on one machine only.
    var address: String? {
        if file.isEmpty || file.hasPrefix("/") { return nil }
        let safe = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        let digits = Array("0123456789ABCDEF")
        var path = "./"
        for byte in file.utf8 {
            if safe.contains(byte) {
                path.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                path += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return path
    }
}
