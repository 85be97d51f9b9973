import ApusSchema
import Foundation

/// Evaluates a query on objects in memory, with their changes, as the store would if they were saved.
struct QueryEvaluator {
    private let coordinator: StoreCoordinator
    private var scopes: [Int: ModelObject]
    /// The objects of a group.
    private var group: [ModelObject] = []

    /// Creates an evaluator for one object.
    init(_ coordinator: StoreCoordinator, _ object: ModelObject) {
        self.coordinator = coordinator
        scopes = [0: object]
    }

    /// Creates an evaluator for a group of objects. What the objects have in common is read from the first.
    init(_ coordinator: StoreCoordinator, _ group: [ModelObject]) {
        self.coordinator = coordinator
        self.group = group
        scopes = group.first.map { [0: $0] } ?? [:]
    }

    /// Returns the evaluator with a scope bound to an object.
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
            return self.object(base).flatMap { base in
                base.one(position).flatMap { $0.isDeleted || base.isMissing($0) ? nil : $0 }
            }
        case .element(let collection, let index, let isFromEnd):
            let objects: [ModelObject] = objects(collection)
            guard let offset = Int(exactly: index), offset < objects.count else { return nil }
            return objects[isFromEnd ? objects.count - 1 - offset : offset]
        case .kind(let base, let table):
            return self.object(base).flatMap { $0.entity.isKind(of: coordinator.tables[table].entity) ? $0 : nil }
        }
    }

    func objects(_ collection: QueryCollection) -> [ModelObject] {
        let starts: [ModelObject] =
            switch collection.source {
            case .object(let object): self.object(object).map { [$0] } ?? []
            case .collection(let inner): objects(inner)
            }
        return starts.flatMap { start in
            let related = start.related(collection.position)
            // Otherwise each is read by itself.
            start.modelContext?.readTogether(related)
            return related.filter { !$0.isDeleted && !start.isMissing($0) }
        }
        .filter { object in
            let evaluator: QueryEvaluator = self.in(collection.scope, object)
            return collection.conditions.allSatisfy { evaluator.holds($0) }
        }
    }

    // MARK: - Values

    func value(of expression: QueryExpression) -> StoredValue {
        // Only conversions fail, and a query has none.
        (try? expression.value(of: value)) ?? .null
    }

    func holds(_ condition: QueryCondition) -> Bool { (try? condition.holds(of: value)) ?? false }

    private func value(
        of function: ExpressionFunction?,
        _ expression: QueryExpression,
        _ type: ScalarType?
    ) -> StoredValue {
        let values: [StoredValue] = group.map { self.in(0, $0).value(of: expression) }
        return function?.value(of: values, isDecimal: type == .decimal)
            ?? .integer(Int64(values.count { $0 != .null }))
    }

    private func value(of leaf: QueryLeaf) -> StoredValue {
        switch leaf {
        case .lookedUp(let value, _): value
        case .column(let object, let column), .lookup(let object, let column):
            self.object(object).map { $0.storedValue(of: column) } ?? .null
        case .identity(let object): self.object(object).map { $0.persistentModelID.identity } ?? .null
        case .kind(let object): self.object(object).map { .text($0.entity.name) } ?? .null
        case .key(let object, let position): self.object(object).map { $0.storedKey(at: position) } ?? .null
        case .count(let collection): .integer(Int64(objects(collection).count))
        case .aggregate(let function, let collection, let value, let type):
            function.value(
                of: objects(collection).map { self.in(collection.scope, $0).value(of: value) },
                isDecimal: type == .decimal
            )
        case .group(_, nil, _): .integer(Int64(group.count))
        case .group(let function, let value?, let type): self.value(of: function, value, type)
        case .exists(let collection, let condition):
            .integer(objects(collection).contains { self.in(collection.scope, $0).holds(condition) } ? 1 : 0)
        }
    }
}

extension ModelObject {
    /// The identity that a to-one relationship's foreign key refers to, with unsaved changes.
    final func storedKey(at position: Int) -> StoredValue {
        if isFault, !isFetched(position) { loadValues() }
        return switch knownValues[apusEnd: position].state {
        case .row(let row): .integer(row)
        case .one(let object): object.flatMap { $0.isDeleted ? nil : $0.persistentModelID.identity } ?? .null
        case .unknown, .many, .detached: .null
        }
    }

    /// The value that a column would have if the object were saved now.
    final func storedValue(of column: Int) -> StoredValue {
        guard let table = table ?? modelContext?.coordinator.table(of: entity),
            let position = table.columnRanges.firstIndex(where: { $0.contains(column) })
        else { return .null }
        let isDerived = table.derivedPositions.contains(position)
        // Only the store has derived values and those in external files, and it has none of an unsaved object.
        if isDerived || table.externalPositions.contains(position) && !isChanged(position) && hasRow {
            return hasRow ? modelContext?.storedValue(of: column, of: self) ?? .null : .null
        }
        if isFault { loadValues() }
        var writer = RowWriter(nil)
        knownValues.apusBind(position, to: &writer)
        let offset: Int = column - table.columnRanges[position].lowerBound
        return writer.values.indices.contains(offset) ? writer.values[offset] : .null
    }
}
