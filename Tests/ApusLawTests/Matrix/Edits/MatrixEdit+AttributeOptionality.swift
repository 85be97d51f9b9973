import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let attributeOptionality: [MatrixEdit] = [
        MatrixEdit("made required, with a default") { draft in
            guard let path = draft.pick(draft.plainAttributes { $0.isOptional && $0.type.scalar != nil }),
                let type = draft.attribute(path)?.type.scalar
            else { return false }
            let value: Value = ValueGenerator.value(of: type, &draft.random)
            draft.change(attribute: path) {
                $0.isOptional = false; $0.defaultValue = value
            }
            draft.tell("'\(path)' becomes required, with the default '\(value.text)'")
            return true
        },
        MatrixEdit("made required, with a literal") { draft in
            draft.makeRequired {
                $0.type.scalar != nil
            } line: { draft, path, type in
                draft.fill[path] = .literal(ValueGenerator.value(of: type, &draft.random).text)
            }
        },
        MatrixEdit("made required, with a generator") { draft in
            let generators: [ScalarType: Fill.Generator] = [
                .uuid: .uuid, .string: .uuid, .date: .now, .int16: .rowNumber, .int32: .rowNumber, .int64: .rowNumber,
            ]
            return draft.makeRequired {
                $0.type.scalar.flatMap { generators[$0] } != nil
            } line: { draft, path, type in
                draft.fill[path] = generators[type].map { .generated($0) }
            }
        },
        MatrixEdit("made required, by word") { draft in
            draft.makeRequired {
                $0.type.isForeign || $0.type.scalar != nil
            } line: { draft, path, _ in
                draft.require.append(path)
            }
        },
        MatrixEdit("made optional") { draft in
            guard let path = draft.pick(draft.plainAttributes { !$0.isOptional }) else { return false }
            draft.change(attribute: path) { $0.isOptional = true }
            draft.tell("'\(path)' becomes optional")
            return true
        },
        MatrixEdit("nulls of an optional one filled") { draft in
            let all: [ElementPath] = draft.plainAttributes { $0.isOptional && $0.type.scalar != nil }
            guard let path = draft.pick(all), let type = draft.attribute(path)?.type.scalar else { return false }
            draft.fill[path] = .literal(ValueGenerator.value(of: type, &draft.random).text)
            draft.tell("the nulls of '\(path)' are filled")
            return true
        },
        MatrixEdit("default changed") { draft in
            guard let path = draft.pick(draft.plainAttributes { $0.type.scalar != nil }),
                let type = draft.attribute(path)?.type.scalar
            else { return false }
            let value: Value? = draft.random.chance(30) ? nil : ValueGenerator.value(of: type, &draft.random)
            draft.change(attribute: path) { $0.defaultValue = value }
            draft.tell("'\(path)' has the default '\(value?.text ?? "none")'")
            return true
        },
    ]
}

extension StageDraft {
    /// Makes an optional attribute required, and says where its nulls go.
    fileprivate mutating func makeRequired(
        _ isWanted: (Attribute) -> Bool,
        line: (inout StageDraft, ElementPath, ScalarType) -> Void
    ) -> Bool {
        guard let path = pick(plainAttributes { $0.isOptional && $0.defaultExpression == nil && isWanted($0) }),
            let attribute = attribute(path)
        else { return false }
        change(attribute: path) {
            $0.isOptional = false; $0.defaultValue = nil
        }
        line(&self, path, schema.storedType(of: attribute))
        tell("'\(path)' becomes required")
        return true
    }
}
