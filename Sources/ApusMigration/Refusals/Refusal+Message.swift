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
        case .valuesSeparated(let keeper):
            "the values of '\(path)' are kept by '\(keeper)', but no relationship says which object had which value"
        case .referencesSeparated(let keeper, nil):
            "the references of '\(path)' are those of '\(keeper)' now, but no relationship says which object had which reference"
        case .referencesSeparated(let keeper, let entity?):
            "'\(path)' points to objects of '\(keeper)' now, but no relationship says which objects of '\(entity)' they were"
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
        case .needlessLine(let line, let isUnknown):
            "the mapping \(line.key.definition.needless.verb) '\(line.subject)', but "
                + (isUnknown ? "the older version has no such element" : line.key.definition.needless.reason)
        case .differsFromSteps(let from, let to, let versions):
            "stores that go from \(from) to \(to) directly get other \(path.property == nil ? "objects" : "values") of "
                + "'\(path)' than those that go by way of \(versions.map(\.description).joined(separator: ", "))"
        case .undecided: "'\(path)' is undecided: the mapping does not say yet how it is migrated"
        case .unusableFill(let text, let type):
            "'\(path)' is filled with '\(text)', which is not \(type.withArticle)"
        case .unusableExpression(let text, let problem): "'\(path)' cannot be computed by '\(text)': \(problem.message)"
        case .unusableAssertion(let problem):
            "'\(path.entity)' cannot be checked: \(problem.message) (character \(problem.offset + 1))"
        case .unusableOrigin(let problem): "the objects of '\(path)' cannot be made: \(problem.message)"
        case .unusableConversion(let name, let before, let after):
            "'\(name)' does not convert \(before) to \(after), which '\(path)' needs"
        }
    }
}

extension Refusal.Problem {
    /// The reason in words, to follow a colon.
    public var message: String {
        switch self {
        case .expression(let problem): problem.message
        case .otherEntity(let name, let destination): "'\(name)' is not '\(destination)', or below it"
        case .nothingNamed(let name, let source, let destination, false):
            "nothing makes an object of '\(destination)' of each '\(source)' as '\(name)'"
        case .nothingNamed(let name, _, let destination, true):
            "nothing makes an object of '\(destination)' of the same element as '\(name)': '$source' points to what the "
                + "older object becomes"
        case .ambiguousName(let name):
            "several origins make objects of '\(name)': give each a name with 'as', and write it here"
        case .becomesNone(let destination, let entity): "no object of '\(entity)' becomes one of '\(destination)'"
        case .becomesSeveral(let destination, let entity):
            "an object of '\(entity)' becomes several of '\(destination)': write same(name), with the name of an origin"
        case .noAttribute(let name, let entity): "'\(entity)' has no attribute '\(name)' that a store keeps"
        case .comparedUnlike(let path, let type, let other):
            "'\(path)' is \(type.rawValue), and is compared with a value of type \(other.rawValue)"
        case .listOfElement(let text): "an element of a list refers to one object, and '\(text)' is a list"
        case .notStored(let path): "'\(path)' is not stored"
        case .notComputable(let path, let isOwnInverse):
            "'\(path)' \(isOwnInverse ? "is its own inverse" : "has no references of its own"), so it cannot be computed"
        case .bothComputed(let path, let inverse): "'\(path)' and its inverse '\(inverse)' are both computed"
        case .partlyComputed(let path, let others):
            "'\(path)' is computed for some objects only, and would be lost for others of '\(others)'"
        case .destinationNotMade(let name, let path): "nothing makes objects of '\(name)', which '\(path)' points to"
        case .wholeComposite(let path, _): "'\(path)' is a composite, which is not computed as a whole"
        case .defaultOfOtherType(let name, let entity):
            "'\(name)' has a default for the objects of '\(entity)', and another type than before"
        case .otherTypeThanInherited(let name):
            "'\(name)' has another type than in other entities that inherit it, which stay"
        case .unlikeTypes(let name, let type, let other, _):
            "'\(name)' would come from values of type \(type.name) and \(other.name)"
        case .noNewerEntity(let name): "the newer version has no entity '\(name)' that has objects"
        case .noOlderEntity(let name): "the older version has no entity '\(name)'"
        case .conditionOfNone: "'where' holds for no entity of 'from'"
        case .noObjects: "no entity of its origins has objects"
        case .newIdentities(let name, _, let root):
            "the objects of '\(name)' would get new identities below '\(root)', too"
        case .severalIdentities(let names, let root):
            "objects of \(names.quoted(", ")) would get new identities below '\(root)'"
        case .notJoined(let name, let root, let obstacle):
            "the objects of '\(name)' cannot join those below '\(root)': \(obstacle.message)"
        case .doubles(let owner, let root, let isElement):
            "each \(isElement ? "element of a list" : "object") of '\(owner)' would be two objects with one identity below "
                + "'\(root)'"
        case .takenTwice(let entity, let source, let bearer, _):
            "'from: \(source)' also takes the objects of '\(entity)', which \(bearer.message), so each would be two"
        case .overlap(let owner, _, let isElement, _):
            "two origins may take the same \(isElement ? "element of a list" : "object") of '\(owner)', which would be two"
        case .staysToo(let entity, let newer, _):
            "all objects of '\(entity)' stay objects of '\(newer)', so each that the condition takes would be two"
        }
    }
}

extension Refusal.HierarchyObstacle {
    fileprivate var message: String {
        switch self {
        case .subEntitiesLeave: "not all of its sub-entities stay below it"
        case .wasAbove: "it was above entities that are above it now"
        case .inheritedName(let path): "'\(path)' has the name of a property that it would inherit"
        }
    }
}

extension Refusal.Bearer {
    fileprivate var message: String {
        switch self {
        case .origin(let source, let line): "'from: \(source)'\(line.map { " of '\($0)'" } ?? "") takes"
        case .entity(let name): "stay objects of '\(name)'"
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
