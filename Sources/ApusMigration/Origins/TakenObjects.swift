import ApusSchema

/// What is known of the older objects that origins take.
protocol TakenObjects {
    /// The origins of each prepared entity's objects.
    var origins: [String: [EntityOrigin]] { get }
    /// The older entities whose objects become objects of other entities, and stay none themselves.
    var consumed: Set<String> { get }
    /// The origins that the mapping writes, by the older entities whose objects they take.
    var writtenOrigins: [String: [EntityOrigin]] { get }
    /// The older attributes, by the entities of their objects, whose values are lost if only objects apart have them.
    var separations: [ElementPath: Preparation.Separation] { get }
}

extension TakenObjects {
    /// Returns the origins that the mapping writes for the objects of an older entity.
    func written(of entity: String) -> [EntityOrigin] { writtenOrigins[entity] ?? [] }

    /// Returns the origins that carry an attribute of an older entity's objects.
    func carriers(of attribute: Attribute, _ leaves: [Schema.Leaf], in entity: String) -> [EntityOrigin] {
        let isSeparable = separations[ElementPath(entity, attribute.name)] != nil
        return written(of: entity).filter { $0.carries(attribute.name, leaves) && !($0.isApart && isSeparable) }
    }

    /// Returns whether the objects of an older entity stay what they are only as far as origins say so.
    func isGone(_ entity: String) -> Bool {
        consumed.contains(entity) || origins[entity]?.contains(where: \.isWritten) == true
    }
}

extension Preparation: TakenObjects {}
extension PreparationBuilder: TakenObjects {}
