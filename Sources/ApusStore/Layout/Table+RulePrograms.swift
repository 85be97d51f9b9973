import ApusSchema

extension Table {
    /// The triggers that keep rows from being written that break the table's rules: one for new rows, one for changed
    /// ones.
    ///
    /// A changed row is judged by the rules of what changes. So a row that was valid when it was saved, and is not by a
    /// later version's rules, can be changed elsewhere.
    var rulePrograms: [LayoutProgram] {
        let rules: [RuleSQL] = rules.map { RuleSQL(rule: $0, table: self) }.filter { $0.breach(of: "NEW") != nil }
        guard !rules.isEmpty else { return [] }
        let watched: [String] = columns.map(\.name).filter(Set(rules.flatMap(\.columns)).contains)
        return [
            .trigger("apus_rules_insert_\(name)", "BEFORE INSERT", on: self, tables: [name], refusals(rules, false)),
            .trigger(
                "apus_rules_update_\(name)",
                "BEFORE UPDATE OF \(SQLText.names(watched))",
                on: self,
                tables: [name],
                refusals(rules, true)
            ),
        ]
    }

    /// The statements that refuse a row, one for all rules about the same kinds.
    private func refusals(_ rules: [RuleSQL], _ isUpdate: Bool) -> [String] {
        var groups: [(kinds: [String]?, rules: [RuleSQL])] = []
        for rule in rules {
            // A statement holds only so many cases.
            if groups.last?.kinds == rule.rule.kinds, let last = groups.indices.last, groups[last].rules.count < 500 {
                groups[last].rules.append(rule)
            } else {
                groups.append((rule.rule.kinds, [rule]))
            }
        }
        return groups.map { kinds, rules in
            let cases: [String] = rules.map { rule in
                let breach: String = rule.breach(of: "NEW") ?? "0"
                let condition: String = isUpdate ? "(\(rule.isTouched)) AND (\(breach))" : breach
                return "WHEN \(condition) THEN RAISE(ABORT, \(SQLText.quoted(rule.message)))"
            }
            let condition: String = self.condition(kinds, of: "NEW").map { " WHERE \($0)" } ?? ""
            return "SELECT CASE \(cases.joined(separator: "\n    ")) END\(condition);"
        }
    }
}

extension RuleSQL {
    /// The columns that decide whether a row breaks the rule.
    var columns: [String] {
        var columns: [String] = [rule.column]
        if case .presentIfAny(let others) = rule.demand { columns += others }
        if rule.kinds != nil, let entity = table.entity { columns.append(entity.name) }
        return columns
    }

    /// The condition that an update changes one of them.
    fileprivate var isTouched: String {
        let changes: [String] = columns.map {
            "\(SQLText.column($0, of: "NEW")) IS NOT \(SQLText.column($0, of: "OLD"))"
        }
        guard changes.count > 100 else { return changes.joined(separator: " OR ") }
        // As a long chain it would be too deep for SQLite.
        return "(\(SQLText.columns(columns, of: "NEW"))) IS NOT (\(SQLText.columns(columns, of: "OLD")))"
    }

    /// What SQLite says of a row that it refuses: `apus: 'Trip.nights' is less than the minimum '1'`.
    fileprivate var message: String { "apus: '\(table.name).\(rule.column)' is \(rule.breach)" }
}

extension SQLText {
    /// Columns of a row, with commas.
    static func columns(_ names: [String], of row: String) -> String {
        names.map { column($0, of: row) }.joined(separator: ", ")
    }
}
