import ApusDiagnostics
import ApusSchema

// The text of refusals. Nothing reads it back.

extension Refusal {
    /// What cannot be inferred, and why.
    public var message: String {
        switch reason {
        case .claimedTwice(let older, let newer):
            "\(newer.quoted(" and ")) both claim the older '\(older.property ?? older.entity)'"
        case .ambiguousOriginalName(let name, let candidates):
            "'originalName: \(name)' of '\(path)' may mean \(candidates.quoted(" or ")) of the older version"
        case .likelyRename(let older, let type):
            if let name = older.property {
                "'\(path.property ?? "")' is new and '\(name)' is gone\(type.map { ", both \($0)" } ?? ""): a rename?"
            } else {
                "'\(path)' is new and '\(older)' is gone, and they are alike: a rename?"
            }
        case .entityRemoved(nil): "'\(path)' is gone, and with it all its rows"
        case .entityRemoved(let taker?): "'\(taker)' takes the name of '\(path)', whose rows would all be lost"
        case .entityBecameAbstract:
            "'\(path)' becomes abstract, and the objects of exactly that entity would be lost"
        case .hierarchiesMerged(let roots):
            "\(roots.quoted(" and ")) were apart and are below '\(path)' now, but their objects may have the same "
                + "identities"
        case .propertyRemoved(let kind, nil): "'\(path)' is gone, and with it its \(kind.contents)"
        case .propertyRemoved(let kind, let taker?):
            "'\(taker)' takes the name of '\(path)', whose \(kind.contents) would be lost"
        case .inheritedPropertyLost(let name, let kind):
            "'\(path)' no longer has '\(name)', and the \(kind.contents) of its objects would be lost"
        case .becameDerived: "'\(path)' is computed from now on, and the values it was given would be lost"
        case .becameTransient: "'\(path)' is no longer kept in the store, and what it holds would be lost"
        case .caseRemoved: "the case '\(path)' is gone, and rows that have it would lose their value"
        case .partRemoved: "the part '\(path)' is gone, and with it its values"
        case .referencesNarrowed(let kinds):
            "'\(path)' can no longer point to objects of \(kinds.quoted(", ")), and references to them would be lost"
        case .orderLost: "'\(path)' has no order any more, and the order so far would be lost"
        case .kindChanged(let before, let after): "'\(path)' is not \(before.words) any more but \(after.words)"
        case .typeChanged(let before, let after, let isConvertible):
            "'\(path)' changes from \(before) to \(after), "
                + (isConvertible ? "which may lose values" : "and there is no conversion from one to the other")
        case .partTypeChanged(let before, let after):
            "'\(path)' changes from \(before) to \(after), which may lose values"
        case .attributeAddedWithoutValue(nil):
            "'\(path)' is new and required, but has no default for the rows that exist"
        case .attributeAddedWithoutValue(let part?):
            "'\(path)' is new and required, but its part '\(part)' has no default for the rows that exist"
        case .partAddedWithoutValue:
            "the part '\(path)' is new and required, but has no default for the rows that exist"
        case .becameRequiredWithoutValue:
            "'\(path)' becomes required, but has no default for the rows without a value"
        case .partRequiredWithoutValue:
            "the part '\(path)' is required, but has no default for the rows without a value"
        case .becameStoredWithoutValue:
            "'\(path)' is kept in the store from now on and required, but has no default for the rows that exist"
        case .leftWithoutValue: "some rows of '\(path)' would be left without a value, but it is required"
        case .relationshipAddedWithoutObject:
            "'\(path)' is new and required, but nothing says which objects the existing rows point to"
        case .relationshipBecameRequired:
            "'\(path)' becomes required, but nothing says which objects the rows without one point to"
        case .relationshipBecameStored:
            "'\(path)' is kept in the store from now on and required, but nothing says which objects the existing rows "
                + "point to"
        case .requiredReferencesNarrowed(let kinds):
            "'\(path)' is required, but would be empty if it pointed to an object of \(kinds.quoted(", "))"
        case .toManyBecameToOne: "'\(path)' changes from to-many to to-one"
        case .destinationChanged(let before, let name, let after) where before == after:
            "'\(path)' pointed to '\(before)', which is \(name.map { "'\($0)' now" } ?? "gone"), and points to another "
                + "'\(after)'"
        case .destinationChanged(let before, _, let after):
            "'\(path)' pointed to '\(before)' and now points to '\(after)'"
        case .inverseChanged(.ownInverse): "'\(path)' pointed one way and is now its own inverse"
        case .inverseChanged(.replaced(let older, let newer)):
            "'\(path)' had the inverse '\(older)' and now has '\(newer)', which is not the same one renamed"
        case .inverseChanged(.independent(let other)):
            "'\(path)' and \(other.map { "'\($0)'" } ?? "its inverse") were independent and are now each other's inverse"
        case .inverseChanged(.shared(isToMany: true)):
            "'\(path)' gets a to-one inverse, but several objects may share one so far"
        case .inverseChanged(.shared(isToMany: false)):
            "'\(path)' becomes one side of a one-to-one relationship, but several objects may share one so far"
        case .needlessLine(let line, let file, let isUnknown):
            "\(file) \(line.key.definition.needless.verb) '\(line.subject)', but "
                + (isUnknown ? "the older version has no such element" : line.key.definition.needless.reason)
        case .unusableFill(let text, let type):
            "'\(path)' is filled with '\(text)', which is not \(type.withArticle)"
        case .unusableConversion(let name, let before, let after, isOfUnreleasedHead: false):
            "'\(name)' does not convert \(before) to \(after), as '\(path)' would need"
        case .unusableConversion(let name, let before, let after, isOfUnreleasedHead: true):
            "an unreleased head made the store, with '\(path)' as \(before.withArticle), and '\(name)' does not convert "
                + "\(before) to \(after)"
        }
    }
}

extension Refusal.Kind {
    /// What a property of the kind holds.
    fileprivate var contents: String {
        switch self {
        case .attribute: "values"
        case .relationship: "references"
        }
    }

    /// The kind with its article.
    fileprivate var words: String {
        switch self {
        case .attribute: "an attribute"
        case .relationship: "a relationship"
        }
    }
}

extension Sequence where Element: CustomStringConvertible {
    /// The elements in quotes: `'a' and 'b'`.
    fileprivate func quoted(_ separator: String) -> String { map { "'\($0)'" }.joined(separator: separator) }
}
