extension Entity {
    /// An index over the rows of an entity, as Core Data's fetch index.
    public struct Index: Hashable, Sendable {
        /// How an index is built.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            /// Sorted values, for equality, ranges and order.
            case binary
            /// Rectangles of up to five dimensions, for numbers.
            case rtree
        }

        /// The index's name, of its own among the entity's.
        public var name: String

        /// How the index is built.
        public var kind: Kind

        /// What is indexed, most significant first.
        public var elements: [Element]

        /// The rows that are indexed, in the format of Core Data's predicates; `nil` for all.
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
    /// One thing that an index sorts by: `startDate`, `startDate desc`, `lowercase:(name)`.
    public struct Element: Hashable, Sendable {
        /// What a row is sorted by.
        public enum Term: Hashable, Sendable {
            /// A property, or an element of a composite: `name`, `address.city`.
            case property([String])
            /// An expression, in the format of Core Data's.
            case expression(String)
        }

        /// What a row is sorted by.
        public var term: Term

        /// Whether the greatest comes first.
        public var isDescending: Bool

        /// Creates an element.
        public init(_ term: Term, isDescending: Bool = false) {
            self.term = term
            self.isDescending = isDescending
        }

        /// Reads `name`, `name desc`, `name asc`, `address.city`; whatever is no dotted name is an expression.
        public init(_ text: String) {
            let (term, isDescending) = SortKey.parts(of: text)
            let names: [String] = term.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            self.init(
                names.allSatisfy(\.isIdentifier) ? .property(names) : .expression(term),
                isDescending: isDescending
            )
        }

        /// The element as a model writes it.
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
