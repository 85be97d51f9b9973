import Apus
import Foundation

extension ClubDriver {
    /// Compares the store's rows with the reference.
    ///
    /// - Parameter unordered: The teams whose lines may have any order.
    /// - Throws: ``ClubMismatch`` if they differ.
    mutating func compareStore(unordered: Set<Int> = []) throws {
        let found = try reader.read(number)
        for team in unordered {
            let (expected, line) = (store.lines[team] ?? [], found.lines[team] ?? [])
            if expected.sorted() == line.sorted() { store.lines[team] = line }
        }
        if found != store { throw ClubMismatch("the store differs: \(difference(found, store))") }
        try history?.compare()
    }

    /// Compares all that a context shows with the reference.
    mutating func compare(_ context: Int) throws {
        log.append("\(context): compare")
        let expected = references[context].visible(store)
        var byObject: [ObjectIdentifier: Int] = [:]
        for number in expected.rows.keys { byObject[ObjectIdentifier(try object(number, context))] = number }
        func number(_ object: any PersistentModel) throws -> Int {
            guard let number = byObject[ObjectIdentifier(object)] else {
                throw ClubMismatch("context \(context) shows \(object.persistentModelID), which does not exist there")
            }
            return number
        }
        contexts[context].processPendingChanges()
        let new = Set(contexts[context].insertedModelsArray.map(\.persistentModelID)).filter(UnsavedObjects.isTemporary)
        // What a nested context has changed by itself is compared after its saves.
        let isNested = contexts[context].parent != nil
        if !isNested, unsaved[context].identifiers != new {
            throw ClubMismatch(
                "context \(context) has the new objects \(new), but told of \(unsaved[context].identifiers)"
            )
        }
        if !isNested, contexts[context].hasChanges != references[context].hasChanges {
            throw ClubMismatch("context \(context) has changes: \(contexts[context].hasChanges)")
        }
        for (one, object) in objects[context] where object.isDeleted != (expected.rows[one] == nil) {
            throw ClubMismatch("context \(context) has a deleted object \(one): \(object.isDeleted)")
        }
        var found = ClubStore()
        for kind in ClubKind.allCases {
            for object in try kind.fetchAll(contexts[context]) {
                var row = ClubRow(kind: kind, values: kind.attributes.map { $0.read(object) ?? -1 })
                for key in kind.keys { row.keys[key] = try key.get(object).map(number) }
                found.rows[try number(object)] = row
                if let tag = object as? Tag {
                    for member in tag.members {
                        found.pairs.insert(ClubPair(tag: try number(tag), member: try number(member)))
                    }
                }
                if let team = object as? Team { found.lines[try number(team)] = try team.line.map(number) }
            }
        }
        if found != expected {
            throw ClubMismatch("context \(context) differs: \(difference(found, expected))")
        }
        for (one, row) in expected.rows {
            for key in ClubKey.allCases where key.destination == row.kind {
                let others = try key.getInverse(try object(one, context)).map(number).sorted()
                let referring = expected.rows.filter { $0.value.keys[key] == one }.keys.sorted()
                if others != referring {
                    throw ClubMismatch("context \(context), \(key.inverse) of \(one): \(others), not \(referring)")
                }
            }
            guard let member = try object(one, context) as? Member else { continue }
            let tags = try member.tags.map(number).sorted()
            let pairs = expected.pairs.filter { $0.member == one }.map(\.tag).sorted()
            if tags != pairs { throw ClubMismatch("context \(context), tags of \(one): \(tags), not \(pairs)") }
        }
    }

    private func difference(_ found: ClubStore, _ expected: ClubStore) -> String {
        var lines: [String] = []
        for number in Set(found.rows.keys).union(expected.rows.keys).sorted()
        where found.rows[number] != expected.rows[number] {
            let texts = [found, expected].map { $0.rows[number].map(describe) ?? "no row" }
            lines.append("\(number) is \(texts[0]), not \(texts[1])")
        }
        if found.pairs != expected.pairs {
            let texts = [found.pairs.subtracting(expected.pairs), expected.pairs.subtracting(found.pairs)]
            lines.append("tags: \(texts[0]) too many, \(texts[1]) missing")
        }
        if found.lines != expected.lines { lines.append("lines are \(found.lines), not \(expected.lines)") }
        return lines.joined(separator: "; ")
    }

    private func describe(_ row: ClubRow) -> String {
        "\(row.kind) \(row.values) \(row.keys.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key):\($0.value)" })"
    }
}

extension ClubKey {
    /// The object that an object's key refers to.
    func get(_ object: any PersistentModel) -> (any PersistentModel)? {
        switch self {
        case .team: (object as? Member)?.team
        case .squad: (object as? Member)?.squad
        case .locker: (object as? Member)?.locker
        case .taskTeam: (object as? Task)?.team
        }
    }

    /// Sets a key.
    func set(_ object: any PersistentModel, _ other: (any PersistentModel)?) {
        switch self {
        case .team: (object as? Member)?.team = other as? Team
        case .squad: (object as? Member)?.squad = other as? Team
        case .locker: (object as? Member)?.locker = other as? Locker
        case .taskTeam: (object as? Task)?.team = other as? Team
        }
    }

    /// The objects whose key refers to an object, by the inverse.
    func getInverse(_ object: any PersistentModel) -> [any PersistentModel] {
        switch self {
        case .team: (object as? Team)?.members ?? []
        case .squad: (object as? Team)?.line ?? []
        case .locker: (object as? Locker)?.owner.map { [$0] } ?? []
        case .taskTeam: (object as? Team)?.tasks ?? []
        }
    }

    /// Sets the objects of the inverse.
    func setInverse(_ object: any PersistentModel, _ others: [any PersistentModel]) {
        switch self {
        case .team: (object as? Team)?.members = others.compactMap { $0 as? Member }
        case .squad: (object as? Team)?.line = others.compactMap { $0 as? Member }
        case .locker: (object as? Locker)?.owner = others.first as? Member
        case .taskTeam: (object as? Team)?.tasks = others.compactMap { $0 as? Task }
        }
    }

    /// Adds an object to the inverse.
    func add(_ other: any PersistentModel, to object: any PersistentModel) {
        switch self {
        case .team: (other as? Member).map { (object as? Team)?.addToMembers($0) }
        case .squad: (other as? Member).map { (object as? Team)?.addToLine($0) }
        case .locker: (object as? Locker)?.owner = other as? Member
        case .taskTeam: (other as? Task).map { (object as? Team)?.addToTasks($0) }
        }
    }

    /// Removes an object from the inverse.
    func remove(_ other: any PersistentModel, from object: any PersistentModel) {
        switch self {
        case .team: (other as? Member).map { (object as? Team)?.removeFromMembers($0) }
        case .squad: (other as? Member).map { (object as? Team)?.removeFromLine($0) }
        case .locker: if (object as? Locker)?.owner === other as? Member { (object as? Locker)?.owner = nil }
        case .taskTeam: (other as? Task).map { (object as? Team)?.removeFromTasks($0) }
        }
    }
}
