import ApusSchema

extension LiveCatalogue {
    /// How the triggers, views and virtual tables differ from those that should be there.
    ///
    /// - Parameters:
    ///   - expected: What should be there.
    ///   - others: What may be there, of other models in the file.
    /// - Returns: The differences: what is missing or changed, then what is there beyond that.
    func programDifferences(from expected: [LayoutProgram], besides others: [LayoutProgram]) -> [StoreDifference] {
        let live: [String: LiveProgram] = Dictionary(
            (programs + virtualTables).map { ($0.name.folded, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var differences: [StoreDifference] = []
        for program in expected {
            let type: String = program.kind.rawValue.lowercased()
            guard let found = live[program.name.folded], found.type == type else {
                differences.append(
                    StoreDifference(.missingProgram(type: type, name: program.name), expected: program.sql)
                )
                continue
            }
            if !found.isSame(as: program) {
                differences.append(
                    StoreDifference(
                        .changedProgram(type: type, name: program.name),
                        expected: program.sql,
                        found: found.sql
                    )
                )
            }
        }
        let known: Set<String> = Set((expected + others).map(\.name.folded))
        let extra: [LiveProgram] = (virtualTables.sorted { $0.name < $1.name } + programs.sorted { $0.name < $1.name })
            .filter { !known.contains($0.name.folded) }
        return differences
            + extra.map { program in
                StoreDifference(
                    program.type == "table"
                        ? .extraTable(program.name) : .extraProgram(type: program.type, name: program.name),
                    found: program.sql
                )
            }
    }
}

extension LiveProgram {
    /// Whether the statement that made it says what a layout's says. A renaming writes names with other quotes.
    fileprivate func isSame(as program: LayoutProgram) -> Bool {
        sql == program.sql
            || SQLTokens.tokens(of: sql).map(\.normal) == SQLTokens.tokens(of: program.sql).map(\.normal)
    }
}

extension SQLTokens.Token {
    /// The token with a name that needs no quotes made like one that has them, whatever its case.
    var normal: SQLTokens.Token {
        switch self {
        case .word(let text), .name(let text): .word(text.folded)
        case .string, .mark: self
        }
    }
}
