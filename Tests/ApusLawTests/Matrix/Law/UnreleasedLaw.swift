import ApusMigration
import ApusSchema
import ApusTestSupport

/// The law of stores that an unreleased head made, of a history of three versions: the first is released, the second is the
/// head that made the store, and the third is the head as it is now.
///
/// The head's mapping was written for the first version. A line is worth something to the store of the second only if the two
/// declare all that it names alike; and an author accepts losses beside what the other lines do, so losses are accepted only
/// if the store gets all of the others.
struct UnreleasedLaw {
    let history: MatrixHistory
    /// The lines of the head's mapping.
    let lines: [Mapping.Line]

    /// What is wrong with the plan of a store of the second version; `nil` if nothing is.
    var breach: String? {
        let (made, head) = (history.readings[1], history.readings[2])
        var mapping = Mapping(from: Schema.Version(1), to: nil)
        for line in lines { mapping.add(line) }
        let entry = History.Entry(Schema.Version(1), history.readings[0].schema)
        let planner = Planner(
            history: History(model: head.schema.model, entries: [entry], head: head.schema),
            mappings: [mapping]
        )
        if head.schema.means(entry.schema) || head.schema.means(made.schema) { return nil }
        var decisions: Mapping = mapping
        decisions.remove(foreignLines)
        let losses: [Mapping.Line] = lines.filter { $0.key == .accept }
        if foreignLines.contains(where: { $0.key != .accept }) { decisions.remove(losses) }
        var (expected, needless) = Self.settled(NaiveMigration(made, head, decisions))
        if needless.contains(where: { $0.key != .accept }) {
            decisions.remove(losses)
            (expected, _) = Self.settled(NaiveMigration(made, head, decisions))
        }
        do {
            let plan: Plan = try planner.plan(from: StoreState(version: nil, schema: made.schema), to: .head)
            guard expected.refusals.isEmpty else { return "planned, but to be refused: \(expected.refusals)" }
            return plan.passes.count > 1
                ? nil : Self.difference(of: plan, expected: expected, made: made, head: head, seed: history.seed)
        } catch {
            return expected.refusals.isEmpty ? "refused, but legal: \(error)" : nil
        }
    }

    /// The lines that name an element which the released version and the store declare in two ways.
    var foreignLines: [Mapping.Line] {
        lines.filter { line in
            switch line.key {
            // What is asserted is about the objects of the released version.
            case .assert: true
            case .accept: line.path.property == nil ? isOther(entity: line.path.entity) : isOther(line.path, line.path)
            default: continuesOther(line.path) || words(line).contains(where: isOther(word:))
            }
        }
    }

    private var sides: (released: Reading, made: Reading) { (history.readings[0], history.readings[1]) }

    private func isOther(_ released: ElementPath?, _ made: ElementPath?) -> Bool {
        released != made || released.flatMap(sides.released.form) != made.flatMap(sides.made.form)
    }

    private func isOther(entity name: String) -> Bool { sides.released.forms(of: name) != sides.made.forms(of: name) }

    /// Whether a word is the name of an entity, of one with such a sub-entity, or of a property or a part of something that both
    /// have, which is declared in two ways.
    private func isOther(word: String) -> Bool {
        let (released, made) = (sides.released.schema, sides.made.schema)
        for entity in released.entities + made.entities where isOther(entity: entity.name) {
            if released.ancestry(of: entity.name).contains(word) || made.ancestry(of: entity.name).contains(word) {
                return true
            }
        }
        let common: [String] =
            released.entities.map(\.name).filter { made.entity($0) != nil }
            + released.composites.map(\.name).filter { made.composite($0) != nil }
        return common.contains { isOther(ElementPath($0, word), ElementPath($0, word)) }
    }

    /// Whether an element of the newest version is another one in the released version than in the store.
    private func continuesOther(_ path: ElementPath) -> Bool {
        let head: Reading = history.readings[2]
        guard let released = try? StageMatch(sides.released, head), let made = try? StageMatch(sides.made, head) else {
            return false
        }
        if head.schema.composite(path.entity) != nil {
            let (one, other) = (released.composites[path.entity], made.composites[path.entity])
            return one != other
                || one.flatMap(sides.released.schema.partsForm) != other.flatMap(sides.made.schema.partsForm)
        }
        func older(_ path: ElementPath, _ match: StageMatch) -> ElementPath? {
            guard let entity = match.entities[path.entity] else { return nil }
            return match.older(path.property ?? "", of: path.entity).map { ElementPath(entity, $0.name) }
        }
        return head.kinds(below: path.entity).contains { kind in
            if released.entities[kind] != made.entities[kind] { return true }
            guard let name = path.names.first else { return released.entities[kind].map(isOther(word:)) ?? false }
            var paths: [ElementPath] = [ElementPath(kind, name)]
            if case .relationship(let one)? = head.property(name, of: kind)?.property, let back = one.inverse {
                paths.append(ElementPath(one.destination, back))
            }
            return paths.contains { isOther(older($0, released), older($0, made)) }
        }
    }

    /// The words that a line's value has: names of elements among others.
    private func words(_ line: Mapping.Line) -> Set<String> {
        let texts: [String] = [line.expression, line.conversion, line.fill?.text].compactMap(\.self)
        return Set(texts.joined(separator: " ").split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }

    /// The rows that differ after a plan.
    private static func difference(
        of plan: Plan,
        expected: NaiveMigration,
        made: Reading,
        head: Reading,
        seed: UInt64
    ) -> String? {
        for size in [WorldGenerator.Size.some, .tame] {
            let world: World = WorldGenerator.world(made, seed: seed, size: size)
            let found: Result<World, any Error> = Result {
                let rows = StoreRows(world, made, .plain)
                guard let pass = plan.passes.first else { return world }
                return StoreRows(extents: try pass.projection.rows(from: rows.extents)).world(head)
            }
            switch (Result { try expected.migrate(world) }, found) {
            case (.success(let one), .success(let two)):
                if let difference = one.firstDifference(to: two) { return difference }
            case (.failure, .failure): continue
            case (.success, .failure(let error)): return "stopped: \(error)"
            case (.failure(let error), .success): return "should have stopped: \(error)"
            }
        }
        return nil
    }

    /// The stage without the lines that are for the released version only: those that nothing needs, and conversions that
    /// the store's values do not need because theirs is exact.
    ///
    /// - Returns: The stage, and these lines.
    private static func settled(_ migration: NaiveMigration) -> (NaiveMigration, needless: [Mapping.Line]) {
        var mapping: Mapping = migration.mapping
        var settled: NaiveMigration = migration
        while true {
            let lines: [Mapping.Line] = settled.refusals.flatMap { $0.needless(in: mapping) }
            if lines.isEmpty { break }
            mapping.remove(lines)
            settled = NaiveMigration(migration.older, migration.newer, mapping)
        }
        for line in mapping.lines where line.key == .convert && !settled.refusals.isEmpty {
            var fewer: Mapping = mapping
            fewer.remove([line])
            let other = NaiveMigration(migration.older, migration.newer, fewer)
            // Without the line nothing is wrong with the element any more: its values convert exactly.
            if !other.refusals.contains(where: { $0.path == line.path }),
                settled.refusals.contains(where: { $0.path == line.path })
            {
                (mapping, settled) = (fewer, other)
            }
        }
        return (settled, migration.mapping.lines.filter { !mapping.lines.contains($0) })
    }
}

extension Reason {
    /// The lines that the stage does not need, not those that cannot work.
    fileprivate func needless(in mapping: Mapping) -> [Mapping.Line] {
        guard StageLines.Kind.allCases.contains(where: { $0.code == code }) else { return [] }
        return settlements.compactMap { settlement in
            guard case .drop(let kind, let number) = settlement else { return nil }
            return switch kind {
            case .accept: mapping[.accept][number]
            case .fill: mapping[.fill][number]
            case .entities: mapping[.entities][number]
            case .values: mapping[.values][number]
            case .convert: mapping[.convert][number]
            case .require: mapping[.require][number]
            case .duplicates: mapping[.duplicates][number]
            case .assert: mapping[.assert][number]
            case .differs: mapping[.differs][number]
            case .undecided: mapping[.undecided][number]
            }
        }
    }
}

extension Reading {
    /// How an element is declared, in words; `nil` if there is none.
    fileprivate func form(_ path: ElementPath) -> String? {
        guard let name = path.names.first else {
            return schema.entity(path.entity).map { "\($0.parent ?? "-") \($0.isAbstract)" }
        }
        switch schema.inherited(name, by: path.entity) {
        case .attribute(let attribute)?: return schema.form(of: attribute)
        case .relationship(let one)?:
            let back = one.inverse.flatMap { schema.inherited($0, by: one.destination) }
            return "\(Property.relationship(one).bare) <-> \(back.map { "\($0.bare)" } ?? "-")"
        case nil: break
        }
        if let part = schema.composite(path.entity)?.attributes.first(where: { $0.name == name }) {
            return schema.form(of: part)
        }
        return schema.enumeration(path.entity).flatMap { type in
            type.cases.first { $0.name == name }.map { "\(type.type) \($0.rawValue)" }
        }
    }

    /// How an entity and its properties are declared, in words, by name.
    fileprivate func forms(of entity: String) -> [String: String] {
        guard let own = form(ElementPath(entity)) else { return [:] }
        var forms: [String: String] = ["": own]
        for name in schema.ancestry(of: entity) {
            for property in schema.entity(name)?.properties ?? [] {
                forms[property.name] = form(ElementPath(entity, property.name))
            }
        }
        return forms
    }
}

extension Schema {
    /// The names of an entity and those above it.
    fileprivate func ancestry(of entity: String) -> [String] {
        self.entity(entity).map { [$0.name] + ($0.parent.map(ancestry) ?? []) } ?? []
    }

    fileprivate func inherited(_ name: String, by entity: String) -> Property? {
        for owner in ancestry(of: entity) {
            if let property = self.entity(owner)?.properties.first(where: { $0.name == name }) { return property }
        }
        return nil
    }

    fileprivate func partsForm(_ composite: String) -> String? {
        self.composite(composite)?.attributes.map(form).joined(separator: ", ")
    }

    /// How an attribute is declared, with the cases or parts of its type.
    fileprivate func form(of attribute: Attribute) -> String {
        var form = "\(Property.attribute(attribute).bare)"
        guard case .named(let name) = attribute.type else { return form }
        if let type = enumeration(name) {
            form += " \(type.type) " + type.cases.map { "\($0.name) = \($0.rawValue)" }.joined(separator: ", ")
            form += " \(type.originalName ?? "-")"
        }
        if let parts = partsForm(name) { form += " { \(parts) }" }
        return form
    }
}

extension Property {
    /// The property without what is only for readers.
    fileprivate var bare: Property {
        switch self {
        case .attribute(var one):
            (one.documentation, one.userInfo) = (nil, [:])
            return .attribute(one)
        case .relationship(var one):
            (one.documentation, one.userInfo) = (nil, [:])
            return .relationship(one)
        }
    }
}
