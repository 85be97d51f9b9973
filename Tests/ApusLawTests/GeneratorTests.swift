import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

@Suite struct GeneratorTests {
    private static let seeds: ClosedRange<UInt64> = 1...LawSeeds.usual

    @Test func everyKindOfEditOccurs() {
        var counts: [EditKind: Int] = [:]
        var stages: Int = 0
        var renamedWithEntity: Int = 0
        var namesChangeKind: Int = 0
        for seed in Self.seeds {
            let history = HistoryGenerator.history(seed: seed)
            stages += history.stages.count
            for edit in history.stages.flatMap(\.edits) { counts[edit.kind, default: 0] += 1 }
            for stage in history.stages {
                for (path, old) in stage.intended where path.property != nil {
                    renamedWithEntity += path.entity != old.entity && path.property != old.property ? 1 : 0
                }
                let older: [Table] = Layout(stage.older).tables
                for table in Layout(stage.newer).tables {
                    namesChangeKind += older.contains { $0.name == table.name && $0.isLink != table.isLink } ? 1 : 0
                }
            }
        }
        let lines: [String] = EditKind.allCases.map { "  \($0.rawValue): \(counts[$0] ?? 0)" }
        print("edits in \(stages) stages of \(Self.seeds.count) histories:\n\(lines.joined(separator: "\n"))")
        for kind in EditKind.allCases { #expect(counts[kind] ?? 0 > 0, "\(kind) never occurred") }
        print("  renamed with their entity: \(renamedWithEntity)")
        print("  tables of pairs and of entities that swap names: \(namesChangeKind)")
        #expect(renamedWithEntity > 0)
        #expect(namesChangeKind > 0)
    }

    @Test func schemasAreValidAndSurviveTheirText() throws {
        for seed in Self.seeds {
            let history = HistoryGenerator.history(seed: seed)
            #expect(history.schemas.count == history.stages.count + 1)
            for schema in history.schemas {
                let findings = schema.validate()
                #expect(findings.isEmpty, "seed \(seed): \(findings.map(\.message))")
                let again = try Schema(json: schema.json)
                #expect(again == schema && again.json == schema.json, "seed \(seed)")
            }
        }
    }

    @Test func aSeedGivesTheSameAgain() {
        for seed in UInt64(1)...20 {
            let (one, two) = (HistoryGenerator.history(seed: seed), HistoryGenerator.history(seed: seed))
            #expect(one.schemas == two.schemas && one.story() == two.story(), "seed \(seed)")
            for schema in one.schemas {
                #expect(RowGenerator.dump(seed: seed, schema: schema) == RowGenerator.dump(seed: seed, schema: schema))
            }
        }
    }

    /// The choices must not follow the order of a dictionary, which another process has otherwise. Whoever changes the
    /// generator writes the new number here, after seeing it twice.
    @Test func aSeedGivesTheSameInEveryProcess() throws {
        let history = HistoryGenerator.history(seed: 2026)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for schema in history.schemas {
            for byte in schema.json { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        #expect(String(hash, radix: 16) == "91f8f0b27b08f888")
    }

    @Test func referencesNeverMove() {
        for seed in Self.seeds {
            for stage in HistoryGenerator.history(seed: seed).stages {
                for (path, oldPath) in stage.intended where stage.older.relationship(oldPath) != nil {
                    #expect(stage.older.place(of: oldPath)?.kind == stage.newer.place(of: path)?.kind, "seed \(seed)")
                }
            }
        }
    }

    @Test func rowsObeyTheirSchema() {
        var counts: [String: Int] = [:]
        for seed in Self.seeds {
            for (index, schema) in HistoryGenerator.history(seed: seed).schemas.enumerated() {
                let dump = RowGenerator.dump(seed: seed &+ UInt64(index), schema: schema)
                #expect(dump.violations(of: schema).isEmpty, "seed \(seed): \(dump.violations(of: schema))")
                for row in dump.tables.values.flatMap(\.values) {
                    for value in row.values { for trait in Self.traits(value) { counts[trait, default: 0] += 1 } }
                }
                for key in dump.tables.values.flatMap(\.keys) {
                    if case .pair = key { counts["pair", default: 0] += 1 }
                }
            }
        }
        for trait in ["null", "Int64.min", "-0.0", "∞", "tiny", "NUL", "long", "38 digits", "empty blob", "pair"] {
            #expect(counts[trait] ?? 0 > 0, "no \(trait)")
        }
    }

    private static func traits(_ value: StoredValue) -> [String] {
        switch value {
        case .null: ["null"]
        case .integer(let number): number == .min ? ["Int64.min"] : []
        case .real(let number):
            number == 0 && number.sign == .minus
                ? ["-0.0"] : number.isInfinite ? ["∞"] : number.isSubnormal ? ["tiny"] : []
        case .text(let text):
            (text.contains("\u{0}") ? ["NUL"] : []) + (text.utf8.count > 1000 ? ["long"] : [])
                + (text == "-" + String(repeating: "9", count: 38) ? ["38 digits"] : [])
        case .blob(let data): data.isEmpty ? ["empty blob"] : []
        }
    }
}

extension Table {
    /// Whether the rows are pairs.
    fileprivate var isLink: Bool {
        if case .link = origin { true } else { false }
    }
}
