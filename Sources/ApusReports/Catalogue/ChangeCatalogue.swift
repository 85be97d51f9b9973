import ApusMigration

/// Every difference between two schemas and every finding about a stage, with its documentation.
package enum ChangeCatalogue {
    /// The differences, ordered by code.
    package static let differences: [any ReportedDifference.Type] = entities + attributes + types + relationships

    /// The pages of the differences and of the other findings, ordered by code.
    package static let pages: [ChangePage] = (differences.map { $0.page } + findings).sorted { $0.code < $1.code }

    private static let entities: [any ReportedDifference.Type] = [
        EntityAdded.self, EntityRemoved.self, EntityRenamed.self, EntitySettingChanged.self, EntityBecameAbstract.self,
        EntityBecameConcrete.self, ParentChanged.self, HierarchiesMerged.self, UniquenessAdded.self,
        UniquenessRemoved.self, IndexAdded.self, IndexRemoved.self, TableNameChanged.self, PrimaryKeyNameChanged.self,
        ObjectsMade.self,
        ObjectsDropped.self,
        DuplicatesSettled.self, HistoryChanged.self,
    ]

    private static let attributes: [any ReportedDifference.Type] = [
        AttributeAdded.self, AttributeRemoved.self, AttributeRenamed.self, TypeChanged.self, BecameOptional.self,
        BecameRequired.self, DefaultChanged.self, KindChanged.self, AttributeSettingChanged.self, PropertyMoved.self,
        BecameTransient.self, BecameStored.self, DerivationChanged.self, BecameDerived.self, BecameUnderived.self,
        ValidationChanged.self, ExternalStorageChanged.self, CoderChanged.self, ColumnNameChanged.self,
        InheritedPropertyLost.self, ValuesFilled.self, ValuesRequired.self, ValuesComputed.self, EncryptionChanged.self,
        LookupChanged.self,
    ]

    private static let types: [any ReportedDifference.Type] = [
        EnumCaseAdded.self, EnumCaseRemoved.self, EnumCaseRenamed.self, EnumRawValueChanged.self,
        EnumRawTypeChanged.self, PartAdded.self, PartRemoved.self, PartRenamed.self, PartTypeChanged.self,
        PartBecameOptional.self, PartBecameRequired.self, PartSettingChanged.self, TypeRenamed.self,
    ]

    private static let relationships: [any ReportedDifference.Type] = [
        RelationshipAdded.self, RelationshipRemoved.self, RelationshipRenamed.self, CardinalityChanged.self,
        DestinationChanged.self, InverseChanged.self, DeleteRuleChanged.self, StorageMoved.self, BecameOrdered.self,
        BecameUnordered.self, ReferencesNarrowed.self, CountsChanged.self, RelationshipSettingChanged.self,
        DuplicatesReduced.self,
    ]
}
