import Testing

@testable import ApusPictures
@testable import ApusReports

/// The graph of a page of `apus log`.
struct HistoryDrawingTests {
    private static func step(_ from: String, mapping: String? = nil) -> HistoryLog.Step {
        HistoryLog.Step(
            from: from,
            skipped: [],
            verdict: "lightweight",
            summary: "1 change, lightweight",
            added: 1,
            changed: 0,
            removed: 0,
            mapping: mapping
        )
    }

    private static func page(lanes: Int, mapping: String? = nil) -> HistoryPage {
        // Direct mappings from the first version to each one.
        let entries = (1...lanes + 2).reversed().map { version in
            HistoryLog.Entry(
                version: "\(version)",
                entities: 1,
                stage: version == 1 ? nil : step("\(version - 1)", mapping: mapping),
                direct: version < 3 ? [] : [step("1")]
            )
        }
        return HistoryPage(HistoryLog(model: "Trips", entries: entries, retired: []))
    }

    /// All numbers of an attribute or a command of paths.
    private static func numbers(_ pattern: Regex<(Substring, Substring)>, _ text: String) -> [Int] {
        text.matches(of: pattern).compactMap { Int($0.1) }
    }

    @Test(arguments: [1, 36, 80]) func lanesAndTextsAreInside(lanes: Int) throws {
        let page = Self.page(lanes: lanes)
        let width = page.width
        #expect(page.text.contains("viewBox=\"0 0 \(width) "))
        let columns = Self.numbers(/Q(\d+)\ /, page.text)
        #expect(Set(columns).count >= lanes)
        let texts = Self.numbers(/<text class="row-name" x="(\d+)"/, page.text)
        #expect(texts.count == lanes + 2)
        let right = try #require(texts.max())
        #expect(try #require(columns.max()) < right)
        #expect(right + CardMetrics.rowName.width(of: "1 change, lightweight") <= width)
    }

    @Test func aLongPathIsCutAndKeptAsTitle() {
        let mapping = "Migrations/" + String(repeating: "long/", count: 100) + "1-2.yaml"
        let page = Self.page(lanes: 1, mapping: mapping)
        #expect(page.text.contains("<title>+1 ~0 -0 · \(mapping)"))
        #expect(page.width > 760 && page.width < 1000)
        #expect(!Self.page(lanes: 1, mapping: "1-2.yaml").text.contains("<title>+"))
    }
}
