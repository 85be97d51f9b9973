import ApusMigration
import ApusSchema

extension Refusal {
    /// The element that it is about, in the schema that has it.
    func element(_ matching: Matching) -> Picture.Element {
        switch reason {
        case .entityRemoved, .propertyRemoved, .partRemoved, .valuesSeparated, .referencesSeparated(_, entity: nil):
            return Picture.Element(.older, path)
        case .caseRemoved:
            // The enum has its newer name, the case its older one.
            let older = matching.olderName(of: path.entity, in: .enumerations) ?? path.entity
            return Picture.Element(.older, ElementPath(older, path.property))
        case .needlessLine(let line, _) where line.key.definition.subjects.areOlder:
            return Picture.Element(.older, path)
        default: return Picture.Element(.newer, path)
        }
    }

    /// The element that a refusal is about, in the first or the last schema of several stages.
    ///
    /// - Parameters:
    ///   - index: The index of the refusal's stage.
    ///   - stages: All stages.
    /// - Returns: The element; `nil` if only schemas between the two have it.
    func element(at index: Int, of stages: [Stage]) -> Picture.Element? {
        let element = element(stages[index].overall)
        var before = stages[..<index]
        if element.side == .newer {
            let after = stages[(index + 1)...]
            let last = after.reduce(Optional(element.path)) { path, stage in path.flatMap(stage.overall.newerElement) }
            if let last { return Picture.Element(.newer, last) }
            before = stages[...index]
        }
        return before.reversed().reduce(Optional(element.path)) { path, stage in
            path.flatMap(stage.overall.olderElement)
        }.map { Picture.Element(.older, $0) }
    }
}

extension Matching {
    /// The older path of an entity, a type, a property, a case or a part; `nil` if it is new.
    func olderElement(_ path: ElementPath) -> ElementPath? {
        if let match = types.enumerations[path.entity] {
            return Self.renamed(path, match.old.name, match.pairs.map { ($0.new.name, $0.old.name) })
        }
        if let match = types.composites[path.entity] {
            return Self.renamed(path, match.old.name, match.parts.pairs.map { ($0.to.name, $0.from.name) })
        }
        return older(path.whole)
    }

    /// The newer path of an entity, a type, a property, a case or a part; `nil` if it was removed.
    func newerElement(_ path: ElementPath) -> ElementPath? {
        if let match = types.enumerations.values.first(where: { $0.old.name == path.entity }) {
            return Self.renamed(path, match.new.name, match.pairs.map { ($0.old.name, $0.new.name) })
        }
        if let match = types.composites.values.first(where: { $0.old.name == path.entity }) {
            return Self.renamed(path, match.new.name, match.parts.pairs.map { ($0.from.name, $0.to.name) })
        }
        return newer(path.whole)
    }

    private static func renamed(_ path: ElementPath, _ type: String, _ names: [(String, String)]) -> ElementPath? {
        guard let name = path.names.first else { return ElementPath(type) }
        return names.first { $0.0 == name }.map { ElementPath(type, $0.1) }
    }
}
