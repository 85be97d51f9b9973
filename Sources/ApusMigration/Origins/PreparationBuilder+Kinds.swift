import ApusDiagnostics
import ApusSchema

// An origin takes the objects of sub-entities, too. Each becomes two objects where another origin has it as well, or where it
// stays an object of its own entity. Only a line that names the sub-entity says that this is meant.

extension PreparationBuilder {
    /// The names that the expressions of an origin can use.
    func scope(of entity: String) -> OlderScope {
        // The elements of a list are those of several entities.
        OlderScope(old, entity: entity, isExact: old.sourceOfElements(entity) == nil, functions: functions)
    }

    /// Returns the origin of an older entity's objects; `nil` if it is refused.
    mutating func origin(
        _ origin: Mapping.Origin,
        at part: Int,
        of entity: String,
        in line: Mapping.Line,
        ordinal: Int
    ) -> EntityOrigin? {
        var one = EntityOrigin(entity, line: line.path.entity, part: part, name: origin.name, ordinal: ordinal)
        for (index, text) in origin.distinct.enumerated() {
            do {
                let scope = OlderScope(old, entity: entity, functions: functions)
                one.distinct.append(try OlderCompiler.distinctValue(text, in: scope))
            } catch {
                refuse(line, expression: text, of: line.path, .expression(error), at: (.distinct(index), part))
                return nil
            }
        }
        guard let text = origin.condition else { return one }
        do {
            var compiler = OlderCompiler(scope(of: entity))
            let condition = try compiler.condition(PredicateFormat.parse(text, calling: Set(functions.keys)))
            let asksForEntity = readsEntity(origin)
            one.condition = asksForEntity ? condition.simplified : condition
            if asksForEntity, one.condition == .constant(true) { one.condition = nil }
            return one
        } catch {
            refuse(line, expression: text, of: line.path, .expression(error), at: (.condition, part))
            return nil
        }
    }

    /// Returns whether the condition of an origin asks for the older object's entity. Others keep the form in which earlier
    /// versions of Apus compiled them.
    func readsEntity(_ origin: Mapping.Origin) -> Bool {
        guard let condition = origin.condition,
            let format = try? PredicateFormat.parse(condition, calling: Set(functions.keys))
        else { return false }
        return OlderScope.readsEntity(PredicateNames(format))
    }

    /// Whether the mapping must not make two objects of one in silence.
    ///
    /// A released mapping goes on to do it: stores were migrated by it. So was none by one that can still be edited.
    var refusesDoubles: Bool { mapping.to.map { mapping.from > $0 } ?? true }

    /// Refuses origins that take objects of a sub-entity twice in silence.
    ///
    /// - Returns: Whether there are any.
    mutating func refuseTakenTwice() -> Bool {
        if !refusesDoubles { return false }
        var isRefused = false
        for line in mapping[.entities] {
            for part in (line.origins ?? []).indices {
                guard let (entity, source, bearer) = firstTakenTwice(by: line, part) else { continue }
                isRefused = true
                let condition = condition(leavingOutOf: source, line, part)
                refuse(line, .takenTwice(entity, source: source, bearer, condition: condition))
            }
        }
        return isRefused
    }

    /// Returns the first sub-entity whose objects an origin takes beside something else, the entity above it that the origin
    /// names, and what else has them.
    private func firstTakenTwice(
        by line: Mapping.Line,
        _ part: Int
    ) -> (entity: String, source: String, bearer: Refusal.Bearer)? {
        for one in origins(of: line, part) {
            guard let source = inheritedSource(of: one) else { continue }
            if let bearer = otherBearer(of: one, source) { return (one.entity, source, bearer) }
        }
        return nil
    }

    /// Returns the entity above the one of an origin's objects that the mapping names for them; `nil` if it names that itself,
    /// or if the objects are not older ones one by one.
    private func inheritedSource(of one: EntityOrigin) -> String? {
        guard let origin = written(one), origin.each == nil, origin.distinct.isEmpty,
            !origin.sources.contains(one.entity)
        else { return nil }
        return old.lineage(of: one.entity).map(\.name).first(where: origin.sources.contains)
    }

    /// Returns what has the objects that an origin takes of a sub-entity of one that it names; `nil` if nothing does.
    private func otherBearer(of one: EntityOrigin, _ source: String) -> Refusal.Bearer? {
        // What continues elsewhere is split, and those of sub-entities are split like it.
        let isSplit = continuesElsewhere(source, than: one.line)
        for (_, other) in all[one.entity] ?? [] where other.isWritten {
            guard let origin = written(other), origin.each == nil, origin.distinct.isEmpty,
                other.line == one.line ? other.part != one.part && other.name == one.name : !isSplit,
                // Conditions of both can say which object is whose.
                one.condition == nil || other.condition == nil,
                let nearer = old.lineage(of: one.entity).map(\.name).first(where: origin.sources.contains),
                nearer != source || isNarrowed(other, of: nearer), old.isKind(nearer, of: source)
            else { continue }
            return .origin(from: nearer, line: other.line == one.line ? nil : other.line)
        }
        guard !isSplit, !givenUp.contains(one.entity), let newer = names.newerName(of: one.entity), newer != one.line,
            new.isConcrete(newer), mapping.line(.entities, ElementPath(newer)) == nil
        else { return nil }
        return .entity(newer)
    }

    /// Returns whether the condition of an origin leaves out some entities below the one that it names.
    private func isNarrowed(_ one: EntityOrigin, of source: String) -> Bool {
        guard let line = mapping.line(.entities, ElementPath(one.line)), written(one).map(readsEntity) == true else {
            return false
        }
        let taken = origins(of: line, one.part).map(\.entity)
        return !old.concreteEntities(below: source).allSatisfy(taken.contains)
    }

    /// Returns whether the objects of an older entity are objects of another newer one than that of a line.
    private func continuesElsewhere(_ entity: String, than line: String) -> Bool {
        guard let newer = names.newerName(of: entity), newer != line else { return false }
        if !old.isConcrete(entity) { return true }
        guard new.isConcrete(newer) else { return false }
        let origins = mapping.line(.entities, ElementPath(newer))?.origins
        return origins?.contains { $0.sources.contains(entity) } ?? true
    }

    /// Returns the condition of an origin that leaves out what it would take twice.
    private func condition(leavingOutOf source: String, _ line: Mapping.Line, _ part: Int) -> String {
        let names = origins(of: line, part).filter { old.isKind($0.entity, of: source) }
        let twice = names.filter { one in
            inheritedSource(of: one) == source && otherBearer(of: one, source) != nil
        }.map(\.entity)
        let own = names.map(\.entity).filter { name in !twice.contains(name) }
        let test =
            own.count == 1
            ? "entity.name == '\(own[0])'"
            : twice.count == 1 ? "entity.name != '\(twice[0])'" : "NOT entity.name IN {\(twice.quoted(", "))}"
        return quoted(written(names.first)?.condition.map { "\(test) AND (\($0))" } ?? test)
    }

    /// Returns a condition as a text of YAML, also within braces.
    private func quoted(_ condition: String) -> String {
        guard condition.contains(where: { "{}[],:#\"\\".contains($0) }) else { return condition }
        let escaped = condition.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// Refuses origins of a newer entity that may take the same object, unless they have names of their own, or each takes all
    /// objects: a frozen mapping makes two objects in silence.
    ///
    /// Objects with distinct values are not made one by one.
    mutating func refuseOverlaps() {
        if !refusesDoubles { return }
        for line in mapping[.entities] {
            guard let name = preparedName(of: line.path.entity), let overlap = firstOverlap(in: origins[name] ?? [])
            else { continue }
            let owner = old.sourceOfElements(overlap.one.entity)?.destination ?? overlap.one.entity
            let left = overlap.others.compactMap { written($0)?.condition.map { "NOT (\($0))" } }
            let own = written(overlap.one)?.condition
            let rest = ((own.map { ["(\($0))"] } ?? []) + left).joined(separator: " AND ")
            refuse(
                line,
                .overlap(
                    of: owner,
                    condition: quoted(left.isEmpty ? own ?? "" : rest),
                    isElement: owner != overlap.one.entity,
                    isWithin: left.isEmpty
                )
            )
        }
    }

    /// Returns the first of some origins that may take objects of others, with these: of those without a name of their own. With
    /// no others, it is one that takes only what they take.
    private func firstOverlap(in origins: [EntityOrigin]) -> (one: EntityOrigin, others: [EntityOrigin])? {
        func overlaps(_ one: EntityOrigin, _ other: EntityOrigin) -> Bool {
            if one.entity != other.entity || one.name != other.name { return false }
            return switch (one.condition, other.condition) {
            case (nil, nil): false
            case (let one?, let other?): !one.excludes(other, isWhole: \.isWhole)
            default: true
            }
        }
        let single = origins.filter { $0.isWritten && $0.distinct.isEmpty }
        for (index, one) in single.enumerated() {
            let others = single[..<index].filter { overlaps($0, one) }
            if others.isEmpty { continue }
            // An origin without a condition takes what is left by all others, which it leaves out at once: otherwise they would
            // have to leave out what it takes, which is what they are for.
            if let rest = (others + [one]).first(where: { $0.condition == nil }) {
                return (rest, single.filter { overlaps($0, rest) })
            }
            if !one.isWithin(others) { return (one, others) }
            // What takes nothing beside the others leaves nothing to take: one of them leaves it out.
            let wider = others.lazy.map { other in
                (one: other, others: single.filter { $0 != other && overlaps($0, other) })
            }
            return wider.first { !$0.one.isWithin($0.others) } ?? (one, [])
        }
        return nil
    }

    /// Refuses origins whose conditions take objects that stay what they are, too: each of these would be two with one identity.
    mutating func refuseStaying(_ prepared: IndexedSchema) {
        if !refusesDoubles { return }
        for entity in old.schema.entities where !entity.isAbstract && old.sourceOfElements(entity.name) == nil {
            guard !givenUp.contains(entity.name), let newer = names.newerName(of: entity.name), new.isConcrete(newer),
                mapping.line(.entities, ElementPath(newer)) == nil
            else { continue }
            let takers = identityGroups(of: entity.name, prepared)
                .filter { $0.origins.contains { !$0.isWritten } }
                .flatMap { $0.origins.filter { $0.isWritten && takesSome($0, of: entity.name) } }
            guard let first = takers.first, let line = mapping.line(.entities, ElementPath(first.line)) else {
                continue
            }
            let rest = takers.compactMap { written($0)?.condition.map { "NOT (\($0))" } }.joined(separator: " AND ")
            refuse(line, .staysToo(entity.name, newer: newer, condition: quoted(rest)))
        }
    }

    /// Returns whether an origin takes some objects of an entity, one by one, and there may be such.
    private func takesSome(_ one: EntityOrigin, of entity: String) -> Bool {
        guard let origin = written(one), origin.sources.contains(entity), one.distinct.isEmpty else { return false }
        return one.condition.map { $0.simplified != .constant(false) } ?? false
    }

    /// Returns the origins that a part of a line makes.
    private func origins(of line: Mapping.Line, _ part: Int) -> [EntityOrigin] {
        (preparedName(of: line.path.entity).flatMap { origins[$0] } ?? []).filter {
            $0.line == line.path.entity && $0.part == part
        }
    }

    /// Returns what the mapping says of an origin.
    private func written(_ one: EntityOrigin?) -> Mapping.Origin? {
        guard let one, let origins = mapping.line(.entities, ElementPath(one.line))?.origins,
            origins.indices.contains(one.part)
        else { return nil }
        return origins[one.part]
    }
}

extension EntityOrigin {
    /// Returns whether the forms of the conditions show that others take all that this one takes.
    fileprivate func isWithin(_ others: [EntityOrigin]) -> Bool {
        guard let condition else { return false }
        return TypedCondition.or([.not(condition)] + others.compactMap(\.condition)).isTautology
    }
}

extension TypedExpression<OlderValue> {
    /// Whether it is an attribute of whole numbers.
    fileprivate var isWhole: Bool {
        if case .leaf(.attribute(_, let type, _)) = self { type.integerRange != nil } else { false }
    }
}
