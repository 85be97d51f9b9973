import ApusSchema

/// Older values that no newer object has, all that is made of an older object considered.
struct OriginLosses {
    /// An older attribute whose values only some origins carry.
    struct Watched: Sendable {
        let oldKind: String
        let attribute: Attribute
        /// The origins that carry them.
        let carriers: [Making]

        /// - Throws: `MigrationStopped` if a value would get lost.
        func check(_ world: World, _ older: Reading, _ survivors: Survivors) throws {
            let paths: [[String]] = older.schema.storedLeaves(of: attribute).map(\.path)
            for (identity, object) in world.objects[oldKind] ?? [:] {
                guard paths.contains(where: { object.values[$0] ?? .null != .null }),
                    try !carriers.contains(where: { try $0.takes(object, in: world, older) })
                else { continue }
                // Who accepts that the object goes accepts that its values go.
                let isLeft = try survivors.makings(of: oldKind).contains {
                    try $0.takes(object, in: world, older)
                }
                guard isLeft || !survivors.dropped.contains(oldKind) else { continue }
                throw MigrationStopped(reason: "\(oldKind) \(identity): the value of '\(attribute.name)' is lost")
            }
        }
    }

    /// By the older kind and name.
    private(set) var losses: [(kind: String, name: String, code: String)] = []
    private(set) var watched: [Watched] = []

    init(_ older: Reading, _ lines: StageLines, _ survivors: Survivors, _ values: [ValueRules]) {
        for kind in older.kinds where survivors.isAlive(kind) && !survivors.lostToMerge.contains(kind) {
            let all: [ValueRules] = values.filter { $0.oldKind == kind && $0.making.each == nil }
            let stayer: ValueRules? = all.first { $0.making.stays }
            for old in older.properties(of: kind) {
                guard let attribute = old.storedAttribute, attribute.derivation == nil else { continue }
                let missed = stayer?.missed.first { $0.name == old.name }
                if stayer != nil, missed == nil { continue }
                let carriers: [Making] = all.filter { !$0.making.stays && $0.carries(attribute) }.map(\.making)
                if carriers.contains(where: { $0.condition == nil }) { continue }
                if carriers.isEmpty {
                    if !lines.accepts(old.name, of: kind) { losses.append((kind, old.name, missed?.code ?? "AP202")) }
                } else if carriers.count < all.count, !lines.accepts(old.name, of: kind) {
                    watched.append(Watched(oldKind: kind, attribute: attribute, carriers: carriers))
                }
            }
        }
    }
}
