import ApusMigration
import ApusSchema

/// A stage small enough to know by heart what it must come to.
struct StageExample {
    let older: Reading
    let newer: Reading
    private(set) var mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2))

    init(_ older: Schema, _ newer: Schema) {
        (self.older, self.newer) = (Reading(older), Reading(newer))
    }

    init(_ older: [Entity], _ newer: [Entity]) {
        self.init(Schema(model: "M", entities: older), Schema(model: "M", entities: newer))
    }

    func accepting(_ paths: String...) -> StageExample {
        changed { mapping in
            for text in paths {
                let isWildcard = text.hasSuffix(".*")
                let path = ElementPath(parsing: isWildcard ? String(text.dropLast(2)) : text)
                if let path { mapping.add(.accept(path, isWildcard: isWildcard)) }
            }
        }
    }

    func filling(_ path: String, _ fill: Fill) -> StageExample {
        changed { mapping in ElementPath(parsing: path).map { mapping.add(.fill($0, fill)) } }
    }

    func converting(_ path: String, _ name: String) -> StageExample {
        changed { mapping in ElementPath(parsing: path).map { mapping.add(.convert($0, name)) } }
    }

    func requiring(_ path: String) -> StageExample {
        changed { mapping in ElementPath(parsing: path).map { mapping.add(.require($0)) } }
    }

    func choosing(_ path: String, _ choice: Mapping.Duplicates) -> StageExample {
        changed { mapping in ElementPath(parsing: path).map { mapping.add(.duplicates($0, choice)) } }
    }

    func settling(_ entity: String, _ decisions: Mapping.DuplicateObjects...) -> StageExample {
        changed { $0.add(.duplicates(entity, decisions)) }
    }

    func making(_ entity: String, _ origins: Mapping.Origin...) -> StageExample {
        changed { $0.add(.entity(entity, origins)) }
    }

    func computing(_ path: String, _ text: String) -> StageExample {
        changed { mapping in ElementPath(parsing: path).map { mapping.add(.value($0, text)) } }
    }

    func changed(_ body: (inout Mapping) -> Void) -> StageExample {
        var copy: StageExample = self
        body(&copy.mapping)
        return copy
    }

    private var migration: NaiveMigration { NaiveMigration(older, newer, mapping) }

    /// Why the stage is refused: `Trip.code: AP201`, in alphabetical order.
    var refusals: [String] { migration.refusals.map(\.description).sorted() }

    /// The same, with what would settle each.
    var reasons: [Reason] { migration.refusals }

    /// Why the planner refuses the stage while its mapping can still be edited.
    var editedRefusals: [String] {
        Stage(
            from: older.schema,
            to: newer.schema,
            from: .version(Schema.Version(1)),
            to: .unreleased,
            mapping: Mapping(from: Schema.Version(1), to: nil, mapping.lines)
        ).refusals.map(\.message)
    }

    /// Where the planner, or another oracle, does not agree about the stage, or about a world; `nil` where it does.
    func disagreement(_ world: World, _ oracle: WorldOracle = .product) -> String? {
        let history = MatrixHistory(
            seed: 0,
            readings: [older, newer],
            mappings: [mapping],
            migrations: [migration],
            stories: [[]],
            picked: [[]],
            closeness: .elsewhere
        )
        let found: String? = WorldOracle.product.refusal(older, newer, mapping)
        if !refusals.isEmpty {
            return found == nil ? "takes what is to be refused: \(refusals)" : nil
        }
        if let found { return "refuses what is legal: \(found)" }
        return WorldLaw(history: history, oracles: [oracle]).breach(0, 1, world).map { breach in
            guard case .world(let made) = ProductPlan(history, 0, 1).fused(world) else { return breach }
            let objects: [String] = made.all.map { "\($0) \($1) \($2.values.values) \($2.references)" }
            return ([breach, "the planner's:"] + objects).joined(separator: "\n  ")
        }
    }

    /// The newer to-one relationships whose objects may have several references.
    var crowds: [ElementPath] { migration.crowds }

    /// An older world: each object as its kind, identity, values and references.
    func world(_ objects: (String, Int64, [String: StoredValue], [String: [Int64]])...) -> World {
        var world = World(emptyFor: older)
        for (kind, identity, values, references) in objects {
            var object = WorldObject()
            for leaf in older.leaves(of: kind) { object.values[leaf.path] = .null }
            for (path, value) in values { object.values[path.split(separator: ".").map(String.init)] = value }
            for relationship in older.storedRelationships(of: kind) {
                object.references[relationship.name] = references[relationship.name] ?? []
            }
            world.objects[kind, default: [:]][identity] = object
        }
        return world
    }

    /// The newer world.
    func migrate(_ world: World) throws -> World { try migration.migrate(world) }

    /// What one value of the newer world is.
    func value(_ path: String, of kind: String, _ identity: Int64, after world: World) throws -> StoredValue? {
        try migrate(world).objects[kind]?[identity]?.values[path.split(separator: ".").map(String.init)]
    }

    /// Where one relationship of the newer world leads.
    func references(_ name: String, of kind: String, _ identity: Int64, after world: World) throws -> [Int64]? {
        try migrate(world).objects[kind]?[identity]?.references[name]
    }
}
