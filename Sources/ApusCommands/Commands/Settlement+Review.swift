import ApusDiagnostics
import ApusImport
import ApusMigration
import ApusProject
import ApusSchema

extension Settlement {
    init(
        from older: History.Entry,
        to newer: History.Entry,
        in history: History,
        to index: Int,
        of imported: ImportedModel
    ) {
        let version = imported.versions[index]
        self.init(
            from: older,
            to: newer,
            in: history,
            ownCode: version.ownCode,
            fills: version.fills,
            lossNotes: version.lossNotes
        )
        // What belongs to no mapping model may have migrated any stage, so it counts where it names what is dropped.
        if !isOpen, let code = imported.code(keeping: mapping[.accept].map(\.path), to: index) {
            self.init(
                from: older,
                to: newer,
                in: history,
                ownCode: version.ownCode?.joined(with: code) ?? code,
                fills: version.fills,
                lossNotes: version.lossNotes
            )
        }
    }

    /// The stage, as it is printed.
    var title: String { "from \(mapping.from) to \(mapping.to?.description ?? "head")" }

    /// The mapping's lines for review, as they are printed.
    var review: [String] {
        func list(_ lines: [Mapping.Line]) -> String {
            lines.map { line in line.conversion.map { "\(line.path) (\($0))" } ?? line.path.description }
                .joined(separator: ", ")
        }
        let notes: [(what: String, lines: [Mapping.Line])] = [
            ("accepted \(title), for review", losses),
            ("given up \(title), for review", givenUp),
            ("converted \(title), for review", mapping[.convert]),
            ("computed \(title), as the mapping model says", translated.filter { $0.key == .values }),
            ("made \(title), as the mapping model says", translated.filter { $0.key == .entities }),
            ("filled \(title), as the mapping model says", mapping[.fill]),
            ("required \(title), because Core Data stops there without a value", mapping[.require]),
        ]
        return notes.compactMap { what, lines in lines.isEmpty ? nil : "\(what): \(list(lines))" }
            + openQuestions.map { "to decide \(title): \($0.message)" }
            + (remarks + likelyRenames).map { "\(title): \($0)" }
    }
}
