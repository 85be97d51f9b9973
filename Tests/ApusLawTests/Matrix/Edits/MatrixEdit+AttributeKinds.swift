import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let attributeKinds: [MatrixEdit] = [
        MatrixEdit("stored to transient") { draft in
            guard let path = draft.pick(draft.plainAttributes { !$0.isUnique }) else { return false }
            let isEphemeral = draft.random.chance(40)
            draft.change(attribute: path) { attribute in
                attribute.usesExternalStorage = false
                attribute.column = nil
                if isEphemeral { attribute.isEphemeral = true } else { attribute.isTransient = true }
            }
            draft.accept.append(path)
            draft.tell("'\(path)' is no longer stored")
            return true
        },
        MatrixEdit("transient to stored") { draft in
            guard let path = draft.pick(draft.attributes { $1.isTransient || $1.isEphemeral }) else { return false }
            draft.change(attribute: path) {
                $0.isTransient = false; $0.isEphemeral = false
            }
            draft.tell("'\(path)' is stored")
            return true
        },
        MatrixEdit("plain to derived") { draft in
            guard let path = draft.pick(draft.plainAttributes()) else { return false }
            let source: String? = draft.source(of: path)
            draft.change(attribute: path) { attribute in
                attribute.retype(source == nil ? .date : .string)
                attribute.isOptional = true
                attribute.isUnique = false
                attribute.derivation = source.map { .function(.lowercase, of: [$0]) } ?? .now
            }
            draft.accept.append(path)
            draft.tell("'\(path)' is computed now")
            return true
        },
        MatrixEdit("derived to plain") { draft in
            guard let path = draft.pick(draft.attributes { $1.derivation != nil }) else { return false }
            draft.change(attribute: path) { $0.derivation = nil }
            draft.tell("'\(path)' keeps what was computed")
            return true
        },
        MatrixEdit("derivation changed") { draft in
            let all: [ElementPath] = draft.attributes {
                if case .function = $1.derivation { true } else { false }
            }
            guard let path = draft.pick(all) else { return false }
            draft.change(attribute: path) { attribute in
                guard case .function(let function, let source) = attribute.derivation else { return }
                attribute.derivation = .function(function == .uppercase ? .lowercase : .uppercase, of: source)
            }
            draft.tell("'\(path)' is computed in another way")
            return true
        },
        MatrixEdit("derived attribute added") { draft in
            guard let path = draft.pick(draft.plainAttributes { $0.type == .string }) else { return false }
            var attribute = Attribute(draft.newName("computed"), .string, isOptional: true)
            attribute.derivation = .keyPath([path.property ?? ""])
            draft.change(entity: path.entity) { $0.attributes.append(attribute) }
            draft.touch(ElementPath(path.entity, attribute.name))
            draft.tell("'\(attribute.name)' is computed from '\(path)'")
            return true
        },
        MatrixEdit("transformer or Swift type changed") { draft in
            guard let path = draft.pick(draft.attributes { $1.type == .transformable || $1.type == .codable }) else {
                return false
            }
            let name: String = draft.newName("Other")
            draft.change(attribute: path) { attribute in
                if attribute.type == .codable { attribute.swiftType = name } else { attribute.transformer = name }
            }
            draft.tell("'\(path)' has other bytes' meaning: \(name)")
            return true
        },
        MatrixEdit("bytes under another type") { draft in
            let types: [AttributeType] = [.transformable, .codable, .data]
            guard let path = draft.pick(draft.plainAttributes { types.contains($0.type) && !$0.isUnique }),
                let old = draft.attribute(path)
            else { return false }
            let type: AttributeType = draft.random.pick(types.filter { $0 != old.type })
            draft.change(attribute: path) { attribute in
                attribute.retype(.data)
                attribute.type = type
                attribute.swiftType = type == .codable ? "[Int]" : nil
            }
            draft.convert[path] = "bytes"
            draft.tell("the bytes of '\(path)' are \(type.name) now")
            return true
        },
        MatrixEdit("attribute to relationship") { draft in
            guard let path = draft.pick(draft.attributes { _, _ in true }), let name = path.property,
                let far = draft.random.pickAny(draft.schema.entities)
            else { return false }
            draft.remove(path)
            draft.change(entity: path.entity) { entity in
                entity.relationships.append(.toOne(name, far.name, isOptional: true))
            }
            draft.accept.append(path)
            draft.tell("'\(path)' becomes a relationship")
            return true
        },
        MatrixEdit("relationship to attribute") { draft in
            guard let path = draft.pick(draft.relationships { _, _ in true }), let name = path.property else {
                return false
            }
            draft.remove(path)
            draft.change(entity: path.entity) { $0.attributes.append(Attribute(name, .int64, isOptional: true)) }
            draft.accept.append(path)
            draft.tell("'\(path)' becomes an attribute")
            return true
        },
    ]
}

extension StageDraft {
    /// Another attribute of the entity that a text can be computed from.
    fileprivate func source(of path: ElementPath) -> String? {
        plainAttributes { $0.type == .string }.first { $0.entity == path.entity && $0 != path }?.property
    }
}
