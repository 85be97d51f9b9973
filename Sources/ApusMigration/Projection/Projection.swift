package import ApusSchema

/// Maps the extents of an older schema to those of a newer one: the sources of each newer extent's rows and, for each
/// value, an expression over the older row.
///
/// Appending a stage substitutes expressions. The projection over many stages therefore reads and writes each extent at
/// most once, with the same result as the stages one after the other.
package struct Projection: Hashable, Sendable {
    /// Rows that come from one older extent.
    package struct Source: Hashable, Sendable {
        /// The older extent.
        package let extent: Extent.Name
        /// The conditions of a row: it is included if none of them is null.
        package let conditions: [ExpressionGraph.ID]
        /// The values, in the order of the newer extent's members.
        package let values: [ExpressionGraph.ID]
        /// The branches of the stages at which the older objects became several, in their order.
        package var branches: [Branch] = []

        /// Returns the same rows in other branches.
        func inBranches(_ branches: [Branch]) -> Source {
            var source = self
            source.branches = branches
            return source
        }
    }

    /// The projection of one extent.
    package struct ExtentProjection: Hashable, Sendable {
        /// The newer extent.
        package let extent: Extent
        /// The sources of its rows; empty if the extent starts empty.
        package let sources: [Source]
    }

    /// An expression whose failure stops the migration, even if no extent keeps its value.
    package struct Check: Hashable, Sendable {
        /// The older extent whose rows it reads.
        package let extent: Extent.Name
        /// The conditions of a row: it is checked if none of them is null.
        package let conditions: [ExpressionGraph.ID]
        /// The expression.
        package let expression: ExpressionGraph.ID
        /// The element of the stage's newer schema that needs the check.
        package let path: ElementPath
        /// What would happen to an object for which the expression fails; `nil` if that follows from the expression.
        package var loss: ObjectLoss?
    }

    /// An expression, with the rows that it reads.
    struct Checked: Hashable {
        let extent: Extent.Name
        let conditions: [ExpressionGraph.ID]
        let expression: ExpressionGraph.ID
    }

    /// The older schema.
    package let source: IndexedSchema

    /// The newer schema.
    package private(set) var target: IndexedSchema

    /// The newer extents by their names.
    package internal(set) var extents: [Extent.Name: ExtentProjection] = [:]

    /// The identities that the objects of each newer hierarchy have, or have had, by its root entity: those of one group of
    /// older rows after those of another, so that the largest ones of all groups add up to the last one.
    package internal(set) var identities: [String: [[ObjectRows]]] = [:]

    /// The tables, by their names in the older schema, whose identities are not to be used again in the table of each newer
    /// hierarchy, by its root entity. A store remembers the last identity of a table that is gone under its name.
    package private(set) var sequences: [String: Set<String>] = [:]

    /// The same of the hierarchies that are gone, by the names of their tables.
    package private(set) var goneSequences: [String: Set<String>] = [:]

    /// The rows that are the elements of lists.
    package internal(set) var elements: [ElementRows] = []

    /// The rows that become objects with other identities in the last stage, if that runs code in Swift.
    package internal(set) var associations: [ProjectedAssociation] = []

    /// The checks of every row, in the order of the stages.
    package internal(set) var checks: [Check] = []

    /// What the mappings assert, in the order of the stages.
    package internal(set) var assertions: [ProjectedAssertion] = []

    /// What the stages set aside, in their order.
    package internal(set) var asides: [ProjectedAside] = []

    /// The expressions, each with its extent, that have a check.
    var checked: Set<Checked> = []

    /// The expressions.
    package internal(set) var graph = ExpressionGraph()

    /// Creates the projection that changes nothing.
    package init(identity schema: Schema) {
        self.init(identity: IndexedSchema(schema))
    }

    /// Fuses stages.
    ///
    /// - Parameter stages: Neighbouring stages without refusals, oldest first; at least one.
    init(fusing stages: [Stage]) {
        self.init(identity: stages[0].preparation?.older ?? stages[0].matching.older)
        for stage in stages { append(stage) }
    }

    init(identity schema: IndexedSchema) {
        source = schema
        target = schema
        for entity in schema.schema.entities {
            if entity.parent == nil { sequences[entity.name] = [entity.tableName] }
            for extent in schema.extents(of: entity.name) {
                let source = identity(of: extent)
                let made = ExtentProjection(extent: extent, sources: [source])
                extents[extent.name] = made
                guard case .objects = extent.name, let id = made.fields(source)[.identity] else { continue }
                let rows = ObjectRows(of: extent.name, identity: id)
                let root = schema.root(of: entity.name)
                identities[root] = [(identities[root]?.first ?? []) + [rows]]
            }
        }
    }

    private mutating func identity(of extent: Extent) -> Source {
        let values: [ExpressionGraph.ID] = extent.members.map { member in
            graph.field(member.field, member.type, isNullable: member.isNullable)
        }
        return Source(extent: extent.name, conditions: [], values: values)
    }

    /// Appends a stage.
    ///
    /// - Parameter stage: A stage without refusals whose older schema is this projection's target.
    /// - Precondition: The stage is not refused: a refused element has no expression.
    package mutating func append(_ stage: Stage) {
        precondition(stage.refusals.isEmpty, "a refused stage cannot be carried out: \(stage.refusals)")
        let before = aggregates(of: stage, isOlder: true)
        var past: ProjectionStep.Past?
        var joined: [JoinedRows] = []
        if let preparation = stage.preparation {
            let read = Matching.identity(preparation.read)
            past = ProjectionStep.Past(extents: extents, matching: read)
            carryOut(stage, read) { step in
                step.prepare(preparation)
                joined = step.joined
            }
        }
        carryOut(stage, stage.matching) { step in
            step.past = past
            step.make()
        }
        for reduction in stage.reductions {
            carryOut(stage, .identity(stage.matching.newer)) { $0.reduce(reduction) }
        }
        continueIdentities(stage.matching)
        target = stage.matching.newer
        associate(stage, joined)
        assert(stage, before.merging(aggregates(of: stage, isOlder: false)) { $1 })
    }

    /// Continues the identities of older hierarchies in those of a newer schema.
    private mutating func continueIdentities(_ matching: Matching) {
        var olderRoots: [String: String] = [:]
        // A hierarchy without objects any more had some before.
        for hasObjects in [true, false] {
            for entity in matching.newer.schema.entities {
                let root = matching.newer.root(of: entity.name)
                guard olderRoots[root] == nil, let older = matching.olderName(of: entity.name),
                    hasObjects == (extents[.objects(entity.name)]?.sources.isEmpty == false)
                else { continue }
                olderRoots[root] = matching.older.root(of: older)
            }
        }
        identities = olderRoots.compactMapValues { identities[$0] }
        continueSequences(matching, olderRoots)
    }

    /// Continues the sequences of identities: those of a hierarchy that is gone in one that gets the name of its table.
    private mutating func continueSequences(_ matching: Matching, _ olderRoots: [String: String]) {
        let kept = Set(olderRoots.values)
        // A mapping's preparation may leave entities out.
        for root in target.schema.entities where root.parent == nil && !kept.contains(root.name) {
            goneSequences[root.tableName, default: []].formUnion(sequences[root.name] ?? [])
        }
        let present = Set(source.schema.entities.filter { $0.parent == nil }.map(\.tableName))
        var continued: [String: Set<String>] = [:]
        for root in matching.newer.schema.entities where root.parent == nil {
            let gone = goneSequences.removeValue(forKey: root.tableName) ?? []
            let remembered: Set<String> = present.contains(root.tableName) ? [] : [root.tableName]
            let own = olderRoots[root.name].flatMap { sequences[$0] } ?? []
            continued[root.name] = own.union(gone).union(remembered)
        }
        sequences = continued
    }

    /// Carries out a step, which gets exclusive access to the graph so that it need not copy it.
    mutating func carryOut(_ stage: Stage, _ matching: Matching, _ make: (inout ProjectionStep) -> Void) {
        var step = ProjectionStep(after: self, stage: stage, matching)
        (graph, checks, checked) = (ExpressionGraph(), [], [])
        make(&step)
        (graph, checks, checked) = (step.graph, step.checks, step.checked)
        elements = step.elements
        asides = step.asides
        identities.merge(step.identities) { $1 }
        for name in step.removed { extents[name] = nil }
        for one in step.made { extents[one.extent.name] = one }
    }

    /// The newer extents in the order of the newer schema.
    package var ordered: [ExtentProjection] {
        target.schema.entities.flatMap { entity in
            target.extentNames(of: entity.name).compactMap { extents[$0] }
        }
    }
}
