import ApusSchema

/// Rows of an older entity that are objects of a prepared one.
struct MadeRows {
    /// The prepared entity.
    let name: String
    /// The older rows, with the origin's condition; of several with the same distinct values, the first.
    let rows: SourceRows
    /// All older rows, with the origin's condition.
    let members: SourceRows
    /// The origin.
    let origin: EntityOrigin
    /// The identity of the older object.
    let past: ExpressionGraph.ID
    /// The identity of the prepared object.
    let identity: ExpressionGraph.ID
    /// The identity of the prepared object that a row of ``members`` belongs to.
    let common: ExpressionGraph.ID

    /// Whether each older object is one with the same identity.
    var isWhole: Bool { origin.condition == nil && past == common }
}

/// What became of older objects.
struct PreparedReferences {
    /// A search for what became of an older object, by its identity and entity.
    struct Search: Hashable {
        let past: ExpressionGraph.ID
        let entity: String
        /// The prepared entity.
        let destination: String
    }

    /// What was searched for already: the rows of all entities of a hierarchy search for the same.
    final class Memo {
        var found: [Search: ExpressionGraph.ID] = [:]
    }

    let memo = Memo()
    let preparation: Preparation
    let made: [String: [MadeRows]]
    /// All rows by their older entities, each in the order of the prepared ones' names.
    private let madeOf: [String: [MadeRows]]
    /// The conditions of which each object of an older entity satisfies one, as checks make sure.
    private let checked: [String: [[TypedCondition<OlderValue>]]]
    private let newerNames: [ElementPath: String]

    init(preparation: Preparation, made: [String: [MadeRows]]) {
        (self.preparation, self.made) = (preparation, made)
        madeOf = Dictionary(grouping: made.sorted { $0.key < $1.key }.flatMap(\.value), by: \.origin.entity)
        let checked = preparation.checks.compactMap { check -> (String, [TypedCondition<OlderValue>])? in
            guard case .object = check.loss, case .or(let parts) = check.condition else { return nil }
            return (check.entity, parts)
        }
        self.checked = Dictionary(grouping: checked, by: \.0).mapValues { $0.map(\.1) }
        newerNames = preparation.newerNames
    }

    /// Returns the path by which messages name a prepared property.
    func shown(_ path: ElementPath) -> ElementPath {
        ElementPath(newerNames[ElementPath(path.entity)] ?? path.entity, newerNames[path] ?? path.property)
    }

    /// Returns whether some rows are certainly all objects of older entities: a check finds those that are not.
    func takesAll(of entities: [String], in rows: [MadeRows]) -> Bool {
        let conditions = Dictionary(grouping: rows, by: \.origin.entity).mapValues {
            Set($0.compactMap(\.origin.takes))
        }
        return entities.allSatisfy { entity in
            checked[entity]?.contains { $0.allSatisfy { conditions[entity]?.contains($0) == true } } == true
        }
    }

    /// Returns all rows of an older entity that are objects.
    func rows(of entity: String) -> [MadeRows] { madeOf[entity] ?? [] }

    /// Returns the rows of older entities that are objects below a prepared one.
    ///
    /// - Parameters:
    ///   - entities: The older entities.
    ///   - destination: The prepared entity.
    ///   - name: The name of an origin, or of the prepared entity; `nil` for the first origins.
    /// - Returns: The rows.
    func rows(of entities: [String], below destination: String, named name: String? = nil) -> [MadeRows] {
        let entities = Set(entities)
        return preparation.prepared.concreteEntities(below: destination).flatMap { entity in
            (made[entity] ?? []).filter { rows in
                entities.contains(rows.origin.entity)
                    && (name == nil
                        ? rows.origin.ordinal == 0
                        : name.flatMap(preparation.prepared) == entity || name == rows.origin.name)
            }
        }
    }
}
