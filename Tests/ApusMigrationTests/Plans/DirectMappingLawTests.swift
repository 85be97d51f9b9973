import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Direct mappings on random histories: a store gets what the direct stage alone makes of it, and what is not listed as
/// different is what the steps give.
@Suite struct DirectMappingLawTests {
    /// A history with a direct mapping that the planner asks for.
    struct Case {
        let history: GeneratedHistory
        let start: Int
        let end: Int
        let planner: Planner
        let stage: Stage

        init?(seed: UInt64) {
            var random = SplitMix64(seed: seed)
            history = HistoryGenerator.history(seed: seed, versions: 5)
            guard history.schemas.count > 2 else { return nil }
            start = 0
            end = 2 + random.below(history.schemas.count - 2)
            let (from, to) = (GeneratedHistory.version(start), GeneratedHistory.version(end))
            let others = history.stages.map(\.mapping)
            var mapping = Mapping(from: from, to: to)
            for _ in 0..<20 {
                let planner = Planner(history: history.history, mappings: others + [mapping])
                guard let stage = try? planner.directStage(from: from, to: to) else { return nil }
                if stage.refusals.isEmpty {
                    (self.planner, self.stage) = (planner, stage)
                    return
                }
                let before = mapping
                mapping.remove(stage.refusals.compactMap(\.needlessLine))
                for refusal in stage.refusals where refusal.needlessLine == nil {
                    let lines = refusal.mappingLines.filter { $0.key != .require }
                    guard let line = lines.first ?? refusal.mappingLines.first else { return nil }
                    mapping.add(line)
                }
                if mapping == before { return nil }
            }
            return nil
        }

        func state(_ index: Int) -> StoreState {
            StoreState(version: GeneratedHistory.version(index), schema: history.schemas[index])
        }
    }

    @Test func law() throws {
        var (checked, different, equal, unlisted) = (0, 0, 0, 0)
        for seed in UInt64(1)...UInt64(80 * TestScale.factor) {
            guard let one = Case(seed: seed) else { continue }
            let last = one.history.schemas.count - 1
            let rows = one.history.rows()
            let plan = try one.planner.plan(from: one.state(0), to: .version(GeneratedHistory.version(one.end)))
            #expect(plan.stages == [one.stage], "\(one.history.story())")
            // The direct stage, then the rest, is what goes on from there.
            let alone = Plan(source: one.state(0), target: one.state(one.end), stages: [one.stage])
            let rest = Plan(
                source: one.state(one.end),
                target: one.state(last),
                stages: try one.planner.plan(
                    from: one.state(one.end),
                    to: .version(GeneratedHistory.version(last))
                ).stages
            )
            let whole = try one.planner.plan(from: one.state(0), to: .version(GeneratedHistory.version(last)))
            #expect(whole.stages == alone.stages + rest.stages, "\(one.history.story())")
            let after = Result { try alone.rows(from: rows) }
            let fused = Result { try whole.rows(from: rows) }
            if let after = try? after.get(), let rest = try? rest.rows(from: after), let fused = try? fused.get() {
                #expect(exact(rest) == exact(fused), "\(one.history.story())")
            }
            // What is not listed is the same as by the steps.
            let steps = Plan(
                source: one.state(0),
                target: one.state(one.end),
                stages: try one.planner.ways(from: 0, to: one.end).steps
            )
            let listed = Ways.differences(between: [one.stage], steps.stages)
            guard let after = try? after.get(), let other = try? steps.rows(from: rows) else { continue }
            checked += 1
            for (name, objects) in after {
                let entity: String? = if case .objects(let entity) = name { entity } else { nil }
                if let entity, listed.contains(Ways.Element(entity: entity, property: nil)) { continue }
                if case .joinTable(let path) = name,
                    listed.contains(Ways.Element(entity: path.entity, property: path.property))
                {
                    continue
                }
                func compared(_ rows: [Row]?) -> [String] {
                    (rows ?? []).map { row in
                        row.filter { field, _ in
                            let property: String? =
                                switch field {
                                case .attribute(let path): path[0]
                                case .key(let name), .orderKey(let name): name
                                default: nil
                                }
                            return property.map { !listed.contains(.init(entity: entity ?? "", property: $0)) } ?? true
                        }.map { "\($0.text)=\($1.exact)" }.sorted().joined(separator: " ")
                    }.sorted()
                }
                #expect(compared(objects) == compared(other[name]), "\(name): \(one.history.story())")
                if exact([name: objects]) == exact([name: other[name] ?? []]) { equal += 1 } else { different += 1 }
            }
            unlisted += listed.isEmpty ? 1 : 0
        }
        print(
            "direct mappings: \(checked) histories, \(equal) extents equal, \(different) different, \(unlisted) with none listed"
        )
        #expect(checked > 10 && different > 0 && equal > 0)
    }
}
