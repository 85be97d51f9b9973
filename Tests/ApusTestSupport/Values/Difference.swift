package import ApusSchema
import Foundation

extension Schema {
    /// The path of the first element in which two schemas differ bit for bit, such as `entities.0.userInfo`; `nil` if
    /// they do not.
    ///
    /// Swift's `==` ignores the form of an accent and the sign of zero; a store must not.
    package func difference(from other: Schema) -> String? {
        ApusTestSupport.difference(self, other, at: [])
    }
}

private func difference(_ one: Any, _ two: Any, at path: [String]) -> String? {
    let location: String = path.joined(separator: ".")
    switch (one, two) {
    case (let one as String, let two as String): return one.utf8.elementsEqual(two.utf8) ? nil : location
    case (let one as Double, let two as Double): return one.bitPattern == two.bitPattern ? nil : location
    case (let one as [String: String], let two as [String: String]):
        return difference(one.pairs, two.pairs, at: path)
    case (let one as Data, let two as Data): return one == two ? nil : location
    case (let one as Decimal, let two as Decimal): return one == two ? nil : location
    default: break
    }
    let (left, right) = (Mirror(reflecting: one), Mirror(reflecting: two))
    // Values without parts: numbers, Booleans, cases.
    if left.children.isEmpty, right.children.isEmpty {
        return String(reflecting: one) == String(reflecting: two) ? nil : location
    }
    guard left.children.count == right.children.count else { return location }
    for (number, (part, copy)) in zip(left.children, right.children).enumerated() {
        guard part.label == copy.label else { return location }
        if let found = difference(part.value, copy.value, at: path + [part.label ?? String(number)]) { return found }
    }
    return nil
}

extension [String: String] {
    fileprivate var pairs: [[String]] {
        map { [$0.key, $0.value] }.sorted { $0[0].utf8.lexicographicallyPrecedes($1[0].utf8) }
    }
}
