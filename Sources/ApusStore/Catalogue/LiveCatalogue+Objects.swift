import ApusSchema

extension LiveCatalogue {
    /// The missing and changed triggers and R-trees.
    ///
    /// - Parameter expected: The expected ones.
    /// - Returns: The differences.
    func objectDifferences(from expected: [LayoutProgram]) -> [StoreDifference] {
        var differences: [StoreDifference] = []
        for object in expected {
            let type = object.kind.rawValue.lowercased()
            guard let found = self.object(type, object.name) else {
                differences.append(
                    StoreDifference(.missingObject(type: type, name: object.name), expected: object.sql)
                )
                continue
            }
            // `ALTER TABLE … RENAME` quotes names differently.
            if !SQLTokens.isSame(found.sql, object.sql) {
                differences.append(
                    StoreDifference(
                        .changedObject(type: type, name: object.name),
                        expected: object.sql,
                        found: found.sql
                    )
                )
            }
        }
        return differences
    }

    /// The additional triggers, views and virtual tables.
    ///
    /// - Parameter expected: The triggers and R-trees of all models in the file.
    /// - Returns: The additional ones.
    func extraObjects(to expected: [LayoutProgram]) -> [StoreDifference] {
        let known = Set(expected.map { Self.key($0.kind.rawValue.lowercased(), $0.name) })
        let extra = (virtualTables.sorted { $0.name < $1.name } + viewsAndTriggers.sorted { $0.name < $1.name })
            .filter { !known.contains(Self.key($0.type, $0.name)) }
        return extra.map { object in
            StoreDifference(
                object.type == "table" ? .extraTable(object.name) : .extraObject(type: object.type, name: object.name),
                found: object.sql
            )
        }
    }
}

extension SQLTokens {
    /// Whether two statements differ at most in white space, comments and the quotes of names.
    static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || tokens(of: one).map(\.normal) == tokens(of: other).map(\.normal)
    }
}

extension SQLTokens.Token {
    /// The token without the difference between quoted and unquoted names, and in lower case. `TRUE` is 1, as Apus once
    /// wrote it.
    var normal: SQLTokens.Token {
        switch self {
        case .word("TRUE"): .word("1")
        case .word(let text), .name(let text): .word(text.folded)
        case .string, .mark: self
        }
    }
}
