import ApusDiagnostics
import ApusSchema

extension StageInference {
    /// Reports the lines of a mapping that accept, fill, convert or require nothing that the stage needs.
    mutating func checkLines(of mapping: Mapping) {
        let file: String = mapping.file ?? mappingFile ?? "the mapping"
        for one in mapping.accept where !isNeeded(one) {
            let isKnown: Bool = one.isWildcard ? older.entity(one.path.entity) != nil : isOlder(one.path)
            let shown: String = one.isWildcard ? "\(one.path).*" : one.path.description
            let nearest: String? =
                isKnown ? nil : NearMiss.suggestion(for: one.path.description, among: olderPaths())
            let reason: String = isKnown ? "that is not lost" : "the older version has no such element"
            add(
                Refusal(
                    code: "AP403",
                    path: one.path,
                    message: "\(file) accepts the loss of '\(shown)', but \(reason)",
                    help: [nearest.map { "did you mean '\($0)'?" } ?? "remove the line"]
                )
            )
        }
        for one in mapping.fill where !lines.contains(.fill(one.path)) && !isRefused(one.path) {
            add(needless("AP404", one.path, "fills '\(one.path)', but no row needs a value there", file))
        }
        for one in mapping.convert where !lines.contains(.convert(one.path)) && !isRefused(one.path) {
            add(needless("AP405", one.path, "converts '\(one.path)', but its values need no conversion", file))
        }
        for one in mapping.require where !lines.contains(.require(one.path)) && !isRefused(one.path) {
            add(
                needless("AP406", one.path, "requires a value in '\(one.path)', but that is not to be asked here", file)
            )
        }
    }

    private func needless(_ code: String, _ path: ElementPath, _ message: String, _ file: String) -> Refusal {
        Refusal(code: code, path: path, message: "\(file) \(message)", help: ["remove the line"])
    }

    /// Whether something about that very element is refused already, so that the line may be needed in the end.
    private func isRefused(_ path: ElementPath) -> Bool {
        refusals.contains { $0.path == path && !$0.code.hasPrefix("AP403") }
    }

    private func isNeeded(_ acceptance: Mapping.Acceptance) -> Bool {
        if acceptance.isWildcard { return lines.contains(.acceptAll(of: acceptance.path.entity)) }
        return lines.contains(.accept(acceptance.path))
    }

    /// Whether the older schema has an entity, a type, or a property, case or part of that path.
    private func isOlder(_ path: ElementPath) -> Bool {
        guard let name = path.property else { return older.entity(path.entity) != nil }
        if older.properties(of: path.entity).contains(where: { $0.name == name }) { return true }
        if let enumeration = old.enumeration(path.entity) { return enumeration.cases.contains { $0.name == name } }
        return old.composite(path.entity)?.attributes.contains { $0.name == name } ?? false
    }

    private func olderPaths() -> [String] {
        old.entities.flatMap { entity in
            [entity.name] + older.properties(of: entity.name).map { "\(entity.name).\($0.name)" }
        } + old.enumerations.flatMap { type in type.cases.map { "\(type.name).\($0.name)" } }
            + old.composites.flatMap { type in type.attributes.map { "\(type.name).\($0.name)" } }
    }
}
