import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@Suite struct GeneratorTests {
    private static let seeds: ClosedRange<UInt64> = 1...200

    @Test func everyKindOfEditOccurs() {
        var counts: [EditKind: Int] = [:]
        var stages = 0
        var renamedWithEntity = 0
        var namesChangeKind = 0
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
                    namesChangeKind +=
                        older.contains { $0.name == table.name && $0.isJoinTable != table.isJoinTable } ? 1 : 0
                }
            }
        }
        let lines: [String] = HistoryGenerator.kinds.map { "  \($0.rawValue): \(counts[$0] ?? 0)" }
        print("edits in \(stages) stages of \(Self.seeds.count) histories:\n\(lines.joined(separator: "\n"))")
        for kind in HistoryGenerator.kinds { #expect(counts[kind] ?? 0 > 0, "\(kind) never occurred") }
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
        #expect(String(hash, radix: 16) == "2f1da0ccc53c739c")
    }

    /// The lines of mappings, and what the stages do that is more than a lightweight one.
    @Test func everyKindOfLineOccurs() {
        var counts: [String: Int] = [:]
        for seed in Self.seeds {
            for stage in HistoryGenerator.history(seed: seed).stages {
                let mapping: Mapping = stage.mapping
                counts["accept", default: 0] += mapping[.accept].count
                counts["require", default: 0] += mapping[.require].count
                for line in mapping[.convert] { counts["convert: \(line.conversion ?? "")", default: 0] += 1 }
                for line in mapping[.fill] {
                    switch line.fill {
                    case nil: break
                    case .literal: counts["fill: a literal", default: 0] += 1
                    case .generated(let generator): counts["fill: \(generator.rawValue)", default: 0] += 1
                    }
                }
                for (path, oldPath) in stage.intended {
                    let (before, after) = (stage.older.relationship(oldPath), stage.newer.relationship(path))
                    guard let before, let after else { continue }
                    let isMoved: Bool =
                        stage.older.storage(oldPath) != nil && stage.older.storage(oldPath) != stage.newer.storage(path)
                    if isMoved { counts["references kept elsewhere", default: 0] += 1 }
                    if before.isToMany != after.isToMany { counts["to-one to to-many", default: 0] += 1 }
                }
            }
        }
        let lines: [String] = counts.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
        print("lines of mappings, and references:\n\(lines.joined(separator: "\n"))")
        for name in [
            "accept", "require", "fill: a literal", "fill: uuid()", "fill: now()", "fill: rowNumber()",
            "references kept elsewhere", "to-one to to-many", "convert: rounded", "convert: parsedOrNull",
        ] {
            #expect(counts[name] ?? 0 > 0, "no \(name)")
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

extension Schema {
    /// Where the references of a relationship are, without names.
    fileprivate func storage(_ path: ElementPath) -> String? {
        guard let entity = entity(path.entity), let relationship = relationship(path) else { return nil }
        return switch storage(of: relationship, in: entity) {
        case .ownKey: "own key"
        case .inverseKey: "inverse's key"
        case .link(_, let isOwner): isOwner ? "own pairs" : "inverse's pairs"
        }
    }
}
