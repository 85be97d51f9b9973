package import ApusDiagnostics
import ApusSchema

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
    package private(set) var names: [String]

    /// The source of the order.
    package let basis: Basis

    /// Why the order up to the current version is not clear; `nil` if it is.
    private var uncertainty: String?

    /// The names whose places are a guess, if only some are.
    package private(set) var doubtful: Set<String>

    /// The versions after the current one, which may be drafts that no app was released with.
    package private(set) var drafts: [String] = []

    /// The findings about the order.
    private(set) var findings: [Diagnostic]

    init(
        names: [String],
        basis: Basis,
        doubt: String? = nil,
        doubtful: Set<String> = [],
        findings: [Diagnostic] = []
    ) {
        self.names = names
        self.basis = basis
        uncertainty = doubt
        self.doubtful = doubtful
        self.findings = findings
    }

    /// Whether the order was in doubt before the user confirmed it, so that it is not found again without a question.
    private(set) var wasInDoubt = false

    /// The order, once the user has confirmed it.
    package var confirmed: VersionOrder {
        var order = VersionOrder(names: names, basis: basis)
        order.wasInDoubt = wasInDoubt || doubt != nil
        return order
    }

    /// Returns the order with one more finding.
    func adding(_ finding: Diagnostic?) -> VersionOrder {
        var order = self
        order.findings += [finding].compactMap { $0 }
        return order
    }

    /// Why the user must confirm the order, as text for after a colon; `nil` if the order is certain.
    package var doubt: String? { doubt(among: names) }

    /// Why the user must confirm the order of some of the versions, as text for after a colon; `nil` if it is certain.
    package func doubt(among kept: [String]) -> String? {
        if let uncertainty { return uncertainty }
        guard let current, let draft = drafts.last(where: kept.contains) else { return nil }
        return "the current version is '\(current)', but '\(draft)' seems to be newer"
    }

    /// The version before the drafts.
    private var current: String? { names.dropLast(drafts.count).last }

    /// A sentence without a period that says how to leave out what may be drafts; `nil` if there are none.
    package var hintAboutDrafts: String? {
        guard let current, !drafts.isEmpty else { return nil }
        let list = drafts.map { "'\($0)'" }.joined(separator: ", ")
        let (those, them) = drafts.count == 1 ? ("is a draft", "it") : ("are drafts", "them")
        return "if \(list) \(those) that no app was released with, leave \(them) out: "
            + "--versions \("..\(current)".shellQuoted)"
    }

    /// Returns the findings about the order. A guess that needs to be confirmed is an error.
    ///
    /// - Parameter file: The bundle's path.
    /// - Returns: The findings.
    package func diagnostics(file: String) -> [Diagnostic] {
        guard let doubt else { return findings }
        let guessed = names.filter(doubtful.contains).map { "'\($0)'" }
        let finding: Diagnostic = .error(
            "the order of the versions is not clear: \(doubt)",
            at: SourceLocation(file: file),
            notes: guessed.isEmpty ? [] : ["a guess is where these belong: \(guessed.joined(separator: ", "))"],
            help: ["write the order, oldest first; a guess: --order \(names.map(\.shellQuoted).joined(separator: " "))"]
                + (hintAboutDrafts.map { ["or, \($0)"] } ?? [])
        )
        return [finding] + findings
    }

    /// Guesses the order from the names.
    ///
    /// Versions with the bundle's name as their prefix come first, sorted by number, then those with one other prefix.
    /// The current version must come last. Otherwise the order is in doubt, and that in which the versions were added to
    /// git counts, as far as it is known. Versions that neither a number nor git puts after the current one come before
    /// it; the others may be drafts.
    ///
    /// - Parameters:
    ///   - names: The versions' names in any order.
    ///   - bundle: The bundle's name.
    ///   - current: The name of the version that the app uses.
    ///   - appearances: The time when each version was added to git, in any unit; empty if it is not known. A version
    ///     that is not there is newer than those that are.
    ///   - schema: Returns the schema of a version, which is used if nothing else gives the order.
    /// - Returns: The order, with a doubt if it is not clear.
    static func guess(
        _ names: [String],
        bundle: String,
        current: String?,
        appearances: [String: Int] = [:],
        schema: (String) -> Schema? = { _ in nil }
    ) -> VersionOrder {
        let order = sorted(names, bundle: bundle, current: current, appearances: appearances, schema: schema)
        return current.map(order.ending) ?? order
    }

    /// Returns the order with the current version last, but for the versions that are newer by their number or by git.
    private func ending(with current: String) -> VersionOrder {
        guard let index = names.firstIndex(of: current), index + 1 < names.count else { return self }
        let name = VersionName(current)
        let later = names[(index + 1)...]
        var order = self
        order.drafts = later.filter { other in
            let other = VersionName(other)
            return basis == .git || other.prefix == name.prefix && VersionName.isOrdered(name, other)
        }
        let others: [String] = later.filter { !order.drafts.contains($0) }
        order.names = names[..<index] + others + [current] + order.drafts
        order.doubtful.formUnion(others)
        if !others.isEmpty, uncertainty == nil {
            let list = others.map { "'\($0)'" }.joined(separator: ", ")
            order.uncertainty = "no number says whether \(list) came before '\(current)', the current version"
        }
        return order
    }

    private static func sorted(
        _ names: [String],
        bundle: String,
        current: String?,
        appearances: [String: Int],
        schema: (String) -> Schema?
    ) -> VersionOrder {
        let sorted = Sorted(names, bundle: bundle, current: current)
        let order = sorted.names.map(\.text)
        let doubtAboutCurrent = doubt(about: current, in: order)
        let numbered = VersionOrder(names: order, basis: .numbers, doubt: doubtAboutCurrent)
        if sorted.doubt == nil, doubtAboutCurrent == nil, current == nil || order.last == current { return numbered }
        let known = appearances.filter { names.contains($0.key) }
        let ranks = known.isEmpty ? [:] : Dictionary(names.map { ($0, known[$0] ?? .max) }) { first, _ in first }
        let steps = Dictionary(grouping: names) { ranks[$0] ?? 0 }.sorted { $0.key < $1.key }
            .map { Sorted($0.value, bundle: bundle, current: current) }
        if steps.count > 1, steps.allSatisfy({ $0.doubt == nil }) {
            return VersionOrder(
                names: steps.flatMap(\.names).map(\.text),
                basis: .git,
                doubt: current == nil ? nil : doubtAboutCurrent
            )
        }
        // If only the last version is in doubt, the numbers give the rest.
        guard let doubt = sorted.doubt else { return numbered }
        let versions = sorted.names.map { name in
            SimilarityOrder.Version(name: name, rank: ranks[name.text] ?? 0, schema: schema(name.text))
        }
        let guess = SimilarityOrder.names(of: versions, bundle: bundle, current: current)
        let together = steps.filter { $0.doubt != nil }.flatMap(\.names).map(\.text)
        return VersionOrder(
            names: guess.names,
            basis: steps.count > 1 ? .git : .similarity,
            doubt: steps.count > 1
                ? "git has only added '\(together.sorted().joined(separator: "', '"))' together" : doubt,
            doubtful: guess.inserted
        )
    }

    /// Names in the order of their numbers.
    private struct Sorted {
        /// The names, oldest first.
        let names: [VersionName]
        /// Why this may not be the order of the versions.
        let doubt: String?

        init(_ names: [String], bundle: String, current: String?) {
            let home = VersionName(bundle).prefix
            let all = names.map(VersionName.init)
            // A name that is only a number continues those with the bundle's name.
            let isNumbered = all.contains { $0.prefix == home && $0.hasNumber }
            func prefix(of name: VersionName) -> String { name.prefix.isEmpty && isNumbered ? home : name.prefix }
            let currentPrefix = current.map { prefix(of: VersionName($0)) }
            let groups = Dictionary(grouping: all, by: prefix)
            let prefixes: [String] = groups.keys.sorted { one, other in
                let ranks: [Int] = [one, other].map { $0 == home ? 0 : $0 == currentPrefix ? 2 : 1 }
                return ranks[0] == ranks[1] ? one < other : ranks[0] < ranks[1]
            }
            let sorted = prefixes.map { (groups[$0] ?? []).sorted(by: VersionName.isOrdered) }
            self.names = sorted.flatMap { $0 }
            doubt =
                prefixes.count { $0 != home } > 1
                ? "the versions' names begin in \(prefixes.count) different ways"
                : sorted.lazy.compactMap(Self.doubtAboutNumbers).first
        }

        private static func doubtAboutNumbers(_ sorted: [VersionName]) -> String? {
            for (one, other) in zip(sorted, sorted.dropFirst()) {
                // Something after the number says that the version came after the one without it.
                if one.number == other.number, one.suffix.isEmpty == other.suffix.isEmpty {
                    return "'\(one.text)' and '\(other.text)' have the same number"
                }
                // A name without a number is the first one.
                if !other.hasNumber { return "'\(one.text)' has a number below that of '\(other.text)'" }
            }
            return nil
        }
    }

    /// Checks an order that the user gave.
    ///
    /// - Parameters:
    ///   - order: The names, oldest first, with or without their extension.
    ///   - names: The versions' names in any order.
    ///   - optional: Those that the order may leave out, because they cannot be read.
    ///   - current: The name of the version that the app uses.
    ///   - file: The bundle's path, for findings.
    /// - Returns: The order, with an error for each name that is wrong or missing.
    static func given(
        _ order: [String],
        names: [String],
        optional: Set<String> = [],
        current: String?,
        file: String
    ) -> VersionOrder {
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
        let missing: [String] = names.filter { !seen.contains($0) && !optional.contains($0) }.sorted()
        if !missing.isEmpty {
            findings.error(
                "the order leaves out \(missing.map { "'\($0)'" }.joined(separator: ", "))",
                at: location,
                help: ["list every version; in a copy of the model you can remove one that no store was created with"]
            )
        }
        let left = names.filter { !seen.contains($0) && optional.contains($0) }.sorted()
        if !left.isEmpty {
            findings.warning(
                "the order leaves out \(left.map { "'\($0)'" }.joined(separator: ", ")), which cannot be read",
                at: location
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

    private static func doubt(about current: String?, in order: [String]) -> String? {
        guard let current else {
            return order.count > 1 ? "no '\(ModelBundle.currentFile)' contains the current version" : nil
        }
        return order.contains(current) ? nil : "the current version, '\(current)', is not in the model"
    }
}
