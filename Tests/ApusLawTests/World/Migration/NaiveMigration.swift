import ApusMigration
import ApusSchema
import ApusTestSupport

/// A stage carried out object by object, by nothing but the written rules.
///
/// It shares no code with the planner, which is tested against it.
struct NaiveMigration: Sendable {
    let older: Reading
    let newer: Reading
    /// Why the stage is refused for every store; empty where it is not.
    let refusals: [Reason]
    let mapping: Mapping
    /// What the rules came to; `nil` where not even the elements can be matched.
    private let rules: Rules?

    struct Rules: Sendable {
        let match: StageMatch
        let survivors: Survivors
        /// By the newer kind.
        let values: [String: [LeafRule]]
        let references: ReferenceResult
    }

    /// Newer to-one relationships whose objects may have several references.
    var crowds: [ElementPath] { rules?.references.crowds ?? [] }

    init(_ older: Reading, _ newer: Reading, _ mapping: Mapping) {
        (self.older, self.newer) = (older, newer)
        self.mapping = mapping
        let lines = StageLines(mapping, older: older, newer: newer)
        let match: StageMatch
        do {
            match = try StageMatch(older, newer)
        } catch {
            refusals = (error as? StageRefused)?.reasons ?? []
            rules = nil
            return
        }
        let survivors = Survivors(older, newer, match, lines)
        var reasons: [Reason] = survivors.reasons
        var values: [String: [LeafRule]] = [:]
        var losses: [(kind: String, name: String, code: String)] = []
        for (oldKind, kind) in survivors.newer.sorted(by: { $0.key < $1.key }) {
            let found = ValueRules(older, newer, match, lines, kind: kind, oldKind: oldKind)
            values[kind] = found.rules
            reasons += found.reasons
            losses += found.losses.map { (oldKind, $0.name, $0.code) }
        }
        let references = ReferenceRules(older, newer, match, lines, survivors)
        reasons += references.reasons
        reasons += Self.grouped(losses + references.losses, older, survivors)
        reasons += lines.unused
        var seen: Set<Reason> = []
        refusals = reasons.filter { seen.insert($0).inserted }
        rules = Rules(match: match, survivors: survivors, values: values, references: references.result)
    }

    /// Losses of properties: at the entity that declares one where all that is left of it loses it, else kind by kind.
    private static func grouped(
        _ losses: [(kind: String, name: String, code: String)],
        _ older: Reading,
        _ survivors: Survivors
    ) -> [Reason] {
        losses.map { loss in
            let owner: String = older.property(loss.name, of: loss.kind)?.owner ?? loss.kind
            let all: [String] = older.kinds(below: owner).filter { survivors.newer[$0] != nil }
            let isEverywhere: Bool = all.allSatisfy { kind in
                losses.contains { $0.kind == kind && $0.name == loss.name && $0.code == loss.code }
            }
            let path = ElementPath(isEverywhere ? owner : loss.kind, loss.name)
            return Reason(code: loss.code, path: path, settlements: [.accept(path)])
        }
    }

    /// The world after the stage.
    ///
    /// - Throws: `StageRefused` where no store can be taken through the stage, `MigrationStopped` where this one cannot.
    func migrate(_ world: World, _ sources: MigrationSources = .plain) throws -> World {
        guard refusals.isEmpty, let rules else { throw StageRefused(reasons: refusals) }
        var result = World(emptyFor: newer)
        for (oldKind, kind) in rules.survivors.newer {
            for (identity, object) in world.objects[oldKind] ?? [:] {
                let maker = ValueMaker(self, world, rules.survivors, sources, oldKind, kind, identity, object)
                var made = WorldObject()
                for rule in rules.values[kind] ?? [] { made.values[rule.leaf.path] = try maker.value(rule) }
                for name in newer.storedRelationships(of: kind).map(\.name) { made.references[name] = [] }
                result.objects[kind]?[identity] = made
            }
        }
        try ReferenceMover(rules: rules.references, world: world).move(into: &result)
        for promise in rules.references.promises {
            for (identity, object) in result.objects[promise.kind] ?? [:]
            where object.references[promise.name]?.isEmpty != false {
                throw MigrationStopped(reason: "\(promise.kind) \(identity): '\(promise.name)' leads nowhere")
            }
        }
        return result
    }
}
