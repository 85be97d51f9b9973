public import ApusSchema

/// The stages from a store's schema to a target, fused into as few passes over the store as possible.
public struct Plan: Hashable, Sendable {
    /// Stages that are carried out together: each table is read and written at most once.
    public struct Pass: Hashable, Sendable {
        /// The stages, oldest first; at least one.
        public let stages: [Stage]
        /// How the extents that the last stage leads to are made from those that the first one starts from.
        public let projection: Projection

        /// Fuses stages.
        ///
        /// - Parameter stages: Neighbouring stages without refusals, oldest first; at least one.
        init(_ stages: [Stage]) {
            var projection = Projection(identity: stages[0].matching.older)
            for stage in stages { projection.append(stage) }
            self.stages = stages
            self.projection = projection
        }

        /// The schema that the pass starts from.
        public var source: Schema { projection.source.schema }

        /// The schema that it leads to.
        public var target: Schema { projection.target.schema }
    }

    /// What the store holds now.
    public let source: StoreState

    /// What it will hold.
    public let target: StoreState

    /// The passes, in order; none where the store holds the target already.
    public let passes: [Pass]

    init(source: StoreState, target: StoreState, stages: [Stage]) {
        self.source = source
        self.target = target
        var groups: [[Stage]] = []
        for stage in stages {
            if groups.isEmpty || stage.startsPass {
                groups.append([stage])
            } else {
                groups[groups.count - 1].append(stage)
            }
        }
        passes = groups.map { Pass($0) }
    }

    /// The stages, oldest first; none where the store holds the target already.
    public var stages: [Stage] { passes.flatMap(\.stages) }

    /// Whether the store holds the target already, under the same version.
    public var isEmpty: Bool {
        passes.isEmpty && source.version == target.version
    }

    /// What each entity and property of the target was in the store.
    public var matching: Matching {
        stages.dropFirst().reduce(stages.first?.matching ?? .identity(source.schema)) { $0.composed(with: $1.matching) }
    }
}
