import Foundation
import Testing

@testable import ApusReports

@Suite struct TestReportTests {
    private func test(
        _ outcome: TestReport.Outcome,
        _ title: String,
        from: String = "1",
        kind: TestReport.Kind = .seeded,
        problems: [TestReport.Problem] = [],
        changes: [TestReport.Change] = []
    ) -> TestReport.Test {
        TestReport.Test(
            kind: kind,
            name: title,
            title: title,
            from: from,
            to: "3",
            outcome: outcome,
            problems: problems,
            rows: 4,
            changes: changes,
            seconds: 0.126
        )
    }

    /// A report with everything that has to be escaped somewhere.
    private var report: TestReport {
        let sample = TestReport.Sample(row: "1", before: "'a|b'", after: nil)
        return TestReport(
            models: [
                TestReport.ModelTests(
                    name: "Shop",
                    target: "3",
                    tests: [
                        test(.passed, "empty"),
                        test(.skipped, "typical", problems: [.init("stops", ["no \"owner\""])]),
                        test(
                            .passed,
                            "typical",
                            from: "2",
                            changes: [.init(path: "A.b", summary: "1 lost", samples: [sample])]
                        ),
                        test(
                            .failed,
                            "<a&b>.yaml",
                            kind: .case,
                            problems: [.init("]]> 'x' \u{1}\u{FFFE}\u{202E}", ["one", "two"])]
                        ),
                    ]
                ),
                TestReport.ModelTests(name: "Refused", target: nil, problems: [.init("decide", ["so"])], tests: []),
                TestReport.ModelTests(name: "New", target: nil, tests: []),
            ],
            seconds: 61.5
        )
    }

    @Test func text() {
        #expect(
            report.text.plain == """
                Shop → 3
                  from     empty  typical
                  1        ok     skipped
                  2        -      ok
                  <a&b>.yaml  1 → 3  FAILED

                New, nothing to test: there is no version to migrate from

                failed: Shop 1 → 3, <a&b>.yaml
                  ]]> 'x' \\u{1}\u{FFFE}\\u{202E}
                    one
                    two

                skipped: Shop 1 → 3, typical
                  stops
                    no "owner"

                tested 2 versions, 3 stores, 1 case, 16 rows in 61.50 s: 1 failed, 1 skipped, 1 problem

                """
        )
    }

    @Test func junit() {
        #expect(
            report.junit == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="apus test" tests="5" failures="1" errors="1" skipped="1" time="0.50">
                  <testsuite name="Shop" tests="4" failures="1" errors="0" skipped="1" time="0.50">
                    <testcase classname="Shop" name="1 → 3, empty" time="0.13"/>
                    <testcase classname="Shop" name="1 → 3, typical" time="0.13">
                      <skipped message="stops">stops
                  no &quot;owner&quot;</skipped>
                    </testcase>
                    <testcase classname="Shop" name="2 → 3, typical" time="0.13"/>
                    <testcase classname="Shop" name="1 → 3, &lt;a&amp;b&gt;.yaml" time="0.13">
                      <failure message="]]&gt; 'x' \\u{1}\\u{FFFE}\\u{202E}">]]&gt; 'x' \\u{1}\\u{FFFE}\\u{202E}
                  one
                  two</failure>
                    </testcase>
                  </testsuite>
                  <testsuite name="Refused" tests="1" failures="0" errors="1" skipped="0" time="0.00">
                    <testcase classname="Refused" name="stages" time="0.00">
                      <error message="decide">decide
                  so</error>
                    </testcase>
                  </testsuite>
                  <testsuite name="New" tests="0" failures="0" errors="0" skipped="0" time="0.00">
                  </testsuite>
                </testsuites>

                """
        )
    }

    @Test func markdown() {
        let lines = report.sheet.markdown.components(separatedBy: "\n")
        #expect(lines.contains("| `1` | ok | skipped |"))
        #expect(lines.contains("| `2` |  | ok |"))
        #expect(lines.contains("| `A.b` | 1 lost | `1` | <code>&#39;a&#124;b&#39;</code> | `none` |"))
        #expect(lines.contains("**failed**: `Shop 1 → 3, <a&b>.yaml`"))
        #expect(lines.contains("There is no version to migrate from."))
        #expect(lines.contains("decide"))
    }

    @Test func json() throws {
        let data = try JSONEncoder().encode(report)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(object["format"] as? Int == 1)
        #expect((object["models"] as? [Any])?.count == 3)
        #expect(String(decoding: data, as: UTF8.self).contains(#""after":null"#))
    }

    @Test func aFailureInEveryVersionIsShownTenTimes() {
        let tests = (1...14).map { test(.failed, "empty", from: "\($0)", problems: [.init("wrong")]) }
        let model = TestReport.ModelTests(name: "M", target: "15", tests: tests)
        let text = TestReport(models: [model], seconds: 1).text.plain
        #expect(text.components(separatedBy: "failed: M").count == 11)
        #expect(text.contains("\nand 4 more failed: '--format json' lists all\n"))
        #expect(text.hasSuffix("tested 14 versions, 14 stores, 56 rows in 1.00 s: 14 failed\n"))
    }

    @Test func aReportWithoutTestsClaimsNothing() {
        #expect(TestReport(models: [], seconds: 0).summary == "nothing was tested")
    }
}
