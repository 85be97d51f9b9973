import ApusSchema

extension Array {
    /// The keys but for some.
    func without<Whole>(_ names: Set<String>) -> [Key<Whole>] where Element == Key<Whole> {
        filter { !names.contains($0.name) }
    }

    /// The keys under which two elements say something else to the byte, as a store compares, and what they say.
    func differences<Whole>(_ before: Whole, _ after: Whole) -> [(key: Key<Whole>, from: String?, to: String?)]
    where Element == Key<Whole> {
        var differences: [(key: Key<Whole>, from: String?, to: String?)] = []
        // By place: a loop over the keys would copy each of them.
        for place in indices {
            let (from, to): (String?, String?) = (self[place].text(of: before), self[place].text(of: after))
            let isSame: Bool =
                if let from, let to { from.utf8.elementsEqual(to.utf8) } else { from == nil && to == nil }
            if !isSame { differences.append((self[place], from, to)) }
        }
        return differences
    }
}
