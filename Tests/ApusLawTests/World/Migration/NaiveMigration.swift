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
        /// By what makes the objects.
        let values: [(making: Making, rules: [LeafRule])]
        /// Older values that must not get lost.
        let watched: [OriginLosses.Watched]
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
        let values: [ValueRules] = survivors.makings.map { ValueRules(older, newer, match, lines, $0) }
        reasons += values.flatMap(\.reasons)
        let types = OriginTypes(older, newer, match, survivors)
        reasons += types.reasons(values)
        let losses = OriginLosses(older, lines, survivors, values)
        let references = ReferenceRules(older, newer, match, lines, survivors)
        reasons += references.reasons
        reasons += Self.grouped(losses.losses + references.losses, older, survivors)
        lines.useDuplicates(match, survivors, values, crowds: references.result.crowds)
        reasons += lines.unused
        var seen: Set<Reason> = []
        refusals = reasons.filter { seen.insert($0).inserted }
        rules = Rules(
            match: match,
            survivors: survivors,
            values: values.map { ($0.making, $0.rules) },
            watched: losses.watched,
            references: references.result
        )
    }

    /// Losses of properties: at the entity that declares one where all that is left of it loses it, else kind by kind.
    private static func grouped(
        _ losses: [(kind: String, name: String, code: String)],
        _ older: Reading,
        _ survivors: Survivors
    ) -> [Reason] {
        losses.map { loss in
            let owner: String = older.property(loss.name, of: loss.kind)?.owner ?? loss.kind
            let all: [String] = older.kinds(below: owner).filter(survivors.isAlive)
            let isEverywhere = all.allSatisfy { kind in
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
        let made = try MadeObjects(rules.survivors, older, newer, rules.match, world)
        for watched in rules.watched { try watched.check(world, older, rules.survivors) }
        var result = World(emptyFor: newer)
        result.last = made.last
        for one in made.all {
            guard let object = world.objects[one.making.oldKind]?[one.source],
                let values = rules.values.first(where: { $0.making.isSame(as: one.making) })
            else { continue }
            let maker = ValueMaker(self, world, made, sources, one, object)
            var new = WorldObject()
            for rule in values.rules { new.values[rule.leaf.path] = try maker.value(rule) }
            for name in newer.storedRelationships(of: one.making.kind).map(\.name) { new.references[name] = [] }
            result.objects[one.making.kind]?[one.identity] = new
        }
        try ReferenceMover(rules: rules.references, world: world, made: made, mapping: mapping).move(into: &result)
        for promise in rules.references.promises {
            for (identity, object) in result.objects[promise.kind] ?? [:]
            where object.references[promise.name]?.isEmpty != false {
                throw MigrationStopped(reason: "\(promise.kind) \(identity): '\(promise.name)' leads nowhere")
            }
        }
        for duplicates in NaiveDuplicates.all(in: mapping, newer, sources) { duplicates.apply(to: &result) }
        for line in mapping[.assert] {
            let before = NaiveAssertion.Side(reading: older, world: world)
            let after = NaiveAssertion.Side(reading: newer, world: result)
            if try !NaiveAssertion(line.subject).holds(before, after) {
                throw MigrationStopped(reason: "'\(line.subject)' does not hold")
            }
        }
        return result
    }
}
