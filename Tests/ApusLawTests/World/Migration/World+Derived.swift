import ApusSchema
import ApusTestSupport
import Foundation

extension World {
    /// What a store computes for an object's derived attribute.
    ///
    /// Sums are of integers only here, and a text's capitals are Swift's.
    func derived(
        _ attribute: Attribute,
        of object: WorldObject,
        _ kind: String,
        in reading: Reading,
        _ sources: MigrationSources
    ) -> StoredValue {
        switch attribute.derivation {
        case nil: .null
        case .now: .real(sources.now)
        case .keyPath(let path): value(at: path, of: object, kind, in: reading, sources)
        case .function(let function, let path):
            if case .text(let text) = value(at: path, of: object, kind, in: reading, sources) {
                .text(Self.apply(function, to: text))
            } else {
                .null
            }
        case .count(let path): .integer(Int64(object.references[path[0]]?.count ?? 0))
        case .sum(let path, let name):
            .integer(
                targets(of: path[0], of: object, kind, in: reading).reduce(0) { sum, target in
                    if case .integer(let number) = target.object.values[[name]] { sum &+ number } else { sum }
                }
            )
        }
    }

    private static func apply(_ function: Derivation.Function, to text: String) -> String {
        switch function {
        case .uppercase: text.uppercased()
        case .lowercase: text.lowercased()
        case .canonical: text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        }
    }

    private func value(
        at path: [String],
        of object: WorldObject,
        _ kind: String,
        in reading: Reading,
        _ sources: MigrationSources
    ) -> StoredValue {
        if let value = object.values[path] { return value }
        guard path.count > 1, let next = targets(of: path[0], of: object, kind, in: reading).first else {
            let source: Attribute? = reading.property(path[0], of: kind)?.attribute
            return source.map { derived($0, of: object, kind, in: reading, sources) } ?? .null
        }
        return value(at: Array(path.dropFirst()), of: next.object, next.kind, in: reading, sources)
    }

    private func targets(
        of name: String,
        of object: WorldObject,
        _ kind: String,
        in reading: Reading
    ) -> [(kind: String, object: WorldObject)] {
        guard let relationship = reading.property(name, of: kind)?.relationship else { return [] }
        return (object.references[name] ?? []).compactMap { identity in
            guard let far = self.kind(of: identity, below: relationship.destination, in: reading) else { return nil }
            return objects[far]?[identity].map { (far, $0) }
        }
    }
}
