import ApusSchema

/// Which kinds of objects a stage keeps, and as what.
struct Survivors: Sendable {
    /// The newer kind of each older one whose objects stay.
    private(set) var newer: [String: String] = [:]
    private(set) var reasons: [Reason] = []

    init(_ older: Reading, _ newer: Reading, _ match: StageMatch, _ lines: StageLines) {
        for kind in older.kinds {
            guard let now = match.entities.first(where: { $0.value == kind })?.key else {
                lose(kind, "AP102", lines)
                continue
            }
            if newer.kinds.contains(now) {
                self.newer[kind] = now
            } else {
                lose(kind, "AP106", lines)
            }
        }
        for root in Set(newer.kinds.map(newer.root)).sorted() { settleMerge(below: root, older, newer, lines) }
    }

    private mutating func lose(_ kind: String, _ code: String, _ lines: StageLines) {
        guard !lines.accepts(entity: kind) else { return }
        reasons.append(Reason(code: code, path: ElementPath(kind), settlements: [.accept(ElementPath(kind))]))
    }

    /// Identities are unique below one root: kinds that come from two cannot meet below one.
    private mutating func settleMerge(below root: String, _ older: Reading, _ newer: Reading, _ lines: StageLines) {
        let kinds: [String] = self.newer.filter { newer.isKind($0.value, of: root) }.map(\.key).sorted()
        guard Set(kinds.map(older.root)).count > 1 else { return }
        let kept: [String] = kinds.filter { !lines.accepts(entity: $0) }
        let roots: [String] = Set(kept.map(older.root)).sorted()
        for kind in kinds where !kept.contains(kind) { self.newer[kind] = nil }
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

    /// The older kind that a newer one was.
    func older(_ kind: String) -> String? { newer.first { $0.value == kind }?.key }
}
