/// The results of `apus test`.
package struct TestReport: Hashable, Sendable {
    /// The tests of each model.
    package var models: [ModelTests]

    /// What could not be tested, besides the problems of models: stores and files that cannot be read.
    package let problems: [Problem]

    /// How long all tests took, in seconds.
    package var seconds: Double

    /// Creates a report.
    package init(models: [ModelTests], problems: [Problem] = [], seconds: Double) {
        self.models = models
        self.problems = problems
        self.seconds = seconds
    }

    /// The tests of a model.
    package struct ModelTests: Encodable, Hashable, Sendable {
        /// The model.
        package let name: String
        /// The version to which stores are migrated; `nil` if there is nothing to test.
        package let target: String?
        /// Why the model cannot be tested, such as stages that need a decision.
        package let problems: [Problem]
        /// The tests, by kind, with older versions first.
        package let tests: [Test]
        /// Mistakes in the mappings, and which tests notice them; `nil` if that was not tested.
        package var mutants: [Mutant]?

        /// Creates a value.
        package init(name: String, target: String?, problems: [Problem] = [], tests: [Test]) {
            self.name = name
            self.target = target
            self.problems = problems
            self.tests = tests
        }
    }

    /// What a test migrates.
    package enum Kind: String, Encodable, Hashable, Sendable {
        /// A store with made-up rows.
        case seeded
        /// The rows of a case in a file.
        case `case`
        /// A copy of a store that was kept.
        case store
    }

    /// The outcome of a test.
    package enum Outcome: String, Encodable, Hashable, Sendable {
        /// Everything was as it should be.
        case passed
        /// Something was not.
        case failed
        /// The rows cannot be migrated, as the model or a mapping requires; ``Test/problems`` say why.
        case skipped
        /// What was found is the expectation from now on.
        case recorded
    }

    /// A test with its result.
    package struct Test: Encodable, Hashable, Sendable {
        /// What is migrated.
        package let kind: Kind
        /// The store or the case: `typical, 100 rows, seed 1`, or the path of a file.
        package let name: String
        /// A short name, for the head of a column.
        package let title: String
        /// The version of the store before.
        package let from: String
        /// The version of the store after.
        package let to: String
        /// The outcome.
        package fileprivate(set) var outcome: Outcome
        /// What is wrong, or why the test was skipped, with further lines each.
        package fileprivate(set) var problems: [Problem]
        /// What was not tested, although nothing is wrong: steps that rows stop are not compared.
        package let notes: [Problem]
        /// The number of objects that were migrated.
        package let rows: Int
        /// Whether the store was also migrated back.
        package let goesBack: Bool
        /// What the migration changed.
        package let changes: [Change]
        /// Whether the test failed because a kept store cannot be used.
        package let isStoreUnusable: Bool
        /// How long the test took, in seconds.
        package let seconds: Double

        /// The keys in JSON: the title is for people, and the exit code says what a store that cannot be used means.
        private enum CodingKeys: String, CodingKey {
            case kind, name, from, to, outcome, problems, notes, rows, goesBack, changes, seconds
        }

        /// Creates a result.
        package init(
            kind: Kind,
            name: String,
            title: String,
            from: String,
            to: String,
            outcome: Outcome,
            problems: [Problem] = [],
            notes: [Problem] = [],
            rows: Int = 0,
            goesBack: Bool = false,
            changes: [Change] = [],
            isStoreUnusable: Bool = false,
            seconds: Double
        ) {
            self.kind = kind
            self.name = name
            self.title = title
            self.from = from
            self.to = to
            self.outcome = outcome
            self.problems = problems
            self.notes = notes
            self.rows = rows
            self.goesBack = goesBack
            self.changes = changes
            self.isStoreUnusable = isStoreUnusable
            self.seconds = seconds
        }
    }

    /// What is wrong.
    package struct Problem: Encodable, Hashable, Sendable {
        /// What is wrong, as a sentence without a period.
        package let message: String
        /// The details: differences, or what to do next.
        package let lines: [String]

        /// Creates a problem.
        package init(_ message: String, _ lines: [String] = []) {
            self.message = message
            self.lines = lines
        }
    }

    /// What a migration changed in the values of a property, or in the rows of an entity.
    package struct Change: Encodable, Hashable, Sendable {
        /// The property, the entity or the relationship.
        package let path: String
        /// What happened: `131 filled`.
        package let summary: String
        /// Some values before and after.
        package let samples: [Sample]

        /// Creates a change.
        package init(path: String, summary: String, samples: [Sample]) {
            self.path = path
            self.summary = summary
            self.samples = samples
        }
    }

    /// A value before and after a migration.
    package struct Sample: Hashable, Sendable {
        /// The object's identity.
        package let row: String
        /// The value before, or `nil`.
        package let before: String?
        /// The value after, or `nil`.
        package let after: String?

        /// Creates a sample.
        package init(row: String, before: String?, after: String?) {
            self.row = row
            self.before = before
            self.after = after
        }
    }
}

extension TestReport {
    /// All tests.
    package var tests: [Test] { models.flatMap(\.tests) }

    /// One line that says what was tested: `tested 4 versions, 16 stores, 812 rows in 1.23 s: all passed`.
    package var summary: String {
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        let untested = counted(problems.count + models.reduce(0) { $0 + $1.problems.count }, "problem")
        let hasProblems = !problems.isEmpty || models.contains { !$0.problems.isEmpty }
        if tests.isEmpty { return "nothing was tested" + (hasProblems ? ": \(untested)" : "") }
        let versions = models.reduce(0) { $0 + Set($1.tests.map(\.from)).count }
        let cases = tests.count { $0.kind == .case }
        let parts: [String] = [
            counted(versions, "version"), counted(tests.count - cases, "store"),
            cases > 0 ? counted(cases, "case") : nil,
            counted(tests.reduce(0) { $0 + $1.rows }, "row"),
        ].compactMap { $0 }
        let outcomes: [String] =
            [Outcome.failed, .skipped, .recorded].compactMap { outcome in
                let count = tests.count { $0.outcome == outcome }
                return count > 0 ? "\(count) \(outcome.rawValue)" : nil
            } + (hasProblems ? [untested] : [])
        return "tested \(parts.joined(separator: ", ")) in \(seconds.hundredths) s: "
            + (outcomes.isEmpty ? "all passed" : outcomes.joined(separator: ", "))
            + (mutantSummary.map { "; \($0)" } ?? "")
    }
}

extension TestReport.Problem {
    /// The problem with its details, indented.
    package var text: [String] { [message] + lines.map { "  \($0)" } }
}

extension TestReport.Test {
    /// The test in the name of its model: `Trips 1 → 4, typical, 100 rows, seed 1`.
    package func heading(of model: String) -> String { "\(model) \(from) → \(to), \(name)" }
}

extension Double {
    /// The number with two digits after the point.
    var hundredths: String {
        let whole = Int((self * 100).rounded())
        let fraction = "\(whole % 100)"
        return "\(whole / 100).\(fraction.count < 2 ? "0" : "")\(fraction)"
    }
}

extension [TestReport.Test] {
    /// The tests, where the first skipped one of a version fails if no store of that version with rows was tested.
    package var failingWhatIsUntested: Self {
        let tested = Set(filter { $0.rows > 0 && $0.outcome != .skipped }.map(\.from))
        var reported: Set<String> = []
        return map { test in
            guard test.outcome == .skipped, !tested.contains(test.from), reported.insert(test.from).inserted else {
                return test
            }
            var failed = test
            failed.outcome = .failed
            failed.problems.insert(
                .init(
                    "no store of version \(test.from) with rows could be tested",
                    ["write a case with rows that the mapping allows: see Documentation/Test.md"]
                ),
                at: 0
            )
            return failed
        }
    }
}
