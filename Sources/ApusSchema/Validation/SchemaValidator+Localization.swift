import ApusDiagnostics

extension SchemaValidator {
    /// Checks that localized elements exist. The keys are those of `NSManagedObjectModel.localizationDictionary`.
    mutating func checkLocalization() {
        guard !schema.localization.isEmpty, index.isWhole else { return }
        let properties = Set(schema.entities.flatMap { index.memberNames(of: $0) })
        let sorted = properties.sorted()
        for key in schema.localization.keys.sorted() {
            let modelPath = ModelPath(["localization", key])
            let parts = key.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            switch (parts.first, parts.count) {
            case ("Entity", 2): _ = entity(parts[1], of: key, at: modelPath)
            case ("Property", 2):
                if !properties.contains(parts[1]) {
                    let problem = "no entity has a property '\(parts[1])'"
                    warnOfLocalization(key, problem: problem, name: parts[1], among: sorted, at: modelPath)
                }
            case ("Property", 4) where parts[2] == "Entity":
                guard let entity = entity(parts[3], of: key, at: modelPath) else { continue }
                if case .missing = index.member(parts[1], of: entity) {
                    let problem = "'\(entity.name)' has no property '\(parts[1])'"
                    warnOfLocalization(
                        key,
                        problem: problem,
                        name: parts[1],
                        among: index.memberNames(of: entity),
                        at: modelPath
                    )
                }
            case ("ErrorString", 2...): continue
            default:
                warn(
                    "'\(key)' is not a localization key of Core Data",
                    about: Topic("'\(key)'"),
                    at: modelPath,
                    help: ["write 'Entity/E', 'Property/p', 'Property/p/Entity/E' or 'ErrorString/…'"]
                )
            }
        }
    }

    private mutating func entity(_ name: String, of key: String, at modelPath: ModelPath) -> Entity? {
        if case .found(let entity) = index.entity(name) { return entity }
        let names = schema.entities.lazy.map(\.name)
        warnOfLocalization(key, problem: "there is no entity '\(name)'", name: name, among: names, at: modelPath)
        return nil
    }

    private mutating func warnOfLocalization(
        _ key: String,
        problem: String,
        name: String,
        among candidates: some Sequence<String>,
        at modelPath: ModelPath,
        line: Int = #line
    ) {
        let meant = nearMisses.suggestion(for: name, among: candidates)
        warn(
            "'\(key)' is localized, but \(problem)",
            about: Topic("'\(key)'", line: line),
            at: modelPath,
            help: [meant.map { "did you mean '\($0)'?" } ?? "remove it"]
        )
    }
}
