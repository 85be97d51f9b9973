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
        if relationship.isOrdered { addOrdered(placed, access, to: &text) }
    }

    /// The methods that change an ordered relationship by indexes, as Core Data's.
    private func addOrdered(_ placed: ClassLayout.PlacedRelationship, _ access: String, to text: inout SourceText) {
        let name: String = placed.relationship.name
        let far: String = types.class(of: placed.relationship.destination)
        let (int, set): (String, String) = (types.swift("Int"), types.foundation("IndexSet"))
        let insert = "\(access)func insertInto\(name.capitalizedFirst)"
        let remove = "\(access)func removeFrom\(name.capitalizedFirst)"
        let replace = "\(access)func replace\(name.capitalizedFirst)"
        let position: Int = placed.position
        let methods: [(what: String, head: String, body: String)] = [
            (
                "Inserts an object into `\(name)`, or moves it there.", "\(insert)(_ object: \(far), at index: \(int))",
                "apusInsert(\(position), [object], at: [index])"
            ),
            (
                "Inserts objects into `\(name)`, so that each stands at its index afterwards.",
                "\(insert)(_ objects: [\(far)], at indexes: \(set))",
                "apusInsert(\(position), objects, at: indexes)"
            ),
            (
                "Removes an object from `\(name)`.", "\(remove)(at index: \(int))",
                "apusRemove(\(position), at: [index])"
            ),
            (
                "Removes objects from `\(name)`.", "\(remove)(at indexes: \(set))",
                "apusRemove(\(position), at: indexes)"
            ),
            (
                "Puts another object in the place of one of `\(name)`.",
                "\(replace)(at index: \(int), with object: \(far))",
                "apusReplace(\(position), at: [index], with: [object])"
            ),
            (
                "Puts other objects in the places of some of `\(name)`.",
                "\(replace)(at indexes: \(set), with objects: [\(far)])",
                "apusReplace(\(position), at: indexes, with: objects)"
            ),
        ]
        for method in methods {
            text.gap()
            text.document(method.what)
            text.block(method.head) { $0.add(method.body) }
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
