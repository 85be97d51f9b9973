import Foundation

/// Finds the elements of a list by name. It is built when a long list is first searched.
///
/// Whoever changes the list replaces its index. All indexes are equal: they say nothing that the list does not.
package final class NameIndex: @unchecked Sendable {
    // Thread-safe: `indices` is only used under the lock.
    private let lock = NSLock()
    private var indices: [String: Int]?

    /// Creates the index of a list that has not been searched so far.
    package init() {}

    /// Finds the first element with a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - count: The number of elements in the list.
    ///   - nameAt: The name of the element at an index of the list.
    /// - Returns: Its index; `nil` if no element has the name.
    package func firstIndex(of name: String, count: Int, nameAt: (Int) -> String) -> Int? {
        // A few names are compared sooner than one is hashed.
        guard count > 16 else {
            var index = 0
            while index < count, nameAt(index) != name { index += 1 }
            return index < count ? index : nil
        }
        return lock.withLock {
            if let indices { return indices[name] }
            var indices: [String: Int] = Dictionary(minimumCapacity: count)
            for index in (0..<count).reversed() { indices[nameAt(index)] = index }
            self.indices = indices
            return indices[name]
        }
    }
}

extension NameIndex: Hashable {
    /// Always true.
    package static func == (lhs: NameIndex, rhs: NameIndex) -> Bool { true }

    /// Hashes nothing.
    package func hash(into hasher: inout Hasher) {}
}

extension NameIndex: CustomReflectable {
    /// Empty, so that a list with an index looks the same before and after a search.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension NameIndex: CustomStringConvertible {
    /// The same for every index.
    package var description: String { "index" }
}
