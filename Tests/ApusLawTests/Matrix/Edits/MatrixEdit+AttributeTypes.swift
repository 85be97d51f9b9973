import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let attributeTypes: [MatrixEdit] = [
        MatrixEdit("type widened") { draft in
            draft.changeType { from, to in
                Conversion.inferred(from: from, to: to) != nil && to != .string ? [nil] : []
            }
        },
        MatrixEdit("type to text") { draft in
            draft.changeType { from, to in
                to != .string || from == .string
                    ? [] : Conversion.inferred(from: from, to: to) != nil ? [nil] : ["text"]
            }
        },
        MatrixEdit("type converted strictly") { draft in
            draft.changeType { from, to in
                from == to ? [] : Conversion.conversions(from: from, to: to).map(\.name)
            }
        },
        MatrixEdit("type converted leniently") { draft in
            draft.changeType { from, to in
                from == to ? [] : Conversion.conversions(from: from, to: to).compactMap { $0.lenient?.name }
            }
        },
        MatrixEdit("type changed, values lost") { draft in
            guard
                let path = draft.pick(
                    draft.plainAttributes { $0.type.scalar.map { !["bool", "int16"].contains($0.rawValue) } == true }
                ), let from = draft.attribute(path)?.type.scalar
            else { return false }
            let types: [ScalarType] = ScalarType.allCases.filter { Conversion.inferred(from: from, to: $0) == nil }
            let to: ScalarType = draft.random.pick(types)
            draft.change(attribute: path) { $0.retype(to) }
            draft.accept.append(path)
            draft.tell("'\(path)' becomes \(to.rawValue), its values are lost")
            return true
        },
    ]
}

extension StageDraft {
    /// Gives an attribute another type.
    ///
    /// - Parameter names: The conversions that would do between two types; `nil` for none that must be named.
    /// - Returns: Whether there was one.
    fileprivate mutating func changeType(_ names: (ScalarType, ScalarType) -> [String?]) -> Bool {
        let all: [ElementPath] = plainAttributes { attribute in
            attribute.type.scalar.map { from in ScalarType.allCases.contains { $0 != from && !names(from, $0).isEmpty }
            }
                == true
        }
        guard let path = pick(all), let from = attribute(path)?.type.scalar else { return false }
        let targets: [ScalarType] = ScalarType.allCases.filter { $0 != from && !names(from, $0).isEmpty }
        guard let to = random.pickAny(targets), let name = random.pickAny(names(from, to)) else { return false }
        change(attribute: path) { $0.retype(to) }
        if let name { convert[path] = name }
        tell("'\(path)' becomes \(to.rawValue) by \(name ?? "inference")")
        return true
    }
}

extension Attribute {
    /// Gives the attribute another type, without what only the older one could have.
    mutating func retype(_ type: ScalarType) {
        self.type = .scalar(type)
        (defaultValue, defaultExpression, swiftType, transformer) = (nil, nil, nil, nil)
        (minimum, maximum, length, pattern) = (nil, nil, nil, nil)
        usesExternalStorage = false
    }
}
