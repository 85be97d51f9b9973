import ApusDiagnostics

/// The order in which a bundle's versions were made, which the bundle itself does not say.
struct VersionOrder {
    /// The names, oldest first.
    let names: [String]

    /// What makes the order doubtful or impossible, and what it passes over.
    let diagnostics: [Diagnostic]

    /// Guesses the order from the names.
    ///
    /// A version that is named as the bundle comes first, with others of its beginning in the order of their numbers,
    /// then those of one other beginning. The current version must come last, or the guess is none.
    ///
    /// - Parameters:
    ///   - names: The versions' names in any order.
    ///   - bundle: The bundle's name.
    ///   - current: The name of the version that the app uses.
    ///   - file: The bundle's path, for findings.
    /// - Returns: The order, with an error where it is not clear.
    static func guess(_ names: [String], bundle: String, current: String?, file: String) -> VersionOrder {
        let home: String = VersionName(bundle).prefix
        let currentPrefix: String? = current.map { VersionName($0).prefix }
        let groups: [String: [VersionName]] = Dictionary(grouping: names.map(VersionName.init), by: \.prefix)
        let prefixes: [String] = groups.keys.sorted { one, other in
            let ranks: [Int] = [one, other].map { $0 == home ? 0 : $0 == currentPrefix ? 2 : 1 }
            return ranks[0] == ranks[1] ? one < other : ranks[0] < ranks[1]
        }
        var sorted: [VersionName] = prefixes.flatMap { (groups[$0] ?? []).sorted(by: VersionName.isOrdered) }
        let unclearBeginnings: String? = doubt(about: prefixes, home: home)
        if unclearBeginnings != nil { sorted = sortedByNumber(sorted, home: home) }
        let order: [String] = sorted.map(\.text)
        let doubt: String? =
            unclearBeginnings ?? doubtAboutNumbers(sorted) ?? doubt(about: order, current: current)
        guard let doubt else { return VersionOrder(names: order, diagnostics: []) }
        let finding: Diagnostic = .error(
            "the order is not clear: \(doubt)",
            at: SourceLocation(file: file),
            help: ["give the order, oldest first; a guess: --order \(order.map(quoted).joined(separator: " "))"]
        )
        return VersionOrder(names: order, diagnostics: [finding])
    }

    /// Checks an order that somebody gave.
    ///
    /// - Parameters:
    ///   - order: The names, oldest first, with or without their extension.
    ///   - names: The versions' names in any order.
    ///   - current: The name of the version that the app uses.
    ///   - file: The bundle's path, for findings.
    /// - Returns: The order, with an error for each name that is wrong or missing.
    static func given(_ order: [String], names: [String], current: String?, file: String) -> VersionOrder {
        let location = SourceLocation(file: file)
        let suffix: String = ".\(ModelBundle.versionExtension)"
        let wanted: [String] = order.map { $0.hasSuffix(suffix) ? String($0.dropLast(suffix.count)) : $0 }
        var findings = DiagnosticCollector()
        var seen: Set<String> = []
        for name in wanted {
            if !names.contains(name) {
                let near: String? = NearMiss.suggestion(for: name, among: names)
                findings.error(
                    "the order names '\(name)', but the model has no such version",
                    at: location,
                    help: near.map { ["did you mean '\($0)'?"] } ?? []
                )
            } else if !seen.insert(name).inserted {
                findings.error("the order names '\(name)' twice", at: location, help: ["name it once"])
            }
        }
        let missing: [String] = names.filter { !seen.contains($0) }.sorted()
        if !missing.isEmpty {
            findings.error(
                "the order leaves out \(missing.map { "'\($0)'" }.joined(separator: ", "))",
                at: location,
                help: ["name every version; one that no store was ever made with can be removed from a copy"]
            )
        }
        if let current, names.contains(current), let last = wanted.last, last != current {
            findings.warning(
                "the app's current version is '\(current)', but the order ends with '\(last)'",
                at: location
            )
        }
        return VersionOrder(names: wanted.filter(names.contains), diagnostics: findings.diagnostics)
    }

    /// The best guess where the names begin in many ways: the bundle's name, names without number, then by number.
    private static func sortedByNumber(_ names: [VersionName], home: String) -> [VersionName] {
        func rank(_ name: VersionName) -> Int { name.text == home ? 0 : name.hasNumber ? 2 : 1 }
        return names.sorted { one, other in
            rank(one) == rank(other) ? VersionName.isOrdered(one, other) : rank(one) < rank(other)
        }
    }

    private static func doubt(about prefixes: [String], home: String) -> String? {
        let count: Int = prefixes.filter { $0 != home }.count
        return count > 1 ? "the versions' names begin in \(prefixes.count) different ways" : nil
    }

    private static func doubtAboutNumbers(_ sorted: [VersionName]) -> String? {
        for (one, other) in zip(sorted, sorted.dropFirst()) where one.prefix == other.prefix {
            if one.number == other.number { return "'\(one.text)' and '\(other.text)' have the same number" }
            // A name without number is the first one.
            if other.text == other.prefix { return "'\(one.text)' has a number below that of '\(other.text)'" }
        }
        return nil
    }

    private static func doubt(about order: [String], current: String?) -> String? {
        guard order.count > 1 || current != nil else { return nil }
        guard let current else { return "no '\(ModelBundle.currentFile)' names the current version" }
        if !order.contains(current) { return "the current version, '\(current)', is not in the model" }
        return order.last == current
            ? nil : "the current version is '\(current)', but '\(order.last ?? "")' seems to be newer"
    }

    /// The name as a shell takes it.
    private static func quoted(_ name: String) -> String {
        "'" + name.replacing("'", with: #"'\''"#) + "'"
    }
}
