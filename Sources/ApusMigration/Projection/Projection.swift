package import ApusSchema

/// How the extents of a newer schema are made from those of an older one: where each one's rows come from and, for each
/// value, an expression over the older row.
///
/// Appending a stage substitutes expressions, so the projection over many stages reads and writes each extent at most
/// once and gives what the stages would have given one after the other.
package struct Projection: Hashable, Sendable {
    /// Rows that are made from those of one older extent.
    package struct Source: Hashable, Sendable {
        /// The older extent.
        package let extent: Extent.Name
        /// A row is taken where none of these is null.
        package let conditions: [ExpressionGraph.ID]
        /// The values, in the order of the newer extent's members.
        package let values: [ExpressionGraph.ID]
    }

    /// How one extent is made.
    package struct ExtentProjection: Hashable, Sendable {
        /// The newer extent.
        package let extent: Extent
        /// Where its rows come from: from nowhere where it starts empty.
        package let sources: [Source]
    }

    /// An expression that can fail, and whose failure stops the migration whether its value is kept or not.
    package struct Check: Hashable, Sendable {
        /// The older extent whose rows it reads.
        package let extent: Extent.Name
        /// The expression.
        package let expression: ExpressionGraph.ID
        /// What it was for: an element of the schema that the stage led to.
        package let path: ElementPath
    }

    /// An expression of an extent.
    struct Checked: Hashable {
        let extent: Extent.Name
        let expression: ExpressionGraph.ID
    }

    /// The older schema.
    package let source: IndexedSchema

    /// The newer schema.
    package private(set) var target: IndexedSchema

    /// The newer extents by their names.
    package internal(set) var extents: [Extent.Name: ExtentProjection] = [:]

    /// What has to hold for every row, in the order of the stages.
    package internal(set) var checks: [Check] = []

    /// Which expressions of which extents have a check.
    var checked: Set<Checked> = []

    /// The expressions.
    package internal(set) var graph = ExpressionGraph()

    /// The projection that leaves everything as it is.
    package init(identity schema: Schema) {
        self.init(identity: IndexedSchema(schema))
    }

    init(identity schema: IndexedSchema) {
        source = schema
        target = schema
        for entity in schema.schema.entities {
            for extent in schema.extents(of: entity.name) {
                extents[extent.name] = ExtentProjection(extent: extent, sources: [identity(of: extent)])
            }
        }
    }

    private mutating func identity(of extent: Extent) -> Source {
        let values: [ExpressionGraph.ID] = extent.members.map { member in
            graph.field(member.field, member.type, isNullable: member.isNullable)
        }
        return Source(extent: extent.name, conditions: [], values: values)
    }

    /// Goes one stage further.
    ///
    /// - Parameter stage: A stage without refusals whose older schema this projection's newer extents hold.
    /// - Precondition: The stage is not refused: of what a refusal is about no expression can be made.
    package mutating func append(_ stage: Stage) {
        precondition(stage.refusals.isEmpty, "a refused stage cannot be carried out: \(stage.refusals)")
        let (gone, made) = step(stage)
        for name in gone { extents[name] = nil }
        for one in made { extents[one.extent.name] = one }
        target = stage.matching.newer
    }

    /// Lets a step have the graph for itself, which it would copy otherwise.
    private mutating func step(_ stage: Stage) -> (gone: [Extent.Name], made: [ExtentProjection]) {
        var step = ProjectionStep(after: self, stage: stage)
        (graph, checks, checked) = (ExpressionGraph(), [], [])
        step.make()
        (graph, checks, checked) = (step.graph, step.checks, step.checked)
        return (step.gone, step.made)
    }

    /// The newer extents in the order of the newer schema.
    package var ordered: [ExtentProjection] {
        target.schema.entities.flatMap { entity in
            target.extentNames(of: entity.name).compactMap { extents[$0] }
        }
    }
}
