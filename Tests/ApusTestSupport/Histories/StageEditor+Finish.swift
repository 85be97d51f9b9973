import ApusMigration
import ApusSchema

extension StageEditor {
    /// Says `holdsKey`, now and then, where another name or optionality would move the references to the other side.
    mutating func pinKeys() {
        let before: [Int: Int] = older.keepers
        let after: [Int: Int] = draft.keepers
        for relationship in draft.entities.flatMap(\.relationships) {
            guard let keeper = before[relationship.id], let now = after[relationship.id], keeper != now,
                keeper == relationship.id, let inverse = relationship.inverse, relationship.holdsKey == nil,
                random.chance(50)
            else { continue }
            let negates: Bool = random.chance(30)
            draft.update(keeper) { $0.holdsKey = negates ? nil : true }
            draft.update(inverse) { $0.holdsKey = negates ? false : nil }
            edits.append(HistoryEdit(kind: .keyPinned, words: words("keep the references in", keeper)))
        }
    }

    /// Writes the `originalName` lines: of each rename its own, or the first name for ever; old ones stay or go.
    ///
    /// - Parameters:
    ///   - isPlain: Whether each rename gets its own line and no other line stays, which no rule can read otherwise.
    ///   - lastRenamed: The elements that the stage before renamed.
    mutating func writeLines(isPlain: Bool, lastRenamed: Set<Int>) {
        let (before, after, oldLines) = (older.paths, draft.paths, older.lines)
        // The order of a dictionary differs from run to run, so the choices are made in the order of the numbers.
        var lines: [Int: String] = [:]
        for id in after.keys.sorted() {
            guard let old = before[id]?.lastName, let new = after[id]?.lastName else { continue }
            let oldLine: String? = oldLines[id]
            let path: String = after[id]?.description ?? ""
            // Two spellings of `é` are one name to Swift, to the rules and to this generator.
            if old != new {
                if lastRenamed.contains(id) {
                    edits.append(HistoryEdit(kind: .renamedAgain, words: "'\(path)' was renamed in the last stage too"))
                }
                lines[id] = old
                if !isPlain, let oldLine, oldLine != old, random.chance(50) {
                    lines[id] = oldLine
                    edits.append(HistoryEdit(kind: .firstNameLine, words: "'\(path)' keeps 'originalName: \(oldLine)'"))
                }
            } else if let oldLine {
                let stays = !isPlain && random.chance(65)
                if stays { lines[id] = oldLine }
                edits.append(
                    HistoryEdit(
                        kind: stays ? .leftOverLine : .droppedLine,
                        words: "'originalName: \(oldLine)' of '\(path)' \(stays ? "stays" : "goes")"
                    )
                )
            }
        }
        draft.rewriteLines { id, _ in lines[id] }
    }

    /// Lines that no rule asks for: conversions beside the inferred ones, and values for nulls beside the defaults.
    mutating func wishes() -> [Mapping.Line] {
        let before: [Int: Attribute] = Dictionary(
            uniqueKeysWithValues: older.entities.flatMap(\.attributes).map { ($0.id, $0.value) }
        )
        var lines: [Mapping.Line] = []
        for entity in draft.entities {
            for attribute in entity.attributes {
                guard let old = before[attribute.id], let type = attribute.value.type.scalar else { continue }
                let path = ElementPath(entity.name, attribute.value.name)
                let conversions: [Conversion] =
                    old.type.scalar.map { from in
                        Conversion.conversions(from: from, to: type).filter { conversion in
                            // Now and then a line says what is inferred.
                            from != type
                                && (conversion != Conversion.inferred(from: from, to: type) || random.chance(20))
                        }
                    } ?? []
                if random.chance(65), let conversion = random.pickAny(conversions) {
                    // Most values are extreme ones, at which a strict conversion stops.
                    let chosen: Conversion = random.chance(70) ? conversion.lenient ?? conversion : conversion
                    lines.append(.convert(path, chosen.name))
                } else if old.isOptional, !attribute.value.isOptional, random.chance(50) {
                    lines.append(.fill(path, ValueGenerator.fill(of: type, &random)))
                }
            }
        }
        return lines
    }

    /// The elements whose name differs from the older one.
    var renamed: Set<Int> {
        let before: [Int: ElementPath] = older.paths
        return Set(draft.paths.filter { id, path in before[id].map { $0.lastName != path.lastName } ?? false }.keys)
    }

    /// The elements of the older schema that are gone; those of a removed entity go with it.
    var removed: [(owner: Int, path: ElementPath)] {
        let after: Set<Int> = Set(draft.paths.keys)
        return older.entities.flatMap { entity -> [(owner: Int, path: ElementPath)] in
            guard after.contains(entity.id) else { return [(0, ElementPath(entity.name))] }
            let attributes = entity.attributes.map { ($0.id, $0.value.name) }
            let properties = attributes + entity.relationships.map { ($0.id, $0.name) }
            return properties.filter { !after.contains($0.0) }.map { (entity.id, ElementPath(entity.name, $0.1)) }
        }
    }

    /// Which older element each newer one is that was there before.
    var intended: [ElementPath: ElementPath] {
        let before: [Int: ElementPath] = older.paths
        return Dictionary(
            uniqueKeysWithValues: draft.paths.compactMap { id, path in before[id].map { (path, $0) } }
        )
    }
}

extension ElementPath {
    /// The element's own name.
    var lastName: String { property ?? entity }
}
