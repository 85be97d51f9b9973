import ApusSchema
import ApusTestSupport
import Testing

/// Stores that an unreleased head made follow the head: refused exactly if the naive interpreter refuses the stage, and
/// with its rows otherwise.
///
/// Of a history of three versions the first is released, the second is the head that made the store, and the third is the
/// head as it is now.
@Suite struct UnreleasedLawTests {
    @Test("From the schema that the store holds, without a head mapping and with one", arguments: LawSeeds.seeds(6))
    func law(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var checked = 0
        for round in UInt64(0)..<12 {
            // Which lines about objects such a store can follow is decided for all of them together, and tested by itself.
            let made: Set<String> = Set(MatrixEdit.origins.map(\.name))
            let edits: [MatrixEdit] = MatrixEdit.all.filter { !made.contains($0.name) }
            guard let first = random.pickAny(edits), let second = random.pickAny(edits),
                let history = MatrixHistory.make(first, second, .twoStages, seed: seed << 8 | round)
            else { continue }
            let written: [Mapping.Line] = history.mappings.flatMap(\.lines)
            // Also with lines that are right for the released version only, and with such as have another value.
            let others: [Mapping.Line] = written.compactMap { line in
                switch line.key {
                case .convert: .convert(line.path, random.pickAny(["rounded", "parsed", "cases", "bytes"]) ?? "")
                case .fill: .fill(line.path, .literal("12,50 EUR"))
                case .accept, .functions, .entities, .values, .require, .duplicates, .swift, .assert, .differs,
                    .undecided:
                    nil
                }
            }
            for lines in [
                [], history.mappings[1].lines, written, others + written,
                written.filter { $0.key == .functions || random.chance(50) },
            ] {
                let story = "\(first.name), then \(second.name), with \(lines)\n\(history.story)"
                if let breach = UnreleasedLaw(history: history, lines: lines).breach {
                    Issue.record("\(breach)\n\(story)")
                }
                checked += 1
            }
        }
        #expect(checked > 0, "no history of this seed has three versions")
    }

    @Test("What was accepted of the released version's element is not accepted of another one with its name")
    func foreignLosses() {
        let (changes, removals) = (
            edits { $0.hasPrefix("type ") },
            edits { ["attribute removed", "all attributes accepted as lost"].contains($0) }
        )
        var refused = 0
        for first in changes {
            for second in removals {
                for round in UInt64(0)..<20 {
                    guard let history = MatrixHistory.make(first, second, .twoStages, seed: round) else { continue }
                    let law = UnreleasedLaw(history: history, lines: history.mappings[1].lines)
                    if let breach = law.breach { Issue.record("\(first.name): \(breach)\n\(history.story)") }
                    if !law.foreignLines.isEmpty { refused += 1 }
                }
            }
        }
        #expect(refused > 0, "no edits change an attribute's type and then remove it")
    }

    private func edits(_ isMeant: (String) -> Bool) -> [MatrixEdit] { MatrixEdit.all.filter { isMeant($0.name) } }
}
