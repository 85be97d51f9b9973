import ApusSchema

extension DerivationSQL {
    /// The triggers that keep the value correct, whatever is written in whatever order.
    ///
    /// Each recomputes the value for the rows that a write may affect. Counts, and sums of whole numbers over a foreign
    /// key, are incremented and decremented instead, so that the cost does not grow with the number of related rows.
    var programs: [LayoutProgram] {
        let identity: String = table.identity?.name ?? Column.identityName
        let isNew = "\(SQLText.name(identity)) = \(SQLText.column(identity, of: "NEW"))"
        var programs: [LayoutProgram] = [
            trigger(
                "insert",
                "AFTER INSERT",
                on: table,
                when: table.condition(derivation.entities, of: "NEW"),
                [update(isNew)]
            )
        ]
        for source in derivation.expression.leaves { programs += self.programs(following: source, isNew: isNew) }
        return programs
    }

    /// The triggers that follow what a source reads.
    private func programs(following source: Table.Derivation.Source, isNew: String) -> [LayoutProgram] {
        let identity: String = table.identity?.name ?? Column.identityName
        var programs: [LayoutProgram] = []
        switch source {
        case .now:
            let given: [String] = table.columns.filter { !$0.isDerived && $0.field != .identity }.map(\.name)
            if !given.isEmpty {
                programs.append(
                    trigger(
                        "update",
                        "AFTER UPDATE OF \(SQLText.names(given))",
                        on: table,
                        when: table.condition(derivation.entities, of: "NEW"),
                        [update(isNew)]
                    )
                )
            }
        case .value(let steps, let column):
            let read: String = steps.first?.nearColumn ?? (steps.isEmpty ? column : identity)
            programs.append(
                trigger(
                    "update",
                    "AFTER UPDATE OF \(SQLText.name(read))",
                    on: table,
                    when: table.condition(derivation.entities, of: "NEW"),
                    [update(isNew)]
                )
            )
            for index in steps.indices { programs += self.programs(alongside: index, of: steps, to: column) }
        case .count(let step): programs += self.programs(over: step, summing: nil)
        case .sum(let step, let column, let type):
            programs += self.programs(over: step, summing: (column, type.integerRange != nil && isWhole))
        }
        return programs
    }

    /// Whether the value is a whole number.
    private var isWhole: Bool { type?.integerRange != nil }

    /// A statement that recomputes the value for some rows.
    private func update(_ condition: String) -> String {
        let name: String = SQLText.name(table.name)
        let entities: String = table.condition(derivation.entities).map { " AND \($0)" } ?? ""
        return "UPDATE \(name) SET \(SQLText.name(derivation.column)) = \(expression(over: name, isTrigger: true).sql) "
            + "WHERE \(condition)\(entities);"
    }

    /// A statement that adds to the value of a row, or subtracts from it.
    private func add(_ sign: String, _ summand: String, to identity: String) -> String {
        let column: String = SQLText.name(derivation.column)
        let entities: String = table.condition(derivation.entities).map { " AND \($0)" } ?? ""
        return "UPDATE \(SQLText.name(table.name)) SET \(column) = \(column) \(sign) \(summand) "
            + "WHERE \(SQLText.name(table.identity?.name ?? Column.identityName)) = \(identity)\(entities);"
    }

    /// The triggers on the far table of a step in a path.
    private func programs(
        alongside index: Int,
        of steps: [Table.Derivation.Step],
        to column: String
    ) -> [LayoutProgram] {
        guard let far = layout.table(steps[index].table) else { return [] }
        let next: String? = index + 1 < steps.count ? steps[index + 1].nearColumn : column
        var read: [String] = next.map { [$0] } ?? []
        if case .referrers(_, let key) = steps[index] { read.append(key) }
        func body(_ rows: [String]) -> [String] {
            rows.map { row in
                let identity: String = SQLText.name(table.identity?.name ?? Column.identityName)
                return update("\(identity) IN (\(origins(of: row, at: index, of: steps, far)))")
            }
        }
        let label = "\(index + 1)"
        var programs: [LayoutProgram] = [
            trigger("\(label)_insert", "AFTER INSERT", on: far, body(["NEW"])),
            trigger("\(label)_delete", "AFTER DELETE", on: far, body(["OLD"])),
        ]
        if !read.isEmpty {
            let isMoved = if case .referrers = steps[index] { true } else { false }
            programs.append(
                trigger(
                    "\(label)_update",
                    "AFTER UPDATE OF \(SQLText.names(read.withoutRepetitions))",
                    on: far,
                    body(isMoved ? ["OLD", "NEW"] : ["NEW"])
                )
            )
        }
        return programs
    }

    /// The identities of the rows from which the path's steps up to an index reach a row, as SQL for `IN (…)`.
    private func origins(of row: String, at index: Int, of steps: [Table.Derivation.Step], _ far: Table) -> String {
        var found: String = identity(of: far, row)
        for number in stride(from: index, through: 0, by: -1) {
            let near: Table? = number == 0 ? table : layout.table(steps[number - 1].table)
            switch steps[number] {
            case .key(let key, _):
                guard let near else { return "NULL" }
                let identity: String = SQLText.name(near.identity?.name ?? Column.identityName)
                found = "SELECT \(identity) FROM \(SQLText.name(near.name)) WHERE \(SQLText.name(key)) IN (\(found))"
            case .referrers(let name, let key):
                guard number != index else {
                    found = SQLText.column(key, of: row)
                    continue
                }
                let identity: String = SQLText.name(layout.table(name)?.identity?.name ?? Column.identityName)
                found = "SELECT \(SQLText.name(key)) FROM \(SQLText.name(name)) WHERE \(identity) IN (\(found))"
            case .joinTable: return "NULL"
            }
        }
        return found
    }

    /// The triggers that keep a count or a sum.
    private func programs(
        over step: Table.Derivation.Step,
        summing summand: (column: String, isCounted: Bool)?
    ) -> [LayoutProgram] {
        let isCounted = summand?.isCounted ?? true
        let identity: String = SQLText.name(table.identity?.name ?? Column.identityName)
        /// The statement for the row that a key refers to, when a row is inserted (`NEW`) or deleted (`OLD`).
        func change(_ row: String, _ key: String, _ value: String) -> String {
            let key: String = SQLText.column(key, of: row)
            guard isCounted else { return update("\(identity) = \(key)") }
            return add(row == "NEW" ? "+" : "-", value, to: key)
        }
        switch step {
        case .key: return []
        case .referrers(let name, let key):
            guard let far = layout.table(name) else { return [] }
            func value(_ row: String) -> String {
                summand.map { "COALESCE(\(SQLText.column($0.column, of: row)), 0)" } ?? "1"
            }
            let read: [String] = [key] + (summand.map { [$0.column] } ?? [])
            // A new row that refers to itself is already included in its own value when that is first computed.
            let isOther: String? =
                far.name == table.name
                ? "\(SQLText.column(key, of: "NEW")) IS NOT \(self.identity(of: table, "NEW"))" : nil
            let (old, new) = (change("OLD", key, value("OLD")), change("NEW", key, value("NEW")))
            return [
                trigger("insert_far", "AFTER INSERT", on: far, when: isOther, [new]),
                trigger("delete_far", "AFTER DELETE", on: far, [old]),
                trigger("update_far", "AFTER UPDATE OF \(SQLText.names(read))", on: far, [old, new]),
            ]
        case .joinTable(let name, let near, let far, let to):
            guard let pairs = layout.table(name), let target = layout.table(to) else { return [] }
            // A sum depends on the values of the far rows, which may be inserted later.
            func recount(_ row: String) -> String {
                summand == nil
                    ? change(row, near, "1") : update("\(identity) = \(SQLText.column(near, of: row))")
            }
            var programs: [LayoutProgram] = [
                trigger("insert_pair", "AFTER INSERT", on: pairs, [recount("NEW")]),
                trigger("delete_pair", "AFTER DELETE", on: pairs, [recount("OLD")]),
                trigger(
                    "update_pair",
                    "AFTER UPDATE OF \(SQLText.names([near, far]))",
                    on: pairs,
                    [recount("OLD"), recount("NEW")]
                ),
            ]
            guard let summand else { return programs }
            func reached(_ row: String) -> String {
                update(
                    "\(identity) IN (SELECT \(SQLText.name(near)) FROM \(SQLText.name(name)) "
                        + "WHERE \(SQLText.name(far)) = \(self.identity(of: target, row)))"
                )
            }
            programs += [
                trigger("insert_far", "AFTER INSERT", on: target, [reached("NEW")]),
                trigger("delete_far", "AFTER DELETE", on: target, [reached("OLD")]),
                trigger("update_far", "AFTER UPDATE OF \(SQLText.name(summand.column))", on: target, [reached("NEW")]),
            ]
            return programs
        }
    }

    private func trigger(
        _ suffix: String,
        _ event: String,
        on watched: Table,
        when condition: String? = nil,
        _ body: [String]
    ) -> LayoutProgram {
        .trigger(
            "apus_derived_\(table.name).\(derivation.column)_\(suffix)",
            event,
            on: watched,
            tables: tables.union([watched.name]),
            when: condition,
            body
        )
    }

    /// The tables that the value is computed from, and its own.
    private var tables: Set<String> {
        Set([table.name] + derivation.expression.leaves.flatMap(\.steps).flatMap(\.tables))
    }
}

extension Table.Derivation.Source {
    /// Whether it counts or sums related rows.
    var isAggregate: Bool {
        switch self {
        case .count, .sum: true
        case .value, .now: false
        }
    }

    /// The steps from the row to the rows that are read.
    var steps: [Table.Derivation.Step] {
        switch self {
        case .value(let steps, _): steps
        case .count(let step), .sum(let step, _, _): [step]
        case .now: []
        }
    }
}

extension Table.Derivation.Step {
    /// The column of the near row that the step reads; `nil` if it reads only the identity.
    var nearColumn: String? {
        if case .key(let key, _) = self { key } else { nil }
    }

    /// The tables that the step reads.
    var tables: [String] {
        if case .joinTable(let pairs, _, _, let far) = self { [pairs, far] } else { [table] }
    }
}
