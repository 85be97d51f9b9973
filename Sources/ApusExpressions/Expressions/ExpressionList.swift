import Foundation

/// The values that a value may be one of: see ``TypedCondition/isOne(_:of:)``.
///
/// A query evaluates the condition on each object, so the constants of a long list are sorted when it is searched first.
package struct ExpressionList<Leaf: ExpressionLeaf>: Sendable {
    /// The values, in the order in which they were given.
    package let expressions: [TypedExpression<Leaf>]

    private let index = SortedConstants()

    /// Creates a list.
    package init(_ expressions: [TypedExpression<Leaf>]) { self.expressions = expressions }

    /// The length from which on a list is sorted.
    private static var shortLength: Int { 16 }

    /// Returns whether one of the values equals another one, as ``ExpressionComparison/equal`` says.
    ///
    /// - Parameters:
    ///   - value: The other value.
    ///   - evaluate: Evaluates an expression.
    /// - Returns: Whether one of the values equals it.
    /// - Throws: The error of the closure.
    func contains(_ value: StoredValue, _ evaluate: (TypedExpression<Leaf>) throws -> StoredValue) rethrows -> Bool {
        if expressions.count > Self.shortLength, let constants = index.constants(of: expressions) {
            return Self.contains(value, in: constants)
        }
        return try expressions.contains { ExpressionComparison.equal.holds(value, try evaluate($0), in: .usual) }
    }

    private static func contains(_ value: StoredValue, in sorted: [StoredValue]) -> Bool {
        if value.isNaN { return false }
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = low + (high - low) / 2
            switch StoredOrder.usual.order(sorted[middle], value) {
            case .orderedSame: return true
            case .orderedAscending: low = middle + 1
            case .orderedDescending: high = middle
            }
        }
        return false
    }
}

/// The sorted constants of a list, which copies of the list share.
private final class SortedConstants: @unchecked Sendable {
    private let lock = NSLock()
    private var isKnown = false
    private var sorted: [StoredValue]?

    /// The constants; `nil` if not all expressions are constants.
    func constants<Leaf>(of expressions: [TypedExpression<Leaf>]) -> [StoredValue]? {
        lock.withLock {
            if isKnown { return sorted }
            isKnown = true
            var constants: [StoredValue] = []
            for expression in expressions {
                guard case .constant(let value) = expression else { return nil }
                // It equals nothing, and has no index in an order.
                if !value.isNaN { constants.append(value) }
            }
            sorted = constants.sorted { StoredOrder.usual.precedes($0, $1) }
            return sorted
        }
    }
}

extension ExpressionList: Hashable {
    /// Returns whether two lists have equal values, in the same order.
    package static func == (one: ExpressionList, other: ExpressionList) -> Bool { one.expressions == other.expressions }

    /// Feeds the values into a hasher.
    package func hash(into hasher: inout Hasher) { hasher.combine(expressions) }
}

extension ExpressionList: RandomAccessCollection {
    /// The index of the first value.
    package var startIndex: Int { expressions.startIndex }

    /// The index behind the last value.
    package var endIndex: Int { expressions.endIndex }

    /// The value at an index.
    package subscript(index: Int) -> TypedExpression<Leaf> { expressions[index] }
}
