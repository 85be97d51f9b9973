package import ApusMigration
import ApusSchema

extension Change {
    /// A line about a part of an entity that is added or removed as a whole. It is not a change of its own.
    struct Member: Hashable {
        /// The name of the property, or of the kind of part.
        let name: String
        /// Its type and the like.
        let detail: String
    }

    /// The parts of an entity that is added or removed: its properties, and what else is new about it.
    var members: [Member] {
        switch difference {
        case let added as EntityAdded: added.entity.propertyMembers + added.entity.constraintMembers
        case let removed as EntityRemoved: removed.entity.propertyMembers
        default: []
        }
    }

    /// The difference as the first line of a block prints it, whose other lines are the ``members``.
    package var blockWords: ChangeWords {
        guard let added = difference as? EntityAdded else { return words }
        let entity = added.entity
        let facts: [String] =
            ["new"] + (entity.isAbstract ? ["abstract"] : []) + (entity.parent.map { ["a kind of \($0)"] } ?? [])
            + (members.isEmpty ? ["no properties"] : [])
        return ChangeWords(words.sign, words.subject, facts.joined(separator: ", "), from: words.from, to: words.to)
    }
}

extension Entity {
    fileprivate var propertyMembers: [Change.Member] {
        attributes.map { Change.Member(name: $0.name, detail: $0.newSummary) }
            + relationships.map { Change.Member(name: $0.name, detail: $0.summary) }
    }

    fileprivate var constraintMembers: [Change.Member] {
        uniqueConstraints.map { Change.Member(name: "unique:", detail: $0.constraint) }
            + indexes.map { Change.Member(name: "index:", detail: $0.summary) }
    }
}

extension Change.Member {
    /// The name and the detail, which follow the sign.
    func line(width: Int) -> String { " \(name.shownPadded(to: width))   \(detail)" }
}
