import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import Testing

/// The mapping that a stage needs but does not have.
@Suite struct SettlementTests {
    @Test func whatIsLostInTwoWaysIsAcceptedOnce() throws {
        var outputs: Relationship = .toMany("outputs", "B")
        outputs.isOrdered = true
        let older: [Entity] = [Entity("A", relationships: [outputs]), Entity("S", parent: "A"), Entity("B")]
        let newer: [Entity] = [
            Entity("A"), Entity("S", parent: "A", relationships: [.toMany("outputs", "B")]), Entity("B"),
        ]
        let entries: [History.Entry] = [older, newer].enumerated().map { number, entities in
            History.Entry(Schema.Version(number + 1), Schema(model: "M", entities: entities))
        }
        let settlement = Settlement(from: entries[0], to: entries[1], in: History(model: "M", entries: entries))
        #expect(settlement.stage.refusals.isEmpty)
        #expect(Set(settlement.mapping[.accept].map(\.path)).count == settlement.mapping[.accept].count)
        let file = SourceFile(path: "1-2.yaml", text: MappingFile.write(settlement.mapping))
        let (mapping, findings) = MappingFile.read(file, from: Schema.Version(1), to: Schema.Version(2))
        #expect(mapping?[.accept].map(\.path) == settlement.mapping[.accept].map(\.path))
        #expect(findings.isEmpty)
    }
}
