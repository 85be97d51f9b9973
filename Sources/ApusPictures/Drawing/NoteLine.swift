/// A line of a card that tells what happens.
struct NoteLine: Hashable {
    /// What happens.
    var kind: Picture.Note.Kind
    /// The text.
    var text: String

    /// Losses and refusals are semibold.
    var style: TextStyle { kind.isUrgent ? CardMetrics.urgentNote : CardMetrics.note }

    /// The width that the line needs, with the space around a coloured one.
    var width: Int { style.width(of: text) + 14 }

    /// Returns the lines of notes: losses and refusals first, because the number of lines is limited.
    ///
    /// - Parameters:
    ///   - notes: The notes.
    ///   - shown: The number of changes that the card or the row already shows by its sign, its names and its types.
    ///   - type: The type that the row shows, which a line need not repeat.
    /// - Returns: The lines.
    static func lines(of notes: [Picture.Note], without shown: Int = 0, type: String = "") -> [NoteLine] {
        let changes = notes.filter { $0.kind == .change }
        let notes = changes.count <= shown ? notes.filter { $0.kind != .change } : notes
        let urgent = notes.filter(\.kind.isUrgent) + notes.filter { !$0.kind.isUrgent }
        // How the table goes and how many rows it has are one fact.
        let table = urgent.filter { $0.kind == .table || $0.kind == .rows }
        let lines =
            (table.isEmpty ? [] : [NoteLine(kind: .table, text: table.map(\.text).joined(separator: " · "))])
            + urgent.filter { $0.kind != .table && $0.kind != .rows }.map {
                NoteLine(kind: $0.kind, text: $0.drawnText(beside: type))
            }
        guard lines.count > CardMetrics.noteLines else { return lines }
        let count = lines.count - CardMetrics.noteLines + 1
        return lines.prefix(CardMetrics.noteLines - 1) + [NoteLine(kind: .change, text: "\(count) more")]
    }
}

extension Picture.Note {
    /// The text, with the word for what happens if values are lost or a decision is missing and the text does not say so.
    fileprivate func drawnText(beside type: String) -> String {
        guard kind.isUrgent, !text.contains(kind.word) else { return text }
        return text.isEmpty || text == type ? kind.word : "\(kind.word): \(text)"
    }
}

extension Picture.Note.Kind {
    /// Whether values or rows are lost, or a decision is missing.
    var isUrgent: Bool { self == .lost || self == .refused }

    /// The name of its class in the style.
    var className: String { "note-\(rawValue)" }

    /// What it is called in tables.
    var word: String {
        switch self {
        case .change: "change"
        case .lost: "lost"
        case .filled: "filled"
        case .converted: "converted"
        case .computed: "computed"
        case .setAside: "set aside"
        case .moved: "moved"
        case .refused: "refused"
        case .table: "table"
        case .rows: "rows"
        }
    }
}
