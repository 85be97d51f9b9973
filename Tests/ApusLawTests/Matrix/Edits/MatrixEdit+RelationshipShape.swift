import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let relationshipShape: [MatrixEdit] = [
        MatrixEdit("to-one to to-many") { draft in
            guard let path = draft.pick(draft.relationships { !$1.isToMany && !draft.isOwnInverse($0, $1) }) else {
                return false
            }
            let isOrdered = draft.random.chance(30)
            draft.change(relationship: path) { relationship in
                (relationship.isToMany, relationship.isOptional, relationship.isOrdered) = (true, true, isOrdered)
                (relationship.isUnique, relationship.column, relationship.holdsKey) = (false, nil, nil)
            }
            draft.forgetKey(path)
            draft.tell("'\(path)' leads to many")
            return true
        },
        MatrixEdit("to-many to to-one, references lost") { $0.narrowToOne(isLost: true) },
        MatrixEdit("to-many to to-one") { $0.narrowToOne(isLost: false) },
        MatrixEdit("relationship ordered") { draft in
            guard let path = draft.pick(draft.relationships { $1.isToMany && !$1.isOrdered }) else { return false }
            draft.change(relationship: path) { $0.isOrdered = true }
            draft.tell("'\(path)' has an order")
            return true
        },
        MatrixEdit("order lost") { draft in
            guard let path = draft.pick(draft.relationships { $1.isOrdered && !$1.isTransient }) else { return false }
            draft.change(relationship: path) { $0.isOrdered = false }
            draft.accept.append(path)
            draft.tell("'\(path)' has no order any more")
            return true
        },
        MatrixEdit("key on the other side") { draft in
            let all: [ElementPath] = draft.relationships { entity, relationship in
                guard !relationship.isTransient, let back = draft.inverse(ElementPath(entity.name, relationship.name))
                else {
                    return false
                }
                return back != ElementPath(entity.name, relationship.name)
                    && draft.relationship(back)?.isToMany == relationship.isToMany
            }
            guard let path = draft.pick(all), let back = draft.inverse(path),
                let entity = draft.schema.entity(path.entity),
                let old = draft.relationship(path)
            else { return false }
            let holds: Bool =
                switch draft.schema.storage(of: old, in: entity) {
                case .ownKey, .link(_, isOwner: true): true
                default: false
                }
            draft.change(relationship: path) {
                $0.holdsKey = !holds; ($0.column, $0.table) = (nil, nil)
            }
            draft.change(relationship: back) {
                $0.holdsKey = holds; ($0.column, $0.table) = (nil, nil)
            }
            draft.tell("'\(holds ? back : path)' holds the references")
            return true
        },
        MatrixEdit("reference made optional") { draft in
            guard let path = draft.pick(draft.relationships { !$1.isToMany && !$1.isOptional }) else { return false }
            draft.change(relationship: path) { $0.isOptional = true }
            draft.tell("'\(path)' may lead nowhere")
            return true
        },
        MatrixEdit("reference made required") { draft in
            let all: [ElementPath] = draft.relationships { !$1.isToMany && $1.isOptional && !$1.isTransient }
            guard let path = draft.pick(all) else { return false }
            draft.change(relationship: path) { $0.isOptional = false }
            draft.require.append(path)
            draft.tell("'\(path)' must lead somewhere")
            return true
        },
        MatrixEdit("delete rule and counts") { draft in
            guard let path = draft.pick(draft.relationships { _, _ in true }) else { return false }
            let maximum: Int = 1 + draft.random.below(3)
            draft.change(relationship: path) { relationship in
                relationship.deleteRule = relationship.deleteRule == .cascade ? .deny : .cascade
                if relationship.isToMany { relationship.maximumModelCount = maximum }
            }
            draft.tell("'\(path)' has other rules for saving")
            return true
        },
    ]
}

extension StageDraft {
    fileprivate func isOwnInverse(_ entity: Entity, _ relationship: Relationship) -> Bool {
        let path = ElementPath(entity.name, relationship.name)
        return inverse(path) == path
    }

    /// A relationship becomes to-one, and all references are lost, or one of each stays.
    fileprivate mutating func narrowToOne(isLost: Bool) -> Bool {
        guard let path = pick(relationships { $1.isToMany && !$1.isTransient }) else { return false }
        change(relationship: path) { relationship in
            (relationship.isToMany, relationship.isOrdered, relationship.table) = (false, false, nil)
            (relationship.minimumModelCount, relationship.maximumModelCount) = (nil, nil)
            relationship.isOptional = true
            relationship.holdsKey = nil
        }
        forgetKey(path)
        if isLost { accept.append(path) }
        tell("'\(path)' leads to one")
        return true
    }

    /// Takes away what only the side that held the key could say.
    fileprivate mutating func forgetKey(_ path: ElementPath) {
        guard let back = inverse(path) else { return }
        change(relationship: back) { ($0.holdsKey, $0.column, $0.table) = (nil, nil, nil) }
    }
}
