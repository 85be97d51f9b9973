import ApusDiagnostics

extension SchemaValidator {
    /// Checks that what is localized is there; the keys are those of `NSManagedObjectModel.localizationDictionary`.
    mutating func checkLocalization() {
        guard !schema.localization.isEmpty, index.isWhole else { return }
        let properties: Set<String> = Set(schema.entities.flatMap { index.memberNames(of: $0) })
        for key in schema.localization.keys.sorted() {
            let place = ModelPath(["localization", key])
            let parts: [String] = key.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            switch (parts.first, parts.count) {
            case ("Entity", 2): _ = entity(parts[1], of: key, at: place)
            case ("Property", 2):
                if !properties.contains(parts[1]) {
                    warnOfLocalization(
                        key,
                        "no entity has a property '\(parts[1])'",
                        parts[1],
                        properties.sorted(),
                        place
                    )
                }
            case ("Property", 4) where parts[2] == "Entity":
                guard let entity = entity(parts[3], of: key, at: place) else { continue }
                if case .missing = index.member(parts[1], of: entity) {
                    let problem = "in '\(entity.name)' there is no property '\(parts[1])'"
                    warnOfLocalization(key, problem, parts[1], index.memberNames(of: entity), place)
                }
            case ("ErrorString", 2...): continue
            default:
                warn(
                    "'\(key)' is no key that Core Data looks up",
                    at: place,
                    help: ["write 'Entity/E', 'Property/p', 'Property/p/Entity/E' or 'ErrorString/…'"]
                )
            }
        }
    }

    private mutating func entity(_ name: String, of key: String, at place: ModelPath) -> Entity? {
        if case .found(let entity) = index.entity(name) { return entity }
        warnOfLocalization(key, "there is no entity '\(name)'", name, schema.entities.map(\.name), place)
        return nil
    }

    private mutating func warnOfLocalization(
        _ key: String,
        _ problem: String,
        _ name: String,
        _ candidates: [String],
        _ place: ModelPath
    ) {
        let meant: String? = NearMiss.suggestion(for: name, among: candidates)
        warn(
            "'\(key)' is localized, but \(problem)",
            at: place,
            help: [meant.map { "did you mean '\($0)'?" } ?? "remove it"]
        )
    }
}
