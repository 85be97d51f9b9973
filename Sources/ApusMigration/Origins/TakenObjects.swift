import ApusSchema

/// What is known of the older objects that origins take.
protocol TakenObjects {
    /// The origins of each prepared entity's objects.
    var origins: [String: [EntityOrigin]] { get }
    /// The older entities whose objects become objects of other entities, and stay none themselves.
    var consumed: Set<String> { get }
    /// The origins that the mapping writes, by the older entities whose objects they take.
    var writtenOrigins: [String: [EntityOrigin]] { get }
}

extension TakenObjects {
    /// Returns the origins that the mapping writes for the objects of an older entity.
    func written(of entity: String) -> [EntityOrigin] { writtenOrigins[entity] ?? [] }

    /// Returns whether the objects of an older entity stay what they are only as far as origins say so.
    func isGone(_ entity: String) -> Bool {
        consumed.contains(entity) || origins[entity]?.contains(where: \.isWritten) == true
    }
}

extension Preparation: TakenObjects {}
extension PreparationBuilder: TakenObjects {}
