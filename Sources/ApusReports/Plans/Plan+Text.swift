package import ApusMigration
import ApusSchema

extension Plan {
    /// The plan as a person reads it: where it leads, what each stage is, what becomes of each table, which values are
    /// made of what, what is looked at first, and what is lost by whose word.
    ///
    /// - Parameters:
    ///   - subject: What is planned for: a store's path, or the model.
    ///   - work: What it comes to in a store.
    /// - Returns: The text, with what a terminal may colour.
    package func text(of subject: String, _ work: StoreWork = .unknown) -> StyledText {
        var text = StyledText()
        let model: String = target.schema.model
        if isEmpty {
            text.add(.init("\(subject): \(model) \(target.point), nothing to do"))
            return text
        }
        text.add(.init("\(subject): ", .heading), .init("\(model) \(source.point) → \(target.point), \(count)"))
        text.add()
        for stage in stages { text.add(.init("  \(stage.from) → \(stage.to)  \(stage.verdict)")) }
        if !work.tables.isEmpty { text.add(work.tables) }
        text.add(record.passes, isAlone: passes.count == 1)
        text.add(record.losses, work.losses)
        text.add(
            "carried over, and not to be saved again as they are",
            work.brokenRules.map { ($0.path, $0.text) },
            .alarm
        )
        if let needs = work.needs {
            text.add()
            text.add(.init(needs))
        }
        return text
    }

    /// What is said of a pass's checks: what a later one begins with is there only when the one before is done.
    static func look(at number: Int) -> String {
        number == 0 ? "looked at first" : "looked at when the pass before is done"
    }

    /// How many stages and passes there are.
    var count: String {
        let passes: String = self.passes.count == 1 ? "one pass" : "\(self.passes.count) passes"
        return stages.count == 1 ? "1 stage" : "\(stages.count) stages fused into \(passes)"
    }
}

extension StyledText {
    fileprivate mutating func add(_ tables: [TableLine]) {
        add()
        let width: Int = max(28, tables.map { $0.table.displayWidth + 1 }.max() ?? 0)
        func line(_ table: String, _ rows: String, _ how: String, _ why: String) -> Run {
            let count: String = String(repeating: " ", count: max(0, 9 - rows.count)) + rows
            return Run("  " + table.shownPadded(to: width) + count + "  " + how.shownPadded(to: 11) + why)
        }
        add(line("table", "rows", "how", "why"))
        for one in tables { add(line(one.table, one.rows.map(String.init) ?? "", one.how, one.why)) }
    }

    fileprivate mutating func add(_ passes: [Plan.Record.PassRecord], isAlone: Bool) {
        for (number, pass) in passes.enumerated() {
            let place: String = isAlone ? "" : " (\(pass.from) → \(pass.to))"
            let values: [(String, String)] = pass.extents.flatMap { extent in
                extent.values.map { ("\(extent.extent).\($0.name)", $0.from) }
            }
            add("values\(place)", values)
            add(
                "\(Plan.look(at: number))\(place)",
                pass.checks.map { ($0.path, "every row of \($0.extent): \($0.value)") }
            )
        }
    }

    fileprivate mutating func add(
        _ title: String,
        _ lines: [(name: String, text: String)],
        _ style: Style = .heading
    ) {
        guard !lines.isEmpty else { return }
        add()
        add(Run(title, style))
        let width: Int = min(lines.map(\.name.displayWidth).max() ?? 0, 44)
        for line in lines { add(Run("  " + line.name.shownPadded(to: width) + "   " + line.text)) }
    }

    fileprivate mutating func add(_ losses: [Plan.Record.LossRecord], _ counts: [String: String]) {
        guard !losses.isEmpty else { return }
        add()
        add(Run("lost, as accepted", .alarm))
        let width: Int = min(losses.map(\.path.displayWidth).max() ?? 0, 44)
        for loss in losses {
            let word: String = loss.acceptedAt.map { ", by \($0)" } ?? ""
            let count: String = counts[loss.path].map { "\($0), " } ?? ""
            add(Run("  " + loss.path.shownPadded(to: width) + "   " + count + loss.stage + word))
        }
    }
}
