extension TestReport {
    /// The report as text: for each model a matrix of its versions and the seeded stores, a line for each case and for
    /// each kept store, then what failed and why.
    package var text: StyledText {
        var text = StyledText()
        for model in models { text.add(model) }
        for model in models { text.addProblems(of: model) }
        let limit = 10
        let groups = survivorGroups
        for group in groups.prefix(limit) {
            for mutant in group {
                text.add(.init("survived: ", .alarm), .init(mutant.heading))
                text.add(.init("  " + mutant.reason))
            }
            for line in group[0].advice { text.add(.init("  " + line)) }
            text.add()
        }
        if groups.count > limit {
            let count = groups[limit...].reduce(0) { $0 + $1.count }
            text.add(.init("and \(count) more survived: '--format json' lists all"))
            text.add()
        }
        let isWrong =
            !survivors.isEmpty || tests.contains { $0.outcome == .failed } || models.contains { !$0.problems.isEmpty }
        text.add(.init(summary, isWrong || !problems.isEmpty ? .alarm : .heading))
        return text
    }
}

extension TestReport.ModelTests {
    /// The seeded stores by the versions of the matrix' lines, oldest first.
    var lines: [(version: String, tests: [TestReport.Test])] {
        var lines: [(version: String, tests: [TestReport.Test])] = []
        for test in tests where test.kind == .seeded {
            if lines.last?.version != test.from { lines.append((test.from, [])) }
            lines[lines.count - 1].tests.append(test)
        }
        return lines
    }

    /// The columns of the matrix: old versions are tested with fewer stores.
    var titles: [String] { lines.max { $0.tests.count < $1.tests.count }?.tests.map(\.title) ?? [] }

    /// The cases and the kept stores.
    var others: [TestReport.Test] { tests.filter { $0.kind != .seeded } }
}

extension TestReport.Test {
    /// The outcome in a cell of the matrix.
    var mark: String {
        switch outcome {
        case .passed: (goesBack ? "ok, back" : "ok") + (notes.isEmpty ? "" : ", at once")
        case .failed: "FAILED"
        case .skipped, .recorded: outcome.rawValue
        }
    }

    fileprivate var style: StyledText.Style {
        switch outcome {
        case .passed: .added
        case .failed: .alarm
        case .skipped, .recorded: .changed
        }
    }
}

extension StyledText {
    fileprivate mutating func add(_ model: TestReport.ModelTests) {
        guard let target = model.target, !model.tests.isEmpty else {
            // The problems of stages are printed as those of 'apus plan' are.
            guard model.problems.isEmpty else { return }
            add(Run(model.name, .heading), Run(", nothing to test: there is no version to migrate from"))
            add()
            return
        }
        add(Run("\(model.name) → \(target)", .heading))
        let lines = model.lines
        let titles = model.titles
        let first = max(9, lines.map { $0.version.displayWidth + 2 }.max() ?? 0)
        let cells: [[Run]] = lines.map { line in
            titles.map { title in
                line.tests.first { $0.title == title }.map { Run($0.mark, $0.style) } ?? Run("-")
            }
        }
        let widths: [Int] = titles.indices.map { column in
            // The last column needs no space behind it.
            if column == titles.count - 1 { return 0 }
            return ([titles[column]] + cells.map { $0[column].text }).map(\.displayWidth).reduce(0, max) + 2
        }
        func line(_ version: String, _ cells: [Run]) -> [Run] {
            [Run("  " + version.shownPadded(to: first))]
                + zip(cells, widths).map { Run($0.text.shownPadded(to: $1), $0.style) }
        }
        if !lines.isEmpty { add(line("from", titles.map { Run($0) })) }
        for (one, cells) in zip(lines, cells) { add(line(one.version, cells)) }
        let width = model.others.map(\.name.displayWidth).max() ?? 0
        for test in model.others {
            add(
                Run("  " + test.name.shownPadded(to: width) + "  \(test.from) → \(test.to)  "),
                Run(test.mark, test.style)
            )
        }
        add()
    }

    /// Adds what failed and why, but only a few of the same kind: a mistake in one stage is seen in every older version.
    fileprivate mutating func addProblems(of model: TestReport.ModelTests) {
        for (outcome, limit) in [(TestReport.Outcome.failed, 10), (.recorded, 10), (.skipped, 1)] {
            let tests = model.tests.filter { $0.outcome == outcome }
            for test in tests.prefix(limit) {
                add(Run("\(outcome.rawValue): ", test.style), Run(test.heading(of: model.name)))
                for problem in test.problems {
                    add(Run("  " + problem.message))
                    for line in problem.lines { add(Run("    " + line)) }
                }
                if tests.count <= limit || test != tests[limit - 1] { add() }
            }
            guard tests.count > limit else { continue }
            add(Run("and \(tests.count - limit) more \(outcome.rawValue): '--format json' lists all"))
            add()
        }
        let noted = model.tests.filter { $0.outcome == .passed && !$0.notes.isEmpty }
        guard let first = noted.first else { return }
        add(Run("at once: ", .changed), Run(first.heading(of: model.name)))
        for line in first.notes.flatMap(\.text) { add(Run("  " + line)) }
        add()
        if noted.count > 1 {
            add(Run("and \(noted.count - 1) more only at once: '--format json' lists all"))
            add()
        }
    }
}
