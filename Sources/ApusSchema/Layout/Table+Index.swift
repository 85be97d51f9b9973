extension Table {
    /// An index. What it is over is its identity; a name is given when it is made.
    public struct Index: Hashable, Sendable {
        /// What rows are sorted by.
        public enum Term: Hashable, Sendable {
            /// A column's values.
            case column(String)
            /// What an expression over the row gives.
            case expression(RowExpression)
        }

        /// One thing that rows are sorted by.
        public struct Element: Hashable, Sendable {
            /// What rows are sorted by.
            public let term: Term
            /// Whether the greatest comes first.
            public let isDescending: Bool

            /// Creates an element.
            public init(_ term: Term, isDescending: Bool = false) {
                self.term = term
                self.isDescending = isDescending
            }
        }

        /// What rows are sorted by, most significant first.
        public let elements: [Element]

        /// Whether no two rows may agree in all elements; rows without a value never do.
        public let isUnique: Bool

        /// The kinds whose rows are indexed; `nil` where all are.
        public let entities: [String]?

        /// What rows that are indexed fulfil; `nil` where all are.
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

        /// Creates an index over the rising values of some columns of all rows.
        public init(_ columns: [String], isUnique: Bool = false) {
            self.init(columns.map { Element(.column($0)) }, isUnique: isUnique)
        }

        /// The columns that rows are sorted by, in order, without expressions.
        public var columns: [String] {
            elements.compactMap { element in
                if case .column(let name) = element.term { name } else { nil }
            }
        }

        /// Whether the index is over the rising values of columns of all rows.
        public var isPlain: Bool {
            entities == nil && predicate == nil
                && elements.allSatisfy { element in
                    if case .column = element.term { !element.isDescending } else { false }
                }
        }
    }

    /// An index of boxes, SQLite's R-tree: for each row a point in one to five dimensions. Rows that lack one of the
    /// values are not in it. Its numbers have 32 bits, so what it finds is compared with the row itself.
    public struct RTree: Hashable, Sendable {
        /// The index's own table's name, which begins with `apus_rtree_`.
        public let name: String

        /// A column a dimension.
        public let columns: [String]

        /// The kinds whose rows are indexed; `nil` where all are.
        public let entities: [String]?

        /// What rows that are indexed fulfil; `nil` where all are.
        public let predicate: RowCondition?

        /// Creates an index of boxes.
        public init(name: String, columns: [String], entities: [String]? = nil, predicate: RowCondition? = nil) {
            self.name = name
            self.columns = columns
            self.entities = entities
            self.predicate = predicate
        }
    }
}
