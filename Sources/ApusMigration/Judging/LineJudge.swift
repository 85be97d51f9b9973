import ApusDiagnostics
import ApusSchema

/// Judges the lines of a mapping: each has to do something that the stage needs.
struct LineJudge {
    let context: StageContext
    let mapping: Mapping
    /// The lines that the stage needs.
    let used: Set<Mapping.Line>
    /// The elements that refusals are about, so that a line may be needed in the end.
    let refused: Set<ElementPath>

    /// The lines that the stage does not need, as refusals.
    func judge() -> [Refusal] {
        mapping.lines.filter { !used.contains($0) }.compactMap(refusal)
    }

    private func refusal(_ line: Mapping.Line) -> Refusal? {
        let file: String = mapping.file ?? context.mappingFile ?? "the mapping"
        guard line.key.definition.subjects.areOlder else {
            if refused.contains(line.path) { return nil }
            return needless(line, file, isUnknown: false, [.removal(of: line)])
        }
        let isKnown: Bool = isOlder(line.path)
        let nearest: String? = isKnown ? nil : NearMiss.suggestion(for: line.path.description, among: olderPaths)
        return needless(
            line,
            file,
            isUnknown: !isKnown,
            [nearest.map { .correction(of: line, to: $0) } ?? .removal(of: line)]
        )
    }

    private func needless(
        _ line: Mapping.Line,
        _ file: String,
        isUnknown: Bool,
        _ settlements: [Refusal.Settlement]
    ) -> Refusal {
        Refusal(
            .needlessLine(line, file: file, isUnknown: isUnknown),
            at: line.path,
            settledBy: settlements,
            location: mapping.location(of: line)
        )
    }

    /// Whether the older schema has an entity, a type, or a property, case or part of that path.
    private func isOlder(_ path: ElementPath) -> Bool {
        guard let name = path.property else { return context.older.entity(path.entity) != nil }
        if context.older.properties(of: path.entity).contains(where: { $0.name == name }) { return true }
        if let type = context.old.enumeration(path.entity) { return type.cases.contains { $0.name == name } }
        return context.old.composite(path.entity)?.attributes.contains { $0.name == name } ?? false
    }

    private var olderPaths: [String] {
        let old: Schema = context.old
        return old.entities.flatMap { entity in
            [entity.name] + context.older.properties(of: entity.name).map { "\(entity.name).\($0.name)" }
        } + old.enumerations.flatMap { type in type.cases.map { "\(type.name).\($0.name)" } }
            + old.composites.flatMap { type in type.attributes.map { "\(type.name).\($0.name)" } }
    }
}
