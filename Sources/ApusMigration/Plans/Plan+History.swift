import ApusSchema

extension Plan {
    /// The target's entities whose objects the migration may have changed, made or removed, sorted by name.
    ///
    /// The history records no rows for a migration, because it is about all objects. What follows a history has to compare the objects
    /// of these entities again. Rather too many are named than one too few.
    package var entitiesToCompare: [String] {
        var found: Set<String> = []
        for stage in stages {
            found = Set(found.compactMap { stage.overall.newerName(of: $0) })
            let entities = stage.new.entities
            let effects = stage.changes.map(\.effect)
            if !stage.allCode.isEmpty || stage.preparation != nil || effects.contains(.everything) {
                found.formUnion(entities.map(\.name))
                continue
            }
            let changed = Set(
                zip(stage.changes, effects).compactMap { change, effect in
                    effect == .hierarchy ? stage.matching.newer.root(of: change.entity) : nil
                }
            )
            found.formUnion(entities.map(\.name).filter { changed.contains(stage.matching.newer.root(of: $0)) })
            // Whatever changes, values that are derived from other objects may change with it.
            if changed.isEmpty { continue }
            let derived = Set(
                entities.filter { $0.attributes.contains { $0.derivation?.readsOtherObjects == true } }
                    .map { stage.matching.newer.root(of: $0.name) }
            )
            found.formUnion(entities.map(\.name).filter { derived.contains(stage.matching.newer.root(of: $0)) })
        }
        let concrete = Set(target.schema.entities.filter { !$0.isAbstract }.map(\.name))
        return found.intersection(concrete).sorted()
    }

    /// The source's concrete entities that the target has no objects of any more, sorted by name.
    package var removedEntities: [String] {
        let kept = Set(matching.entities.lazy.filter { !$0.new.isAbstract }.map(\.old.name))
        return source.schema.entities.filter { !$0.isAbstract && !kept.contains($0.name) }.map(\.name).sorted()
    }

    /// What the names in the source's history are in the target: of each concrete entity and its properties, as JSON.
    ///
    /// - Returns: A list of `[entity, property, newer entity, newer property]`, where the property is empty for the entity itself, and the
    ///   newer names are null for what was removed.
    package var historyNames: [[String?]] {
        var lines: [[String?]] = []
        var known: Set<[String]> = []
        for match in matching.entities where !match.new.isAbstract {
            lines.append([match.old.name, "", match.new.name, ""])
            known.insert([match.old.name, ""])
            for pair in match.properties where pair.isOfOneKind {
                lines.append([match.old.name, pair.from.name, match.new.name, pair.to.name])
                known.insert([match.old.name, pair.from.name])
            }
        }
        for entity in source.schema.entities where !entity.isAbstract {
            let own = IndexedSchema(source.schema).properties(of: entity.name).map(\.name)
            for name in [""] + own where !known.contains([entity.name, name]) {
                lines.append([entity.name, name, nil, nil])
            }
        }
        return lines
    }
}

/// Which objects a change may have changed.
private enum ChangeEffect {
    case none
    case hierarchy
    case everything
}

extension Change {
    fileprivate var effect: ChangeEffect {
        switch difference {
        case is EntityRenamed, is EntitySettingChanged, is EntityAdded, is EntityBecameConcrete,
            is IndexAdded, is IndexRemoved, is TableNameChanged, is PrimaryKeyNameChanged, is UniquenessAdded,
            is UniquenessRemoved, is AttributeRenamed, is AttributeSettingChanged, is BecameOptional, is DefaultChanged,
            is ColumnNameChanged, is ValidationChanged, is ExternalStorageChanged, is EncryptionChanged,
            is LookupChanged, is RelationshipRenamed, is RelationshipSettingChanged, is DeleteRuleChanged,
            is CountsChanged, is StorageMoved, is EnumCaseAdded, is EnumCaseRenamed, is TypeRenamed, is PartRenamed,
            is PartSettingChanged, is PartBecameOptional, is HistoryChanged:
            verdict.isMapped ? .hierarchy : .none
        case is AttributeAdded, is AttributeRemoved, is TypeChanged, is BecameRequired, is ValuesFilled,
            is ValuesComputed, is BecameStored, is BecameTransient, is BecameDerived, is BecameUnderived,
            is DerivationChanged, is RelationshipAdded, is RelationshipRemoved, is BecameOrdered, is BecameUnordered,
            is PropertyMoved:
            .hierarchy
        // References to the objects of a removed entity are gone with it, wherever they were.
        case is EntityRemoved: .everything
        default: .everything
        }
    }
}

extension Change.Verdict {
    fileprivate var isMapped: Bool { if case .mapped = self { true } else { false } }
}
