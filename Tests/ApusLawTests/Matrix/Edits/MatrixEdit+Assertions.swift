import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    /// What holds for some objects, and does not hold for others.
    static let assertions: [MatrixEdit] = [
        MatrixEdit("objects asserted") { draft in
            let entities = draft.older.entities.filter { draft.keeps($0.name) }
            guard let path = draft.pick(entities.map { ElementPath($0.name) }),
                let older = draft.older.entity(path.entity),
                let newer = draft.schema.entities.first(where: { $0.originalName ?? $0.name == path.entity })
            else { return false }
            let attribute = Attribute(draft.newName("note"), .string, isOptional: true)
            draft.change(entity: newer.name) { $0.attributes.append(attribute) }
            let (before, after) = ("$old.\(older.name)", newer.name)
            var choices = [
                "\(after).count == \(before).count", "\(after).count <= \(before).@count + 1", "\(before).count <= 4",
                "SUBQUERY(\(after), $x, $x.\(attribute.name) == nil).@count == \(before).count",
            ]
            for number in older.attributes where number.type.scalar?.integerRange != nil {
                let name = number.name
                choices += [
                    "SUBQUERY(\(before), $x, $x.\(name) > 3).@count <= 1",
                    "\(before).@sum.\(name) == \(after).@sum.\(name)",
                    "SUBQUERY(\(after), $x, $x.\(name) != nil).@max.\(name) > 2",
                    "SUBQUERY(\(after), $x, $x.\(name) == nil).@count == 0",
                    "\(after).@min.\(name) == \(before).@min.\(name)",
                ]
            }
            for relationship in older.relationships where relationship.isToMany && !relationship.isTransient {
                choices += [before, after].map { "SUBQUERY(\($0), $x, $x.\(relationship.name).@count > 1).@count <= 1" }
            }
            let text = draft.random.pick(choices)
            draft.asserted.append(text)
            draft.touch(ElementPath(newer.name, attribute.name))
            draft.tell("it is asserted that \(text)")
            return true
        }
    ]
}
