import ApusSchema

/// Rows of an older entity that are objects of a prepared one.
struct MadeRows {
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
    let preparation: Preparation
    let made: [String: [MadeRows]]
    private let newerNames: [ElementPath: String]

    init(preparation: Preparation, made: [String: [MadeRows]]) {
        (self.preparation, self.made) = (preparation, made)
        newerNames = preparation.newerNames
    }

    /// Returns the path by which messages name a prepared property.
    func shown(_ path: ElementPath) -> ElementPath {
        ElementPath(newerNames[ElementPath(path.entity)] ?? path.entity, newerNames[path] ?? path.property)
    }

    /// Returns whether some rows are certainly all objects of an older entity: a check finds those that are not.
    func takesAll(of entity: String, in rows: [MadeRows]) -> Bool {
        let conditions = Set(rows.map(\.origin).filter { $0.entity == entity }.compactMap(\.takes))
        return preparation.checks.contains { check in
            guard check.entity == entity, case .object = check.loss, case .or(let parts) = check.condition else {
                return false
            }
            return parts.allSatisfy(conditions.contains)
        }
    }

    /// Returns the rows of older entities that are objects below a prepared one.
    ///
    /// - Parameters:
    ///   - entities: The older entities.
    ///   - destination: The prepared entity.
    ///   - name: The name of an origin, or of the prepared entity; `nil` for the first origins.
    /// - Returns: The rows.
    func rows(of entities: [String], below destination: String, named name: String? = nil) -> [MadeRows] {
        preparation.prepared.concreteEntities(below: destination).flatMap { entity in
            (made[entity] ?? []).filter { rows in
                entities.contains(rows.origin.entity)
                    && (name == nil
                        ? rows.origin.ordinal == 0
                        : name.flatMap(preparation.prepared) == entity || name == rows.origin.name)
            }
        }
    }
}
