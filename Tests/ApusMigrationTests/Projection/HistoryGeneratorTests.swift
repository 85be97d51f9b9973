import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// The histories of the laws in memory have what the laws are about.
@Suite struct HistoryGeneratorTests {
    private static let histories: [GeneratedHistory] = (UInt64(0)..<50).map {
        HistoryGenerator.history(seed: $0, versions: 12)
    }

    @Test func everyKindOfEditOccurs() {
        let found: Set<EditKind> = Set(Self.histories.flatMap(\.stages).flatMap(\.edits).map(\.kind))
        #expect(Set(EditKind.allCases).subtracting(found) == [])
    }

    @Test func everyKindOfLineOccurs() {
        let lines: [Mapping.Line] = Self.histories.flatMap(\.stages).flatMap(\.mapping.lines)
        var counts: [String: Int] = [:]
        for line in lines {
            counts[line.fill == nil ? line.conversion ?? line.key.rawValue : line.kind, default: 0] += 1
        }
        print("lines of mappings: \(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
        for name in [
            "accept", "require", "fill", "uuid()", "now()", "rowNumber()", "rounded", "parsed", "parsedOrNull",
        ] {
            #expect(counts[name] ?? 0 > 0, "no \(name)")
        }
        let conversions: Int = lines.count { $0.conversion != nil }
        #expect(conversions > 100, "\(conversions)")
    }

    @Test func rowsReferToEachOther() {
        let fields: Set<Field> = Set(Self.histories.flatMap { $0.rows().values.joined().flatMap(\.keys) })
        #expect(fields.isSuperset(of: [.source, .target, .targetOrderKey]))
        #expect(fields.contains { if case .key = $0 { true } else { false } })
    }
}

extension Mapping.Line {
    /// The generator of a fill, or that it has none.
    fileprivate var kind: String {
        if case .generated(let generator)? = fill { generator.rawValue } else { "fill" }
    }
}
