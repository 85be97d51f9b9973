import ApusExpressions
import ApusMigration
import ApusSchema

extension Projection {
    /// The older rows, with the rows that are elements of lists.
    ///
    /// - Throws: Why a list has no value.
    func withElements(_ rows: StoredRows, _ sources: MigrationSources, _ last: [Extent.Name: Int64]) throws
        -> StoredRows
    {
        var rows: StoredRows = rows
        for elements in elements {
            let interpreter = ExpressionInterpreter(rows: rows, sources: sources, last: last) { graph[$0] }
            var found: [(source: Int64, order: Int64, element: StoredValue)] = []
            for source in elements.sources {
                for row in rows[source.rows.extent] ?? [] {
                    let isLeftOut = try source.rows.conditions.contains {
                        try interpreter.value($0, of: row) == .null
                    }
                    guard !isLeftOut, let identity = try interpreter.value(source.rows.identity, of: row).number else {
                        continue
                    }
                    switch source {
                    case .texts(_, let list):
                        guard case .text(let text) = try interpreter.value(list, of: row) else { continue }
                        for (index, element) in Self.elements(of: text).enumerated() {
                            found.append((identity, Int64(index), element))
                        }
                    case .objects(_, let element, let order):
                        let order: Int64 = try interpreter.value(order, of: row).number ?? .min
                        found.append((identity, order, try interpreter.value(element, of: row)))
                    }
                }
            }
            found.sort { ($0.source, $0.order) < ($1.source, $1.order) }
            rows[elements.extent] = found.enumerated().map { index, one in
                [
                    .identity: .integer(Int64(index) + 1), ElementRows.source: .integer(one.source),
                    ElementRows.element: one.element,
                ]
            }
        }
        return rows
    }

    /// The elements that an ``ElementText`` has: texts with few escapes, and `null`.
    private static func elements(of text: String) -> [StoredValue] {
        var found: [StoredValue] = []
        var scalars = text.unicodeScalars.dropFirst()[...]
        while let first = scalars.popFirst() {
            if first == "n" { found.append(.null) }
            guard first == "\"" else { continue }
            var element = String.UnicodeScalarView()
            while let scalar = scalars.popFirst(), scalar != "\"" {
                if scalar == ElementText.mark {
                    element.append(scalars.popFirst() == "0" ? "\u{0}" : scalar)
                    continue
                }
                guard scalar == "\\" else {
                    element.append(scalar)
                    continue
                }
                guard let escaped = scalars.popFirst() else { break }
                if escaped != "u" {
                    element.append(escaped)
                } else if let number = UInt32(String(scalars.prefix(4)), radix: 16), let scalar = Unicode.Scalar(number)
                {
                    element.append(scalar)
                    scalars = scalars.dropFirst(4)
                }
            }
            found.append(.text(String(element)))
        }
        return found
    }
}
