import ApusDiagnostics
import ApusReports
import CApusVersion
import Foundation

/// Findings in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS).
struct SarifReport: Encodable {
    private struct Text: Encodable {
        let text: String
    }

    private struct Rule: Encodable {
        let id: String
        let shortDescription: Text
        /// What the rule is about and what to do.
        let help: Text?
        /// The page about it on the documentation's site.
        let helpUri: String?
    }

    private struct Driver: Encodable {
        let name = "apus"
        let semanticVersion = String(String(cString: apus_version()).prefix { $0 != " " })
        let rules: [Rule]
    }

    private struct Tool: Encodable {
        let driver: Driver
    }

    private struct Region: Encodable {
        let startLine: Int
        let startColumn: Int?
    }

    private struct ArtifactLocation: Encodable {
        let uri: String
    }

    private struct PhysicalLocation: Encodable {
        let artifactLocation: ArtifactLocation
        let region: Region?
    }

    private struct Location: Encodable {
        let physicalLocation: PhysicalLocation

        init(_ location: SourceLocation) {
            // What is before a colon would be the scheme of the URI.
            let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":"))
            let uri = location.file.addingPercentEncoding(withAllowedCharacters: allowed) ?? location.file
            physicalLocation = PhysicalLocation(
                artifactLocation: ArtifactLocation(uri: uri),
                region: location.line.map { Region(startLine: $0, startColumn: location.column) }
            )
        }
    }

    private struct Result: Encodable {
        let ruleId: String
        let level: String
        let message: Text
        let locations: [Location]

        init(_ finding: Diagnostic, elsewhere file: String) {
            ruleId = finding.code ?? SarifReport.mistake
            level = finding.severity.rawValue
            let lines = [finding.message] + finding.notes.map { "note: \($0)" } + finding.help.map { "help: \($0)" }
            message = Text(text: lines.joined(separator: "\n"))
            locations = [Location(finding.location ?? SourceLocation(file: file))]
        }
    }

    private struct Run: Encodable {
        let tool: Tool
        /// Columns count characters, as those of findings do.
        let columnKind = "unicodeCodePoints"
        let results: [Result]
    }

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    /// The rule of mistakes in a file, which have no code.
    private static let mistake = "invalid-file"

    private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    private let version = "2.1.0"
    private let runs: [Run]

    /// - Parameters:
    ///   - findings: The findings, with paths relative to the project.
    ///   - file: The location of findings that have none: GitHub shows only what is in a file.
    init(_ findings: [Diagnostic], elsewhere file: String) {
        let codes = Set(findings.map { $0.code ?? Self.mistake }).sorted()
        let pages =
            ChangeCatalogue.pages.map { ($0.code, (title: $0.title, help: "\($0.reason)\n\n\($0.advice)")) }
            + ChangeCatalogue.planning.map { ($0.code, (title: $0.title, help: "\($0.reason)\n\n\($0.advice)")) }
        let known = Dictionary(pages) { first, _ in first }
        let rules = codes.map { code in
            Rule(
                id: code,
                shortDescription: Text(text: known[code]?.title ?? "Invalid file"),
                help: known[code].map { Text(text: $0.help) },
                helpUri: known[code].flatMap { _ in CodePage.address(of: code) }
            )
        }
        runs = [Run(tool: Tool(driver: Driver(rules: rules)), results: findings.map { Result($0, elsewhere: file) })]
    }
}

extension [Diagnostic] {
    /// The findings as JUnit's XML, a test case each.
    ///
    /// - Parameter summary: A line for each model without errors, which is a test case that has passed.
    /// - Returns: The text of the file.
    func junit(summary: [String]) -> String {
        let failures = count { $0.severity == .error }
        let passed = summary.map { "    <testcase classname=\"apus check\" name=\"\($0.xml)\" time=\"0.00\"/>" }
        let found = flatMap { finding -> [String] in
            let name = "\(finding.location.map { "\($0): " } ?? "")\(finding.message)".xml
            let head = "    <testcase classname=\"apus check\" name=\"\(name)\" time=\"0.00\">"
            let text = finding.description.split(separator: "\n").map { String($0).xml }.joined(separator: "\n")
            let tag = finding.severity == .error ? "failure message=\"\(finding.message.xml)\"" : "system-out"
            return [head, "      <\(tag)>\(text)</\(tag.prefix { $0 != " " })>", "    </testcase>"]
        }
        let counts = "tests=\"\(passed.count + count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"0\""
        let lines =
            [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites name=\"apus check\" \(counts)>"]
            + ["  <testsuite name=\"apus check\" \(counts)>"] + passed + found + ["  </testsuite>", "</testsuites>"]
        return lines.joined(separator: "\n") + "\n"
    }
}
