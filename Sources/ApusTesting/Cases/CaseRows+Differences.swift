import ApusDiagnostics
import ApusFiles
import ApusSchema

extension CaseRows {
    /// How the objects of an entity differ from what is expected, a line each.
    func differences(to expectation: MigrationCase.Expectation) -> [String] {
        switch expectation {
        case .count(let entity, let expected):
            let count = objects[entity]?.count ?? 0
            return count == expected ? [] : ["\(entity): expected \(Self.counted(expected)), found \(count)"]
        case .rows(let entity, let rows):
            let found = Dictionary(
                (objects[entity] ?? []).map { ($0.name, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            let expected = Set(rows.map(\.name))
            let missing = rows.flatMap { row -> [String] in
                guard let object = found[row.name] else {
                    return ["\(entity) \(row.name.shown): expected a row, found none"]
                }
                return differences(object, to: row)
            }
            let unexpected = (objects[entity] ?? []).filter { !expected.contains($0.name) }
            return missing + unexpected.map { "\(entity) \($0.name.shown): found a row, expected none" }
        }
    }

    private static func counted(_ count: Int) -> String { "\(count) row\(count == 1 ? "" : "s")" }

    private func differences(_ object: Object, to row: MigrationCase.Row) -> [String] {
        let values: [String] = row.values.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap {
            path,
            expected in
            let found = object.values[path] ?? .null
            if found == expected { return nil }
            let texts = [expected, found].map { text(of: $0, at: path, in: row.entity) ?? "null" }
            return line(row, path.joined(separator: "."), expected: texts[0], found: texts[1])
        }
        let references: [String] = row.references.sorted { $0.key < $1.key }.compactMap { name, expected in
            let found = object.references[name] ?? []
            let relationship = property(name, of: row.entity)
            if relationship?.isOrdered == true ? found == expected : found.sorted() == expected.sorted() { return nil }
            let none = relationship?.isToMany == true ? "empty" : "null"
            let texts = [expected, found].map { $0.isEmpty ? none : $0.joined(separator: ", ") }
            return line(row, name, expected: texts[0], found: texts[1])
        }
        return values + references
    }

    private func line(_ row: MigrationCase.Row, _ property: String, expected: String, found: String) -> String {
        "\(row.entity) \(row.name.shown): expected '\(property)' to be \(expected.shown), found \(found.shown)"
    }
}
