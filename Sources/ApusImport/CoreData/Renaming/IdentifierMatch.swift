/// Which elements of a newer version Core Data takes for which ones of an older version.
///
/// Core Data matches elements whose renaming identifiers are equal, where an element without one has its name, on
/// both sides (`NSPropertyDescription.renamingIdentifier`). Where it would drop an element and add another one of the
/// same name, the name matches here, so that no value is lost to a forgotten identifier.
struct IdentifierMatch {
    /// An element with its renaming identifier.
    struct Element: Hashable {
        /// The name.
        let name: String
        /// The renaming identifier, where the model gives one.
        let identifier: String?

        /// What Core Data matches the element by.
        var effectiveIdentifier: String { identifier ?? name }
    }

    /// The older name of each newer element that was there before.
    let olderNames: [String: String]

    /// The elements that only their name matches: the older and the newer side.
    let stale: [(older: Element, newer: Element)]

    /// New elements whose identifier is the name of an older one that had another identifier: renames that Core Data
    /// does not see.
    let missed: [(older: Element, newer: Element)]

    /// Matches elements of one kind, no two of which have the same effective identifier on one side.
    init(older: [Element], newer: [Element]) {
        var olderNames: [String: String] = [:]
        var free: [Element] = older
        for element in newer {
            let index: Int? = free.firstIndex { $0.effectiveIdentifier == element.effectiveIdentifier }
            if let index { olderNames[element.name] = free.remove(at: index).name }
        }
        var stale: [(older: Element, newer: Element)] = []
        for element in newer where olderNames[element.name] == nil {
            guard let index = free.firstIndex(where: { $0.name == element.name }) else { continue }
            stale.append((free.remove(at: index), element))
            olderNames[element.name] = element.name
        }
        missed = newer.compactMap { element in
            guard olderNames[element.name] == nil, let other = free.first(where: { $0.name == element.identifier })
            else { return nil }
            return (other, element)
        }
        self.olderNames = olderNames
        self.stale = stale
    }
}
