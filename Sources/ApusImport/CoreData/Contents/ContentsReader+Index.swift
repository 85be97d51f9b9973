import ApusDiagnostics
import ApusSchema

extension ContentsReader {
    /// Reads a fetch index.
    mutating func readIndex(_ element: MarkupElement, of entity: String) -> Entity.Index? {
        let name = element.keys["name"] ?? ""
        let path: ModelPath = .entity(entity).element("indexes", name)
        var keys = KeyReader(element, .fetchIndex, label: ElementLabel("fetch index", "\(entity).\(name)"), file: file)
        _ = keys.required("name", expected: "the index's name")
        let predicate = keys.filled("partialIndexPredicate")
        var elements: [Entity.Index.Element] = []
        var kinds: Set<Entity.Index.Kind> = []
        for child in element.children {
            guard child.name == "fetchIndexElement" else {
                refuse(child, of: keys.label)
                continue
            }
            var childKeys = KeyReader(child, .fetchIndexElement, label: keys.label.part("an element of"), file: file)
            let kind: Entity.Index.Kind? = childKeys.choice(
                "type",
                among: ["Binary": .binary, "RTree": .rtree],
                isLoose: true
            )
            kinds.insert(kind ?? .binary)
            if let element = readIndexElement(&childKeys) { elements.append(element) }
            refuseChildren(of: child, label: childKeys.label)
            close(&childKeys, of: child)
        }
        if kinds.count > 1 {
            keys.warning("\(keys.label) is left out", notes: ["its elements are of both types, 'Binary' and 'RTree'"])
            elements = []
        }
        close(&keys, of: element)
        note(path, at: keys.location)
        // Xcode keeps an emptied index.
        if name.isEmpty || elements.isEmpty { return nil }
        return Entity.Index(name, elements, kind: kinds.first ?? .binary, predicate: predicate)
    }

    private func readIndexElement(_ keys: inout KeyReader) -> Entity.Index.Element? {
        let property = keys.filled("property")
        let expression = keys.filled("expression")
        let isDescending = keys.choice("order", among: ["ascending": false, "descending": true], isLoose: true)
        guard let text = property ?? expression else {
            keys.warning("\(keys.label) is left out", notes: ["it has neither 'property' nor 'expression'"])
            return nil
        }
        if property != nil, let expression {
            keys.leaveOut(expression, of: "expression", expected: "it without 'property'")
        }
        var element = Entity.Index.Element(text)
        element.isDescending = isDescending ?? false
        return element
    }

    /// Reads lists of names: `<uniquenessConstraint><constraint value="a"/></uniquenessConstraint>`.
    mutating func readNameLists(
        _ element: MarkupElement,
        list listKind: ContentsGrammar.Kind,
        name nameKind: ContentsGrammar.Kind,
        of owner: ElementLabel
    ) -> [[String]] {
        check(element, .list, label: owner.part("'\(element.name)' of"))
        var lists: [[String]] = []
        for list in element.children {
            guard list.name == listKind.rawValue else {
                refuse(list, of: owner)
                continue
            }
            let label = owner.part("a '\(listKind.rawValue)' of")
            check(list, listKind, label: label)
            var names: [String] = []
            for child in list.children {
                guard child.name == nameKind.rawValue else {
                    refuse(child, of: label)
                    continue
                }
                var keys = KeyReader(child, nameKind, label: label.part("'\(nameKind.rawValue)' in"), file: file)
                // An index loses nothing without it, but a constraint would be another one.
                let isIndex = nameKind == .index && !keys.has("value")
                if isIndex { keys.warning("\(keys.label) has no 'value' and is left out") }
                if !isIndex, let name = keys.required("value", expected: "a property's name") { names.append(name) }
                close(&keys, of: child)
                refuseChildren(of: child, label: keys.label)
            }
            // Xcode keeps an emptied list.
            if !names.isEmpty { lists.append(names) }
        }
        return lists
    }

    /// Removes to-many relationships from the indexes, as Core Data does, because they have no column to index.
    mutating func settleIndexes() {
        // The copy keeps its index of names while the entities change.
        let schema = version.schema
        for (number, entity) in schema.entities.enumerated() where !entity.indexes.isEmpty {
            var indexes: [Entity.Index] = []
            for var index in entity.indexes {
                let left: [Entity.Index.Element] = index.elements.filter { element in
                    guard case .property(let path) = element.term, path.count == 1 else { return true }
                    return schema.relationship(path[0], of: entity)?.relationship.isToMany != true
                }
                if left.count < index.elements.count {
                    for gone in index.elements where !left.contains(gone) {
                        findings.warning(
                            "the index '\(entity.name).\(index.name)' contains '\(gone.text)', a to-many relationship, "
                                + "which has no column to index and is left out",
                            about: Topic("'\(entity.name).\(index.name)'"),
                            at: version.location(of: .entity(entity.name).element("indexes", index.name))
                        )
                    }
                    index.elements = left
                    if left.isEmpty { continue }
                }
                indexes.append(index)
            }
            version.schema.entities[number].indexes = indexes
        }
    }
}

extension Entity {
    /// Adds the indexes that Xcode before version 9 wrote as `indexed="YES"` of a property and as `compoundIndexes`,
    /// under the names that later versions of Xcode give them when they convert a model.
    ///
    /// If the entity already has the same index under any name, it is skipped: it was written for both versions of
    /// Xcode.
    mutating func addLegacyIndexes(of properties: [String], compounds: [[String]]) {
        for name in properties {
            add(Index("by\(name.prefix(1).uppercased())\(name.dropFirst())Index", [Index.Element(name)]))
        }
        for names in compounds { add(Index("compoundIndex", names.map { Index.Element($0) })) }
    }

    private mutating func add(_ index: Index) {
        if indexes.contains(where: { $0.elements == index.elements && $0.predicate == nil }) { return }
        var numbered = index
        var number = 0
        while indexes.contains(where: { $0.name == numbered.name }) {
            number += 1
            numbered.name = "\(index.name)\(number)"
        }
        indexes.append(numbered)
    }
}
