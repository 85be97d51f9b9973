import ApusSchema

/// The stages from a store's schema to a target, fused into as few passes over the store as possible.
public struct Plan: Hashable, Sendable {
    /// Stages that are carried out together: each table is read and written at most once.
    public struct Pass: Hashable, Sendable {
        /// The stages, oldest first; at least one.
        public let stages: [Stage]
        /// How the extents that the last stage leads to are made from those that the first one starts from.
        package let projection: Projection

        /// What the store holds before the pass.
        public let source: StoreState
        /// What it holds afterwards.
        public let target: StoreState

        /// Fuses stages.
        ///
        /// - Parameters:
        ///   - stages: Neighbouring stages without refusals, oldest first; at least one.
        ///   - source: What the store holds before.
        ///   - target: What it is to hold; `nil` if the pass ends between two versions of the plan.
        init(_ stages: [Stage], from source: StoreState, to target: StoreState?) {
            var projection = Projection(identity: stages[0].matching.older)
            for stage in stages { projection.append(stage) }
            self.stages = stages
            self.projection = projection
            self.source = source
            self.target =
                target ?? StoreState(version: stages.last?.to.version, schema: projection.target.schema)
        }
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
        var passes: [Pass] = []
        for (number, group) in groups.enumerated() {
            let isLast: Bool = number == groups.count - 1
            passes.append(Pass(group, from: passes.last?.target ?? source, to: isLast ? target : nil))
        }
        self.passes = passes
    }

    /// The stages, oldest first; none where the store holds the target already.
    public var stages: [Stage] { passes.flatMap(\.stages) }

    /// Whether the store holds the target already, under the same version.
    public var isEmpty: Bool {
        passes.isEmpty && source.version == target.version
    }

    /// What each entity and property of the target was in the store.
    package var matching: Matching {
        stages.dropFirst().reduce(stages.first?.matching ?? .identity(source.schema)) { $0.composed(with: $1.matching) }
    }
}
