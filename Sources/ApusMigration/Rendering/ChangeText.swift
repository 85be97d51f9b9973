import ApusSchema

/// A change in the words of a person who reads a diff.
struct ChangeText {
    /// `+` for what is new, `-` for what is gone, `~` for what differs.
    let sign: String
    /// The name, or the older and the newer one.
    let subject: String
    /// What differs; empty where the sign says it all.
    let detail: String

    init(_ kind: Change.Kind) {
        switch kind {
        case .entityAdded(let entity): (sign, subject, detail) = ("+", entity.name, "new: " + Self.text(entity))
        case .entityRemoved(let entity): (sign, subject, detail) = ("-", entity.name, "entity with all its rows")
        case .entityRenamed(let from, let to): (sign, subject, detail) = ("~", "\(from) → \(to)", "entity renamed")
        case .attributeAdded(let attribute): (sign, subject, detail) = ("+", attribute.name, Self.text(attribute))
        case .attributeRemoved(let attribute): (sign, subject, detail) = ("-", attribute.name, Self.text(attribute))
        case .attributeRenamed(let from, let to), .relationshipRenamed(let from, let to):
            (sign, subject, detail) = ("~", "\(from) → \(to)", "renamed")
        case .typeChanged(let name, let from, let to):
            (sign, subject, detail) = ("~", name, "\(from.name) → \(to.name)")
        case .becameOptional(let name): (sign, subject, detail) = ("~", name, "required → optional")
        case .becameRequired(let name, let value):
            let filled: String = value.map { ", where empty \(Self.quoted($0))" } ?? ""
            (sign, subject, detail) = ("~", name, "optional → required\(filled)")
        case .defaultChanged(let name, let from, let to):
            let (old, new): (String, String) = (from.map(Self.quoted) ?? "none", to.map(Self.quoted) ?? "none")
            (sign, subject, detail) = ("~", name, "default \(old) → \(new), for new objects only")
        case .kindChanged(let from, let to):
            (sign, subject, detail) = ("~", to.name, "\(Self.text(from)) → \(Self.text(to))")
        case .relationshipAdded(let relationship):
            (sign, subject, detail) = ("+", relationship.name, Self.text(relationship))
        case .relationshipRemoved(let relationship, let isLoss):
            let kept: String = isLoss ? "" : ", its references stay with the inverse"
            (sign, subject, detail) = ("-", relationship.name, Self.text(relationship) + kept)
        case .cardinalityChanged(let name, let toMany):
            (sign, subject, detail) = ("~", name, toMany ? "to-one → to-many" : "to-many → to-one")
        case .destinationChanged(let name, let from, let to):
            (sign, subject, detail) = ("~", name, "to \(from) → to \(to)")
        case .inverseChanged(let name, let from, let to):
            (sign, subject, detail) = ("~", name, "inverse \(from ?? "none") → \(to ?? "none")")
        case .deleteRuleChanged(let name, let from, let to):
            (sign, subject, detail) = ("~", name, "delete rule \(from.rawValue) → \(to.rawValue)")
        case .settingChanged(let property, let key, let from, let to):
            let (old, new): (String, String) = (from ?? "none", to ?? "none")
            (sign, subject, detail) = ("~", property ?? "entity", "\(key) \(old) → \(new)")
        case .storageMoved(let name, _, _): (sign, subject, detail) = ("~", name, "its references move")
        }
    }

    private static func text(_ entity: Entity) -> String {
        let names: [String] = entity.properties.map(\.name)
        return names.isEmpty ? "no properties" : names.joined(separator: ", ")
    }

    private static func text(_ attribute: Attribute) -> String {
        let text: String? = attribute.defaultValue.map(quoted) ?? attribute.defaultExpression
        let value: String = text.map { " = " + $0 } ?? ""
        return attribute.type.name + (attribute.isOptional ? "?" : "") + value
    }

    private static func text(_ relationship: Relationship) -> String {
        relationship.isToMany
            ? "to many \(relationship.destination)"
            : "to one \(relationship.destination)" + (relationship.isOptional ? "?" : "")
    }

    private static func text(_ property: Property) -> String {
        switch property {
        case .attribute(let attribute): text(attribute)
        case .relationship(let relationship): text(relationship)
        }
    }

    private static func quoted(_ value: Value) -> String {
        switch value {
        case .string(let text): "'\(text)'"
        default: value.text
        }
    }
}
