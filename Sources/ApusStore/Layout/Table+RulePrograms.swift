import ApusSchema

extension Table {
    /// The triggers that reject rows that violate the table's rules: one for inserted rows, one for updated rows.
    ///
    /// An update is checked only against the rules for values that it changes. So if a row violates a later version's
    /// rule, its other values can still be changed.
    var rulePrograms: [LayoutProgram] {
        let rules = rules.map { RuleSQL(rule: $0, table: self) }.filter { $0.breach(of: "NEW") != nil }
        guard !rules.isEmpty else { return [] }
        let watched: [String] = columns.map(\.name).filter(Set(rules.flatMap(\.columns)).contains)
        return [
            .trigger("apus_rules_insert_\(name)", "BEFORE INSERT", on: self, tables: [name], refusals(rules, false)),
            .trigger(
                Self.updateRulesName(of: name),
                "BEFORE UPDATE OF \(SQLText.names(watched))",
                on: self,
                tables: [name],
                refusals(rules, true)
            ),
        ]
    }

    /// The name of the trigger that rejects updated rows of a table.
    package static func updateRulesName(of table: String) -> String { "apus_rules_update_\(table)" }

    /// The statements that reject a row: one for all rules of the same entities, and one per composite for its parts.
    private func refusals(_ rules: [RuleSQL], _ isUpdate: Bool) -> [String] {
        var groups: [(scope: RuleSQL.Scope, rules: [RuleSQL])] = []
        var indices: [RuleSQL.Scope: Int] = [:]
        for rule in rules {
            // The number of cases in a statement is limited.
            if let index = indices[rule.scope], groups[index].rules.count < 500 {
                groups[index].rules.append(rule)
            } else {
                indices[rule.scope] = groups.count
                groups.append((rule.scope, [rule]))
            }
        }
        return groups.map { scope, rules in
            let isAboutOne = scope.given.isEmpty
            let cases: [String] = rules.map { rule in
                let breach = isAboutOne ? rule.breach(of: "NEW") ?? "0" : rule.isMissing(in: "NEW")
                let condition = isUpdate && isAboutOne ? "(\(rule.isTouched)) AND (\(breach))" : breach
                return "WHEN \(condition) THEN RAISE(ABORT, \(SQLText.quoted(rule.message)))"
            }
            var conditions: [String] = [self.condition(scope.entities, of: "NEW")].compactMap { $0 }
            if !isAboutOne {
                // All these rules depend on the same columns.
                if isUpdate, let touched = rules.first?.isTouched { conditions.append("(\(touched))") }
                conditions.append("(\(RuleSQL.isAnyThere(scope.given, of: "NEW")))")
            }
            let end = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
            return "SELECT CASE \(cases.joined(separator: "\n    ")) END\(end);"
        }
    }
}

extension RuleSQL {
    /// The rows that a rule applies to.
    struct Scope: Hashable {
        /// The entities of the rows; `nil` for all.
        let entities: [String]?
        /// The columns of which one must have a value; empty if the rule applies to all rows of the entities.
        let given: [String]
    }

    /// The rows that the rule applies to.
    var scope: Scope {
        if case .presentIfAny(let names) = rule.constraint { return Scope(entities: rule.entities, given: names) }
        return Scope(entities: rule.entities, given: [])
    }

    /// The condition that a row's value in the rule's column is null.
    fileprivate func isMissing(in row: String) -> String { "\(SQLText.column(rule.column, of: row)) IS NULL" }

    /// The columns that determine whether a row violates the rule.
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
        // A long chain of `OR` is too deep for SQLite.
        return "(\(SQLText.columns(columns, of: "NEW"))) IS NOT (\(SQLText.columns(columns, of: "OLD")))"
    }

    /// SQLite's error message for a rejected row: `apus: 'Trip.nights' is less than the minimum '1'`.
    fileprivate var message: String {
        "\(Table.Rule.triggerPrefix)'\(table.name).\(rule.column)' is \(rule.triggerText)"
    }
}

extension SQLText {
    /// Columns of a row, separated by commas.
    static func columns(_ names: [String], of row: String) -> String {
        names.map { column($0, of: row) }.joined(separator: ", ")
    }
}
