package import ApusSchema

extension Picture {
    /// One of the two schemas that a picture of a stage shows.
    package enum Side: Hashable, Sendable {
        case older
        case newer
    }

    /// An element of one of the two schemas. A name alone does not say which one is meant: a removed element's name may be taken.
    package struct Element: Hashable, Sendable {
        /// The schema.
        package let side: Side
        /// The element's path in this schema.
        package let path: ElementPath

        /// Creates a value.
        package init(_ side: Side, _ path: ElementPath) {
            (self.side, self.path) = (side, path)
        }
    }

    /// The indices of the entities' cards by their names in both schemas.
    struct CardIndex {
        private var newer: [String: Int] = [:]
        private var older: [String: Int] = [:]

        init(_ picture: Picture) {
            for (index, card) in picture.cards.enumerated() where card.kind.isEntity {
                if card.sign != .removed { newer[card.name] = index }
                if card.sign != .added { older[card.formerName ?? card.name] = index }
            }
        }

        /// The index of an entity's card; `nil` if the picture does not have it.
        func card(_ name: String, _ side: Side) -> Int? { side == .newer ? newer[name] : older[name] }
    }
}

extension Picture.Card {
    /// The index of the row of a property by its name in one of the two schemas.
    func indexOfRow(_ name: String, _ side: Picture.Side) -> Int? {
        rows.firstIndex { row in
            guard row.isProperty else { return false }
            return side == .newer
                ? row.sign != .removed && row.name == name : row.sign != .added && (row.formerName ?? row.name) == name
        }
    }
}
