import Foundation

extension Page {
    /// Adds what is above the picture.
    func header(_ markup: inout Markup) {
        let frame = album.frames[first]
        markup.block("header") { markup in
            markup.block("div", ["class": "title"]) { markup in
                markup.line("h1") { markup in
                    markup.add(album.model)
                    let rest =
                        album.title.hasPrefix(album.model) ? album.title.dropFirst(album.model.count) : album.title[...]
                    let words = rest.drop { $0 == ":" || $0 == " " }
                    if !words.isEmpty { markup.element("span", [:], " \(words)") }
                }
                markup.line("p", ["id": "ui-summary", "aria-live": "polite"], caption(of: frame))
            }
            markup.block("div", ["class": "tools tool"]) { markup in
                markup.block("div", ["class": "search", "role": "search"]) { markup in
                    icon("M7 2.5a4.5 4.5 0 1 1-.01 0M10.3 10.3l3.2 3.2", &markup)
                    markup.void(
                        "input",
                        [
                            "type": "search", "id": "ui-words", "placeholder": "Search",
                            "aria-label": "Search cards and their rows",
                            "autocomplete": "off", "spellcheck": "false",
                        ]
                    )
                    markup.line("output", ["id": "ui-count", "aria-live": "polite"], "")
                    markup.line("kbd", ["aria-hidden": "true"], "/")
                }
                filter(&markup)
                if hasCode {
                    markup.line("button", ["type": "button", "id": "ui-code", "aria-pressed": "false"], codeWords)
                }
                markup.line("button", ["type": "button", "id": "ui-tables", "aria-pressed": "false"], "Tables")
            }
        }
    }

    /// What the frame is, unless the title says so.
    private func caption(of frame: Album.Frame) -> String {
        frame.label.isEmpty || album.title.contains(frame.label) ? frame.summary : "\(frame.label): \(frame.summary)"
    }

    private var hasCode: Bool {
        album.frames.contains {
            $0.report != nil || $0.mapping != nil || !$0.sql.isEmpty || !$0.picture.notes.isEmpty
        }
    }

    /// The one word for what a frame has beside its picture.
    private var codeWords: String {
        if album.frames.contains(where: { $0.report != nil }) { return "Report" }
        if album.frames.contains(where: { $0.mapping != nil }) { return "Mapping" }
        return album.frames.contains { !$0.sql.isEmpty } ? "SQL" : "Notes"
    }

    private func filter(_ markup: inout Markup) {
        let headers = drawing.cards.flatMap(\.headers)
        let choices: [(id: String, words: String, isOn: Bool, isOffered: Bool)] = [
            ("entities", "Entities", true, true),
            (
                "types", "Enums and composites", true,
                headers.contains { $0.card.kind == .enumeration || $0.card.kind == .composite }
            ),
            ("system", "System entities", false, headers.contains(where: \.card.isSystem)),
            ("relationships", "Relationships", true, drawing.edges.contains { $0.kind == .relationship }),
            ("hierarchies", "Hierarchies", true, drawing.edges.contains { $0.kind == .inheritance }),
            ("changed", "Changed only", false, drawing.hasSigns),
        ]
        markup.block("details", ["class": "filter", "id": "ui-filter"]) { markup in
            markup.line("summary", [:], "Show")
            markup.block("div", ["class": "sheet"]) { markup in
                for choice in choices where choice.isOffered {
                    markup.line("label") { markup in
                        markup.void(
                            "input",
                            [
                                "type": "checkbox", "id": "ui-show-\(choice.id)", "checked": choice.isOn ? "" : nil,
                            ]
                        )
                        markup.add(" \(choice.words)")
                    }
                }
                key(&markup)
            }
        }
    }

    /// Adds what the signs and marks mean.
    private func key(_ markup: inout Markup) {
        let marks = Picture.Row.Mark.allCases.filter { mark in
            drawing.cards.contains { $0.rows.contains { $0.marks.contains(mark) } }
        }
        guard drawing.hasSigns || !marks.isEmpty else { return }
        markup.block("ul", ["class": "key", "aria-label": "Key"]) { markup in
            if drawing.hasSigns {
                for sign in Picture.Sign.allCases {
                    markup.line("li") { markup in
                        markup.element("b", ["class": "sign \(sign.word)"], sign.symbol)
                        markup.add(" \(sign.word)")
                    }
                }
            }
            for mark in marks {
                markup.line("li") { markup in
                    markup.element(
                        "svg",
                        ["class": "mark \(mark.rawValue)", "viewBox": "0 0 11 11", "aria-hidden": "true"]
                    ) { markup in
                        markup.element("path", ["d": mark.drawing], "")
                    }
                    markup.add(" \(mark.rawValue)")
                }
            }
        }
    }

    /// Adds the slider over the frames. Its bars show how much each frame changes.
    func timeline(_ markup: inout Markup) {
        let start = hasWhole ? 1 : 0
        let frames = album.frames.dropFirst(start)
        let shown = max(first, start)
        markup.block("div", ["class": "timeline tool", "role": "group", "aria-label": "Versions"]) { markup in
            if hasWhole {
                markup.line(
                    "button",
                    ["type": "button", "id": "ui-whole", "aria-pressed": first == 0 ? "true" : "false"],
                    album.frames[0].label
                )
            }
            button("back", "Previous", title: "Previous (←)", icon: "M10 3.5L5.5 8l4.5 4.5", &markup)
            markup.block("div", ["class": "track"]) { markup in
                let counts = frames.map(\.picture.changeCount)
                let most = max(1, counts.max() ?? 1)
                if drawing.hasSigns {
                    markup.block(
                        "svg",
                        [
                            "class": "bars", "viewBox": "0 0 \(max(1, frames.count - 1)) 100",
                            "preserveAspectRatio": "none",
                            "aria-hidden": "true",
                        ]
                    ) { markup in
                        for (index, frame) in frames.enumerated() where counts[index] > 0 {
                            // A square root, so that one change can be seen beside a hundred.
                            let height = (Double(counts[index]) / Double(most)).squareRoot() * 92 + 8
                            markup.void(
                                "path",
                                [
                                    "class": frame.picture.hasLoss ? "lossy" : nil,
                                    "d": "M\(index) 100V\(100 - Int(height))",
                                ]
                            )
                        }
                    }
                }
                markup.void(
                    "input",
                    [
                        "type": "range", "id": "ui-frame", "min": "\(start)", "max": "\(album.frames.count - 1)",
                        "value": "\(shown)",
                        "aria-label": "Version", "aria-valuetext": album.frames[shown].label,
                    ]
                )
            }
            button("next", "Next", title: "Next (→)", icon: "M6 3.5L10.5 8L6 12.5", &markup)
            markup.line("output", ["id": "ui-label"], album.frames[shown].label)
        }
    }

    /// Whether the first frame is the difference of which the others are the stages.
    var hasWhole: Bool {
        func ends(_ frame: Album.Frame) -> [String] { frame.label.components(separatedBy: " → ") }
        guard album.frames.count > 2, let last = album.frames.last else { return false }
        let (whole, second) = (ends(album.frames[0]), ends(album.frames[1]))
        return whole.count == 2 && second.count == 2 && whole[0] == second[0] && whole[1] == ends(last).last
    }
}

extension Picture {
    /// The number of cards and rows with a sign.
    fileprivate var changeCount: Int {
        cards.reduce(0) { $0 + ($1.sign == nil ? 0 : 1) + $1.rows.count { $0.sign != nil } }
    }

    /// Whether it loses rows or values, or needs a decision about them.
    fileprivate var hasLoss: Bool {
        notes.contains(where: \.kind.isUrgent)
            || cards.contains {
                $0.notes.contains(where: \.kind.isUrgent)
                    || $0.rows.contains { $0.notes.contains(where: \.kind.isUrgent) }
            }
    }
}
