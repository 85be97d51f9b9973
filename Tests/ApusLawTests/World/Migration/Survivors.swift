import ApusMigration
import ApusSchema

/// Which objects a stage has afterwards, and of which older ones it makes them.
struct Survivors: Sendable {
    /// The newer kind of each older one whose objects stay as they are.
    private(set) var newer: [String: String] = [:]
    /// Everything that is made, the objects that stay included.
    private(set) var makings: [Making] = []
    /// Older kinds of which each object must be taken by an origin.
    private(set) var complete: Set<String> = []
    /// Older kinds whose objects may be dropped if no origin takes them.
    private(set) var dropped: Set<String> = []
    /// Older kinds whose objects may be dropped because hierarchies merge.
    private(set) var lostToMerge: Set<String> = []
    private(set) var reasons: [Reason] = []

    init(_ older: Reading, _ newer: Reading, _ match: StageMatch, _ lines: StageLines) {
        let origins: [String: [Mapping.Origin]] = lines.origins
        // What is made of elements leaves the objects that have them as they are.
        let taking = origins.values.joined().filter { $0.each == nil }
        let taken: Set<String> = Set(taking.flatMap(\.sources).flatMap(older.kinds(below:)))
        for kind in older.kinds {
            guard let now = match.entities.first(where: { $0.value == kind })?.key else {
                if !taken.contains(kind) { lose(kind, "AP102", lines) }
                continue
            }
            if newer.kinds.contains(now), origins[now] == nil {
                self.newer[kind] = now
            } else if !taken.contains(kind) {
                lose(kind, newer.kinds.contains(now) ? "AP102" : "AP106", lines)
            }
        }
        for root in Set(newer.kinds.map(newer.root)).sorted() { settleMerge(below: root, older, newer, lines) }
        for (kind, now) in self.newer.sorted(by: { $0.key < $1.key }) {
            makings.append(
                Making(
                    oldKind: kind,
                    kind: now,
                    origin: nil,
                    ordinal: 0,
                    condition: nil,
                    values: [:],
                    name: nil,
                    pairs: match.pairs(of: now),
                    isMatched: true
                )
            )
        }
        for (number, line) in lines.mapping[.entities].enumerated() {
            add(line, number: number, older: older, newer: newer, match: match, lines: lines)
        }
        for kind in older.kinds where taken.contains(kind) && self.newer[kind] == nil { checkWhole(kind, lines) }
        refuseDoubles(older, newer)
    }

    private mutating func lose(_ kind: String, _ code: String, _ lines: StageLines) {
        if lines.accepts(entity: kind) {
            dropped.insert(kind)
            return
        }
        reasons.append(Reason(code: code, path: ElementPath(kind), settlements: [.accept(ElementPath(kind))]))
    }

    /// Identities are unique below one root: kinds that come from two cannot meet below one.
    private mutating func settleMerge(below root: String, _ older: Reading, _ newer: Reading, _ lines: StageLines) {
        let kinds: [String] = self.newer.filter { newer.isKind($0.value, of: root) }.map(\.key).sorted()
        guard Set(kinds.map(older.root)).count > 1 else { return }
        let kept: [String] = kinds.filter { !lines.accepts(entity: $0) }
        let roots: [String] = Set(kept.map(older.root)).sorted()
        for kind in kinds where !kept.contains(kind) {
            self.newer[kind] = nil
            lostToMerge.insert(kind)
        }
        guard roots.count > 1 else { return }
        let lost: [String] = kept.filter { older.root(of: $0) == roots.last }
        reasons.append(
            Reason(
                code: "AP109",
                path: ElementPath(root),
                settlements: lost.map { .accept(ElementPath($0)) }
            )
        )
    }

    // MARK: Origins

    /// Reads a line: all that it makes, origin by origin, source by source, kind by kind.
    private mutating func add(
        _ line: Mapping.Line,
        number: Int,
        older: Reading,
        newer: Reading,
        match: StageMatch,
        lines: StageLines
    ) {
        let (kind, origins) = (line.path.entity, line.origins ?? [])
        guard newer.kinds.contains(kind) else { return refuse(line, number, lines) }
        var counts: [String: Int] = [:]
        for (index, origin) in origins.enumerated() {
            // Sub-entities that stay sub-entities are not their parents' objects.
            var seen: Set<String> = []
            let verdict = { (kind: String) in origin.condition.flatMap { NaiveExpression($0).verdict(for: kind, older) }
            }
            let kinds: [String] = origin.sources.flatMap { source in
                older.kinds(below: source).filter { oldKind in
                    if verdict(oldKind) == false || seen.contains(oldKind) { return false }
                    guard oldKind != source, let now = match.entities.first(where: { $0.value == oldKind })?.key,
                        now != kind
                    else { return true }
                    return !newer.kinds.contains(now) || !newer.isKind(now, of: kind)
                }.filter { seen.insert($0).inserted }
            }
            let isKnown = origin.sources.allSatisfy { older.schema.entity($0) != nil }
            guard isKnown,
                origin.values.keys.allSatisfy({ Self.isComputable($0, of: kind, newer) })
            else { return refuse(line, number, lines) }
            for oldKind in kinds {
                let isMatched = match.entities[kind] == oldKind
                let list: NaiveList? = origin.each.map(NaiveList.init)
                let all = isMatched ? match.pairs(of: kind) : try? match.pairs(of: kind, from: oldKind, newer)
                guard let pairs = list == nil ? all : [:], list?.isUsable(oldKind, older) != false else {
                    return refuse(line, number, lines)
                }
                makings.append(
                    Making(
                        oldKind: oldKind,
                        kind: kind,
                        origin: index,
                        // Nothing becomes one of its elements.
                        ordinal: list == nil ? counts[oldKind, default: 0] : -1 - index,
                        condition: verdict(oldKind) == true ? nil : origin.condition,
                        values: origin.values,
                        name: origin.name,
                        each: list,
                        distinct: origin.distinct,
                        pairs: pairs,
                        isMatched: isMatched && list == nil
                    )
                )
                if list == nil { counts[oldKind, default: 0] += 1 }
            }
        }
        if !isNeedless(origins, kind: kind, older: older, newer: newer, match: match) { lines.use(.entities, number) }
    }

    private mutating func refuse(_ line: Mapping.Line, _ number: Int, _ lines: StageLines) {
        lines.use(.entities, number)
        reasons.append(Reason(code: "AP415", path: line.path, settlements: [.drop(.entities, number)]))
    }

    /// Whether a property's values can be computed: an attribute that a store keeps, or a to-one relationship.
    private static func isComputable(_ name: String, of kind: String, _ newer: Reading) -> Bool {
        if name.contains(".") { return newer.leaves(of: kind).contains { $0.path.joined(separator: ".") == name } }
        guard let property = newer.property(name, of: kind) else { return false }
        if let relationship = property.relationship {
            guard !relationship.isTransient, relationship.isToMany, let found = newer.unit(of: property.path) else {
                return !relationship.isTransient
            }
            return newer.units[found.unit].opposite(found.side)?.relationship.isToMany != false
        }
        guard let attribute = property.storedAttribute else { return false }
        return attribute.derivation == nil && newer.schema.composite(of: attribute) == nil
    }

    /// Whether a line says what happens without it: the older entity's own objects stay.
    private func isNeedless(
        _ origins: [Mapping.Origin],
        kind: String,
        older: Reading,
        newer: Reading,
        match: StageMatch
    ) -> Bool {
        guard origins.count == 1, let origin = origins.first, let before = match.entities[kind] else { return false }
        let roots: [String] = newer.kinds(below: newer.root(of: kind)).compactMap { match.entities[$0] }.map(older.root)
        return makings.filter { $0.kind == kind }.map(\.oldKind) == [before] && origin.condition == nil
            && origin.values.isEmpty && origin.name == nil && origin.each == nil && origin.distinct.isEmpty
            && Set(roots).count <= 1
    }

    /// If every origin of a kind has a condition, each of its objects must satisfy one, or its loss is accepted.
    private mutating func checkWhole(_ kind: String, _ lines: StageLines) {
        let all: [Making] = makings(of: kind)
        guard !all.isEmpty, all.allSatisfy({ $0.condition != nil }) else { return }
        if lines.accepts(entity: kind) { dropped.insert(kind) } else { complete.insert(kind) }
    }

    /// Two newer entities below one root cannot both take all objects of one kind: they would have one identity.
    private mutating func refuseDoubles(_ older: Reading, _ newer: Reading) {
        for (number, one) in makings.enumerated() {
            for other in makings[(number + 1)...]
            where one.oldKind == other.oldKind && one.kind != other.kind && one.ordinal == other.ordinal
                && newer.root(of: one.kind) == newer.root(of: other.kind)
                && one.condition == nil && other.condition == nil && one.each == nil && other.each == nil
            {
                let path = ElementPath(other.stays ? one.kind : other.kind)
                reasons.append(Reason(code: "AP415", path: path, settlements: []))
            }
        }
    }

    // MARK: What is made of what

    /// All that an older kind's objects are now, elements of them left aside.
    func makings(of oldKind: String) -> [Making] { makings.filter { $0.oldKind == oldKind && $0.each == nil } }

    /// All that makes objects of a newer kind.
    func makings(for kind: String) -> [Making] { makings.filter { $0.kind == kind } }

    /// What references to an older kind's objects can lead to now.
    func becoming(_ oldKind: String) -> [Making] { makings.filter { $0.oldKind == oldKind && $0.ordinal == 0 } }

    /// Whether anything is made of an older kind.
    func isAlive(_ oldKind: String) -> Bool { !makings(of: oldKind).isEmpty }
}
