import ApusSchema

extension MatrixEdit {
    static let settings: [MatrixEdit] = [
        MatrixEdit("validation changed") { draft in
            guard
                let path = draft.pick(
                    draft.plainAttributes { $0.type == .string || $0.type.scalar?.integerRange != nil }
                )
            else { return false }
            draft.change(attribute: path) { attribute in
                if attribute.type == .string {
                    attribute.length = Length(minimum: 1, maximum: 3)
                } else {
                    (attribute.minimum, attribute.maximum) = (.int(0), .int(10))
                }
            }
            draft.tell("'\(path)' is validated in another way")
            return true
        },
        MatrixEdit("uniqueness changed") { draft in
            let all: [ElementPath] = draft.plainAttributes { $0.type.scalar != nil && !$0.usesExternalStorage }
            guard let path = draft.pick(all) else { return false }
            draft.change(attribute: path) { $0.isUnique.toggle() }
            draft.tell("'\(path)' is unique, or not")
            return true
        },
        MatrixEdit("index changed") { draft in
            guard let path = draft.pick(draft.plainAttributes { $0.type.scalar != nil && !$0.usesExternalStorage }),
                let name = path.property
            else { return false }
            let index: String = draft.newName("by")
            draft.change(entity: path.entity) { entity in
                entity.indexes = entity.indexes.isEmpty ? [.init(index, [.init(.property([name]))])] : []
            }
            draft.tell("'\(path.entity)' has other indexes")
            return true
        },
        MatrixEdit("storage settings changed") { draft in
            guard let path = draft.pick(draft.plainAttributes { $0.type == .string || $0.type == .data }) else {
                return false
            }
            let column: String = draft.newName("column")
            draft.change(attribute: path) { attribute in
                attribute.column = column
                attribute.usesExternalStorage = !attribute.isUnique && !attribute.usesExternalStorage
                attribute.isIndexedBySpotlight.toggle()
                attribute.preservesValueOnDeletion.toggle()
                attribute.hashModifier = column
            }
            draft.change(entity: path.entity) { $0.hashModifier = column }
            draft.tell("'\(path)' is kept in another way")
            return true
        },
        MatrixEdit("noise") { draft in
            guard let path = draft.pick(draft.entities { _ in true }) else { return false }
            let text: String = draft.newName("said ")
            draft.schema.entities.reverse()
            draft.schema.enumerations.reverse()
            draft.schema.documentation = text
            draft.change(entity: path.entity) { entity in
                entity.attributes.reverse()
                entity.documentation = text
                entity.userInfo["said"] = text
            }
            draft.tell("only what is not stored")
            return true
        },
    ]
}
