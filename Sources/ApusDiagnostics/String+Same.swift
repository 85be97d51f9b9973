import Foundation

extension String {
    /// Whether two texts have the same bytes in UTF-8, as files, digests and SQLite's names do. Swift's `==` also holds for
    /// texts that differ in the form of an accent.
    package func isSame(as other: String) -> Bool { order(to: other) == 0 }

    /// Whether the bytes of a text come before those of another one. The order of Swift's `<` depends on the version of
    /// Unicode.
    package func precedes(_ other: String) -> Bool { order(to: other) < 0 }

    /// Negative, zero or positive. It compares memory, because a debug build takes a call per byte for collections.
    private func order(to other: String) -> Int {
        var (one, other) = (self, other)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                let count: Int = min(one.count, other.count)
                if count > 0, let one = one.baseAddress, let other = other.baseAddress {
                    let order = memcmp(one, other, count)
                    if order != 0 { return Int(order) }
                }
                return one.count - other.count
            }
        }
    }
}

extension Array<String> {
    /// Whether two lists have the same texts, each with the same bytes.
    package func isSame(as other: [String]) -> Bool { elementsEqual(other) { $0.isSame(as: $1) } }
}
