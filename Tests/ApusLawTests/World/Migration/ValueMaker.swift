import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation

/// Makes the values of one newer object from the older one.
struct ValueMaker {
    private let migration: NaiveMigration
    private let world: World
    private let made: MadeObjects
    private let sources: MigrationSources
    private let oldKind: String
    private let kind: String
    private let identity: Int64
    private let object: WorldObject
    private let element: NaiveElement?

    init(
        _ migration: NaiveMigration,
        _ world: World,
        _ made: MadeObjects,
        _ sources: MigrationSources,
        _ one: MadeObjects.One,
        _ object: WorldObject
    ) {
        (self.migration, self.world, self.made, self.sources) = (migration, world, made, sources)
        (oldKind, kind, identity, self.object) = (one.making.oldKind, one.making.kind, one.identity, object)
        element = one.members.first?.element
    }

    func value(_ rule: LeafRule) throws -> StoredValue {
        let value = try found(rule)
        guard value == .null, try isThere(rule) else { return value }
        switch rule.gap {
        case .stay: return .null
        case .value(let value): return value
        case .fill(let number): return try fill(number, rule)
        case .stop: throw MigrationStopped(reason: "\(kind) \(identity): '\(name(of: rule))' has no value")
        }
    }

    /// The value before anything stands in its place.
    private func found(_ rule: LeafRule) throws -> StoredValue {
        let value: StoredValue
        do {
            switch rule.source {
            case .nothing: value = .null
            case .old(let path, let step): value = try step(object.values[path] ?? .null)
            case .computed(let text):
                let computed = try NaiveExpression(text).value(of: object, oldKind, element, in: world, migration.older)
                value = try computed.asStored(rule.leaf)
            case .derived(let attribute, let step):
                value = try step(world.derived(attribute, of: object, oldKind, in: migration.older, sources))
            }
        } catch let stopped as MigrationStopped {
            throw MigrationStopped(reason: "\(kind) \(identity): '\(name(of: rule))': \(stopped.reason)")
        }
        return value
    }

    private func name(of rule: LeafRule) -> String { rule.leaf.path.joined(separator: ".") }

    /// Whether all composites around a value are there.
    private func isThere(_ rule: LeafRule) throws -> Bool {
        if try rule.signs.contains(where: { try found($0) != .null }) { return true }
        return rule.guards.allSatisfy { $0.contains { object.values[$0] ?? .null != .null } }
    }

    private func fill(_ number: Int, _ rule: LeafRule) throws -> StoredValue {
        let line: Mapping.Line = migration.mapping[.fill][number]
        switch line.fill {
        case nil: return .null
        case .literal(let text): return try literal(text, rule)
        case .generated(.now): return .real(sources.now)
        case .generated(.uuid):
            let key = "\(migration.mapping.to?.description ?? "head")/\(rule.owner)/\(name(of: rule))"
            let uuid: UUID = sources.uuid(key, identity)
            return rule.leaf.type == .string ? .text(uuid.uuidString) : Value.uuid(uuid).stored
        case .generated(.rowNumber):
            // A part of a composite is counted for each attribute that has it.
            let isEntity = migration.newer.schema.entity(line.path.entity) != nil
            let kinds: [String] = migration.newer.kinds(below: isEntity ? line.path.entity : rule.owner)
            return .integer(Int64(made.count(of: kinds, upTo: identity)))
        }
    }

    private func literal(_ text: String, _ rule: LeafRule) throws -> StoredValue {
        if let enumeration = migration.newer.schema.enumeration(of: rule.leaf.part) {
            if let found = enumeration.cases.first(where: { $0.name == text }) { return found.rawValue.stored }
        } else if let value = Value(text: text, type: rule.leaf.type) {
            return value.stored
        }
        throw MigrationStopped(reason: "'\(text)' is no value of '\(name(of: rule))'")
    }
}
