import ApusDiagnostics
import ApusSchema

/// Judges the lines of a mapping: the stage has to need each of them.
struct LineJudge {
    let context: StageContext
    let mapping: Mapping
    /// The lines that the stage needs.
    let used: Set<Mapping.Line>
    /// The newer elements with refusals. A line about one of them may turn out to be needed.
    let refused: Set<ElementPath>
    /// The older entities of hierarchies whose merge is not settled.
    let merging: Set<ElementPath>

    /// Returns a refusal for each line that the stage does not need.
    func judge() -> [Refusal] {
        // An assertion is not a decision that the stage may need.
        let needless = mapping.lines.filter { $0.assertion == nil && !used.contains($0) }
        let elements = OlderElements(
            needless.contains(where: \.isAboutOlder) ? context.preparation?.older ?? context.older : nil
        )
        return needless.compactMap { refusal($0, elements) }
    }

    /// The elements of the older schema.
    private struct OlderElements {
        private let names: [String]
        private let known: Set<String>
        private let nearMisses = NearMissSearch()

        init(_ schema: IndexedSchema?) {
            let older: Schema? = schema?.schema
            let entities = (older?.entities ?? []).flatMap { entity in
                [entity.name] + (schema?.properties(of: entity.name) ?? []).map { "\(entity.name).\($0.name)" }
            }
            let cases = (older?.enumerations ?? []).flatMap { type in type.cases.map { "\(type.name).\($0.name)" } }
            let parts = (older?.composites ?? []).flatMap { type in type.attributes.map { "\(type.name).\($0.name)" } }
            names = entities + cases + parts
            known = Set(names)
        }

        func contains(_ path: ElementPath) -> Bool { known.contains(path.description) }

        func nearest(to path: ElementPath) -> String? {
            nearMisses.suggestion(for: path.description, among: names)
        }
    }

    private func refusal(_ line: Mapping.Line, _ elements: OlderElements) -> Refusal? {
        let file = mapping.file ?? context.mappingFile
        guard line.isAboutOlder else { return refused.contains(line.path) ? nil : .needless(line, in: file) }
        if merging.contains(line.path) { return nil }
        if elements.contains(line.path) { return .needless(line, in: file) }
        let nearest = elements.nearest(to: line.path)
        return .needless(line, in: file, isUnknown: true, settledBy: nearest.map { [.correction(of: line, to: $0)] })
    }
}

extension Mapping.Line {
    fileprivate var isAboutOlder: Bool { key.definition.subjects.areOlder }
}
