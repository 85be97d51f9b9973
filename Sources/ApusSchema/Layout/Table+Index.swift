extension Table {
    /// An index. Its contents identify it; it is named when it is created in a store.
    public struct Index: Hashable, Sendable {
        /// A value that rows are sorted by.
        public enum Term: Hashable, Sendable {
            /// A column's values.
            case column(String)
            /// The value of an expression over the row.
            case expression(RowExpression)
        }

        /// One term of the index, with its direction.
        public struct Element: Hashable, Sendable {
            /// The value that rows are sorted by.
            public let term: Term
            /// Whether the greatest value comes first.
            public let isDescending: Bool

            /// Creates an element.
            public init(_ term: Term, isDescending: Bool = false) {
                self.term = term
                self.isDescending = isDescending
            }
        }

        /// The elements that rows are sorted by, most significant first.
        public let elements: [Element]

        /// Whether no two rows may be equal in all elements; null differs from every value, even null.
        public let isUnique: Bool

        /// The concrete entities whose rows are indexed; `nil` for all.
        public let entities: [String]?

        /// The condition that indexed rows satisfy; `nil` for all.
        public let predicate: RowCondition?

        /// Creates an index.
        public init(
            _ elements: [Element],
            isUnique: Bool = false,
            entities: [String]? = nil,
            predicate: RowCondition? = nil
        ) {
            self.elements = elements
            self.isUnique = isUnique
            self.entities = entities
            self.predicate = predicate
        }

        /// Creates an index over columns of all rows, in ascending order.
        public init(_ columns: [String], isUnique: Bool = false) {
            self.init(columns.map { Element(.column($0)) }, isUnique: isUnique)
        }

        /// The indexed columns, in order, without expressions.
        public var columns: [String] {
            elements.compactMap { element in
                if case .column(let name) = element.term { name } else { nil }
            }
        }

        /// Whether the index contains only columns, of all rows, in ascending order.
        public var isPlain: Bool {
            entities == nil && predicate == nil
                && elements.allSatisfy { element in
                    if case .column = element.term { !element.isDescending } else { false }
                }
        }
    }

    /// An R-tree, with a point in one to five dimensions for each row. It omits rows with a null in one of the columns.
    /// Its coordinates have 32 bits, so a query has to check the rows that it finds.
    public struct RTree: Hashable, Sendable {
        /// The name of the R-tree's virtual table, which begins with `apus_rtree_`.
        public let name: String

        /// The columns, one per dimension.
        public let columns: [String]

        /// The concrete entities whose rows are indexed; `nil` for all.
        public let entities: [String]?

        /// The condition that indexed rows satisfy; `nil` for all.
        public let predicate: RowCondition?

        /// Creates an R-tree.
        public init(name: String, columns: [String], entities: [String]? = nil, predicate: RowCondition? = nil) {
            self.name = name
            self.columns = columns
            self.entities = entities
            self.predicate = predicate
        }
    }
}
