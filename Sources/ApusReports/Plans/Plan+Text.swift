import ApusDiagnostics
package import ApusMigration
import ApusSchema

extension Plan {
    /// Returns the plan as readable text: its end points, the verdict of each stage, what happens to each table, how
    /// values are made, what is checked first, and which losses the mapping accepts.
    ///
    /// - Parameters:
    ///   - subject: The subject of the plan: a store's path, or the model.
    ///   - work: The work in a store.
    /// - Returns: The text, with styles for a terminal.
    package func text(of subject: String, _ work: StoreWork = .unknown) -> StyledText {
        var text = StyledText()
        let model = target.schema.model
        if isEmpty {
            text.add(.init("\(subject): \(model) \(target.point), nothing to do"))
            text.add(Self.seedTitle, work.seedData.map { ($0.entity, $0.text) })
            return text
        }
        text.add(.init("\(subject): ", .heading), .init("\(model) \(source.point) → \(target.point), \(count)"))
        text.add()
        for stage in stages { text.add(.init("  \(stage.from) → \(stage.to)  \(stage.verdict)")) }
        text.add(
            "not carried out, because an unreleased head made the store",
            ignoredLines.map { ("\($0.key.rawValue): \($0.subject)", $0.location.map { "at \($0)" } ?? "") },
            .alarm
        )
        text.add("begins a new pass", record.passes.compactMap(\.start).map { ($0.stage, $0.reason) })
        text.add("needs functions in Swift", functions.map { ($0.signature, "version \($0.version)") })
        text.add(
            "runs Swift over whole objects",
            (record.swift ?? []).map {
                ($0.stage, "\($0.name), version \($0.version), may copy \($0.tables.of("table"))")
            }
        )
        if !work.tables.isEmpty { text.add(work.tables) }
        text.add(record.passes, isAlone: passes.count == 1)
        let losses = record.losses
        text.add(work.counts(of: losses))
        text.add(
            "left out or merged",
            work.leftOut(besides: losses).map { ($0.path, $0.text) },
            .alarm
        )
        text.add(Self.asideTitle, setAside.map { ($0.path, "\($0.reason), \($0.stage)") })
        text.add(Self.emptyTitle, uncountedEmpty(work).map { ($0.path, $0.stage) })
        text.add(
            "kept, but invalid under a new rule until changed",
            work.brokenRules.map { ($0.path, $0.text) },
            .alarm
        )
        text.add("left for later", work.deferred.map { ($0.name, $0.text) })
        text.add(Self.seedTitle, work.seedData.map { ($0.entity, $0.text) })
        if let needs = work.needs {
            text.add()
            text.add(.init(needs))
        }
        return text
    }

    /// The title of what seed data does: no command loads it.
    static let seedTitle = "seed data, loaded when the app opens the store"

    /// The title of required relationships that nothing fills.
    static let emptyTitle = "required, but existing rows stay without one"

    /// The required relationships that existing rows stay without, unless the rows of a store are counted.
    func uncountedEmpty(_ work: StoreWork) -> [Record.EmptyRecord] {
        work.needs != nil && passes.count == 1 ? [] : staysEmpty
    }

    /// The title of what is removed, but not lost.
    static let asideTitle = "set aside, in the store's table 'apus_set_aside'"

    /// Returns the title of a pass's checks. The input of a later pass exists only after the previous pass.
    static func checkTitle(ofPass number: Int) -> String {
        number == 0 ? "checked first" : "checked after the previous pass"
    }

    /// The number of stages and passes.
    var count: String {
        if stages.isEmpty { return "nothing but the store's version changes" }
        let passes = self.passes.count == 1 ? "one pass" : "\(self.passes.count) passes"
        return stages.count == 1 ? "1 stage" : "\(stages.count) stages fused into \(passes)"
    }
}

extension StyledText {
    fileprivate mutating func add(_ tables: [TableLine]) {
        add()
        let width = max(28, tables.map { $0.table.displayWidth + 1 }.max() ?? 0)
        func line(_ table: String, rows: String, how: String, why: String) -> Run {
            let count = String(repeating: " ", count: max(0, 9 - rows.count)) + rows
            return Run("  " + table.shownPadded(to: width) + count + "  " + how.shownPadded(to: 11) + why)
        }
        add(line("table", rows: "rows", how: "how", why: "why"))
        for one in tables { add(line(one.table, rows: one.count, how: one.how, why: one.why)) }
    }

    fileprivate mutating func add(_ passes: [Plan.Record.PassRecord], isAlone: Bool) {
        for (number, pass) in passes.enumerated() {
            let points = isAlone ? "" : " (\(pass.from) → \(pass.to))"
            let values: [(String, String)] = pass.extents.flatMap { extent in
                extent.values.map { ("\(extent.extent).\($0.name)", $0.from) }
            }
            add("values\(points)", values)
            add(
                "\(Plan.checkTitle(ofPass: number))\(points)",
                pass.checkLines.map { ($0.subject, $0.text) }
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
        let width = min(lines.map(\.name.displayWidth).max() ?? 0, 44)
        for line in lines { add(Run("  " + line.name.shownPadded(to: width) + "   " + line.text)) }
    }

    fileprivate mutating func add(_ losses: [(loss: Plan.Record.LossRecord, count: String?)]) {
        guard !losses.isEmpty else { return }
        add()
        add(Run("accepted losses", .alarm))
        let width = min(losses.map(\.loss.path.displayWidth).max() ?? 0, 44)
        for (loss, count) in losses {
            let acceptance = loss.acceptedAt.map { ", by \($0)" } ?? ""
            let count = count.map { "\($0), " } ?? ""
            add(Run("  " + loss.path.shownPadded(to: width) + "   " + count + loss.stage + acceptance))
        }
    }
}
