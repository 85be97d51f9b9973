extension Entity {
    /// An index of an entity, such as Core Data's fetch index.
    public struct Index: Hashable, Sendable {
        /// The kinds of indexes.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            /// Sorted values, for equality, ranges and sorting.
            case binary
            /// An R-tree of up to five dimensions, for numbers.
            case rtree
        }

        /// The index's name, which is unique in the entity.
        public var name: String

        /// The kind of the index.
        public var kind: Kind

        /// The elements, most significant first.
        public var elements: [Element]

        /// The predicate for the indexed rows, in Core Data's format; `nil` for all.
        public var predicate: String?

        /// Creates an index.
        public init(_ name: String, _ elements: [Element], kind: Kind = .binary, predicate: String? = nil) {
            self.name = name
            self.kind = kind
            self.elements = elements
            self.predicate = predicate
        }
    }
}

extension Entity.Index {
    /// An element of an index: `startDate`, `startDate desc`, `lowercase:(name)`.
    public struct Element: Hashable, Sendable {
        /// The value by which rows are sorted.
        public enum Term: Hashable, Sendable {
            /// A property, or a part of a composite: `name`, `address.city`.
            case property([String])
            /// An expression, in Core Data's format.
            case expression(String)
        }

        /// The value by which rows are sorted.
        public var term: Term

        /// Whether the greatest value comes first.
        public var isDescending: Bool

        /// Creates an element.
        public init(_ term: Term, isDescending: Bool = false) {
            self.term = term
            self.isDescending = isDescending
        }

        /// Parses `name`, `name desc`, `name asc` or `address.city`; anything else is an expression.
        public init(_ text: String) {
            let (term, isDescending) = SortKey.parts(of: text)
            let names = term.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            self.init(
                names.allSatisfy(\.isIdentifier) ? .property(names) : .expression(term),
                isDescending: isDescending
            )
        }

        /// The element as a model contains it.
        public var text: String {
            let term: String =
                switch self.term {
                case .property(let names): names.joined(separator: ".")
                case .expression(let text): text
                }
            return isDescending ? term + " desc" : term
        }
    }
}
