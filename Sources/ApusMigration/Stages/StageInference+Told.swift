import ApusSchema

// Each line of the mapping that does something is told by a change: where none does by itself, by one of its own.

extension StageInference {
    /// The verdict of a change that one line of the mapping carries out, and tells.
    mutating func verdict(telling line: MappingWords.Line?) -> Change.Verdict {
        guard let line, let text = text(of: line) else { return .lightweight }
        told.insert(line)
        return .mapped(text)
    }

    /// The line of some that a change at a place tells: what is said of the very place, else the first.
    func line(
        among lines: Set<MappingWords.Line>,
        at place: ElementPath,
        where isMeant: (MappingWords.Line) -> Bool
    ) -> MappingWords.Line? {
        let meant: [MappingWords.Line] = lines.filter(isMeant).sorted { $0.path < $1.path }
        return meant.first { $0.path == place } ?? meant.first
    }

    /// Tells of the lines that no other change tells of.
    mutating func inferUntold() {
        for line in lines.subtracting(told).sorted(by: { $0.path < $1.path }) {
            guard let name = line.path.property else { continue }
            switch line {
            case .fill(let path):
                guard let fill = words.fill(of: [path])?.fill else { continue }
                let isText: Bool = fill.isLiteral && (type(of: path) == .string || fill.text.isEmpty)
                let shown: String = isText ? "'\(fill.text)'" : fill.text
                add(ValuesFilled(name: name, fill: shown), beside: path.entity, verdict(telling: line))
            case .require(let path): add(ValuesRequired(name: name), beside: path.entity, verdict(telling: line))
            case .accept, .acceptAll, .convert: continue
            }
        }
    }

    /// The type of a newer attribute or part.
    private func type(of path: ElementPath) -> AttributeType? {
        newer.properties(of: path.entity).first { $0.name == path.property }?.property.attributeType
            ?? new.composite(path.entity)?.attributes.first { $0.name == path.property }?.type
    }

    /// The line in the words of the mapping; `nil` where it only accepts a loss.
    private func text(of line: MappingWords.Line) -> String? {
        switch line {
        case .fill(let path): words.fill(of: [path]).map { "fill: \($0.fill.text)" }
        case .convert(let path): words.conversion(of: [path]).map { "convert: \($0.name)" }
        case .require(let path): "require: [\(path)]"
        case .accept, .acceptAll: nil
        }
    }
}

extension MappingWords.Line {
    /// What the line speaks of.
    var path: ElementPath {
        switch self {
        case .accept(let path), .fill(let path), .convert(let path), .require(let path): path
        case .acceptAll(let entity): ElementPath(entity)
        }
    }

    /// Whether it gives a value to rows without one.
    var isFill: Bool { if case .fill = self { true } else { false } }

    /// Whether it names a conversion.
    var isConversion: Bool { if case .convert = self { true } else { false } }

    /// Whether it says that every row has a value.
    var isRequirement: Bool { if case .require = self { true } else { false } }
}
