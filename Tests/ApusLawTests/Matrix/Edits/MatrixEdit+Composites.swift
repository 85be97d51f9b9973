import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let composites: [MatrixEdit] = [
        MatrixEdit("composite renamed") { draft in
            guard let path = draft.pick(draft.schema.composites.map { ElementPath($0.name) }) else { return false }
            let name: String = draft.newName("Shape")
            draft.rename(type: path.entity, to: name)
            draft.tell("the composite '\(path)' becomes '\(name)'")
            return true
        },
        MatrixEdit("optional part added") { draft in
            guard let path = draft.pick(draft.usedComposites()) else { return false }
            let type: ScalarType = draft.random.pick(ScalarType.allCases)
            return draft.add(Attribute(draft.newName("part"), .scalar(type), isOptional: true), to: path)
        },
        MatrixEdit("required part added") { draft in
            guard let path = draft.pick(draft.usedComposites()) else { return false }
            let type: ScalarType = draft.random.pick(ScalarType.allCases)
            let value: Value = ValueGenerator.value(of: type, &draft.random)
            let hasDefault = draft.random.chance(50)
            let part = Attribute(draft.newName("part"), .scalar(type), default: hasDefault ? value : nil)
            if !hasDefault { draft.fill[ElementPath(path.entity, part.name)] = .literal(value.text) }
            return draft.add(part, to: path)
        },
        MatrixEdit("part removed") { draft in
            guard let path = draft.pick(draft.usedParts { type, _ in type.attributes.count > 1 }) else { return false }
            draft.change(composite: path.entity) { $0.attributes.removeAll { $0.name == path.property } }
            draft.accept.append(path)
            draft.tell("the part '\(path)' goes")
            return true
        },
        MatrixEdit("part renamed") { draft in
            guard let path = draft.pick(draft.usedParts { _, _ in true }) else { return false }
            let name: String = draft.newName("part")
            draft.change(part: path) {
                $0.originalName = $0.name; $0.name = name
            }
            draft.touch(ElementPath(path.entity, name))
            draft.tell("the part '\(path)' becomes '\(name)'")
            return true
        },
        MatrixEdit("parts swapped") { draft in
            guard let path = draft.pick(draft.usedComposites().filter { draft.partCount($0) > 1 }) else { return false }
            draft.change(composite: path.entity) { type in
                let (one, two) = (type.attributes[0].name, type.attributes[1].name)
                (type.attributes[0].name, type.attributes[0].originalName) = (two, one)
                (type.attributes[1].name, type.attributes[1].originalName) = (one, two)
            }
            draft.tell("two parts of '\(path)' exchange their names")
            return true
        },
        MatrixEdit("part of another type") { draft in
            guard let path = draft.pick(draft.usedParts { $1.type.scalar != nil }),
                let old = draft.part(path)?.type.scalar
            else { return false }
            let types: [ScalarType] = ScalarType.allCases.filter { !Conversion.conversions(from: old, to: $0).isEmpty }
            let type: ScalarType = draft.random.pick(types.filter { $0 != old })
            draft.change(part: path) { $0.retype(type) }
            draft.tell("the part '\(path)' is \(type.rawValue) now")
            return true
        },
        MatrixEdit("part made required") { draft in
            let all: [ElementPath] = draft.usedParts { $1.isOptional && $1.type.scalar != nil }
            guard let path = draft.pick(all), let type = draft.part(path)?.type.scalar else { return false }
            draft.change(part: path) {
                $0.isOptional = false; $0.defaultValue = nil
            }
            draft.fill[path] = .literal(ValueGenerator.value(of: type, &draft.random).text)
            draft.tell("the part '\(path)' becomes required")
            return true
        },
        MatrixEdit("part made optional") { draft in
            guard let path = draft.pick(draft.usedParts { !$1.isOptional }) else { return false }
            draft.change(part: path) { $0.isOptional = true }
            draft.tell("the part '\(path)' becomes optional")
            return true
        },
        MatrixEdit("composite made required") { draft in
            let all: [ElementPath] = draft.plainAttributes { $0.isOptional && draft.schema.composite(of: $0) != nil }
            guard let path = draft.pick(all) else { return false }
            draft.change(attribute: path) { $0.isOptional = false }
            draft.tell("the composite '\(path)' becomes required")
            return true
        },
        MatrixEdit("composite made optional") { draft in
            let all: [ElementPath] = draft.plainAttributes { !$0.isOptional && draft.schema.composite(of: $0) != nil }
            guard let path = draft.pick(all) else { return false }
            draft.change(attribute: path) { $0.isOptional = true }
            draft.tell("the composite '\(path)' becomes optional")
            return true
        },
        MatrixEdit("composite replaced") { draft in
            guard let path = draft.pick(draft.plainAttributes { draft.schema.composite(of: $0) != nil }) else {
                return false
            }
            draft.change(attribute: path) {
                $0.retype(.string); $0.isOptional = true
            }
            draft.accept.append(path)
            draft.tell("the composite '\(path)' becomes a text")
            return true
        },
        MatrixEdit("part replaced") { draft in
            let all: [ElementPath] = draft.usedParts { type, part in
                draft.schema.composite(of: part) != nil || type.name != "Parcel"
            }
            guard let path = draft.pick(all), let old = draft.part(path) else { return false }
            let isComposite = draft.schema.composite(of: old) != nil
            draft.change(part: path) {
                $0.retype(.string); $0.isOptional = true
                if !isComposite { $0.type = .named("Parcel") }
            }
            draft.accept.append(path)
            draft.tell("the part '\(path)' becomes a \(isComposite ? "text" : "composite")")
            return true
        },
        MatrixEdit("composite's name taken") { draft in
            guard let path = draft.pick(draft.usedComposites()) else { return false }
            draft.takeName(of: path)
            return true
        },
    ]
}

extension StageDraft {
    fileprivate mutating func add(_ part: Attribute, to path: ElementPath) -> Bool {
        change(composite: path.entity) { $0.attributes.append(part) }
        touch(ElementPath(path.entity, part.name))
        tell("'\(path)' has a part '\(part.name)': \(part.type.name)\(part.isOptional ? "?" : "")")
        return true
    }

    /// Gives a composite another name, and its name to a new one, which everything is now that was of the old one.
    fileprivate mutating func takeName(of path: ElementPath) {
        let name: String = newName("Shape")
        change(composite: path.entity) {
            $0.originalName = $0.name; $0.name = name
        }
        schema.composites.append(
            Composite(path.entity, attributes: [Attribute(newName("part"), .string, isOptional: true)])
        )
        touch(ElementPath(name))
        accept += attributes { $1.isPlain && $1.type == .named(path.entity) }
        accept += parts { $1.type == .named(path.entity) }
        tell("the composite '\(path)' becomes '\(name)', and another one takes its name")
    }

    /// Composites that some stored attribute has, or a part of such a one.
    fileprivate func usedComposites() -> [ElementPath] {
        let direct: Set<String> = Set(
            plainAttributes().compactMap { attribute($0).flatMap { schema.composite(of: $0)?.name } }
        )
        let inner: [String] = direct.flatMap { name in
            (schema.composite(name)?.attributes ?? []).compactMap { schema.composite(of: $0)?.name }
        }
        return direct.union(inner).sorted().map { ElementPath($0) }
    }

    fileprivate func usedParts(_ isWanted: (Composite, Attribute) -> Bool) -> [ElementPath] {
        let used: [ElementPath] = usedComposites()
        return parts { used.contains(ElementPath($0.name)) && isWanted($0, $1) }
    }

    fileprivate func partCount(_ path: ElementPath) -> Int { schema.composite(path.entity)?.attributes.count ?? 0 }
}
