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
        // A path may be written twice below a key; the stage needs the first then.
        let needed: Set<Subject> = Set(used.map(Subject.init))
        return mapping.lines.filter { !needed.contains(Subject($0)) }.compactMap(refusal)
    }

    /// What a line is about, whatever value it gives.
    private struct Subject: Hashable {
        let key: Mapping.Key
        let text: String

        init(_ line: Mapping.Line) {
            key = line.key
            text = line.subject
        }
    }

    private func refusal(_ line: Mapping.Line) -> Refusal? {
        let file: String = mapping.file ?? context.mappingFile ?? "the mapping"
        guard case .accept(let path, let isWildcard) = line else {
            if refused.contains(line.path) { return nil }
            return needless(line, file, isUnknown: false, [.removal(of: line)])
        }
        let isKnown: Bool = isWildcard ? context.older.entity(path.entity) != nil : isOlder(path)
        let nearest: String? = isKnown ? nil : NearMiss.suggestion(for: path.description, among: olderPaths)
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
