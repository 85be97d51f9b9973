/// The entities of `Club.yaml`.
enum ClubKind: Int, CaseIterable {
    case member, team, task, tag, locker

    /// The entity's name.
    var name: String { Self.names[rawValue] }

    /// The to-one relationships with a key in the entity's table.
    var keys: [ClubKey] { Self.allKeys[rawValue] }

    private static let names = allCases.map { "\($0)".prefix(1).uppercased() + "\($0)".dropFirst() }
    private static let allKeys = allCases.map { kind in ClubKey.allCases.filter { $0.source == kind } }
}

/// The to-one relationships of `Club.yaml` whose key is in the object's row.
enum ClubKey: Int, CaseIterable {
    case team, squad, locker, taskTeam

    /// The relationship's name.
    var name: String { Self.names[rawValue] }

    private static let names = allCases.map { $0 == .taskTeam ? "team" : "\($0)" }

    /// The name of the inverse.
    var inverse: String {
        switch self {
        case .team: "members"
        case .squad: "line"
        case .locker: "owner"
        case .taskTeam: "tasks"
        }
    }

    /// The entity whose rows have the key.
    var source: ClubKind { self == .taskTeam ? .task : .member }

    /// The entity that the key refers to.
    var destination: ClubKind { self == .locker ? .locker : .team }

    /// Whether the inverse is a to-one relationship.
    var isOneToOne: Bool { self == .locker }

    /// Whether the objects with the key are deleted with the one that it refers to.
    var cascades: Bool { self == .taskTeam || self == .locker }
}

/// A property of a row: an attribute by its index, or a key.
enum ClubProperty: Hashable {
    case attribute(Int)
    case key(ClubKey)
}

/// A row: its attributes as indexes of values, its keys as the numbers of objects.
struct ClubRow: Equatable {
    let kind: ClubKind
    var values: [Int]
    var keys: [ClubKey: Int] = [:]

    /// The properties of a row of an entity.
    var properties: [ClubProperty] { values.indices.map { .attribute($0) } + kind.keys.map { .key($0) } }

    /// The value of a property; `nil` for a key that refers to nothing.
    subscript(_ property: ClubProperty) -> Int? {
        get {
            switch property {
            case .attribute(let index): values[index]
            case .key(let key): keys[key]
            }
        }
        set {
            switch property {
            case .attribute(let index): values[index] = newValue ?? 0
            case .key(let key): keys[key] = newValue
            }
        }
    }
}

/// A tag of a member.
struct ClubPair: Hashable {
    let tag: Int
    let member: Int
}

/// What a store has: rows by the numbers of their objects, tags of members, and the order of each team's line.
struct ClubStore: Equatable {
    var rows: [Int: ClubRow] = [:]
    var pairs: Set<ClubPair> = []
    var lines: [Int: [Int]] = [:]

    /// Whether no reference is dangling, and no value that is to be unique is there twice.
    var isSound: Bool { !hasDanglingReferences && isUnique }

    var hasDanglingReferences: Bool {
        rows.values.contains { $0.keys.values.contains { rows[$0] == nil } }
            || pairs.contains { rows[$0.tag] == nil || rows[$0.member] == nil }
    }

    /// Whether no two members have the same code or the same locker.
    var isUnique: Bool {
        let lockers = rows.values.compactMap { $0.keys[.locker] }
        let codes = rows.values.compactMap(\.uniqueCode)
        return Set(lockers).count == lockers.count && Set(codes).count == codes.count
    }
}

extension ClubRow {
    /// The index of the attribute that is unique.
    static let code: Int = 2

    /// A member's code; `nil` if it has none.
    var uniqueCode: Int? { kind == .member && values[Self.code] != 0 ? values[Self.code] : nil }
}
