extension Table {
    /// An index. Its contents identify it; it is named when it is created in a store.
    package struct Index: Hashable, Sendable {
        /// A value that rows are sorted by.
        package enum Term: Hashable, Sendable {
            /// A column's values.
            case column(String)
            /// The value of an expression over the row.
            case expression(RowExpression)
        }

        /// One term of the index, with its direction.
        package struct Element: Hashable, Sendable {
            /// The value that rows are sorted by.
            package let term: Term
            /// Whether the greatest value comes first.
            package let isDescending: Bool

            /// Creates an element.
            package init(_ term: Term, isDescending: Bool = false) {
                self.term = term
                self.isDescending = isDescending
            }
        }

        /// The elements that rows are sorted by, most significant first.
        package let elements: [Element]

        /// Whether no two rows may be equal in all elements; null differs from every value, even null.
        package let isUnique: Bool

        /// The concrete entities whose rows are indexed; `nil` for all.
        package let entities: [String]?

        /// The condition that indexed rows satisfy; `nil` for all.
        package let predicate: RowCondition?

        /// Creates an index.
        package init(
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
        package init(_ columns: [String], isUnique: Bool = false) {
            self.init(columns.map { Element(.column($0)) }, isUnique: isUnique)
        }

        /// The indexed columns, in order, without expressions.
        package var columns: [String] {
            elements.compactMap { element in
                if case .column(let name) = element.term { name } else { nil }
            }
        }

        /// Whether the index contains only columns, of all rows, in ascending order.
        package var isPlain: Bool {
            entities == nil && predicate == nil
                && elements.allSatisfy { element in
                    if case .column = element.term { !element.isDescending } else { false }
                }
        }
    }

    /// An R-tree, with a point in one to five dimensions for each row. It omits rows with a null in one of the columns.
    /// Its coordinates have 32 bits, so a query has to check the rows that it finds.
    package struct RTree: Hashable, Sendable {
        /// The name of the R-tree's virtual table, which begins with `apus_rtree_`.
        package let name: String

        /// The columns, one per dimension.
        package let columns: [String]

        /// The concrete entities whose rows are indexed; `nil` for all.
        package let entities: [String]?

        /// The condition that indexed rows satisfy; `nil` for all.
        package let predicate: RowCondition?

        /// Creates an R-tree.
        package init(name: String, columns: [String], entities: [String]? = nil, predicate: RowCondition? = nil) {
            self.name = name
            self.columns = columns
            self.entities = entities
            self.predicate = predicate
        }
    }
}
