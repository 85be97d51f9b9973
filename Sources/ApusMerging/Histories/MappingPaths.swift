import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema

/// The paths of a mapping, as they are for two other versions.
struct MappingPaths {
    /// What the elements of the other older version were in the mapping's own one.
    let older: Matching
    /// What those of the newer one were.
    let newer: Matching

    /// A mapping for the other versions, without the lines about elements that are gone there.
    ///
    /// - Returns: The mapping, and the text of its file with the new names; lines that are left out are still in it.
    func translated(
        _ mapping: Mapping,
        _ file: SourceFile,
        from: Schema.Version,
        to: Schema.Version?
    ) -> (mapping: Mapping, text: String) {
        var copy = Mapping(from: from, to: to)
        var fixes: [Fix] = []
        func move(_ path: ElementPath, _ matching: Matching, _ place: SourceLocation?, _ sign: String = "")
            -> ElementPath?
        {
            guard let moved = matching.newerPath(path) else { return nil }
            if moved != path, let place {
                fixes.append(.replace(place, word: "\(path)\(sign)", with: "\(moved)\(sign)"))
            }
            return moved
        }
        copy.accept = mapping.accept.compactMap { one in
            move(one.path, older, one.location, one.isWildcard ? ".*" : "")
                .map { Mapping.Acceptance($0, isWildcard: one.isWildcard) }
        }
        copy.fill = mapping.fill.compactMap { one in
            move(one.path, newer, one.location).map { Mapping.Filling($0, one.fill) }
        }
        copy.convert = mapping.convert.compactMap { one in
            move(one.path, newer, one.location).map { Mapping.NamedConversion($0, one.name) }
        }
        copy.require = mapping.require.compactMap { one in
            move(one.path, newer, one.location).map { Mapping.Requirement($0) }
        }
        return (copy, Fixer.apply(fixes, to: file).file.text)
    }
}

extension Matching {
    /// The path in the newer schema of an element, or of an enum, a composite, or what is in one.
    func newerPath(_ path: ElementPath) -> ElementPath? {
        let old: Schema = older.schema
        if old.entity(path.entity) != nil { return newer(path) }
        let name: String? =
            types.composites.first { $1.old.name == path.entity }?.key
            ?? types.enumerations.first { $1.old.name == path.entity }?.key
        guard let name else { return nil }
        guard let part = path.property else { return ElementPath(name) }
        let found: String? =
            types.composites[name].flatMap { $0.parts.pairs.first { $0.from.name == part }?.to.name }
            ?? types.enumerations[name].flatMap { $0.pairs.first { $0.old.name == part }?.new.name }
        return found.map { ElementPath(name, $0) }
    }
}
