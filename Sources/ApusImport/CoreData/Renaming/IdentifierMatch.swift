/// The matches between the elements of an older and a newer version, as Core Data finds them.
///
/// Core Data matches elements with equal renaming identifiers, where the identifier defaults to the name, on both sides
/// (`NSPropertyDescription.renamingIdentifier`). If it would drop an element and add another one of the same name, the
/// names match here, so that no value is lost because of a forgotten identifier. It goes from each version straight to the
/// newest one, so an identifier that is written again after that still matches, here as there.
struct IdentifierMatch {
    /// An element with its renaming identifier.
    struct Element: Hashable {
        /// The name.
        let name: String
        /// The renaming identifier, if the model has one.
        let identifier: String?
        /// The identifiers that it had in older versions and has no more.
        var earlier: Set<String> = []
        /// Whether another element has the same identifier, so that only the name matches it.
        var isAmbiguous = false

        /// The identifier that Core Data matches the element by.
        var effectiveIdentifier: String { identifier ?? name }
    }

    /// The older name of each newer element that matches.
    let olderNames: [String: String]

    /// The elements that match only by name.
    let stale: [(older: Element, newer: Element)]

    /// New elements whose identifier is the name of an older element with another identifier: renames that Core Data
    /// does not detect.
    let missed: [(older: Element, newer: Element)]

    /// Matches elements of the same kind.
    ///
    /// - Parameters:
    ///   - older: The older elements.
    ///   - newer: The newer elements.
    ///   - late: The older names of newer elements whose identifiers a later version has, by their names.
    init(older: [Element], newer: [Element], late: [String: String] = [:]) {
        var olderNames: [String: String] = late
        // Of several elements with one identifier, the one that bears it as its name is not renamed.
        let clear = older.filter { !$0.isAmbiguous || $0.name == $0.effectiveIdentifier }
        let byIdentifier = Dictionary(clear.map { ($0.effectiveIdentifier, $0) }) { first, _ in first }
        var free = Dictionary(older.map { ($0.name, $0) }) { first, _ in first }
        for name in late.values { free[name] = nil }
        for element in newer
        where olderNames[element.name] == nil && free[element.name]?.effectiveIdentifier == element.effectiveIdentifier
        {
            free[element.name] = nil
            olderNames[element.name] = element.name
        }
        for element in newer where !element.isAmbiguous && olderNames[element.name] == nil {
            guard let other = byIdentifier[element.effectiveIdentifier], free.removeValue(forKey: other.name) != nil
            else { continue }
            olderNames[element.name] = other.name
        }
        var stale: [(older: Element, newer: Element)] = []
        for element in newer where olderNames[element.name] == nil {
            guard let other = free.removeValue(forKey: element.name) else { continue }
            if !other.isAmbiguous, !element.isAmbiguous { stale.append((other, element)) }
            olderNames[element.name] = element.name
        }
        // Of several claimants of one identifier, names may have left one.
        let claimants = Dictionary(
            grouping: newer.filter { $0.isAmbiguous && olderNames[$0.name] == nil },
            by: \.effectiveIdentifier
        )
        for (identifier, elements) in claimants where elements.count == 1 {
            guard let other = byIdentifier[identifier], free.removeValue(forKey: other.name) != nil else { continue }
            olderNames[elements[0].name] = other.name
        }
        for (newer, older) in Self.forgotten(newer.filter { olderNames[$0.name] == nil }, free: free, older: older) {
            free[older] = nil
            olderNames[newer] = older
        }
        missed = newer.compactMap { element in
            guard olderNames[element.name] == nil, !element.isAmbiguous,
                let other = element.identifier.flatMap({ free[$0] })
            else { return nil }
            return (other, element)
        }
        self.olderNames = olderNames
        self.stale = stale
    }

    /// Returns the matches by identifiers that were forgotten in between: from the older versions, Core Data goes straight
    /// to the newer one.
    ///
    /// - Parameters:
    ///   - newer: The newer elements that match nothing so far.
    ///   - free: The older elements that match nothing so far, by name.
    ///   - older: All older elements.
    /// - Returns: The names of the pairs in which neither element has another match.
    private static func forgotten(
        _ newer: [Element],
        free: [String: Element],
        older: [Element]
    ) -> [(newer: String, older: String)] {
        var owners: [String: [String]] = [:]
        for element in free.values {
            for identifier in element.earlier { owners[identifier, default: []].append(element.name) }
        }
        let known = Set(older.map(\.effectiveIdentifier))
        let names = Set(older.map(\.name))
        var pairs: [(newer: String, older: String)] = []
        for element in newer where !element.isAmbiguous {
            guard let identifier = element.identifier, !known.contains(identifier) else { continue }
            // What has the name now is something else, except what had it as its identifier.
            pairs += (owners[identifier] ?? [])
                .filter { $0 == identifier || !names.contains(identifier) }.map { (element.name, $0) }
        }
        let newerCounts = Dictionary(pairs.map { ($0.newer, 1) }, uniquingKeysWith: +)
        let olderCounts = Dictionary(pairs.map { ($0.older, 1) }, uniquingKeysWith: +)
        return pairs.filter { newerCounts[$0.newer] == 1 && olderCounts[$0.older] == 1 }
    }
}
