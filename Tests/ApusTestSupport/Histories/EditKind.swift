/// What a random edit of a schema does.
package enum EditKind: String, CaseIterable, Sendable {
    // Entities
    case addEntity, removeEntity, renameEntity, swapEntities, replaceEntity, renameEntityOntoRemoved, readdEntity
    case renameEntityAndProperty, renameOnlyCase

    // Attributes
    case addOptionalAttribute, addOptionalAttributeWithDefault, addRequiredAttribute, removeAttribute
    case renameAttribute, swapAttributes, replaceAttribute, renameAttributeOntoRemoved, readdAttribute
    case retypeAttribute, makeRequired, makeOptional, convert, changeDefault
    case addRequiredWithoutDefault, makeRequiredWithoutDefault

    // Relationships
    case addToOne, addToMany, addOneToMany, addManyToMany, addOneToOne, addSelfInverse, addSelfPair
    case addRequiredToOne, addRequiredOneToOne, removeRelationship, removeInverse, addInverse
    case renameRelationship, swapRelationships, swapAttributeAndRelationship, replaceByRelationship
    case makeToOneOptional, makeToOneRequired, makeToMany, moveReferences, splitInverse, changeDeleteRule, changeOrder
    case entityTakesPairTable, pairTableTakesEntity

    // Nothing of meaning
    case reorder

    // What follows from other edits rather than being drawn
    case renamedAgain, leftOverLine, droppedLine, firstNameLine, keyPinned

    /// Whether the generator draws it; the others are observed.
    var isDrawn: Bool {
        switch self {
        case .renamedAgain, .leftOverLine, .droppedLine, .firstNameLine, .keyPinned: false
        default: true
        }
    }
}

/// One edit, with what it did in words.
package struct HistoryEdit: Sendable, CustomStringConvertible {
    package let kind: EditKind
    let words: String

    package var description: String { "\(kind.rawValue): \(words)" }
}
