package import ApusDiagnostics

/// The order in which a bundle's versions were made, which the bundle itself does not contain.
package struct VersionOrder: Hashable, Sendable {
    /// The source of an order.
    package enum Basis: String, Hashable, Sendable {
        /// The user gave it.
        case given
        /// The names have numbers, and the current version comes last.
        case numbers
        /// The versions were added to git one after the other.
        case git
        /// A guess that puts those versions next to each other that differ least.
        case similarity
    }

    /// The names, oldest first.
    package let names: [String]

    /// The source of the order.
    package let basis: Basis

    /// Why the user must confirm the order, as text for after a colon; `nil` if the order is certain.
    package let doubt: String?

    /// The findings about the order.
    let findings: [Diagnostic]

    init(names: [String], basis: Basis, doubt: String? = nil, findings: [Diagnostic] = []) {
        self.names = names
        self.basis = basis
        self.doubt = doubt
        self.findings = findings
    }

    /// Returns the findings about the order. A guess that needs to be confirmed is an error.
    ///
    /// - Parameter file: The bundle's path.
    /// - Returns: The findings.
    package func diagnostics(file: String) -> [Diagnostic] {
        guard let doubt else { return findings }
        let finding: Diagnostic = .error(
            "the order of the versions is not clear: \(doubt)",
            at: SourceLocation(file: file),
            help: ["write the order, oldest first; a guess: --order \(names.map(\.shellQuoted).joined(separator: " "))"]
        )
        return [finding] + findings
    }

    /// Guesses the order from the names.
    ///
    /// Versions with the bundle's name as their prefix come first, sorted by number, then those with one other prefix.
    /// The current version must come last, otherwise the order is in doubt.
    ///
    /// - Parameters:
    ///   - names: The versions' names in any order.
    ///   - bundle: The bundle's name.
    ///   - current: The name of the version that the app uses.
    ///   - appearances: The time when each version was added to git, in any unit; empty if it is not known.
    ///   - facts: Returns the facts of a version, which are used if nothing else gives the order.
    /// - Returns: The order, with a doubt if it is not clear.
    static func guess(
        _ names: [String],
        bundle: String,
        current: String?,
        appearances: [String: Int] = [:],
        facts: (String) -> Set<String> = { _ in [] }
    ) -> VersionOrder {
        let home = VersionName(bundle).prefix
        let currentPrefix = current.map { VersionName($0).prefix }
        let groups = Dictionary(grouping: names.map(VersionName.init), by: \.prefix)
        let prefixes: [String] = groups.keys.sorted { one, other in
            let ranks: [Int] = [one, other].map { $0 == home ? 0 : $0 == currentPrefix ? 2 : 1 }
            return ranks[0] == ranks[1] ? one < other : ranks[0] < ranks[1]
        }
        let sorted = prefixes.flatMap { (groups[$0] ?? []).sorted(by: VersionName.isOrdered) }
        let unclearPrefixes = doubt(about: prefixes, home: home)
        let order = sorted.map(\.text)
        let doubt: String? =
            unclearPrefixes ?? doubtAboutNumbers(sorted) ?? doubt(about: order, current: current)
        guard let doubt else { return VersionOrder(names: order, basis: .numbers) }
        if let order = byAppearance(sorted, appearances, current) { return VersionOrder(names: order, basis: .git) }
        // If only the last version is in doubt, the numbers give the rest.
        if unclearPrefixes == nil, doubtAboutNumbers(sorted) == nil {
            return VersionOrder(names: order, basis: .numbers, doubt: doubt)
        }
        let guess: [String] = SimilarityOrder.names(
            of: sorted.map { SimilarityOrder.Version(name: $0, facts: facts($0.text)) },
            bundle: bundle,
            current: current
        )
        return VersionOrder(names: guess, basis: .similarity, doubt: doubt)
    }

    /// The order in which the versions were added to git, sorted by number if they were added together; `nil` if that
    /// is not clear either.
    private static func byAppearance(
        _ sorted: [VersionName],
        _ appearances: [String: Int],
        _ current: String?
    ) -> [String]? {
        guard sorted.allSatisfy({ appearances[$0.text] != nil }) else { return nil }
        let groups: [Int: [VersionName]] = Dictionary(grouping: sorted) { appearances[$0.text] ?? 0 }
        var order: [VersionName] = []
        for (_, names) in groups.sorted(by: { $0.key < $1.key }) {
            let numbers = Set(names.map(\.number))
            guard numbers.count == names.count, Set(names.map(\.prefix)).count == 1 else { return nil }
            order += names.sorted(by: VersionName.isOrdered)
        }
        guard current == nil || order.last?.text == current else { return nil }
        return order.map(\.text)
    }

    /// Checks an order that the user gave.
    ///
    /// - Parameters:
    ///   - order: The names, oldest first, with or without their extension.
    ///   - names: The versions' names in any order.
    ///   - current: The name of the version that the app uses.
    ///   - file: The bundle's path, for findings.
    /// - Returns: The order, with an error for each name that is wrong or missing.
    static func given(_ order: [String], names: [String], current: String?, file: String) -> VersionOrder {
        let location = SourceLocation(file: file)
        let suffix = ".\(ModelBundle.versionExtension)"
        let wanted = order.map { $0.hasSuffix(suffix) ? String($0.dropLast(suffix.count)) : $0 }
        var findings = DiagnosticCollector()
        var seen: Set<String> = []
        for name in wanted {
            if !names.contains(name) {
                let near = NearMiss.suggestion(for: name, among: names)
                findings.error(
                    "the order contains '\(name)', but the model has no such version",
                    at: location,
                    help: near.map { ["did you mean '\($0)'?"] } ?? []
                )
            } else if !seen.insert(name).inserted {
                findings.error("the order contains '\(name)' twice", at: location, help: ["write it once"])
            }
        }
        let missing: [String] = names.filter { !seen.contains($0) }.sorted()
        if !missing.isEmpty {
            findings.error(
                "the order leaves out \(missing.map { "'\($0)'" }.joined(separator: ", "))",
                at: location,
                help: ["list every version; in a copy of the model you can remove one that no store was created with"]
            )
        }
        if let current, names.contains(current), let last = wanted.last, last != current {
            findings.warning(
                "the app's current version is '\(current)', but the order ends with '\(last)'",
                at: location
            )
        }
        return VersionOrder(names: wanted.filter(names.contains), basis: .given, findings: findings.diagnostics)
    }

    private static func doubt(about prefixes: [String], home: String) -> String? {
        let count: Int = prefixes.filter { $0 != home }.count
        return count > 1 ? "the versions' names begin in \(prefixes.count) different ways" : nil
    }

    private static func doubtAboutNumbers(_ sorted: [VersionName]) -> String? {
        for (one, other) in zip(sorted, sorted.dropFirst()) where one.prefix == other.prefix {
            if one.number == other.number { return "'\(one.text)' and '\(other.text)' have the same number" }
            // A name without a number is the first one.
            if other.text == other.prefix { return "'\(one.text)' has a number below that of '\(other.text)'" }
        }
        return nil
    }

    private static func doubt(about order: [String], current: String?) -> String? {
        guard order.count > 1 || current != nil else { return nil }
        guard let current else { return "no '\(ModelBundle.currentFile)' contains the current version" }
        if !order.contains(current) { return "the current version, '\(current)', is not in the model" }
        return order.last == current
            ? nil : "the current version is '\(current)', but '\(order.last ?? "")' seems to be newer"
    }
}
