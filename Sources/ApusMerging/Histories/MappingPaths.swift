import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema

/// Translates the paths of a mapping to two other versions.
struct MappingPaths {
    /// What the elements of the other older version were in the mapping's own one.
    let older: Matching
    /// What those of the newer one were.
    let newer: Matching

    /// The mapping for the other versions, without lines for elements that do not exist there.
    ///
    /// - Returns: The mapping, and the text of its file with the new names. The text still has the lines left out.
    func translated(
        _ mapping: Mapping,
        _ file: SourceFile,
        from: Schema.Version,
        to: Schema.Version?
    ) -> (mapping: Mapping, text: String) {
        var fixes: [Fix] = []
        let lines: [Mapping.Line] = mapping.lines.compactMap { line in
            // Expressions and functions stay as they are.
            if !line.key.definition.subjects.areElements { return line.moved(to: line.path) }
            let matching: Matching = line.key.definition.subjects.areOlder ? older : newer
            guard let path = matching.newerPath(line.path), let moved = moved(line, to: path) else { return nil }
            if moved.path != line.path, let location = line.location {
                fixes.append(.replace(location, word: line.subject, with: moved.subject))
            }
            return moved
        }
        return (Mapping(from: from, to: to, lines), Fixer.apply(fixes, to: file).file.text)
    }

    /// The line about an element of the other versions; `nil` if no origin that it names exists there. Expressions stay as
    /// they are.
    private func moved(_ line: Mapping.Line, to path: ElementPath) -> Mapping.Line? {
        guard let origins = line.origins else { return line.moved(to: path) }
        let moved: [Mapping.Origin] = origins.compactMap { origin in
            var origin = origin
            origin.sources = origin.sources.compactMap { older.newerPath(ElementPath($0))?.entity }
            let values: [(String, String)] = origin.values.compactMap { name, expression in
                newer.newerPath(ElementPath(line.path.entity, name))?.property.map { ($0, expression) }
            }
            origin.values = Dictionary(values) { first, _ in first }
            return origin.sources.isEmpty ? nil : origin
        }
        return moved.isEmpty ? nil : .entity(path.entity, moved)
    }
}

extension Matching {
    /// The path in the newer schema of an element, an enum, a composite, or a case or part of one.
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
