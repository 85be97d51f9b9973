import ApusDiagnostics
import ApusSchema

// The texts of refusals. No code parses them.

extension Refusal {
    /// The reason, as a compiler would report it.
    public var message: String {
        switch reason {
        case .claimedTwice(let older, let newer):
            "\(newer.quoted(" and ")) both claim the older '\(older.property ?? older.entity)'"
        case .ambiguousOriginalName(let name, let candidates):
            "'originalName: \(name)' of '\(path)' is ambiguous: it may refer to the older \(candidates.quoted(" or "))"
        case .likelyRename(let older, let type):
            if let name = older.property {
                "'\(path.property ?? "")' is new and '\(name)' is gone\(type.map { ", both \($0)" } ?? ""): a rename?"
            } else {
                "'\(path)' is new and '\(older)' is gone, and both are similar: a rename?"
            }
        case .entityRemoved(nil): "'\(path)' was removed, and all its rows would be lost"
        case .entityRemoved(let taker?): "'\(taker)' takes the name of '\(path)', whose rows would all be lost"
        case .entityBecameAbstract:
            "'\(path)' becomes abstract, and objects of exactly this entity would be lost"
        case .hierarchiesMerged(let roots):
            "\(roots.quoted(" and ")) were separate hierarchies and now share the root '\(path)', but their objects may "
                + "have the same identities"
        case .propertyRemoved(let kind, nil): "'\(path)' was removed, and its \(kind.contents) would be lost"
        case .propertyRemoved(let kind, let taker?):
            "'\(taker)' takes the name of '\(path)', whose \(kind.contents) would be lost"
        case .inheritedPropertyLost(let name, let kind):
            "'\(path)' no longer has '\(name)', and the \(kind.contents) of its objects would be lost"
        case .becameDerived: "'\(path)' becomes derived, and its stored values would be lost"
        case .becameTransient: "'\(path)' is no longer stored, and what it holds would be lost"
        case .caseRemoved: "the case '\(path)' was removed, and rows with this case would lose their value"
        case .partRemoved: "the part '\(path)' was removed, and its values would be lost"
        case .referencesNarrowed(let entities):
            "'\(path)' can no longer point to objects of \(entities.quoted(", ")), and references to them would be lost"
        case .orderLost: "'\(path)' is no longer ordered, and its order would be lost"
        case .valuesReplaced: "'\(path)' is computed without its older values, which would be lost"
        case .kindChanged(let before, let after): "'\(path)' changes from \(before.withArticle) to \(after.withArticle)"
        case .typeChanged(let before, let after, let isConvertible):
            "'\(path)' changes from \(before) to \(after), "
                + (isConvertible ? "which may lose values" : "and there is no conversion between these types")
        case .partTypeChanged(let before, let after):
            "'\(path)' changes from \(before) to \(after), which may lose values"
        case .attributeAddedWithoutValue(nil):
            "'\(path)' is new and required, but has no default for existing rows"
        case .attributeAddedWithoutValue(let part?):
            "'\(path)' is new and required, but its part '\(part)' has no default for existing rows"
        case .partAddedWithoutValue:
            "the part '\(path)' is new and required, but has no default for existing rows"
        case .becameRequiredWithoutValue:
            "'\(path)' becomes required, but has no default for rows without a value"
        case .partRequiredWithoutValue:
            "the part '\(path)' is required, but has no default for rows without a value"
        case .becameStoredWithoutValue:
            "'\(path)' becomes stored and is required, but has no default for existing rows"
        case .leftWithoutValue: "'\(path)' is required, but some rows would be left without a value"
        case .destinationChanged(let before, let name, let after) where before == after:
            "'\(path)' pointed to '\(before)', which \(name.map { "is now '\($0)'" } ?? "was removed"), and now points to a "
                + "different '\(after)'"
        case .destinationChanged(let before, _, let after):
            "'\(path)' pointed to '\(before)' and now points to '\(after)'"
        case .inverseChanged(.ownInverse): "'\(path)' pointed one way and is now its own inverse"
        case .inverseChanged(.replaced(let older, let newer)):
            "'\(path)' had the inverse '\(older)' and now has '\(newer)', which is not a renamed '\(older)'"
        case .inverseChanged(.independent(let other)):
            "'\(path)' and \(other.map { "'\($0)'" } ?? "its inverse") were independent and are now each other's inverse"
        case .needlessLine(let line, let file, let isUnknown):
            "\(file) \(line.key.definition.needless.verb) '\(line.subject)', but "
                + (isUnknown ? "the older version has no such element" : line.key.definition.needless.reason)
        case .differsFromSteps(let from, let to, let versions):
            "stores that go from \(from) to \(to) directly get other \(path.property == nil ? "objects" : "values") of "
                + "'\(path)' than those that go by way of \(versions.map(\.description).joined(separator: ", "))"
        case .undecided: "'\(path)' is undecided: the mapping does not say yet how it is migrated"
        case .unusableFill(let text, let type):
            "'\(path)' is filled with '\(text)', which is not \(type.withArticle)"
        case .unusableExpression(let text, let problem): "'\(path)' cannot be computed by '\(text)': \(problem)"
        case .unusableAssertion(let problem): "'\(path.entity)' cannot be checked: \(problem)"
        case .unusableOrigin(let problem): "the objects of '\(path)' cannot be made: \(problem)"
        case .unusableConversion(let name, let before, let after, isOfUnreleasedHead: false):
            "'\(name)' does not convert \(before) to \(after), which '\(path)' needs"
        case .unusableConversion(let name, let before, let after, isOfUnreleasedHead: true):
            "an unreleased head made the store, with '\(path)' as \(before.withArticle), and '\(name)' does not convert "
                + "\(before) to \(after)"
        }
    }
}

extension Refusal.Kind {
    /// The contents of a property of this kind.
    fileprivate var contents: String {
        switch self {
        case .attribute: "values"
        case .relationship: "references"
        }
    }

    /// The kind with its article.
    fileprivate var withArticle: String {
        switch self {
        case .attribute: "an attribute"
        case .relationship: "a relationship"
        }
    }
}

extension Sequence where Element: CustomStringConvertible {
    /// The elements in quotes: `'a' and 'b'`.
    func quoted(_ separator: String) -> String { map { "'\($0)'" }.joined(separator: separator) }
}
