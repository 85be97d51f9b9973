import ApusMigration
import ApusSchema

/// What people wrote about a stage, and which of it was needed.
final class StageLines {
    /// A list of a mapping.
    enum Kind: String, CaseIterable, Hashable, Sendable {
        case accept, fill, entities, values, convert, require, duplicates, assert, differs, undecided

        /// The code of a line that nothing needs.
        var code: String {
            switch self {
            case .accept: "AP403"
            case .fill: "AP404"
            case .convert: "AP405"
            case .entities: "AP413"
            case .values: "AP412"
            case .require: "AP406"
            case .duplicates: "AP409"
            case .assert: "AP421"
            case .differs: "AP426"
            case .undecided: "AP414"
            }
        }
    }

    private struct Line: Hashable {
        let kind: Kind
        let number: Int
    }

    let mapping: Mapping
    let older: Reading
    let newer: Reading
    private var used: Set<Line> = []

    init(_ mapping: Mapping, older: Reading, newer: Reading) {
        self.mapping = mapping
        self.older = older
        self.newer = newer
    }

    // MARK: What is accepted, by older names

    /// Whether the loss of an entity's own objects is accepted.
    func accepts(entity: String) -> Bool {
        accept { !$0.isWildcard && $0.path == ElementPath(entity) }
    }

    /// Whether a loss at a property is accepted for the objects of a kind; where `isByName` says so, by a line that says
    /// the name, or by a wildcard only.
    func accepts(_ name: String, of kind: String, isByName: Bool? = nil) -> Bool {
        accept { line in
            guard isByName != line.isWildcard, older.isKind(kind, of: line.path.entity),
                older.property(name, of: line.path.entity) != nil
            else {
                return false
            }
            return line.isWildcard || line.path.property == name
        }
    }

    /// Whether a loss at an enum's case or a composite's part is accepted.
    func accepts(member: String, of type: String) -> Bool {
        accept { !$0.isWildcard && $0.path == ElementPath(type, member) }
    }

    /// Whether a loss at a value is accepted.
    func accepts(_ spot: Spot) -> Bool {
        switch spot {
        case .property(let kind, _, let name): accepts(name, of: kind)
        case .part(let composite, let name): accepts(member: name, of: composite)
        }
    }

    private func accept(_ matches: (Mapping.Line) -> Bool) -> Bool {
        var isAccepted = false
        for (number, line) in mapping[.accept].enumerated() where matches(line) {
            used.insert(Line(kind: .accept, number: number))
            isAccepted = true
        }
        return isAccepted
    }

    // MARK: Where objects and values come from, by newer names

    /// The origins of newer entities that have a line about them.
    var origins: [String: [Mapping.Origin]] {
        Dictionary(mapping[.entities].map { ($0.path.entity, $0.origins ?? []) }) { first, _ in first }
    }

    /// The number of the line that fills a value.
    func fill(_ spot: Spot) -> Int? { mostSpecific(spot, mapping[.fill].map(\.path)) }

    /// The number of the line that computes a value.
    func expression(_ spot: Spot) -> Int? { mostSpecific(spot, mapping[.values].map(\.path)) }

    /// The number of the line that computes a part of an attribute.
    func expression(part path: [String], of kind: String) -> Int? {
        let paths: [ElementPath] = mapping[.values].map(\.path)
        let fitting: [Int] = paths.indices.filter { number in
            let line: ElementPath = paths[number]
            return line.property == path.joined(separator: ".") && newer.isKind(kind, of: line.entity)
                && newer.property(path[0], of: line.entity) != nil
        }
        return fitting.max { newer.line(of: paths[$0].entity).count < newer.line(of: paths[$1].entity).count }
    }

    /// The number of the line that converts a value.
    func conversion(_ spot: Spot) -> Int? { mostSpecific(spot, mapping[.convert].map(\.path)) }

    /// Whether the mapping requires that every row has a value.
    func requires(_ spot: Spot) -> Bool {
        guard let number = mostSpecific(spot, mapping[.require].map(\.path)) else { return false }
        use(.require, number)
        return true
    }

    /// Which of several objects a to-one relationship leads to, by the path of its declaration.
    func duplicates(_ path: ElementPath) -> Mapping.Duplicates? {
        guard let number = mapping[.duplicates].firstIndex(where: { $0.path == path }) else { return nil }
        use(.duplicates, number)
        return mapping[.duplicates][number].duplicates
    }

    /// Notes that a line was needed.
    func use(_ kind: Kind, _ number: Int) { used.insert(Line(kind: kind, number: number)) }

    private func mostSpecific(_ spot: Spot, _ paths: [ElementPath]) -> Int? {
        switch spot {
        case .part: return paths.firstIndex(of: spot.path)
        case .property(let kind, _, let name):
            let fitting: [Int] = paths.indices.filter { number in
                let path: ElementPath = paths[number]
                return path.property == name && newer.isKind(kind, of: path.entity)
                    && newer.property(name, of: path.entity) != nil
            }
            return fitting.max { newer.line(of: paths[$0].entity).count < newer.line(of: paths[$1].entity).count }
        }
    }

    /// The lines that nothing needed.
    var unused: [Reason] {
        let all: [(Kind, [ElementPath])] = [
            (.accept, mapping[.accept].map(\.path)), (.fill, mapping[.fill].map(\.path)),
            (.entities, mapping[.entities].map(\.path)),
            (.values, mapping[.values].map(\.path)), (.convert, mapping[.convert].map(\.path)),
            (.require, mapping[.require].map(\.path)),
            (.duplicates, mapping[.duplicates].map(\.path)), (.undecided, mapping[.undecided].map(\.path)),
            (.differs, mapping[.differs].map(\.path)),
        ]
        let unknown = mapping[.assert].enumerated().filter { _, line in
            !NaiveAssertion(line.subject).isKnown(older, newer)
        }
        let reasons = unknown.map { number, line in
            Reason(code: Kind.assert.code, path: line.path, settlements: [.drop(.assert, number)])
        }
        return reasons
            + all.flatMap { kind, paths in
                paths.indices.filter { !used.contains(Line(kind: kind, number: $0)) }.map { number in
                    Reason(code: kind.code, path: paths[number], settlements: [.drop(kind, number)])
                }
            }
    }
}
