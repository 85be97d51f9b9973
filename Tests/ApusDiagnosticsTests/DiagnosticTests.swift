import ApusDiagnostics
import Testing

/// How findings are gathered, ordered and printed.
@Suite struct DiagnosticTests {
    @Test func printsAsCompilersDo() {
        let location = ApusDiagnostics.SourceLocation(file: "Trips.yaml", line: 14, column: 7)
        let finding: Diagnostic = .error(
            "no such thing",
            code: "AP203",
            at: location,
            notes: ["a", "b"],
            help: ["c", "d"]
        )
        #expect(
            finding.description == """
                Trips.yaml:14:7: error: no such thing [AP203]
                  note: a
                  note: b
                  help: c
                  help: d
                """
        )
        #expect(Diagnostic.warning("careful").description == "warning: careful")
        #expect(
            Diagnostic.warning("careful", at: ApusDiagnostics.SourceLocation(file: "x")).description
                == "x: warning: careful"
        )
    }

    @Test func stylesItsSeverityWhateverTheFileIsCalled() {
        let location = ApusDiagnostics.SourceLocation(file: "error:/a.yaml")
        #expect(Diagnostic.error("m", at: location).text { "<\($0)>" } == "error:/a.yaml: <error:> m")
    }

    @Test func locationsPrintWhatIsKnown() {
        #expect(ApusDiagnostics.SourceLocation(file: "a.yaml").description == "a.yaml")
        #expect(ApusDiagnostics.SourceLocation(file: "a.yaml", line: 3).description == "a.yaml:3")
        #expect(ApusDiagnostics.SourceLocation(file: "a.yaml", line: 3, column: 4).description == "a.yaml:3:4")
        #expect(ApusDiagnostics.SourceLocation(file: "a.yaml", column: 4).description == "a.yaml")
    }

    @Test func locationsAreOrderedByNumber() {
        let locations: [ApusDiagnostics.SourceLocation] = [
            ApusDiagnostics.SourceLocation(file: "a"), ApusDiagnostics.SourceLocation(file: "a", line: 2, column: 10),
            ApusDiagnostics.SourceLocation(file: "a", line: 10, column: 2),
            ApusDiagnostics.SourceLocation(file: "a", line: 10, column: 11),
            ApusDiagnostics.SourceLocation(file: "b", line: 1),
        ]
        #expect(locations.reversed().sorted() == locations)
    }

    @Test func onlyErrorsEndTheWork() throws {
        var findings = DiagnosticCollector()
        findings.warning("careful")
        #expect(!findings.hasErrors)
        try findings.throwIfErrors()
        findings.error("wrong")
        #expect(findings.hasErrors)
        let error: DiagnosticsError? = #expect(throws: DiagnosticsError.self) { try findings.throwIfErrors() }
        #expect(error?.description == "wrong\nwarning: careful")
        #expect(error?.diagnostics == findings.diagnostics)
    }
}
