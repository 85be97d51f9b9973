import ApusSchema
import Foundation

/// Answers a query about objects in memory, with their changes, as the store would if they were saved.
struct QueryEvaluator {
    private let container: ModelContainer
    private var scopes: [Int: ModelObject]

    /// An evaluator that asks one object.
    init(_ container: ModelContainer, _ object: ModelObject) {
        self.container = container
        scopes = [0: object]
    }

    /// The evaluator with an object in a scope.
    func `in`(_ scope: Int, _ object: ModelObject) -> QueryEvaluator {
        var copy: QueryEvaluator = self
        copy.scopes[scope] = object
        return copy
    }

    // MARK: - Objects

    func object(_ object: QueryObject) -> ModelObject? {
        switch object {
        case .scope(let scope, _): return scopes[scope]
        case .one(let base, let position, _):
            return self.object(base)?.one(position).flatMap { $0.isDeleted ? nil : $0 }
        case .element(let collection, let index, let isFromEnd):
            let objects: [ModelObject] = objects(collection)
            guard let place = Int(exactly: index), place < objects.count else { return nil }
            return objects[isFromEnd ? objects.count - 1 - place : place]
        case .kind(let base, let table):
            return self.object(base).flatMap { $0.entity.isKind(of: container.tables[table].entity) ? $0 : nil }
        }
    }

    func objects(_ collection: QueryCollection) -> [ModelObject] {
        let starts: [ModelObject] =
            switch collection.source {
            case .object(let object): self.object(object).map { [$0] } ?? []
            case .collection(let inner): objects(inner)
            }
        return starts.flatMap { $0.related(collection.position) }.filter { object in
            if object.isDeleted { return false }
            let evaluator: QueryEvaluator = self.in(collection.scope, object)
            return collection.conditions.allSatisfy { evaluator.holds($0) }
        }
    }

    // MARK: - Values

    func value(of expression: QueryExpression) -> StoredValue {
        switch expression {
        case .constant(let value): value
        case .column(let object, let column): self.object(object).map { $0.storedValue(of: column) } ?? .null
        case .identity(let object): self.object(object).map { $0.persistentModelID.identity } ?? .null
        case .kind(let object): self.object(object).map { .text($0.entity.name) } ?? .null
        case .key(let object, let position): self.object(object).map { $0.storedKey(at: position) } ?? .null
        case .aggregate(let aggregate, let collection, let value, let type):
            gathered(aggregate, objects(collection).map { self.in(collection.scope, $0).value(of: value) }, type)
        case .call(let function, let arguments, let type):
            function.value(of: arguments.map(value), isDecimal: type == .decimal)
        case .conditional(let condition, let one, let other): holds(condition) ? value(of: one) : value(of: other)
        }
    }

    private func gathered(_ aggregate: QueryAggregate, _ values: [StoredValue], _ type: ScalarType?) -> StoredValue {
        let function: PredicateFunction
        switch aggregate {
        case .count: return .integer(Int64(values.count { $0 != .null }))
        case .sum: function = .sum
        case .average: function = .average
        case .minimum: function = .minimum
        case .maximum: function = .maximum
        case .gathered(let other): function = other
        }
        return function.value(of: values, isDecimal: type == .decimal)
    }

    // MARK: - Conditions

    func holds(_ condition: QueryCondition) -> Bool {
        switch condition {
        case .constant(let holds): return holds
        case .and(let conditions): return conditions.allSatisfy(holds)
        case .or(let conditions): return conditions.contains(where: holds)
        case .not(let condition): return !holds(condition)
        case .comparison(let left, let sign, let right, let isDecimal):
            let (one, other): (StoredValue, StoredValue) = (value(of: left), value(of: right))
            let order = (isDecimal ? StoredOrder.decimal : .usual).order(one, other)
            if sign == .equal { return order == .orderedSame }
            if one == .null || other == .null { return false }
            return switch sign {
            case .equal, .less: order == .orderedAscending
            case .lessOrEqual: order != .orderedDescending
            case .greater: order == .orderedDescending
            case .greaterOrEqual: order != .orderedAscending
            }
        case .isOne(let expression, let others):
            let one: StoredValue = value(of: expression)
            return others.contains { StoredOrder.usual.order(one, value(of: $0)) == .orderedSame }
        case .text(let left, let comparison, let right):
            let (one, other): (StoredValue, StoredValue) = (value(of: left), value(of: right))
            guard let text = one.asText, let part = other.asText else {
                return comparison.operator == .equalTo && one == .null && other == .null
            }
            return comparison.holds(text, part)
        case .exists(let collection, let condition):
            return objects(collection).contains { self.in(collection.scope, $0).holds(condition) }
        }
    }
}

extension ModelObject {
    /// The identity that a to-one relationship's key would refer to.
    final func storedKey(at position: Int) -> StoredValue {
        if isFault { loadValues() }
        return switch knownValues[apusEnd: position].state {
        case .row(let row): .integer(row)
        case .one(let object): object.flatMap { $0.isDeleted ? nil : $0.persistentModelID.identity } ?? .null
        case .unknown, .many: .null
        }
    }

    /// The value of a column, as it would be stored now.
    final func storedValue(of column: Int) -> StoredValue {
        guard let table = table ?? modelContext?.container.table(of: entity),
            let position = table.columnRanges.firstIndex(where: { $0.contains(column) })
        else { return .null }
        let isDerived: Bool = table.derivedPositions.contains(position)
        // What the store computes, or keeps in a file, only the store knows; of what was never saved it knows nothing.
        if isDerived || table.externalPositions.contains(position) && !changes.contains(position) && hasRow {
            return hasRow ? modelContext?.storedValue(of: column, of: self) ?? .null : .null
        }
        if isFault { loadValues() }
        var writer = RowWriter(nil)
        knownValues.apusBind(position, to: &writer)
        let place: Int = column - table.columnRanges[position].lowerBound
        return writer.values.indices.contains(place) ? writer.values[place] : .null
    }
}
