extension TestReport {
    /// The report as text: for each model a matrix of its versions and the seeded stores, a line for each case and for
    /// each kept store, then what failed and why.
    package var text: StyledText {
        var text = StyledText()
        for model in models { text.add(model) }
        for model in models {
            for test in model.tests where test.outcome != .passed { text.add(test, of: model.name) }
        }
        text.add(.init(summary, tests.contains { $0.outcome == .failed } ? .alarm : .heading))
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

    /// The cases and the kept stores.
    var others: [TestReport.Test] { tests.filter { $0.kind != .seeded } }
}

extension TestReport.Test {
    /// The outcome in a cell of the matrix.
    var mark: String {
        switch outcome {
        case .passed: goesBack ? "ok, back" : "ok"
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
            add(Run(model.name, .heading), Run(", nothing to test: there is no version to migrate from"))
            add()
            return
        }
        add(Run("\(model.name) → \(target)", .heading))
        let lines = model.lines
        let titles: [String] = lines.first?.tests.map(\.title) ?? []
        let first = max(9, lines.map { $0.version.displayWidth + 2 }.max() ?? 0)
        let widths: [Int] = titles.indices.map { column in
            let marks = lines.compactMap { $0.tests.indices.contains(column) ? $0.tests[column].mark : nil }
            // The last column needs no space behind it.
            return column == titles.count - 1 ? 0 : ([titles[column]] + marks).map(\.displayWidth).reduce(0, max) + 2
        }
        if !lines.isEmpty {
            let head = zip(titles, widths).map { $0.shownPadded(to: $1) }.joined()
            add(Run("  " + "from".shownPadded(to: first) + head))
        }
        for line in lines {
            let cells = zip(line.tests, widths).map { Run($0.mark.shownPadded(to: $1), $0.style) }
            add([Run("  " + line.version.shownPadded(to: first))] + cells)
        }
        let width = model.others.map(\.name.displayWidth).max() ?? 0
        for test in model.others {
            add(
                Run("  " + test.name.shownPadded(to: width) + "  \(test.from) → \(test.to)  "),
                Run(test.mark, test.style)
            )
        }
        add()
    }

    fileprivate mutating func add(_ test: TestReport.Test, of model: String) {
        guard !test.problems.isEmpty else { return }
        add(Run("\(test.outcome.rawValue): ", test.style), Run(test.heading(of: model)))
        for problem in test.problems {
            add(Run("  " + problem.message))
            for line in problem.lines { add(Run("    " + line)) }
        }
        add()
    }
}
