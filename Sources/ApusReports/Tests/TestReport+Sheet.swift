extension TestReport {
    /// The report for a pull request or a page: the matrix, what failed, and what the migrations changed in some rows.
    package var sheet: Sheet {
        let start: [Sheet.Part] = [.heading(2, [.words("Migration tests")]), .line(.words(summary)), problems.part]
        return Sheet(start + models.flatMap(\.parts) + survivorGroups.flatMap(Self.parts))
    }

    /// What no test notices, and a case that would.
    private static func parts(_ group: [Mutant]) -> [Sheet.Part] {
        [
            .text(
                group.map { [.strong("survived"), .words(": "), .code($0.heading), .words(": "), .code($0.reason)] }
            ),
            .lines(group[0].advice, language: "text"),
        ]
    }
}

extension TestReport.ModelTests {
    fileprivate var parts: [Sheet.Part] {
        guard let target, !tests.isEmpty else {
            let reason = problems.isEmpty ? .line(.words("There is no version to migrate from.")) : problems.part
            return [.heading(3, [.code(name)]), reason]
        }
        let failures = tests.filter { $0.outcome != .passed && !$0.problems.isEmpty }.flatMap { test in
            [test.line(test.outcome.rawValue, of: name), test.problems.part]
        }
        let notes = tests.first { $0.outcome == .passed && !$0.notes.isEmpty }.map { test in
            [test.line("only at once", of: name), test.notes.part]
        }
        // The first store with rows of each version is enough to see what happens.
        let samples = lines.compactMap { line in line.tests.first { !$0.changes.isEmpty }?.samples }
        return [.heading(3, [.code(name), .words(" → "), .code(target)]), matrix, list] + failures + (notes ?? [])
            + samples
    }

    private var matrix: Sheet.Part {
        .table(
            .init(
                [.words("from")] + titles.map { .code($0) },
                lines.map { line in
                    [.init(.code(line.version))]
                        + titles.map { title in
                            line.tests.first { $0.title == title }?.cell ?? .init(.words(""))
                        }
                }
            )
        )
    }

    private var list: Sheet.Part {
        .table(
            .init(
                ["test", "from", "to", "outcome"].map { .words($0) },
                others.map { [.init(.code($0.name)), .init(.code($0.from)), .init(.code($0.to)), $0.cell] }
            )
        )
    }
}

extension TestReport.Test {
    fileprivate var cell: Sheet.Cell {
        switch outcome {
        case .passed: .init(.words(mark), .good)
        case .failed: .init(.words(mark), .bad)
        case .skipped, .recorded: .init(.words(mark), .notable)
        }
    }

    fileprivate func line(_ title: String, of model: String) -> Sheet.Part {
        .line(.strong(title), .words(": "), .code(heading(of: model)))
    }

    /// What the migration changed, on demand.
    fileprivate var samples: Sheet.Part {
        let rows: [[Sheet.Cell]] = changes.flatMap { change -> [[Sheet.Cell]] in
            let (path, summary) = (Sheet.Run.code(change.path), Sheet.Run.words(change.summary))
            let none = Sheet.Run.words("")
            if change.samples.isEmpty { return [[path, summary, none, none, none].map { .init($0) }] }
            return change.samples.enumerated().map { index, sample in
                [
                    index == 0 ? path : none, index == 0 ? summary : none, .code(sample.row),
                    .code(sample.before ?? "none"), .code(sample.after ?? "none"),
                ].map { .init($0) }
            }
        }
        return .folded(
            [.words("What changes from "), .code(from), .words(", \(name)")],
            [.table(.init(["property", "values", "row", "before", "after"].map { .words($0) }, rows))]
        )
    }
}

extension [TestReport.Problem] {
    fileprivate var part: Sheet.Part { .lines(flatMap(\.text), language: "text") }
}
