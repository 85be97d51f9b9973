public import ApusSchema

/// The stages from a store's schema to a target, fused into as few passes over the store as possible.
public struct Plan: Hashable, Sendable {
    /// Stages that are carried out together, so that each table is read and written at most once.
    public struct Pass: Hashable, Sendable {
        /// The stages, oldest first; at least one.
        public let stages: [Stage]
        /// The projection from the extents of the first stage's older schema to those of the last stage's newer schema.
        package let projection: Projection

        /// The store's state before the pass.
        public let source: StoreState
        /// The store's state after the pass.
        public let target: StoreState

        /// Why the first stage is not fused with those before it; `nil` for the first pass.
        package let start: Start?

        /// Creates a pass.
        ///
        /// - Parameters:
        ///   - stages: Neighbouring stages without refusals, oldest first; at least one.
        ///   - projection: The stages, fused.
        ///   - source: The store's state before the pass.
        ///   - target: The store's state after the pass; `nil` if the pass ends at a version in between.
        ///   - start: Why the first stage is not fused with those before it; `nil` for the first pass.
        init(
            _ stages: [Stage],
            _ projection: Projection,
            from source: StoreState,
            to target: StoreState?,
            start: Start?
        ) {
            self.stages = stages
            self.start = start
            self.projection = projection
            self.source = source
            self.target =
                target ?? StoreState(version: stages.last?.to.version, schema: projection.target.schema)
        }
    }

    /// The store's current state.
    public let source: StoreState

    /// The store's state after the migration.
    public let target: StoreState

    /// The passes, in order; empty if the store already has the target's schema.
    public let passes: [Pass]

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - source: The store's current state.
    ///   - target: The store's state after the migration.
    ///   - stages: The stages between them, in order, without refusals.
    package init(source: StoreState, target: StoreState, stages: [Stage]) {
        self.source = source
        self.target = target
        var passes: [Pass] = []
        var group: [Stage] = []
        var start: Pass.Start?
        var projection = Projection(identity: source.schema)
        func end(at target: StoreState?) {
            if group.isEmpty { return }
            passes.append(Pass(group, projection, from: passes.last?.target ?? source, to: target, start: start))
        }
        for stage in stages {
            var next: Pass.Start?
            if !group.isEmpty, let code = stage.swift {
                next = Pass.Start(.runsSwift, .code(code))
            } else if let code = group.last?.swift {
                next = Pass.Start(.followsSwift, .code(code))
            } else if let kept = stage.keptComputed {
                if !group.isEmpty { next = Pass.Start(.keepsComputed, .property(kept)) }
            } else if !group.isEmpty {
                let earlier = Pass.Start(projection, isEarlier: true)
                projection.append(stage)
                next = earlier ?? Pass.Start(projection, isEarlier: false)
                if next == nil {
                    group.append(stage)
                    continue
                }
                // No index finds what the stages before would compute, and SQLite limits searches within searches.
                projection = Projection(fusing: group)
            }
            end(at: nil)
            start = next
            group = [stage]
            projection = Projection(fusing: group)
        }
        end(at: target)
        self.passes = passes
    }

    /// The stages, in order; empty if the store already has the target's schema.
    public var stages: [Stage] { passes.flatMap(\.stages) }

    /// Whether the store already has the target's schema and version.
    public var isEmpty: Bool {
        passes.isEmpty && source.version == target.version
    }

    /// The functions in Swift that the migration calls, ordered by name and version. What migrates a store has to have them.
    public var functions: [FunctionDeclaration] {
        let all = passes.reduce(into: Set<FunctionDeclaration>()) { $0.formUnion($1.projection.graph.functions) }
        return all.sorted { ($0.name, $0.version, $0.signature) < ($1.name, $1.version, $1.signature) }
    }

    /// The code in Swift over whole objects that the stages run, in their order.
    public var swift: [SwiftStage] { stages.compactMap(\.swift) }

    /// The matching of the store's schema and the target's.
    package var matching: Matching {
        stages.dropFirst().reduce(stages.first?.overall ?? .identity(source.schema)) { $0.composed(with: $1.overall) }
    }
}

extension Plan.Pass {
    /// The code in Swift that the pass runs; `nil` if it runs none. It has one stage then.
    package var swift: SwiftStage? { stages.last?.swift }

    /// The properties of the newer unique constraints about whose equal objects the mapping has a line, by entity.
    package var reducedConstraints: [String: [Set<String>]] {
        Dictionary(grouping: stages.last?.reductions ?? [], by: \.entity).mapValues { $0.map { Set($0.properties) } }
    }
}
