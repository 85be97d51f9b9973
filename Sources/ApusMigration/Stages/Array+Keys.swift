import ApusDiagnostics
import ApusSchema

extension Array {
    /// Returns the keys except those with some names.
    func without<Whole>(_ names: Set<String>) -> [Key<Whole>] where Element == Key<Whole> {
        filter { !names.contains($0.name) }
    }

    /// Returns the keys whose values differ between two elements, with both values. Values are compared bytewise, as a
    /// store compares them.
    func differences<Whole>(_ before: Whole, _ after: Whole) -> [(key: Key<Whole>, from: String?, to: String?)]
    where Element == Key<Whole> {
        var differences: [(key: Key<Whole>, from: String?, to: String?)] = []
        // By index, because a loop over the keys would copy each of them.
        for index in indices {
            let (from, to) = (self[index].text(of: before), self[index].text(of: after))
            let isSame: Bool =
                if let from, let to { from.isSame(as: to) } else { from == nil && to == nil }
            if !isSame { differences.append((self[index], from, to)) }
        }
        return differences
    }
}
