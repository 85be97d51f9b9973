extension LayoutBuilder {
    /// Returns the derivations of a table.
    func derivations(of table: Table, among drafts: Layout) -> [Table.Derivation] {
        entities(of: table).flatMap { entity -> [Table.Derivation] in
            let entities: [String]? = entity.parent == nil ? nil : table.concreteEntities(of: entity.name)
            return entity.attributes.compactMap { attribute in
                guard let derivation = attribute.derivation, entities != [],
                    let column = table.column(of: .attribute([attribute.name]), in: entity.name),
                    let expression = expression(derivation, of: entity, among: drafts)
                else { return nil }
                return Table.Derivation(column.name, entities: entities, expression)
            }
        }
    }

    /// Returns a derivation as an expression over tables; `nil` if it reads a property that is not stored, which is an
    /// error in a schema.
    private func expression(
        _ derivation: Derivation,
        of entity: Entity,
        among drafts: Layout
    ) -> TypedExpression<Table.Derivation.Source>? {
        switch derivation {
        case .now: return .leaf(.now)
        case .keyPath(let names):
            return source(names, of: entity, among: drafts).map { .leaf(.value($0.steps, column: $0.column.name)) }
        case .function(let function, let names):
            return source(names, of: entity, among: drafts).map {
                .call(function.function, [.leaf(.value($0.steps, column: $0.column.name))], .string)
            }
        case .count(let names):
            guard names.count == 1 else { return nil }
            return step(names[0], of: entity, among: drafts).map { .leaf(.count($0.step)) }
        case .sum(let names, let name):
            guard names.count == 1, let (step, far) = step(names[0], of: entity, among: drafts),
                let column = source([name], of: far, among: drafts)?.column
            else { return nil }
            return .leaf(.sum(step, column: column.name, column.type))
        }
    }

    /// Returns the column that a key path points to, and the steps to its row.
    private func source(
        _ names: [String],
        of entity: Entity,
        among drafts: Layout
    ) -> (steps: [Table.Derivation.Step], column: Column)? {
        var current: Entity = entity
        var steps: [Table.Derivation.Step] = []
        for (number, name) in names.enumerated() {
            if schema.attribute(name, of: current) != nil {
                return drafts.table(ofEntity: current.name)?
                    .column(of: .attribute(Array(names[number...])), in: current.name)
                    .map { (steps, $0) }
            }
            guard let (step, far) = self.step(name, of: current, among: drafts) else { return nil }
            steps.append(step)
            current = far
        }
        return nil
    }

    /// Returns the step along a relationship that an entity declares or inherits, and the destination entity.
    private func step(
        _ name: String,
        of entity: Entity,
        among drafts: Layout
    ) -> (step: Table.Derivation.Step, far: Entity)? {
        guard let (owner, relationship) = schema.relationship(name, of: entity),
            let far = schema.entity(relationship.destination), let table = drafts.table(ofEntity: far.name),
            let references = schema.references(of: relationship, in: owner)
        else { return nil }
        let isHolder = references.holder == ElementPath(owner.name, relationship.name)
        if references.usesJoinTable {
            guard let pairs = drafts.table(of: .joinTable(references.holder)),
                let source = pairs.column(of: .source)?.name, let target = pairs.column(of: .target)?.name
            else { return nil }
            return (
                .joinTable(
                    pairs.name,
                    near: isHolder ? source : target,
                    far: isHolder ? target : source,
                    to: table.name
                ), far
            )
        }
        let holder: ElementPath = references.holder
        guard let key = holder.property,
            let column = drafts.table(ofEntity: holder.entity)?.column(of: .key(key), in: holder.entity)
        else { return nil }
        // The rows that point here are in the table of the entity that holds the key.
        if isHolder { return (.key(column.name, to: table.name), far) }
        return (.referrers(table.name, key: column.name), far)
    }
}
