/// What a drawing shows at once: a schema, or what changes between two. It is a value without positions.
package struct Picture: Hashable, Sendable {
    /// The cards, in the schema's order; removed ones stand where they were.
    package var cards: [Card]

    /// The lines between cards.
    package var edges: [Edge]

    /// What happens that is about no card: code that runs, the needs of a migration.
    package var notes: [Note] = []

    /// Creates a picture.
    package init(cards: [Card] = [], edges: [Edge] = []) {
        self.cards = cards
        self.edges = edges
    }
}

extension Picture {
    /// Whether an element was added, removed, renamed or changed between two schemas.
    package enum Sign: String, CaseIterable, Hashable, Sendable {
        /// Only the newer schema has it.
        case added = "+"
        /// Only the older schema has it.
        case removed = "-"
        /// It has a new name, differs otherwise, or has moved.
        case changed = "~"
    }

    /// An entity, an enum or a composite.
    package struct Card: Hashable, Sendable {
        /// What a card stands for.
        package enum Kind: String, CaseIterable, Hashable, Sendable {
            case entity
            case abstract
            case enumeration
            case composite
        }

        /// The identity: equal in all pictures of an album, whatever it is called.
        package var id: Int
        /// What it stands for.
        package var kind: Kind
        /// The name; of a removed one the older name.
        package var name: String
        /// The older name, if it was renamed.
        package var formerName: String?
        /// The name of the entity that it is a kind of, as the card shows it.
        package var parent: String?
        /// Whether it was added, removed or changed; `nil` if it was not, or if no change is shown.
        package var sign: Sign?
        /// Whether the picture shows a change and this card has none: only its name is drawn.
        package var isFolded: Bool
        /// The properties, cases or parts, then the constraints and indexes.
        package var rows: [Row]
        /// What happens to it, and to its rows in a store.
        package var notes: [Note]
        /// The documentation.
        package var documentation: String?
        /// Where the model's file declares it.
        package var source: Source?

        /// Creates a card.
        package init(id: Int, kind: Kind = .entity, name: String) {
            self.id = id
            self.kind = kind
            self.name = name
            isFolded = false
            rows = []
            notes = []
        }
    }

    /// A line of a card.
    package struct Row: Hashable, Sendable {
        /// What a row stands for.
        package enum Kind: String, CaseIterable, Hashable, Sendable {
            case attribute
            case relationship
            /// A case of an enum.
            case value
            /// A part of a composite.
            case part
            /// A unique constraint of several properties.
            case unique
            case index
        }

        /// What is special about a property.
        package enum Mark: String, CaseIterable, Hashable, Sendable {
            case unique
            case indexed
            case encrypted
            case derived
            case transient
            case external
            case ordered
        }

        /// What it stands for.
        package var kind: Kind
        /// The name; of a removed one the older name.
        package var name: String
        /// The older name, if it was renamed.
        package var formerName: String?
        /// The type, as a model's short lines write it: `string?`, `to many Item`.
        package var type: String
        /// The older type, if it differs.
        package var formerType: String?
        /// Whether it was added, removed or changed.
        package var sign: Sign?
        /// What is special about it.
        package var marks: [Mark]
        /// What changes, and what happens to its values.
        package var notes: [Note]
        /// The documentation.
        package var documentation: String?
        /// Where the model's file declares it.
        package var source: Source?

        /// Creates a row.
        package init(_ kind: Kind, _ name: String, _ type: String) {
            self.kind = kind
            self.name = name
            self.type = type
            marks = []
            notes = []
        }
    }

    /// A short text about what a change does.
    package struct Note: Hashable, Sendable {
        /// What happens to the values or rows.
        package enum Kind: String, CaseIterable, Hashable, Sendable {
            /// The schema changes; no value does.
            case change
            /// Rows or values are lost, and the mapping accepts it.
            case lost
            case filled
            case converted
            case computed
            case setAside
            /// It was moved from, or to, another entity.
            case moved
            /// It needs a decision.
            case refused
            /// How the table goes: nothing, in place, rebuild.
            case table
            /// The number of rows.
            case rows
        }

        /// What happens.
        package var kind: Kind
        /// The text.
        package var text: String
        /// The change's code, if it is about one.
        package var code: String?
        /// The mapping's line, as YAML.
        package var line: String?
        /// Where the mapping's file has the line.
        package var source: Source?

        /// Creates a note.
        package init(_ kind: Kind, _ text: String, code: String? = nil, line: String? = nil, source: Source? = nil) {
            self.kind = kind
            self.text = text
            self.code = code
            self.line = line
            self.source = source
        }
    }

    /// A location in a file of the project.
    package struct Source: Hashable, Sendable {
        /// The path, relative to the project.
        package var file: String
        /// The line, starting at 1.
        package var line: Int?

        /// Creates a location.
        package init(file: String, line: Int? = nil) {
            self.file = file
            self.line = line
        }
    }

    /// A line between two cards: a relationship with its inverse, or an entity and the one that it is a kind of.
    package struct Edge: Hashable, Sendable {
        /// What an edge stands for.
        package enum Kind: String, CaseIterable, Hashable, Sendable {
            case relationship
            /// From an entity to one that is a kind of it.
            case inheritance
        }

        /// How many objects there are at an end, for one object at the other end.
        package enum Count: String, CaseIterable, Hashable, Sendable {
            case optional
            case one
            case many
            /// A relationship without an inverse: not known.
            case unknown
        }

        /// An end of an edge.
        package struct End: Hashable, Sendable {
            /// The card's identity.
            package var card: Int
            /// The index of the relationship's row; `nil` for the header.
            package var row: Int?
            /// How many objects of this card one object of the other has.
            package var count: Count

            /// Creates an end.
            package init(card: Int, row: Int? = nil, count: Count) {
                self.card = card
                self.row = row
                self.count = count
            }
        }

        /// What it stands for.
        package var kind: Kind
        /// The end that is drawn further left, if that is possible: the entity that has many, or the parent.
        package var source: End
        /// The other end.
        package var target: End
        /// Whether it was added, removed or changed.
        package var sign: Sign?

        /// Creates an edge.
        package init(_ kind: Kind, from source: End, to target: End, sign: Sign? = nil) {
            self.kind = kind
            self.source = source
            self.target = target
            self.sign = sign
        }
    }
}
