import ApusDiagnostics

extension Picture {
    /// The picture as an entity relationship diagram of Mermaid, which GitHub draws.
    ///
    /// Names that Mermaid cannot have are replaced; the true one is shown as the text of the entity, or beside the attribute. Signs
    /// stand in these texts.
    package var mermaid: String {
        var names = SafeNames(besides: Self.reservedInMermaid)
        var lines: [String] = ["erDiagram"]
        for card in cards { lines += card.mermaid(&names) }
        let known = Dictionary(cards.map { ($0.id, $0) }) { first, _ in first }
        for edge in edges {
            guard let source = known[edge.source.card], let target = known[edge.target.card] else { continue }
            lines.append("    " + edge.mermaid(from: source, to: target, &names))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The words of Mermaid's grammar that are no names of entities.
    private static let reservedInMermaid: Set<String> = [
        "acctitle", "accdescr", "title", "direction", "tb", "bt", "lr", "rl", "erdiagram", "style", "classdef", "class",
        "default", "one", "many", "zero", "only", "optionally", "to", "u", "o", "end",
    ]
}

extension Picture.Card {
    /// The name of the entity.
    fileprivate func mermaidName(_ names: inout SafeNames) -> String { names.name(name, for: "\(id)") }

    fileprivate func mermaid(_ names: inout SafeNames) -> [String] {
        let safe = mermaidName(&names)
        let head = "    " + (safe == title ? safe : "\(safe)[\"\(title.mermaid)\"]")
        let shown = isFolded ? [] : rows.filter { [.attribute, .value, .part].contains($0.kind) }
        if shown.isEmpty { return [head] }
        var own = SafeNames(besides: ["pk", "fk", "uk"])
        return ["\(head) {"] + shown.enumerated().map { "        " + $1.mermaid(&own, $0) } + ["    }"]
    }
}

extension Picture.Row {
    fileprivate func mermaid(_ names: inout SafeNames, _ index: Int) -> String {
        let parts = parts
        var types = SafeNames(besides: ["pk", "fk", "uk"])
        let isValue = kind == .value
        let type = isValue ? "case" : types.name(parts.type, for: "")
        let safe = names.name(name, for: "\(index)")
        let texts: [String?] = [
            changeText, safe == name ? nil : name, isValue ? self.type : type == parts.type ? nil : parts.type,
            parts.isOptional && !isValue ? "optional" : nil,
        ]
        let comment = texts.compactMap { $0 }.joined(separator: ", ")
        return "\(type) \(safe)" + (marks.contains(.unique) ? " UK" : "")
            + (comment.isEmpty ? "" : " \"\(comment.mermaid)\"")
    }
}

extension Picture.Edge {
    fileprivate func mermaid(from source: Picture.Card, to target: Picture.Card, _ names: inout SafeNames) -> String {
        let ends = "\(source.mermaidName(&names)) \(symbols) \(target.mermaidName(&names))"
        if kind == .inheritance { return "\(ends) : \"\(sign.map { "\($0.rawValue) " } ?? "")is a\"" }
        let labels = [(source, self.source.row), (target, self.target.row)].compactMap { card, row in
            row.map { card.rows[$0] }.map { row in
                row.formerName.map { "\(row.name) (was \($0))" } ?? row.name
            }
        }
        // A relationship that is its own inverse is one row.
        let isOne = source.id == target.id && self.source.row == self.target.row
        let text = (isOne ? Array(labels.prefix(1)) : labels).joined(separator: " / ")
        return "\(ends) : \"\((sign.map { "\($0.rawValue) " } ?? "") + text.mermaid)\""
    }

    private var symbols: String {
        let left =
            switch source.count {
            case .one: "||"
            case .optional: "|o"
            case .many, .unknown: "}o"
            }
        let right =
            switch target.count {
            case .one: "||"
            case .optional: "o|"
            case .many, .unknown: "o{"
            }
        return left + (kind == .inheritance ? ".." : "--") + right
    }
}

extension String {
    /// The text between quotes in Mermaid: what has a meaning there, or in the HTML that Mermaid makes, as Mermaid's entity.
    fileprivate var mermaid: String {
        let text = shown.unicodeScalars.map { scalar in
            scalar.isWord || " +-~,.()[]:/='?!*@$".unicodeScalars.contains(scalar) || !scalar.isASCII
                ? String(scalar) : "#\(scalar.value);"
        }.joined()
        return text.allSatisfy { $0 == " " } ? "#32;" : text
    }
}
