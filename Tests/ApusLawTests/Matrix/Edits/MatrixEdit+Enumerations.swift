import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let enumerations: [MatrixEdit] = [
        MatrixEdit("enum renamed") { draft in
            guard let path = draft.pick(draft.schema.enumerations.map { ElementPath($0.name) }) else { return false }
            let name: String = draft.newName("Kind")
            draft.rename(type: path.entity, to: name)
            draft.tell("the enum '\(path)' becomes '\(name)'")
            return true
        },
        MatrixEdit("case added") { draft in
            guard let path = draft.pick(draft.usedEnumerations()) else { return false }
            let name: String = draft.newName("case")
            let number: Int = draft.number
            draft.change(enumeration: path.entity) { type in
                type.cases.append(
                    .init(name, type.type == .string ? .string("c\(number)") : .int(Int64(1000 + number)))
                )
            }
            draft.tell("'\(path)' has a case '\(name)'")
            return true
        },
        MatrixEdit("case removed") { draft in
            let used: [ElementPath] = draft.usedEnumerations()
            let all: [ElementPath] = draft.cases { type, item in
                type.cases.count > 1 && used.contains(ElementPath(type.name))
                    && !draft.isDefault(item.name, of: type.name)
            }
            guard let path = draft.pick(all) else { return false }
            draft.change(enumeration: path.entity) { $0.cases.removeAll { $0.name == path.property } }
            draft.accept.append(path)
            draft.tell("the case '\(path)' goes")
            return true
        },
        MatrixEdit("case renamed") { draft in
            guard let path = draft.pick(draft.cases { !draft.isDefault($1.name, of: $0.name) }) else { return false }
            let name: String = draft.newName("case")
            draft.change(case: path) { $0.name = name }
            draft.touch(ElementPath(path.entity, name))
            draft.tell("the case '\(path)' becomes '\(name)'")
            return true
        },
        MatrixEdit("case renumbered") { draft in
            guard let path = draft.pick(draft.cases { _, _ in true }) else { return false }
            let number: Int = { draft in draft.newName("").isEmpty ? 0 : draft.number }(&draft)
            draft.change(case: path) { item in
                item.rawValue =
                    if case .int = item.rawValue { .int(Int64(2000 + number)) } else { .string("r\(number)") }
            }
            draft.tell("the case '\(path)' has another raw value")
            return true
        },
        MatrixEdit("raw values swapped") { draft in
            guard let path = draft.pick(draft.usedEnumerations().filter { draft.caseCount($0) > 1 }) else {
                return false
            }
            draft.change(enumeration: path.entity) { type in
                let first: Value = type.cases[0].rawValue
                type.cases[0].rawValue = type.cases[1].rawValue
                type.cases[1].rawValue = first
            }
            draft.tell("two cases of '\(path)' exchange their raw values")
            return true
        },
        MatrixEdit("raw type changed") { draft in
            guard let path = draft.pick(draft.usedEnumerations()) else { return false }
            draft.change(enumeration: path.entity) { type in
                let isText = type.type == .string
                type.type = isText ? .int32 : .string
                for index in type.cases.indices {
                    type.cases[index].rawValue = isText ? .int(Int64(index)) : .string("s\(index)")
                }
            }
            draft.tell("'\(path)' has raw values of another type")
            return true
        },
        MatrixEdit("enum to scalar") { draft in
            let all: [ElementPath] = draft.plainAttributes { draft.schema.enumeration(of: $0) != nil }
            guard let path = draft.pick(all),
                let type = draft.attribute(path).flatMap({ draft.schema.enumeration(of: $0) })
            else { return false }
            let target: ScalarType = draft.random.chance(70) ? type.type : type.type == .string ? .data : .string
            draft.change(attribute: path) { $0.retype(target) }
            draft.tell("'\(path)' is plain \(target.rawValue) now")
            return true
        },
        MatrixEdit("scalar to enum") { draft in
            let all: [ElementPath] = draft.plainAttributes { attribute in
                attribute.type.scalar.map { draft.enumeration(over: $0) != nil } == true
            }
            guard let path = draft.pick(all), let type = draft.attribute(path)?.type.scalar,
                let enumeration = draft.enumeration(over: type)
            else { return false }
            draft.change(attribute: path) {
                $0.retype(type); $0.type = .named(enumeration)
            }
            draft.convert[path] = draft.random.chance(75) ? "casesOrNull" : "cases"
            draft.touch(ElementPath(enumeration))
            draft.tell("'\(path)' becomes the enum '\(enumeration)'")
            return true
        },
        MatrixEdit("enum to another enum") { draft in
            let all: [ElementPath] = draft.plainAttributes { draft.schema.enumeration(of: $0) != nil }
            guard let path = draft.pick(all), let old = draft.attribute(path)?.type.name,
                let other = draft.random.pickAny(draft.schema.enumerations.filter { $0.name != old })
            else { return false }
            draft.change(attribute: path) {
                $0.retype(.data); $0.type = .named(other.name)
            }
            draft.convert[path] = draft.random.chance(60) ? "casesOrNull" : "cases"
            draft.touch(ElementPath(other.name))
            draft.tell("'\(path)' becomes the enum '\(other.name)' by the cases' names")
            return true
        },
        MatrixEdit("enum's name taken") { draft in
            guard let path = draft.pick(draft.usedEnumerations()),
                let old = draft.schema.enumeration(path.entity)
            else { return false }
            let name: String = draft.newName("Kind")
            draft.change(enumeration: path.entity) {
                $0.originalName = $0.name; $0.name = name
            }
            var other: Enumeration = old
            other.cases[0].rawValue = old.type == .string ? .string("other0") : .int(77)
            draft.schema.enumerations.append(other)
            draft.touch(ElementPath(name))
            for user in draft.plainAttributes({ $0.type == .named(path.entity) }) {
                draft.convert[user] = draft.random.chance(60) ? "casesOrNull" : "cases"
            }
            draft.tell("the enum '\(path)' becomes '\(name)', and another one takes its name")
            return true
        },
    ]
}

extension StageDraft {
    /// Enums that some stored attribute, or some part, has.
    fileprivate func usedEnumerations() -> [ElementPath] {
        schema.enumerations.map(\.name).filter { name in
            !attributes { $1.isPlain && $1.type == .named(name) }.isEmpty
                || !parts { $1.type == .named(name) }.isEmpty
        }.map { ElementPath($0) }
    }

    fileprivate func caseCount(_ path: ElementPath) -> Int { schema.enumeration(path.entity)?.cases.count ?? 0 }

    fileprivate func isDefault(_ name: String, of type: String) -> Bool {
        !attributes { $1.type == .named(type) && $1.defaultExpression == name }.isEmpty
            || !parts { $1.type == .named(type) && $1.defaultExpression == name }.isEmpty
    }

    /// An enum whose raw values are of a type.
    fileprivate func enumeration(over type: ScalarType) -> String? {
        schema.enumerations.first { $0.type == type || ($0.type.integerRange != nil && type.integerRange != nil) }?.name
    }
}
