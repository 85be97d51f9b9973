import ApusSchema

extension EntitySource {
    /// Adds the property of a relationship and, if it is to-many, the methods that change it.
    func add(_ slot: ClassLayout.RelationshipSlot, to text: inout SourceText) {
        if slot.relationship.isToMany {
            addToMany(slot, to: &text)
        } else {
            addToOne(slot, to: &text)
        }
    }

    private func addToOne(_ slot: ClassLayout.RelationshipSlot, to text: inout SourceText) {
        let relationship = slot.relationship
        // Even a required relationship is empty before its object is set and after its object is deleted.
        let need = relationship.isOptional ? "" : " It must not be nil when the object is saved."
        text.document(
            relationship.documentation ?? "The relationship `\(relationship.name)`\(inverse(of: slot)).\(need)"
        )
        let head = "\(access(withClassOf: relationship.destination).modifier)var \(swiftName(relationship.name)): "
        text.block(head + types.class(of: relationship.destination) + "?") { text in
            text.add("get { apusObject(\(slot.index)) }")
            text.add("set { apusSet(\(slot.index), newValue) }")
        }
    }

    private func addToMany(_ slot: ClassLayout.RelationshipSlot, to text: inout SourceText) {
        let relationship = slot.relationship
        let access: String = access(withClassOf: relationship.destination).modifier
        let far = types.class(of: relationship.destination)
        let name = relationship.name
        let order = relationship.isOrdered ? "in the order in which you set them" : "in no particular order"
        text.document(
            relationship.documentation ?? "The relationship `\(name)`\(inverse(of: slot)), \(order)."
        )
        text.block("\(access)var \(swiftName(name)): [\(far)]") { text in
            text.add("get { apusObjects(\(slot.index)) }")
            text.add("set { apusSet(\(slot.index), newValue) }")
        }
        let objects = "some \(types.swift("Sequence"))<\(far)>"
        for (verb, article, method) in [("addTo", "Adds", "apusAdd"), ("removeFrom", "Removes", "apusRemove")] {
            let preposition = verb == "addTo" ? "to" : "from"
            text.gap()
            text.document("\(article) an object \(preposition) `\(name)`.")
            text.block("\(access)func \(verb)\(name.capitalizedFirst)(_ object: \(far))") { text in
                text.add("\(method)(\(slot.index), object)")
            }
            text.gap()
            text.document("\(article) objects \(preposition) `\(name)`.")
            text.block("\(access)func \(verb)\(name.capitalizedFirst)(_ objects: \(objects))") { text in
                text.add("for object in objects { \(method)(\(slot.index), object) }")
            }
        }
        if relationship.isOrdered { addOrdered(slot, access, to: &text) }
    }

    /// Adds the methods that change an ordered relationship by index, as Core Data has them.
    private func addOrdered(_ slot: ClassLayout.RelationshipSlot, _ access: String, to text: inout SourceText) {
        let name = slot.relationship.name
        let far = types.class(of: slot.relationship.destination)
        let (int, set): (String, String) = (types.swift("Int"), types.foundation("IndexSet"))
        let insert = "\(access)func insertInto\(name.capitalizedFirst)"
        let remove = "\(access)func removeFrom\(name.capitalizedFirst)"
        let replace = "\(access)func replace\(name.capitalizedFirst)"
        let index = slot.index
        let methods: [(what: String, head: String, body: String)] = [
            (
                "Inserts an object into `\(name)`, or moves it there.", "\(insert)(_ object: \(far), at index: \(int))",
                "apusInsert(\(index), [object], at: [index])"
            ),
            (
                "Inserts objects into `\(name)`, so that each is at its index afterwards.",
                "\(insert)(_ objects: [\(far)], at indexes: \(set))",
                "apusInsert(\(index), objects, at: indexes)"
            ),
            (
                "Removes an object from `\(name)`.", "\(remove)(at index: \(int))",
                "apusRemove(\(index), at: [index])"
            ),
            (
                "Removes objects from `\(name)`.", "\(remove)(at indexes: \(set))",
                "apusRemove(\(index), at: indexes)"
            ),
            (
                "Replaces an object in `\(name)`.",
                "\(replace)(at index: \(int), with object: \(far))",
                "apusReplace(\(index), at: [index], with: [object])"
            ),
            (
                "Replaces objects in `\(name)`.",
                "\(replace)(at indexes: \(set), with objects: [\(far)])",
                "apusReplace(\(index), at: indexes, with: objects)"
            ),
        ]
        for method in methods {
            text.gap()
            text.document(method.what)
            text.block(method.head) { $0.add(method.body) }
        }
    }

    private func inverse(of slot: ClassLayout.RelationshipSlot) -> String {
        let back = schema.inverse(of: slot.relationship, in: slot.owner)?.relationship.name
        return back.map { ", the inverse of `\(slot.relationship.destination).\($0)`" } ?? ""
    }
}

extension String {
    /// The string with its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
