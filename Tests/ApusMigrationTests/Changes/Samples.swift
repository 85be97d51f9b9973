import ApusMigration
import ApusReports
import ApusSchema

/// One difference of each type, and its text in a diff.
enum Samples {
    private static let table: [(difference: any ReportedDifference, words: String)] =
        entities + attributes + types + relationships

    /// The differences, in the catalogue's order.
    static let all: [any ReportedDifference] = table.map(\.difference)

    /// The text of each.
    static let words: [String] = table.map(\.words)

    private static let trip = Entity(
        "Trip",
        attributes: [Attribute("name", .string)],
        relationships: [.toOne("guide", "P")]
    )
    private static let name = Attribute("name", .string, isOptional: true, default: .string("x"))
    private static let guide = Relationship.toOne("guide", "Person", isOptional: true)

    private static let entities: [(any ReportedDifference, String)] = [
        (EntityAdded(entity: trip), "+ Trip | new: name, guide | to name, guide"),
        (EntityRemoved(entity: trip), "- Trip | entity and all its objects | from name, guide"),
        (
            ObjectsMade(entity: "A", origins: [Mapping.Origin(["B", "C"], where: "d == 1")]),
            "~ objects: | made of B, C where d == 1 | to B, C where d == 1"
        ),
        (
            DuplicatesSettled(entity: "A", properties: ["a", "b"], kept: .one(.newest, by: "c")),
            "~ unique: | [a, b], the newest of several objects by 'c' stays | to newest(c)"
        ),
        (ObjectsDropped(entity: "A"), "- objects: | those of A that no origin takes | from A"),
        (EntityRenamed(from: "A", to: "B"), "~ A → B | entity renamed | from A to B"),
        (HistoryChanged(keepsHistory: true), "~ history: | none → kept | from none to kept"),
        (EntitySettingChanged(key: "hashModifier", from: nil, to: "2"), "~ hashModifier: | none → 2 | to 2"),
        (
            EntityBecameAbstract(name: "A"),
            "~ abstract: | false → true, objects of exactly this entity are lost | from false to true"
        ),
        (EntityBecameConcrete(name: "A"), "~ abstract: | true → false | from true to false"),
        (ParentChanged(from: "A", to: nil), "~ parent: | A → none | from A"),
        (
            HierarchiesMerged(root: "V", from: ["A", "B"]),
            "~ hierarchy: | A and B now share the root V | from A and B to V"
        ),
        (UniquenessAdded(properties: ["a", "b"]), "+ unique: | [a, b], checked for duplicates | to [a, b]"),
        (UniquenessRemoved(properties: ["a"]), "- unique: | [a] | from [a]"),
        (
            IndexAdded(index: Entity.Index("i", [.init("a"), .init("b desc")])),
            "+ index: | i [a, b desc] | to i [a, b desc]"
        ),
        (IndexRemoved(index: Entity.Index("i", [.init("a")])), "- index: | i [a] | from i [a]"),
        (TableNameChanged(from: "a", to: "b"), "~ table: | a → b | from a to b"),
        (PrimaryKeyNameChanged(from: "a", to: "b"), "~ primaryKey: | a → b | from a to b"),
    ]

    private static let attributes: [(any ReportedDifference, String)] = [
        (
            AttributeAdded(attribute: Attribute("id", .uuid), fill: "uuid()"),
            "+ id | uuid, existing rows without a value get uuid() | to uuid id"
        ),
        (AttributeRemoved(attribute: name, isLoss: true), "- name | string? = 'x' | from string? = 'x' name"),
        (AttributeRenamed(from: "a", to: "b"), "~ a → b | renamed | from a to b b"),
        (
            TypeChanged(name: "a", from: "double", to: "int32", conversion: "rounded"),
            "~ a | double → int32, rounded | from double to int32 a"
        ),
        (BecameOptional(name: "a"), "~ a | required → optional | from required to optional a"),
        (
            BecameRequired(name: "a", fill: "'x'"),
            "~ a | optional → required, existing rows without a value get 'x' | from optional to required a"
        ),
        (DefaultChanged(name: "a", from: nil, to: "2"), "~ a | default none → 2, for new objects only | to 2 a"),
        (
            KindChanged(from: .attribute(name), to: .relationship(guide)),
            "~ guide | string? = 'x' → to one Person? | from string? = 'x' to to one Person? guide"
        ),
        (
            AttributeSettingChanged(name: "a", key: "spotlight", from: nil, to: "true"),
            "~ a | spotlight none → true | to true a"
        ),
        (
            PropertyMoved(name: "a", from: ["Cat", "Dog"], to: "Animal"),
            "~ a | declared by Cat and Dog → Animal, values are kept | from Cat and Dog to Animal a"
        ),
        (BecameTransient(name: "a"), "~ a | stored → transient, its values are lost | from stored to transient a"),
        (BecameStored(name: "a", fill: nil), "~ a | transient → stored | from transient to stored a"),
        (DerivationChanged(name: "a", from: "b", to: "c"), "~ a | derived b → c | from b to c a"),
        (
            BecameDerived(name: "a", derivation: "now()"),
            "~ a | derived from now(), its own values are lost | to now() a"
        ),
        (BecameUnderived(name: "a"), "~ a | no longer derived, computed values are kept |  a"),
        (
            ValidationChanged(name: "a", key: "maximum", from: "9", to: "5", isTighter: true),
            "~ a | maximum 9 → 5, existing rows are checked | from 9 to 5 a"
        ),
        (
            ExternalStorageChanged(name: "a", isExternal: true),
            "~ a | externalStorage false → true | from false to true a"
        ),
        (
            CoderChanged(name: "a", key: "transformer", from: "A", to: "B"),
            "~ a | transformer A → B, bytes unchanged | from A to B a"
        ),
        (
            EncryptionChanged(name: "a", from: nil, to: "notes"),
            "~ a | encrypted with the key 'notes' | to notes a"
        ),
        (EncryptionChanged(name: "a", from: "notes", to: nil), "~ a | no longer encrypted | from notes a"),
        (
            EncryptionChanged(name: "a", from: "notes", to: "diary"),
            "~ a | encrypted with another key, notes → diary | from notes to diary a"
        ),
        (
            LookupChanged(name: "a", isAdded: true),
            "~ a | encrypted values can be looked up | from false to true a"
        ),
        (ColumnNameChanged(name: "a", from: "x", to: "y"), "~ a | column x → y | from x to y a"),
        (
            InheritedPropertyLost(property: "a", declaredBy: "Animal", isLoss: true),
            "- a | inherited from Animal | from Animal a"
        ),
        (ValuesFilled(name: "a", fill: "x"), "~ a | existing rows without a value get x | to x a"),
        (ValuesComputed(name: "a", expression: "b + 1"), "~ a | computed: b + 1 | to b + 1 a"),
        (ValuesRequired(name: "a"), "~ a | checked for rows without a value |  a"),
    ]

    private static let types: [(any ReportedDifference, String)] = [
        (EnumCaseAdded(name: "a", rawValue: "1"), "+ a | case, stored as 1 | to 1 a"),
        (EnumCaseRemoved(name: "a", rawValue: "1"), "- a | case, stored as 1 | from 1 a"),
        (EnumCaseRenamed(from: "a", to: "b"), "~ a → b | case renamed | from a to b b"),
        (EnumRawValueChanged(name: "a", from: "1", to: "2"), "~ a | stored as 1 → 2 | from 1 to 2 a"),
        (EnumRawTypeChanged(from: "string", to: "int16"), "~ type: | string → int16 | from string to int16"),
        (PartAdded(part: Attribute("a", .int16, isOptional: true), fill: nil), "+ a | int16? | to int16? a"),
        (PartRemoved(part: Attribute("a", .int16)), "- a | int16 | from int16 a"),
        (PartRenamed(from: "a", to: "b"), "~ a → b | renamed | from a to b b"),
        (
            PartTypeChanged(name: "a", from: "int16", to: "int32", conversion: nil),
            "~ a | int16 → int32 | from int16 to int32 a"
        ),
        (PartBecameOptional(name: "a"), "~ a | required → optional | from required to optional a"),
        (PartBecameRequired(name: "a", fill: nil), "~ a | optional → required | from optional to required a"),
        (PartSettingChanged(name: "a", key: "default", from: "1", to: nil), "~ a | default 1 → none | from 1 a"),
        (TypeRenamed(from: "A", to: "B"), "~ A → B | type renamed | from A to B"),
    ]

    private static let relationships: [(any ReportedDifference, String)] = [
        (RelationshipAdded(relationship: guide), "+ guide | to one Person? | to to one Person? guide"),
        (
            RelationshipRemoved(relationship: guide, losesReferences: true),
            "- guide | to one Person? | from to one Person? guide"
        ),
        (RelationshipRenamed(from: "a", to: "b"), "~ a → b | renamed | from a to b b"),
        (CardinalityChanged(name: "a", isToMany: true), "~ a | to-one → to-many | from to-one to to-many a"),
        (DestinationChanged(name: "a", from: "A", to: "B"), "~ a | to A → to B | from A to B a"),
        (InverseChanged(name: "a", from: "b", to: nil), "~ a | inverse b → none | from b a"),
        (
            DeleteRuleChanged(name: "a", from: .nullify, to: .cascade),
            "~ a | delete rule nullify → cascade | from nullify to cascade a"
        ),
        (StorageMoved(name: "a"), "~ a | its references move to another column or table |  a"),
        (BecameOrdered(name: "a"), "~ a | unordered → ordered, initially by identity | from unordered to ordered a"),
        (BecameUnordered(name: "a"), "~ a | ordered → unordered, the order is lost | from ordered to unordered a"),
        (
            ReferencesNarrowed(name: "a", entities: ["A", "B"]),
            "~ a | no longer to A and B, references to them are lost | from A and B a"
        ),
        (
            CountsChanged(name: "a", key: "maximumModelCount", from: nil, to: "8"),
            "~ a | maximumModelCount none → 8, enforced on save only | to 8 a"
        ),
        (
            RelationshipSettingChanged(name: "a", key: "hashModifier", from: "1", to: "2"),
            "~ a | hashModifier 1 → 2 | from 1 to 2 a"
        ),
        (DuplicatesReduced(name: "a", choice: .first), "~ a | refers to the first of several objects | to first a"),
    ]
}
