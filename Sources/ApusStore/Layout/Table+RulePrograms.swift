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

    /// The statements that refuse a row: one for all rules about the same kinds, and one for the parts of each composite.
    private func refusals(_ rules: [RuleSQL], _ isUpdate: Bool) -> [String] {
        var groups: [(scope: RuleSQL.Scope, rules: [RuleSQL])] = []
        var indices: [RuleSQL.Scope: Int] = [:]
        for rule in rules {
            // A statement holds only so many cases.
            if let index = indices[rule.scope], groups[index].rules.count < 500 {
                groups[index].rules.append(rule)
            } else {
                indices[rule.scope] = groups.count
                groups.append((rule.scope, [rule]))
            }
        }
        return groups.map { scope, rules in
            let isAboutOne: Bool = scope.given.isEmpty
            let cases: [String] = rules.map { rule in
                let breach: String = isAboutOne ? rule.breach(of: "NEW") ?? "0" : rule.isMissing(in: "NEW")
                let condition: String = isUpdate && isAboutOne ? "(\(rule.isTouched)) AND (\(breach))" : breach
                return "WHEN \(condition) THEN RAISE(ABORT, \(SQLText.quoted(rule.message)))"
            }
            var conditions: [String] = [self.condition(scope.entities, of: "NEW")].compactMap { $0 }
            if !isAboutOne {
                // The same columns decide of all these rules.
                if isUpdate, let touched = rules.first?.isTouched { conditions.append("(\(touched))") }
                conditions.append("(\(RuleSQL.isAnyThere(scope.given, of: "NEW")))")
            }
            let end: String = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
            return "SELECT CASE \(cases.joined(separator: "\n    ")) END\(end);"
        }
    }
}

extension RuleSQL {
    /// Which rows a rule is about.
    struct Scope: Hashable {
        /// Those of these kinds; `nil` for all.
        let entities: [String]?
        /// Of those, the rows that have a value in one of these columns; none for all.
        let given: [String]
    }

    /// Which rows the rule is about.
    var scope: Scope {
        if case .presentIfAny(let names) = rule.constraint { return Scope(entities: rule.entities, given: names) }
        return Scope(entities: rule.entities, given: [])
    }

    /// The condition that a row has no value in the rule's column.
    fileprivate func isMissing(in row: String) -> String { "\(SQLText.column(rule.column, of: row)) IS NULL" }

    /// The columns that decide whether a row breaks the rule.
    var columns: [String] {
        var columns: [String] = [rule.column]
        columns += scope.given.filter { $0 != rule.column }
        if rule.entities != nil, let entity = table.entity { columns.append(entity.name) }
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
