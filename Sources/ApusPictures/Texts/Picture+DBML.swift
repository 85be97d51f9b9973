import ApusDiagnostics

extension Picture {
    /// The picture of one schema in the Database Markup Language: a table per entity, with references, indexes, enums and notes.
    ///
    /// An entity has a column of identities, which references point to. A composite is a table, too, because the language has no
    /// types of several columns. Names that it cannot have are replaced; the true one is in a note.
    package var dbml: String {
        var names = DBMLNames(cards)
        let entities = cards.filter { $0.kind != .enumeration }
        let blocks =
            cards.filter { $0.kind == .enumeration }.map { names.enumeration($0) }
            + entities.map { names.table($0, edges) }
        let known = Dictionary(cards.map { ($0.id, $0) }) { first, _ in first }
        let references = edges.compactMap { edge -> String? in
            guard let source = known[edge.source.card], let target = known[edge.target.card] else { return nil }
            return names.reference(edge, source, target)
        }
        return (blocks + (references.isEmpty ? [] : [references.joined(separator: "\n")])).joined(separator: "\n\n")
            + "\n"
    }
}

/// The names of tables, columns and enums.
private struct DBMLNames {
    private var tables: SafeNames
    private var columns: [Int: SafeNames] = [:]
    private let enumerations: [String: Picture.Card]

    init(_ cards: [Picture.Card]) {
        // Names are quoted, so no word is reserved.
        tables = SafeNames(besides: [])
        enumerations = Dictionary(cards.filter { $0.kind == .enumeration }.map { ($0.name, $0) }) { first, _ in first }
    }

    private mutating func table(_ card: Picture.Card) -> String { "\"\(tables.name(card.name, for: "\(card.id)"))\"" }

    private mutating func column(_ name: String, _ key: String, of card: Picture.Card) -> String {
        "\"\(columns[card.id, default: SafeNames(besides: [])].name(name, for: key))\""
    }

    /// The column of identities, whose name no property has.
    private mutating func identity(of card: Picture.Card) -> String { column("id", "", of: card) }

    mutating func enumeration(_ card: Picture.Card) -> String {
        let lines = card.rows.enumerated().map { index, row in
            let name = column(row.name, "\(index)", of: card)
            let texts = [name.isQuoted(row.name) ? nil : row.name, row.type, row.documentation]
            return "  \(name)\(Self.settings([Self.note(texts)]))"
        }
        return (["Enum \(table(card)) {"] + lines + ["}"]).joined(separator: "\n")
    }

    mutating func table(_ card: Picture.Card, _ edges: [Picture.Edge]) -> String {
        // Properties take their names first.
        let columns = card.rows.enumerated().map { column($1.name, "\($0)", of: card) }
        let keys = Set(edges.compactMap { $0.keyEnd }.filter { $0.card == card.id }.compactMap(\.row))
        var lines: [String] = card.kind == .composite ? [] : ["  \(identity(of: card)) int64 [pk]"]
        for (index, row) in card.rows.enumerated() {
            switch row.kind {
            case .attribute, .part: lines.append("  \(columns[index]) \(settings(row, columns[index]))")
            case .relationship where keys.contains(index):
                let text = "  \(columns[index]) int64"
                let isRequired = !row.type.hasSuffix("?")
                lines.append(
                    text
                        + Self.settings([
                            isRequired ? "not null" : nil,
                            Self.note([columns[index].isQuoted(row.name) ? nil : row.name, row.type, row.documentation]
                            ),
                        ])
                )
            case .relationship, .value, .unique, .index: break
            }
        }
        let indexes = card.rows.filter { $0.kind == .unique }.compactMap { row -> String? in
            let names = row.name.split(separator: ", ").map(String.init)
            let known = names.compactMap { name in
                card.rows.firstIndex { $0.isProperty && $0.name == name }
            }.filter { card.rows[$0].kind == .attribute || keys.contains($0) }
            // A constraint may have inherited properties, whose columns are in another table.
            guard known.count == names.count else { return nil }
            return "    (\(known.map { columns[$0] }.joined(separator: ", "))) [unique]"
        }
        if !indexes.isEmpty { lines += ["", "  indexes {"] + indexes + ["  }"] }
        let name = table(card)
        let others = card.rows.filter { $0.kind == .index }.map { "index \($0.name): \($0.type)" }
        let kind: String? = card.kind == .abstract ? "abstract" : card.kind == .composite ? "composite" : nil
        let note = Self.text([name.isQuoted(card.name) ? nil : card.name, kind, card.documentation] + others)
        if let note { lines += ["", "  Note: \(note)"] }
        return (["Table \(name) {"] + lines + ["}"]).joined(separator: "\n")
    }

    private mutating func settings(_ row: Picture.Row, _ column: String) -> String {
        let parts = row.parts
        let enumeration = enumerations[parts.type]
        var types = SafeNames(besides: [])
        let type = enumeration.map { table($0) } ?? "\"\(types.name(parts.type, for: ""))\""
        let marks = row.marks.filter { $0 != .unique && $0 != .indexed }.map(\.rawValue)
        return type
            + Self.settings([
                parts.isOptional ? nil : "not null", row.marks.contains(.unique) ? "unique" : nil,
                Self.note(
                    [column.isQuoted(row.name) ? nil : row.name] + [parts.default.map { "default \($0)" }]
                        + [marks.isEmpty ? nil : marks.joined(separator: ", "), row.documentation]
                ),
            ])
    }

    mutating func reference(_ edge: Picture.Edge, _ source: Picture.Card, _ target: Picture.Card) -> String {
        let from = "\(table(source)).\(identity(of: source))"
        let to = "\(table(target)).\(identity(of: target))"
        if edge.kind == .inheritance { return "Ref: \(to) - \(from)" }
        guard let end = edge.keyEnd, let row = end.row else { return "Ref: \(from) <> \(to)" }
        let isSource = end == edge.source
        let (card, other) = isSource ? (source, to) : (target, from)
        // How many objects with the key there are for one object that it points to.
        let isOne = end.count == .one || end.count == .optional
        return "Ref: \(table(card)).\(column(card.rows[row].name, "\(row)", of: card)) \(isOne ? "-" : ">") \(other)"
    }

    private static func settings(_ texts: [String?]) -> String {
        let known = texts.compactMap { $0 }
        return known.isEmpty ? "" : " [\(known.joined(separator: ", "))]"
    }

    private static func note(_ texts: [String?]) -> String? { text(texts).map { "note: \($0)" } }

    /// Texts as one in quotes; `nil` without any.
    private static func text(_ texts: [String?]) -> String? {
        let known = texts.compactMap { $0 }
        if known.isEmpty { return nil }
        let escaped = known.joined(separator: "; ").shown.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return "'\(escaped)'"
    }
}

extension String {
    /// Whether it is a name in quotes.
    fileprivate func isQuoted(_ name: String) -> Bool { self == "\"\(name)\"" }
}

extension Picture.Edge {
    /// The end whose row is the column of a key; `nil` if the references have a table of their own.
    fileprivate var keyEnd: End? {
        if kind == .inheritance { return nil }
        // Without an inverse, the relationship is at the source, and the target's number is its own.
        if target.row == nil { return target.count == .many ? nil : source }
        return source.count == .many ? nil : target
    }
}
