import ApusSchema

// Of one older object, several objects may be made. Only relationships say afterwards that they were one: without them, the values
// that are kept by some of them are not those of the others any more.

extension PreparationBuilder {
    /// What has values of an older object: the objects of an origin, by their prepared entity, or the object that stays.
    private struct Piece: Hashable {
        let name: String
        var index: Int?
        let origin: EntityOrigin
    }

    /// Marks the origins whose objects no relationship relates to what the same older objects are otherwise.
    mutating func markApart() {
        for entity in old.schema.entities
        where takers[entity.name] != nil && !entity.isAbstract && old.sourceOfElements(entity.name) == nil {
            let pieces = pieces(of: entity.name)
            if pieces.count < 2 || !pieces.contains(where: \.origin.isWritten) { continue }
            // What older objects continue to be, then what those do that none of this takes, and so on.
            var (rest, before): ([Piece], [Piece]) = (pieces, [])
            while let own = ownGroup(of: entity.name, among: rest, pieces).first {
                let group = group(of: own, pieces).filter(rest.contains)
                for piece in group {
                    guard piece.origin.isWritten, let index = piece.index else { continue }
                    let related = self.group(of: piece, pieces)
                    let strangers = before.filter { !related.contains($0) && !excludes(piece.origin, $0.origin) }
                    origins[piece.name]?[index].apartFrom = Set(strangers.map(\.origin.branch))
                }
                before += group
                rest.removeAll(where: group.contains)
            }
            addSeparations(of: entity.name)
        }
    }

    /// Adds the attributes whose values are lost if only objects apart have them. In a released mapping, these are the ones that it
    /// accepts the loss of.
    private mutating func addSeparations(of entity: String) {
        let pieces = pieces(of: entity)
        let apart = pieces.filter(\.origin.isApart)
        if apart.isEmpty { return }
        for owned in old.properties(of: entity) {
            guard case .attribute(let attribute) = owned.property, attribute.isKept else { continue }
            let leaves = old.schema.leaves(of: attribute)
            guard let keeper = apart.first(where: { $0.origin.carries(attribute.name, leaves) }),
                isSeparable(old.paths(of: owned, in: entity)), let own = own(of: keeper, pieces)
            else { continue }
            separations[ElementPath(entity, attribute.name)] = separation(of: keeper, from: own)
        }
    }

    /// Returns whether what only objects apart have of an older property counts as lost: a released mapping has to accept it.
    func isSeparable(_ paths: [ElementPath]) -> Bool {
        refusesDoubles || MappingLines(mapping, isBorrowed: isBorrowed).acceptance(of: paths) != nil
    }

    private func pieces(of entity: String) -> [Piece] {
        var found = origins.sorted { $0.key < $1.key }.flatMap { name, origins in
            origins.enumerated().filter { $1.entity == entity }.map { Piece(name: name, index: $0, origin: $1) }
        }
        if origins[entity] == nil, !consumed.contains(entity) {
            found.append(Piece(name: entity, origin: EntityOrigin(staying: entity)))
        }
        return found
    }

    /// Returns the first one of what older objects rather continue to be than a piece.
    private func own(of piece: Piece, _ pieces: [Piece]) -> Piece? {
        let all = pieces.filter { piece.origin.apartFrom.contains($0.origin.branch) }
        return all.first { !$0.origin.isApart } ?? all.first
    }

    /// Returns what older objects continue to be, with all that is related to it: the objects that stay, or else those that keep
    /// most of the attributes and references, or that all become.
    ///
    /// - Parameters:
    ///   - entity: The older entity.
    ///   - rest: Those that it can be.
    ///   - pieces: All that the objects become.
    /// - Returns: The pieces, of which the first is what the others are related to.
    private func ownGroup(of entity: String, among rest: [Piece], _ pieces: [Piece]) -> [Piece] {
        let own = rest.first { !$0.origin.isWritten } ?? rest.first { $0.name == entity }
        if let own, own.origin.distinct.isEmpty { return group(of: own, pieces) }
        let attributes = old.properties(of: entity).compactMap { owned -> Attribute? in
            if case .attribute(let attribute) = owned.property { attribute } else { nil }
        }
        func score(_ group: [Piece]) -> (attributes: Int, references: Int, takesAll: Int) {
            let kept = attributes.count { attribute in
                group.contains { $0.origin.carries(attribute.name, old.schema.leaves(of: attribute)) }
            }
            let references = group.flatMap(\.origin.references.values).compactMap { source -> ElementPath? in
                if case .continued(let path) = source { path } else { nil }
            }
            return (kept, Set(references).count, group.contains { $0.origin.takes == nil } ? 1 : 0)
        }
        let groups = rest.map { group(of: $0, pieces) }.filter { group in own.map { group.contains($0) } ?? true }
        // The last one of equals.
        return groups.reversed().map { ($0, score($0)) }.max { $0.1 < $1.1 }?.0 ?? []
    }

    /// Returns a piece with those that relationships relate to it. What several older objects share relates none of them to another
    /// one: who lives in a country does not say who has which of its streets.
    private func group(of piece: Piece, _ pieces: [Piece]) -> [Piece] {
        var group = [piece]
        var index = 0
        while index < group.count {
            let one = group[index]
            index += 1
            if !one.origin.distinct.isEmpty { continue }
            group += pieces.filter { other in
                !group.contains(other) && isThere(one, where: other, from: piece)
                    && (relates(one, to: other, among: pieces) || relates(other, to: one, among: pieces))
            }
        }
        return group
    }

    /// Returns whether each older object that is another piece is also one on the way to it: without the latter, nothing relates it.
    private func isThere(_ one: Piece, where other: Piece, from start: Piece) -> Bool {
        guard one != start, let condition = one.origin.takes, condition != start.origin.takes else { return true }
        return condition == other.origin.takes || other.origin.takes?.excludes(.not(condition)) == true
    }

    private func excludes(_ one: EntityOrigin, _ other: EntityOrigin) -> Bool {
        guard let condition = one.takes, let others = other.takes else { return false }
        return condition.excludes(others)
    }

    /// Returns whether an expression of the mapping relates each object of a piece to that of another one.
    private func relates(_ one: Piece, to other: Piece, among pieces: [Piece]) -> Bool {
        guard let index = one.index else { return false }
        // Of several objects that are one, only the first has a to-one reference.
        let references = one.origin.distinct.isEmpty ? one.origin.references : [:]
        let values =
            references.map { name, source -> (String, ReferenceValue)? in
                if case .computed(let value) = source { (name, value) } else { nil }
            }.compactMap(\.self)
            + pairs.filter { $0.entity == one.name && $0.origin == index && $0.rows == .objects }
            .map { ($0.path.property ?? "", $0.value) }
        return values.contains { name, value in
            let destination = lineage(of: one.name).lazy.compactMap { $0.relationship(name)?.destination }.first
            guard let destination, preparedFamily(below: destination).contains(other.name) else { return false }
            return relates(value, to: other, among: pieces)
        }
    }

    private func relates(_ value: ReferenceValue, to piece: Piece, among pieces: [Piece]) -> Bool {
        let origin = piece.origin
        switch value {
        case .none: return false
        case .object(let identity, let entity): return identity == nil && entity == origin.entity && origin.ordinal == 0
        case .same(let name): return isNamed(name, piece)
        case .found(_, let equalities):
            return equalities.allSatisfy { holds($0, for: piece) }
        case .first(let values):
            for value in values {
                if relates(value, to: piece, among: pieces) { return true }
                // What comes first must be of other objects.
                guard case .same(let name) = value else { return false }
                let others = pieces.filter { isNamed(name, $0) }
                if !others.allSatisfy({ excludes($0.origin, origin) }) { return false }
            }
            return false
        case .conditional(let condition, let one, let other):
            func isNever(_ condition: TypedCondition<OlderValue>) -> Bool { origin.takes?.excludes(condition) == true }
            return (relates(one, to: piece, among: pieces) || isNever(condition))
                && (relates(other, to: piece, among: pieces) || isNever(.not(condition)))
        }
    }

    /// Returns whether what is made of an older object certainly has the value that it is searched for by.
    private func holds(_ equality: ReferenceValue.Equality, for piece: Piece) -> Bool {
        let origin = piece.origin
        guard let newer = newerName(of: piece) else { return false }
        let isConstant = if case .constant = equality.value { true } else { false }
        // Of several objects that are one, the others may have had other values.
        if !isConstant, !origin.distinct.isEmpty, !origin.distinct.contains(equality.value) { return false }
        let isSame =
            switch origin.attributes[columns[newer]?[equality.attribute] ?? equality.attribute] {
            case .continued(let older, _)?:
                if case .leaf(.attribute([older], _, _)) = equality.value { true } else { false }
            case .computed(let value)?: equality.value == value.expression && !value.isRounded
            case .filled(let value)?: equality.value == .constant(value)
            case .removed?, nil: false
            }
        // By no value, no object is found.
        let present = origin.takes?.presentValues ?? []
        let isPresent =
            present.contains(equality.value)
            || !equality.value.isNullable { !$0.isNeverNull && !present.contains(.leaf($0)) }
        return isSame && isPresent
    }

    /// Returns whether `same` names the objects of a piece.
    private func isNamed(_ name: String, _ piece: Piece) -> Bool {
        piece.origin.name == name || newerName(of: piece) == name
    }

    /// Returns the newer entity of a piece.
    private func newerName(of piece: Piece) -> String? {
        piece.origin.isWritten ? piece.origin.line : names.newerName(of: piece.name)
    }

    // MARK: Settlements

    /// Returns what would relate the objects of an origin to what their older objects are otherwise.
    func separation(of origin: EntityOrigin) -> Preparation.Separation? {
        let pieces = pieces(of: origin.entity)
        guard let piece = pieces.first(where: { $0.origin == origin }), let own = own(of: piece, pieces) else {
            return nil
        }
        return separation(of: piece, from: own)
    }

    /// Returns what would relate the objects of a piece to what their older objects are otherwise.
    private func separation(of piece: Piece, from own: Piece) -> Preparation.Separation {
        let (keeper, holder) = (newerName(of: piece) ?? piece.name, newerName(of: own) ?? own.name)
        let name = piece.origin.name ?? keeper
        var text = "same(\(name))"
        if !piece.origin.distinct.isEmpty {
            let equalities = (columns[keeper] ?? [:]).sorted { $0.key < $1.key }.compactMap {
                newer,
                column -> String? in
                switch piece.origin.attributes[column] {
                case .continued(let older, _)?: return "\(newer) == $source.\(older)"
                case .computed(let value)?:
                    guard case .leaf(.attribute(let path, _, _)) = value.expression else { return nil }
                    return "\(newer) == $source.\(path.joined(separator: "."))"
                case .filled?, .removed?, nil: return nil
                }
            }
            if !equalities.isEmpty { text = "find(\(keeper), \(equalities.joined(separator: " AND ")))" }
        }
        let known = new.properties(of: holder).first { owned in
            guard case .relationship(let relationship) = owned.property, !relationship.isToMany else { return false }
            return new.isKind(keeper, of: relationship.destination)
        }
        let property = known?.name ?? keeper.prefix(1).lowercased() + keeper.dropFirst()
        return Preparation.Separation(
            entity: piece.origin.entity,
            keeper: keeper,
            holder: holder,
            line: .value(ElementPath(holder, property), text),
            hasRelationship: known != nil
        )
    }
}
