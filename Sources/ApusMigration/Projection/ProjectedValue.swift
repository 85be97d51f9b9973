package import ApusSchema

/// A value of a newer row, from one row of an older extent.
///
/// Values are nodes of a shared ``ExpressionGraph``. They refer to each other by number, so a value that is used twice
/// is one node. A computed value is an expression over nodes; the other cases only exist in migrations.
package enum ProjectedValue: Hashable, Sendable {
    /// A value of the row.
    case field(Field)
    /// A value computed from others.
    case computed(TypedExpression<ExpressionGraph.ID>)
    /// Another value, which must not be null: the migration stops otherwise.
    case required(ExpressionGraph.ID, ElementPath)
    /// A computed value as a column of a type stores it, see ``StoredValue/fitting(_:)``: the migration stops at one that
    /// the type cannot hold.
    case stored(ExpressionGraph.ID, ScalarType)
    /// A UUID that is derived from the plan's seed, the key and an identity.
    case uuid(key: String, of: ExpressionGraph.ID)
    /// The time of the migration.
    case now
    /// The number of the object with an identity, from 1, among all objects of some older rows, or among those of its group,
    /// in the order of their identities; null if it is none of them.
    case rowNumber(of: ExpressionGraph.ID, among: [ObjectRows])
    /// The largest identity of some older rows; 0 if there are none, or only negative ones.
    case largest(among: [ObjectRows])
    /// An identity if it belongs to an object of some older extents; null otherwise.
    case reference(ExpressionGraph.ID, among: [String])
    /// The identity of the object that is related to this row by other rows; null if there is none.
    case lookup(Lookup)
    /// A value that the store computes.
    case derived
}

/// Rows of an older extent that are objects.
package struct ObjectRows: Hashable, Sendable {
    /// The extent.
    package let extent: Extent.Name
    /// The conditions of a row: it is an object if none of them is null.
    package let conditions: [ExpressionGraph.ID]
    /// The identity of the object.
    package let identity: ExpressionGraph.ID
    /// The values by which objects are numbered apart from others; empty if all have one sequence of numbers.
    package let groups: [ExpressionGraph.ID]

    /// Creates rows.
    package init(
        of extent: Extent.Name,
        conditions: [ExpressionGraph.ID] = [],
        identity: ExpressionGraph.ID,
        groups: [ExpressionGraph.ID] = []
    ) {
        self.groups = groups
        self.extent = extent
        self.conditions = conditions
        self.identity = identity
    }
}

/// A search of older rows for the object that they relate to a row, or for the row's rank among that object's.
package struct Lookup: Hashable, Sendable {
    /// Rows of an older extent, with expressions over them.
    package struct Rows: Hashable, Sendable {
        /// The extent.
        package let extent: Extent.Name
        /// The conditions of a row: it is found if none of them is null.
        package let conditions: [ExpressionGraph.ID]
        /// The value by which the row is found.
        package let key: ExpressionGraph.ID
        /// Further values by which the row is found.
        package let furtherKeys: [ExpressionGraph.ID]
        /// The identity of the related object, or the rank.
        package let value: ExpressionGraph.ID
        /// The rank among the rows with the same key: the most significant value first.
        package let ranks: [ExpressionGraph.ID]

        /// Creates rows.
        package init(
            of extent: Extent.Name,
            conditions: [ExpressionGraph.ID] = [],
            key: ExpressionGraph.ID,
            furtherKeys: [ExpressionGraph.ID] = [],
            value: ExpressionGraph.ID,
            ranks: [ExpressionGraph.ID]
        ) {
            self.furtherKeys = furtherKeys
            self.extent = extent
            self.conditions = conditions
            self.key = key
            self.value = value
            self.ranks = ranks
        }
    }

    /// What happens if several objects are found.
    package enum Choice: Hashable, Sendable {
        /// There is at most one, because the older schema made sure of it.
        case known
        /// The migration stops: references of the older version point to several.
        case only
        /// The migration stops: an expression of the mapping finds several.
        case onlyFound
        /// An aggregate of all their values is taken; without a function, their number.
        case gathered(ExpressionFunction?)
        /// One of them is taken.
        case one(Mapping.Duplicates)

        /// Whether the migration stops.
        package var isOnly: Bool { self == .only || self == .onlyFound }
    }

    /// Returns the value of a type if there are no rows.
    func empty(as type: ScalarType) -> StoredValue {
        switch choice {
        case .gathered(nil), .gathered(.sum): type == .decimal ? .text("0") : type.isBinary ? .real(0) : .integer(0)
        case .known, .only, .onlyFound, .one, .gathered: .null
        }
    }

    /// Returns whether there is a value for every row. The sum of infinite numbers may have no result.
    func isTotal(as type: ScalarType) -> Bool { empty(as: type) != .null && !type.isBinary }

    /// The rows to search.
    package let rows: [Rows]
    /// The key to search for, over the row that the value belongs to.
    package let key: ExpressionGraph.ID
    /// The further keys to search for, as many as the rows have.
    package let furtherKeys: [ExpressionGraph.ID]
    /// What happens if several objects are found.
    package let choice: Choice

    /// Creates a search.
    package init(
        _ rows: [Rows],
        for key: ExpressionGraph.ID,
        and furtherKeys: [ExpressionGraph.ID] = [],
        _ choice: Choice
    ) {
        self.furtherKeys = furtherKeys
        self.rows = rows
        self.key = key
        self.choice = choice
    }
}
