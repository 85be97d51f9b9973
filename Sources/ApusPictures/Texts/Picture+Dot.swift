import ApusDiagnostics

extension Picture {
    /// The picture as a graph for Graphviz: tables with a port for each row, and edges between these.
    package var dot: String {
        var lines: [String] = [
            "digraph {", "    graph [rankdir=LR]", "    node [shape=plain, fontname=\"Helvetica\", fontsize=11]",
            "    edge [dir=both, fontname=\"Helvetica\", fontsize=9]",
        ]
        for card in cards { lines += card.dot }
        let folded = Set(cards.filter(\.isFolded).map(\.id))
        let known = Set(cards.map(\.id))
        for edge in edges where known.contains(edge.source.card) && known.contains(edge.target.card) {
            lines.append("    " + edge.dot(folded: folded))
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }
}

extension Picture.Sign {
    /// A colour that is readable on white.
    fileprivate var colour: String {
        switch self {
        case .added: "#1a7f37"
        case .removed: "#cf222e"
        case .changed: "#9a6700"
        }
    }
}

extension Picture.Card {
    fileprivate var dot: [String] {
        let colour = sign?.colour ?? "#24292f"
        let head = "<TR><TD PORT=\"h\" BGCOLOR=\"#eef1f4\"><B>\(title.dot(colour))</B></TD></TR>"
        let shown = isFolded ? [] : Array(rows.enumerated())
        let table = "<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\" CELLPADDING=\"4\" COLOR=\"\(colour)\">"
        return ["    c\(id) [label=<\(table)", "        \(head)"] + shown.map { "        \($1.dot($0))" }
            + ["    </TABLE>>]"]
    }
}

extension Picture.Row {
    fileprivate func dot(_ index: Int) -> String {
        let names = (formerName.map { "\($0) → " } ?? "") + name
        let types = (formerType.map { "\($0) → " } ?? "") + type
        let marks = marks.isEmpty ? "" : " (\(marks.map(\.rawValue).joined(separator: ", ")))"
        let text = "\(sign.map { "\($0.rawValue) " } ?? "")\(names): \(types)\(marks)"
        return "<TR><TD PORT=\"r\(index)\" ALIGN=\"LEFT\">\(text.dot(sign?.colour ?? "#24292f"))</TD></TR>"
    }
}

extension Picture.Edge {
    fileprivate func dot(folded: Set<Int>) -> String {
        func port(_ end: End) -> String {
            guard !folded.contains(end.card), let row = end.row else { return "c\(end.card):h" }
            return "c\(end.card):r\(row)"
        }
        let colour = sign?.colour ?? "#57606a"
        let style = sign == .removed ? ", style=dashed" : ""
        let heads: String =
            kind == .inheritance
            ? "arrowhead=none, arrowtail=empty" : "arrowhead=\(target.count.dot), arrowtail=\(source.count.dot)"
        return "\(port(source)) -> \(port(target)) [\(heads), color=\"\(colour)\"\(style)]"
    }
}

extension Picture.Edge.Count {
    fileprivate var dot: String {
        switch self {
        case .optional: "teeodot"
        case .one: "teetee"
        case .many: "crowodot"
        case .unknown: "none"
        }
    }
}

extension String {
    /// The text in a label that is like HTML, in a colour.
    fileprivate func dot(_ colour: String) -> String {
        let text = shown.unicodeScalars.map { scalar -> String in
            if scalar.isWord || scalar == " " || !scalar.isASCII { return String(scalar) }
            // Graphviz replaces `\N` by the node's name after it has decoded the characters.
            return scalar == "\\" ? "&#92;&#92;" : "&#\(scalar.value);"
        }.joined()
        // Graphviz drops a text of spaces, and refuses an empty one.
        let shown = text.allSatisfy { $0 == " " } ? "&#160;" : text
        return "<FONT COLOR=\"\(colour)\">\(shown)</FONT>"
    }
}
