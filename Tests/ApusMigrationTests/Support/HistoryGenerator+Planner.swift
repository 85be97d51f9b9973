import ApusMigration
import ApusSchema
import ApusTestSupport

extension HistoryGenerator {
    /// A history that the planner carries through, with the lines that it asks for.
    static func history(seed: UInt64, versions: Int, entities: Int = 3) -> GeneratedHistory {
        var scope = Scope()
        (scope.versions, scope.entities) = (versions, entities)
        // What makes, changes and fills values is the planner's own; the law on stores has the rest.
        let values: [EditKind] = [
            .convert, .convert, .addRequiredWithoutDefault, .addRequiredWithoutDefault, .makeRequired, .makeOptional,
        ]
        scope.kinds += Array(repeating: values, count: 5).joined()
        // The rows of the first version have references of these kinds.
        scope.firstRelationships = [.addToOne, .addToMany, .changeOrder]
        return history(seed: seed, scope) { stage, _, random in
            var random: SplitMix64 = random
            return stage.settled(&random)
        }
    }
}

extension GeneratedHistory {
    /// Rows of the first version.
    func rows() -> Rows {
        var random = SplitMix64(seed: seed)
        var rows: Rows = [:]
        for extent in Projection(identity: schemas[0]).ordered.map(\.extent) {
            rows[extent.name] = (Int64(1)...4).map { number in
                var row: Row = [:]
                for member in extent.members { row[member.field] = value(of: member, number, &random) }
                return row
            }
        }
        return rows
    }

    private func value(of member: Extent.Member, _ number: Int64, _ random: inout SplitMix64) -> StoredValue {
        switch member.field {
        case .identity, .source, .orderKey, .sourceOrderKey, .targetOrderKey: return .integer(number)
        case .entity, .lookup: return .null
        case .target: return .integer(number % 3 + 1)
        case .key: return random.chance(50) ? .null : .integer(Int64(1 + random.below(4)))
        case .attribute:
            if member.isNullable, random.chance(50) { return .null }
            return ValueGenerator.value(of: member.type, &random).stored
        }
    }
}

extension GeneratedHistory.Stage {
    /// The mapping with the lines that the planner asks for, and without those that it refuses as needless; `nil` if that
    /// makes no legal stage.
    fileprivate func settled(_ random: inout SplitMix64) -> Mapping? {
        var mapping: Mapping = mapping
        for _ in 0..<12 {
            let refusals: [Refusal] = Stage.between(older, newer, mapping).refusals
            if refusals.isEmpty { return mapping }
            let before: Mapping = mapping
            mapping.remove(refusals.compactMap(\.needlessLine))
            for refusal in refusals where refusal.needlessLine == nil {
                // What no row has a value for is required now and then only: it stops the migration of every row.
                var lines: [Mapping.Line] = refusal.mappingLines
                let isNew = [AttributeAdded.code, BecameStored.code, PartAdded.code].contains(refusal.code)
                if isNew, lines.count > 1, random.chance(90) { lines.removeAll { $0.key == .require } }
                guard let line = random.chance(75) ? lines.first : random.pickAny(lines) else { return nil }
                mapping.add(varied(line, &random))
            }
            if mapping == before { return nil }
        }
        return nil
    }

    /// A line that the planner suggests, with a random value or generator.
    private func varied(_ line: Mapping.Line, _ random: inout SplitMix64) -> Mapping.Line {
        guard line.fill != nil, let name = line.path.property,
            let type = newer.entity(line.path.entity)?.attribute(name)?.type.scalar
        else { return line }
        return .fill(line.path, ValueGenerator.fill(of: type, &random))
    }
}
