import ApusDiagnostics

extension TestReport {
    /// The report as JUnit XML, which CI systems show: a suite per model, a test case per test.
    package var junit: String {
        let suites: [String] = models.flatMap { model -> [String] in
            ["  <testsuite name=\"\(model.name.xml)\" \(Self.counts(of: [model]))>"] + model.errorLines
                + model.tests.flatMap { $0.lines(of: model.name) } + ["  </testsuite>"]
        }
        let lines =
            [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites name=\"apus test\" \(Self.counts(of: models))>"]
            + suites + ["</testsuites>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func counts(of models: [ModelTests]) -> String {
        let tests = models.flatMap(\.tests)
        let errors = models.count { !$0.problems.isEmpty }
        let failures = tests.count(where: \.isFailure)
        let skipped = tests.count { $0.outcome == .skipped }
        let time = tests.reduce(0) { $0 + $1.seconds }.hundredths
        return "tests=\"\(tests.count + errors)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" "
            + "time=\"\(time)\""
    }
}

extension TestReport.ModelTests {
    /// A test case for what keeps the model from being tested, because an empty suite looks like success.
    fileprivate var errorLines: [String] {
        guard let first = problems.first else { return [] }
        return [
            "    <testcase classname=\"\(name.xml)\" name=\"stages\" time=\"0.00\">",
            "      <error message=\"\(first.message.xml)\">\(problems.flatMap(\.text).joined(separator: "\n").xml)</error>",
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
        if outcome == .passed { return [head + "/>"] }
        let message = problems.first?.message ?? outcome.rawValue
        let tag = isFailure ? "failure" : "skipped"
        let details = problems.flatMap(\.text).joined(separator: "\n")
        return [head + ">", "      <\(tag) message=\"\(message.xml)\">\(details.xml)</\(tag)>", "    </testcase>"]
    }
}

extension String {
    /// The text in XML 1.0, as content or in double quotes. What XML cannot contain is written as `\u{0}`.
    fileprivate var xml: String {
        var text = ""
        for scalar in shownLines.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
