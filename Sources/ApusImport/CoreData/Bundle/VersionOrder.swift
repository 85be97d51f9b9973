package import ApusDiagnostics

/// The order in which a bundle's versions were made, which the bundle itself does not say.
package struct VersionOrder: Hashable, Sendable {
    /// How an order was found out.
    package enum Basis: String, Hashable, Sendable {
        /// Somebody gave it.
        case given
        /// The names have numbers, and the current version comes last.
        case numbers
        /// The versions came into git one after the other.
        case git
        /// Nothing says it, so those stand beside each other that differ least.
        case similarity
    }

    /// The names, oldest first.
    package let names: [String]

    /// How the order was found out.
    package let basis: Basis

    /// Why somebody has to look it over, to follow a colon; `nil` where it is sure.
    package let doubt: String?

    /// What makes the order impossible, and what it passes over.
    let findings: [Diagnostic]

    init(names: [String], basis: Basis, doubt: String? = nil, findings: [Diagnostic] = []) {
        self.names = names
        self.basis = basis
        self.doubt = doubt
        self.findings = findings
    }

    /// What is wrong; a guess that nobody has looked over is as well.
    ///
    /// - Parameter file: The bundle's path.
    /// - Returns: The findings.
    package func diagnostics(file: String) -> [Diagnostic] {
        guard let doubt else { return findings }
        let finding: Diagnostic = .error(
            "the order is not clear: \(doubt)",
            at: SourceLocation(file: file),
            help: ["give the order, oldest first; a guess: --order \(names.map(\.shellQuoted).joined(separator: " "))"]
        )
        return [finding] + findings
    }

    /// Guesses the order from the names.
    ///
    /// A version that is named as the bundle comes first, with others of its beginning in the order of their numbers,
    /// then those of one other beginning. The current version must come last, or the guess is none.
    ///
    /// - Parameters:
    ///   - names: The versions' names in any order.
    ///   - bundle: The bundle's name.
    ///   - current: The name of the version that the app uses.
    ///   - appearances: When each version came into git, in any unit; empty where that is not known.
    ///   - facts: What a version says, asked for where nothing else tells.
    /// - Returns: The order, with a doubt where it is not clear.
    static func guess(
        _ names: [String],
        bundle: String,
        current: String?,
        appearances: [String: Int] = [:],
        facts: (String) -> Set<String> = { _ in [] }
    ) -> VersionOrder {
        let home: String = VersionName(bundle).prefix
        let currentPrefix: String? = current.map { VersionName($0).prefix }
        let groups: [String: [VersionName]] = Dictionary(grouping: names.map(VersionName.init), by: \.prefix)
        let prefixes: [String] = groups.keys.sorted { one, other in
            let ranks: [Int] = [one, other].map { $0 == home ? 0 : $0 == currentPrefix ? 2 : 1 }
            return ranks[0] == ranks[1] ? one < other : ranks[0] < ranks[1]
        }
        let sorted: [VersionName] = prefixes.flatMap { (groups[$0] ?? []).sorted(by: VersionName.isOrdered) }
        let unclearBeginnings: String? = doubt(about: prefixes, home: home)
        let order: [String] = sorted.map(\.text)
        let doubt: String? =
            unclearBeginnings ?? doubtAboutNumbers(sorted) ?? doubt(about: order, current: current)
        guard let doubt else { return VersionOrder(names: order, basis: .numbers) }
        if let order = byAppearance(sorted, appearances, current) { return VersionOrder(names: order, basis: .git) }
        // Where only the end is in doubt, the numbers say the rest.
        if unclearBeginnings == nil, doubtAboutNumbers(sorted) == nil {
            return VersionOrder(names: order, basis: .numbers, doubt: doubt)
        }
        let guess: [String] = SimilarityOrder.names(
            of: sorted.map { SimilarityOrder.Version(name: $0, facts: facts($0.text)) },
            bundle: bundle,
            current: current
        )
        return VersionOrder(names: guess, basis: .similarity, doubt: doubt)
    }

    /// The order in which the versions came into git, those that came together by their numbers; `nil` where that does not
    /// tell either.
    private static func byAppearance(
        _ sorted: [VersionName],
        _ appearances: [String: Int],
        _ current: String?
    ) -> [String]? {
        guard sorted.allSatisfy({ appearances[$0.text] != nil }) else { return nil }
        let groups: [Int: [VersionName]] = Dictionary(grouping: sorted) { appearances[$0.text] ?? 0 }
        var order: [VersionName] = []
        for (_, names) in groups.sorted(by: { $0.key < $1.key }) {
            let numbers: Set<[Int]> = Set(names.map(\.number))
            guard numbers.count == names.count, Set(names.map(\.prefix)).count == 1 else { return nil }
            order += names.sorted(by: VersionName.isOrdered)
        }
        guard current == nil || order.last?.text == current else { return nil }
        return order.map(\.text)
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
        return VersionOrder(names: wanted.filter(names.contains), basis: .given, findings: findings.diagnostics)
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
}
