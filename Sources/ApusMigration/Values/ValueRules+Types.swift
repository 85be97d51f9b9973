import ApusSchema

extension ValueRules {
    /// Sets how a newer leaf gets its values from an older one.
    func setOrigin(
        _ value: inout LeafValue,
        from older: Schema.Leaf,
        to newer: Schema.Leaf,
        _ paths: [ElementPath],
        in entity: String,
        property: OwnedProperty
    ) {
        let (before, after): (AttributeType, AttributeType) = (older.attribute.type, newer.attribute.type)
        let written: (path: ElementPath, name: String)? = lines.conversion(of: paths)
        value.setsAside = written.flatMap { Conversion.strictName(ofAside: $0.name) } != nil
        if case .named(let oldName) = before, case .named(let newName) = after,
            let match = matching.types.enumerations[newName], match.old.name == oldName
        {
            return setCases(&value, match, older)
        }
        if before == after, after.scalar != nil || after.isForeign {
            value.origin = .carried(older)
            return
        }
        if let target = matching.newer.schema.enumeration(of: newer.attribute) {
            return setCases(&value, of: target, from: older, written)
        }
        if before.isBytes, after.isBytes, before != after {
            guard let written, written.name == "bytes" else { return refuse(&value, written) }
            value.lines.insert(.convert(written.path, written.name))
            value.origin = .carried(older)
            return
        }
        guard after.scalar != nil, !before.isForeign else {
            value.obstacle = .incompatible
            return
        }
        let inferred = Conversion.inferred(from: older.type, to: newer.type)
        if let written, let conversion = Conversion(written.name.plainConversion, from: older.type, to: newer.type) {
            value.lines.insert(.convert(written.path, written.name))
            value.origin = .converted(older, conversion)
        } else if written != nil, inferred == nil || !lines.isBorrowed {
            refuse(&value, written)
        } else if older.type == newer.type {
            value.origin = .carried(older)
        } else if let inferred {
            value.origin = .converted(older, inferred)
        } else {
            value.obstacle = .noConversion
        }
    }

    private func refuse(_ value: inout LeafValue, _ written: (path: ElementPath, name: String)?) {
        value.obstacle = written.map { .unknownConversion($0.name, $0.path) } ?? .noConversion
    }

    /// Sets the origin for a matched enum, whose cases keep their names or their raw values.
    private func setCases(_ value: inout LeafValue, _ match: TypeMatching.EnumerationMatch, _ older: Schema.Leaf) {
        let isUnchanged =
            match.old.type == match.new.type && match.removed.isEmpty
            && match.pairs.allSatisfy { $0.old.rawValue.stored == $0.new.rawValue.stored }
        if isUnchanged {
            value.origin = .carried(older)
            return
        }
        var gone: [ElementPath] = []
        for removed in match.removed {
            let path = ElementPath(match.old.name, removed.name)
            if let line = lines.acceptance(of: [path]) { value.lines.insert(line) } else { gone.append(path) }
        }
        guard gone.isEmpty else {
            value.obstacle = .goneCases(gone)
            return
        }
        let after = Dictionary(uniqueKeysWithValues: match.pairs.map { ($0.old.name, $0.new.rawValue.stored) })
        let rows = match.old.cases.map { Recoding.Row(from: $0.rawValue.stored, to: after[$0.name] ?? .null) }
        value.origin = .recoded(older, Recoding(rows, type: match.new.type))
    }

    /// Sets the origin for values that the mapping converts to cases of an enum, by `cases` or `casesOrNull`.
    private func setCases(
        _ value: inout LeafValue,
        of target: Enumeration,
        from older: Schema.Leaf,
        _ written: (path: ElementPath, name: String)?
    ) {
        guard !older.attribute.type.isForeign else {
            value.obstacle = .incompatible
            return
        }
        guard let written else {
            value.obstacle = .noConversion
            return
        }
        let rows: [Recoding.Row]
        if let source = matching.older.schema.enumeration(of: older.attribute) {
            let after = Dictionary(uniqueKeysWithValues: target.cases.map { ($0.name, $0.rawValue.stored) })
            // Rows with a case whose name the newer enum does not have stop the migration, or lose their value by
            // 'casesOrNull'.
            rows = source.cases.compactMap { before in
                after[before.name].map { Recoding.Row(from: before.rawValue.stored, to: $0) }
            }
        } else {
            guard older.type.storage == target.type.storage else {
                value.obstacle = .unknownConversion(written.name, written.path)
                return
            }
            rows = target.cases.map { Recoding.Row(from: $0.rawValue.stored, to: $0.rawValue.stored) }
        }
        guard ["cases", "casesOrNull"].contains(written.name.plainConversion) else {
            value.obstacle = .unknownConversion(written.name, written.path)
            return
        }
        value.lines.insert(.convert(written.path, written.name))
        value.origin = .recoded(
            older,
            Recoding(rows, type: target.type, isLenient: written.name.plainConversion == "casesOrNull")
        )
    }
}

extension AttributeType {
    /// Whether the type's values are bytes that only the app may be able to read.
    var isBytes: Bool { [.transformable, .codable, .data].contains(self) }
}

extension String {
    /// The name of a conversion without what it says of values that cannot be held but that they become null.
    fileprivate var plainConversion: String { Conversion.strictName(ofAside: self).map { $0 + "OrNull" } ?? self }
}
