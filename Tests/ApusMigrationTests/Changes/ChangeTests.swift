import ApusMigration
import ApusReports
import ApusSchema
import Testing

/// Changes are equal where they say the same.
@Suite struct ChangeTests {
    private let renamed = Change(AttributeRenamed(from: "a", to: "b"), entity: "Trip")

    @Test func equality() {
        #expect(renamed == Change(AttributeRenamed(from: "a", to: "b"), entity: "Trip"))
        let others: [Change] = [
            Change(AttributeRenamed(from: "a", to: "c"), entity: "Trip"),
            Change(RelationshipRenamed(from: "a", to: "b"), entity: "Trip"),
            Change(AttributeRenamed(from: "a", to: "b"), entity: "Person"),
            Change(AttributeRenamed(from: "a", to: "b"), entity: "Trip", verdict: .accepted),
        ]
        for other in others { #expect(renamed != other) }
        #expect(Set(others + [renamed, renamed]).count == 5)
    }

    @Test func codeAndName() {
        #expect(renamed.code == "AP204")
        #expect(renamed.name == "attributeRenamed")
        #expect(
            Change(InheritedPropertyLost(property: "x", declaredBy: "A", isLoss: true), entity: "B").code == "AP221"
        )
    }
}
