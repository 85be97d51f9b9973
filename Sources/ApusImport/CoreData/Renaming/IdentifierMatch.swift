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
        var isAmbiguous: Bool = false

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
    init(older: [Element], newer: [Element]) {
        var olderNames: [String: String] = [:]
        // Of several elements with one identifier, the one that bears it as its name is not renamed.
        let clear = older.filter { !$0.isAmbiguous || $0.name == $0.effectiveIdentifier }
        let byIdentifier = Dictionary(clear.map { ($0.effectiveIdentifier, $0) }) { first, _ in first }
        var free = Dictionary(older.map { ($0.name, $0) }) { first, _ in first }
        for element in newer where free[element.name]?.effectiveIdentifier == element.effectiveIdentifier {
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
        // From the older versions, Core Data goes to the newer one by an identifier that was forgotten in between.
        let known = Set(older.flatMap { [$0.name, $0.effectiveIdentifier] })
        let pairs = newer.flatMap { element -> [(older: String, newer: String)] in
            guard !element.isAmbiguous, olderNames[element.name] == nil, let identifier = element.identifier,
                !known.contains(identifier)
            else { return [] }
            return free.values.filter { $0.earlier.contains(identifier) }.map { ($0.name, element.name) }
        }
        for pair in pairs where pairs.count(where: { $0.older == pair.older || $0.newer == pair.newer }) == 1 {
            free[pair.older] = nil
            olderNames[pair.newer] = pair.older
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
}
