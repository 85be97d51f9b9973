import ApusSchema

extension EntitySource {
    /// A relationship's property, and the methods that change a to-many one.
    func add(_ placed: ClassLayout.PlacedRelationship, to text: inout SourceText) {
        if placed.relationship.isToMany {
            addToMany(placed, to: &text)
        } else {
            addToOne(placed, to: &text)
        }
    }

    private func addToOne(_ placed: ClassLayout.PlacedRelationship, to text: inout SourceText) {
        let relationship: Relationship = placed.relationship
        // Required or not, there is a time before the other end is set and a time after it was deleted.
        let need: String = relationship.isOptional ? "" : " It must lead to one when the object is saved."
        text.document(
            relationship.documentation ?? "The relationship `\(relationship.name)`\(inverse(of: placed)).\(need)"
        )
        let head: String =
            "\(access(withClassOf: relationship.destination).modifier)var \(swiftName(relationship.name)): "
        text.block(head + types.class(of: relationship.destination) + "?") { text in
            text.add("get { apusObject(\(placed.position)) }")
            text.add("set { apusSet(\(placed.position), newValue) }")
        }
    }

    private func addToMany(_ placed: ClassLayout.PlacedRelationship, to text: inout SourceText) {
        let relationship: Relationship = placed.relationship
        let access: String = access(withClassOf: relationship.destination).modifier
        let far: String = types.class(of: relationship.destination)
        let name: String = relationship.name
        let order: String = relationship.isOrdered ? "in the order that you give them" : "in no particular order"
        text.document(
            relationship.documentation ?? "The relationship `\(name)`\(inverse(of: placed)), \(order)."
        )
        text.block("\(access)var \(swiftName(name)): [\(far)]") { text in
            text.add("get { apusObjects(\(placed.position)) }")
            text.add("set { apusSet(\(placed.position), newValue) }")
        }
        let objects: String = "some \(types.swift("Sequence"))<\(far)>"
        for (verb, article, method) in [("addTo", "Adds", "apusAdd"), ("removeFrom", "Removes", "apusRemove")] {
            let preposition: String = verb == "addTo" ? "to" : "from"
            text.gap()
            text.document("\(article) an object \(preposition) `\(name)`.")
            text.block("\(access)func \(verb)\(name.capitalizedFirst)(_ object: \(far))") { text in
                text.add("\(method)(\(placed.position), object)")
            }
            text.gap()
            text.document("\(article) objects \(preposition) `\(name)`.")
            text.block("\(access)func \(verb)\(name.capitalizedFirst)(_ objects: \(objects))") { text in
                text.add("for object in objects { \(method)(\(placed.position), object) }")
            }
        }
    }

    private func inverse(of placed: ClassLayout.PlacedRelationship) -> String {
        let back: String? = schema.inverse(of: placed.relationship, in: placed.owner)?.relationship.name
        return back.map { ", the inverse of `\(placed.relationship.destination).\($0)`" } ?? ""
    }
}

extension String {
    /// The text with its first letter a capital one.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
