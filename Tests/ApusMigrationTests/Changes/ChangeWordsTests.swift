import ApusMigration
import ApusReports
import ApusSchema
import Testing

/// The text of each difference in a diff.
@Suite struct ChangeWordsTests {
    private static func line(_ difference: any ReportedDifference) -> String {
        let words: ChangeWords = difference.words
        let ends: [String] = [words.from.map { "from \($0)" }, words.to.map { "to \($0)" }].compactMap { $0 }
        let property: String = difference.property.map { " \($0)" } ?? ""
        return "\(words.sign.symbol) \(words.subject) | \(words.detail) | \(ends.joined(separator: " "))\(property)"
    }

    @Test("Each kind of difference", arguments: zip(Samples.all, Samples.words))
    func words(_ difference: any ReportedDifference, _ expected: String) {
        #expect(Self.line(difference) == expected)
    }

    @Test func everyKindHasASample() {
        #expect(Samples.all.count == Samples.words.count)
        let sampled: Set<String> = Set(Samples.all.map { type(of: $0).page.code })
        #expect(sampled == Set(ChangeCatalogue.differences.map { $0.page.code }))
    }

    @Test func whatIsWrittenStandsBehindWhatChanged() {
        let added = AttributeAdded(attribute: Attribute("code", .string), fill: "'x'")
        #expect(added.words.detail == "string, existing rows without a value get 'x'")
        let defaulted = AttributeAdded(attribute: Attribute("n", .int16, default: .int(1)), fill: "1")
        #expect(defaulted.words.detail == "int16 = 1")
        var secret = Attribute("email", .string, isOptional: true)
        secret.encryptionKey = "contacts"
        let encrypted = AttributeAdded(attribute: secret, fill: nil)
        #expect(encrypted.words.detail == "string?, encrypted with the key 'contacts'")
        secret.allowsLookup = true
        let part = PartAdded(part: secret, fill: "'x'")
        #expect(
            part.words.detail
                == "string?, encrypted with the key 'contacts', can be looked up, existing rows without a value get 'x'"
        )
        let index = Entity.Index("byName", [.init("name desc")], kind: .rtree, predicate: "x > 1")
        #expect(IndexAdded(index: index).words.detail == "byName [name desc], rtree, where x > 1")
        let inverse = InverseChanged(name: "nodes", from: "chain", to: "chain")
        #expect(inverse.words.detail == "inverse is a different 'chain'")
        let kept = RelationshipRemoved(relationship: .toMany("items", "Item"), losesReferences: false)
        #expect(kept.words.detail == "to many Item, the inverse keeps its references")
        let unstored = AttributeRemoved(attribute: Attribute("w", .string, isOptional: true), isLoss: false)
        #expect(unstored.words.detail == "string?, never stored")
        #expect(EntityRemoved(entity: .abstract("A")).words.detail == "abstract entity")
        #expect(HierarchiesMerged(root: "V", from: ["A", "B", "C"]).words.detail == "A, B and C now share the root V")
        #expect(CardinalityChanged(name: "x", isToMany: false).words.detail == "to-many → to-one")
    }
}

extension Entity {
    fileprivate static func abstract(_ name: String) -> Entity {
        var entity = Entity(name)
        entity.isAbstract = true
        return entity
    }
}
