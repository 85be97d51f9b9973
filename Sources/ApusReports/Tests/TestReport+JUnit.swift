import ApusDiagnostics

extension TestReport {
    /// The report as JUnit XML, which CI systems show: a suite per model, a test case per test.
    package var junit: String {
        // What belongs to no model is a suite of its own.
        let rest = problems.isEmpty ? [] : [ModelTests(name: "apus test", target: nil, problems: problems, tests: [])]
        let suites: [String] = (models + rest).flatMap { model -> [String] in
            ["  <testsuite name=\"\(model.name.xml)\" \(Self.counts(of: [model]))>"]
                + model.errorLines(named: rest == [model] ? "files" : "stages")
                + model.tests.flatMap { $0.lines(of: model.name) }
                + (model.mutants ?? []).flatMap { $0.lines(of: model.name) } + ["  </testsuite>"]
        }
        let lines =
            [
                #"<?xml version="1.0" encoding="UTF-8"?>"#,
                "<testsuites name=\"apus test\" \(Self.counts(of: models + rest))>",
            ]
            + suites + ["</testsuites>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func counts(of models: [ModelTests]) -> String {
        let tests = models.flatMap(\.tests)
        let errors = models.count { !$0.problems.isEmpty }
        let mutants = models.flatMap { $0.mutants ?? [] }
        let failures = tests.count(where: \.isFailure) + mutants.count { $0.noticedBy == nil }
        let skipped = tests.count { $0.outcome == .skipped }
        let time = tests.reduce(0) { $0 + $1.seconds }.hundredths
        return
            "tests=\"\(tests.count + mutants.count + errors)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" "
            + "time=\"\(time)\""
    }
}

extension TestReport.ModelTests {
    /// A test case for what keeps the model from being tested, because an empty suite looks like success.
    fileprivate func errorLines(named name: String) -> [String] {
        guard let first = problems.first else { return [] }
        return [
            "    <testcase classname=\"\(self.name.xml)\" name=\"\(name)\" time=\"0.00\">",
            "      <error message=\"\(first.message.xml)\">\(problems.xml)</error>",
            "    </testcase>",
        ]
    }
}

extension TestReport.Test {
    /// Whether the test lets the command fail.
    fileprivate var isFailure: Bool { outcome == .failed || outcome == .recorded }

    fileprivate func lines(of model: String) -> [String] {
        let head =
            "    <testcase classname=\"\(model.xml)\" name=\"\("\(from) → \(to), \(name)".xml)\" "
            + "time=\"\(seconds.hundredths)\""
        if outcome == .passed {
            if notes.isEmpty { return [head + "/>"] }
            return [head + ">", "      <system-out>\(notes.xml)</system-out>", "    </testcase>"]
        }
        let message = problems.first?.message ?? outcome.rawValue
        let tag = isFailure ? "failure" : "skipped"
        return [head + ">", "      <\(tag) message=\"\(message.xml)\">\(problems.xml)</\(tag)>", "    </testcase>"]
    }
}

extension TestReport.Mutant {
    fileprivate func lines(of model: String) -> [String] {
        let head = "    <testcase classname=\"\(model.xml)\" name=\"\("mutant, \(heading)".xml)\" time=\"0.00\""
        if noticedBy != nil { return [head + "/>"] }
        return [
            head + ">",
            "      <failure message=\"no test notices it\">\(([reason] + advice).map(\.xml).joined(separator: "\n"))</failure>",
            "    </testcase>",
        ]
    }
}

extension [TestReport.Problem] {
    /// The problems as the content of an element, each line on one of its own.
    fileprivate var xml: String { flatMap(\.text).map(\.xml).joined(separator: "\n") }
}
