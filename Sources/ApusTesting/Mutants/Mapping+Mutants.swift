import ApusDiagnostics
import ApusFiles
import ApusSchema
import Foundation

/// A mapping with one mistake.
struct MappingMutant: Hashable {
    /// The mapping.
    let mapping: Mapping
    /// The key of the line with the mistake.
    let key: Mapping.Key
    /// The mistake.
    let change: Change
    /// The location of the line.
    let location: SourceLocation?

    /// A mistake.
    enum Change: Hashable {
        /// A line, or a part of one, is missing.
        case removed(String)
        /// A value is another one: what it belongs to, the value as it is, and the wrong one.
        case changed(String, from: String, to: String)
        /// The values of two lines are swapped.
        case swapped(String, String)
    }
}

extension MappingMutant.Change: CustomStringConvertible {
    /// The mistake in a sentence, without a period.
    var description: String {
        switch self {
        case .removed(let subject): "\(subject) is removed"
        case .changed(let subject, let old, let new): "\(subject): \(old.shown) becomes \(new.shown)"
        case .swapped(let one, let other): "the values of \(one) and \(other) are swapped"
        }
    }
}

extension Mapping {
    /// The mapping with one mistake each. Not all of them are valid.
    ///
    /// Left out is what no test can notice by rows: an accepted loss, which is needed or an error; `require`, `assert`,
    /// and whether a conversion stops, because the rows of a test are migrated.
    ///
    /// - Parameter newer: The newer schema.
    /// - Returns: The mutants, in the order of the lines.
    func mutants(to newer: Schema) -> [MappingMutant] {
        Key.allCases.filter(\.definition.showsInRows).flatMap { key in
            let lines = self[key]
            return lines.enumerated().flatMap { index, line in
                let removed = key == .duplicates ? [] : [mutant(line, replacedBy: [], .removed(line.subject))]
                let others = lines[(index + 1)...].filter { $0.path.entity == line.path.entity && $0.json != line.json }
                let swapped = key == .entities ? [] : others.map { swapping(line, $0) }
                return removed + changed(line, newer) + swapped
            }
        }
    }

    private func mutant(_ line: Line, replacedBy lines: [Line], _ change: MappingMutant.Change) -> MappingMutant {
        replacing([line], by: lines, change)
    }

    private func replacing(_ old: [Line], by new: [Line], _ change: MappingMutant.Change) -> MappingMutant {
        var mapping = self
        mapping.remove(old)
        for line in new { mapping.add(line) }
        return MappingMutant(mapping: mapping, key: old[0].key, change: change, location: old[0].location)
    }

    private func swapping(_ one: Line, _ other: Line) -> MappingMutant {
        replacing(
            [one, other],
            by: [Line(one.key, one.path, other.json), Line(one.key, other.path, one.json)],
            .swapped(one.subject, other.subject)
        )
    }

    /// The mapping with another value in a line.
    private func changed(_ line: Line, _ newer: Schema) -> [MappingMutant] {
        if let origins = line.origins { return changed(line, origins) }
        let values: [(old: String, new: String, json: JSONValue)]
        if let fill = line.fill {
            values = fill.variants(of: line.path, in: newer).map { (fill.text, $0.text, $0.json) }
        } else if let expression = line.expression {
            values = expression.variants(calling: Set(functions.keys)).map { (expression, $0, .text($0)) }
        } else if let choice = line.duplicates {
            values = Duplicates.allCases.filter { $0 != choice }.map {
                (choice.rawValue, $0.rawValue, .text($0.rawValue))
            }
        } else if let decisions = line.duplicateObjects {
            values = decisions.enumerated().compactMap { index, decision in
                guard case .one(let choice, let attribute) = decision.kept,
                    let other = Duplicates.allCases.first(where: { $0 != choice })
                else { return nil }
                var changed = decisions
                changed[index].kept = .one(other, by: attribute)
                return (decision.kept.description, changed[index].kept.description, .list(changed.map(\.json)))
            }
        } else if let name = line.conversion {
            values = ConversionNames.alternatives(to: name).map { (name, $0, .text($0)) }
        } else {
            return []
        }
        return values.map { old, new, json in
            mutant(
                line,
                replacedBy: [Line(line.key, line.path, isWildcard: line.isWildcard, json)],
                .changed(line.subject, from: old, to: new)
            )
        }
    }

    /// The mapping with a mistake in one of a line's origins.
    private func changed(_ line: Line, _ origins: [Origin]) -> [MappingMutant] {
        origins.indices.flatMap { index -> [MappingMutant] in
            let title =
                "\(line.subject)" + (origins.count > 1 ? " (\(origins[index].sources.joined(separator: ", ")))" : "")
            var found = origins[index].mutants(titled: title, calling: Set(functions.keys)).map { origin, change in
                mutant(
                    line,
                    replacedBy: [.entity(line.path.entity, origins[..<index] + [origin] + origins[(index + 1)...])],
                    change
                )
            }
            if origins.count > 1 {
                found.append(
                    mutant(
                        line,
                        replacedBy: [.entity(line.path.entity, Array(origins[..<index] + origins[(index + 1)...]))],
                        .removed("the origin \(title)")
                    )
                )
            }
            return found
        }
    }
}

extension Mapping.Origin {
    /// The origin with one mistake each.
    fileprivate func mutants(titled title: String, calling functions: Set<String>) -> [(
        Mapping.Origin, MappingMutant.Change
    )] {
        func with(_ change: (inout Mapping.Origin) -> Void) -> Mapping.Origin {
            var origin = self
            change(&origin)
            return origin
        }
        var found: [(Mapping.Origin, MappingMutant.Change)] = []
        if sources.count > 1 {
            found += sources.map { source in
                (with { $0.sources.removeAll { $0 == source } }, .removed("'from: \(source)' of \(title)"))
            }
        }
        if let condition {
            found.append((with { $0.condition = nil }, .removed("'where' of \(title)")))
            let variants = (try? PredicateFormat.parse(condition, calling: functions))?.variants ?? []
            found += variants.map { variant in
                (
                    with { $0.condition = variant.text },
                    .changed("'where' of \(title)", from: condition, to: variant.text)
                )
            }
        }
        found += distinct.indices.map { index in
            (with { $0.distinct.remove(at: index) }, .removed("'distinct: \(distinct[index])' of \(title)"))
        }
        let values = sortedValues
        for (index, value) in values.enumerated() {
            let path = "\(title).\(value.name)"
            found.append((with { $0.values[value.name] = nil }, .removed(path)))
            found += value.expression.variants(calling: functions).map { variant in
                (with { $0.values[value.name] = variant }, .changed(path, from: value.expression, to: variant))
            }
            found += values[(index + 1)...].filter { $0.expression != value.expression }.map { other in
                (
                    with {
                        $0.values[value.name] = other.expression
                        $0.values[other.name] = value.expression
                    },
                    .swapped(path, "\(title).\(other.name)")
                )
            }
        }
        return found
    }
}

extension String {
    /// Returns the expression, or the condition, with one mistake each.
    fileprivate func variants(calling functions: Set<String>) -> [String] {
        if let expression = try? ExpressionFormat.parse(self, calling: functions) {
            return expression.variants.map(\.text)
        }
        return (try? PredicateFormat.parse(self, calling: functions))?.variants.map(\.text) ?? []
    }
}

extension Fill {
    /// Other values for the same attribute.
    fileprivate func variants(of path: ElementPath, in schema: Schema) -> [Fill] {
        switch self {
        case .generated(.uuid): [.literal("00000000-0000-0000-0000-000000000000")]
        case .generated(.now): [.literal("1970-01-01T00:00:00Z")]
        case .generated(.rowNumber): [.literal("1")]
        case .literal(let text): text.otherValues(of: path, in: schema).map { .literal($0) }
        }
    }
}

extension String {
    /// Another value of an attribute's type, or of a part of a composite.
    fileprivate func otherValues(of path: ElementPath, in schema: Schema) -> [String] {
        let owner = schema.entity(path.entity)
        let attribute =
            path.property.flatMap { name in
                owner.flatMap { schema.attribute(name, of: $0) }
                    ?? schema.composite(path.entity)?.attributes.first { $0.name == name }
            }
        guard let attribute else { return [] }
        if case .named(let name) = attribute.type, let enumeration = schema.enumeration(name) {
            return enumeration.cases.map(\.name).filter { $0 != self }.prefix(1).map { $0 }
        }
        let type = schema.storedType(of: attribute)
        let value = Value(text: self, type: type)
        // A sum can be the same number, and one value can be written in several ways.
        return value.otherTexts(besides: self).filter { Value(text: $0, type: type) != value }
    }
}

extension Value? {
    /// Texts of values that are mostly others.
    fileprivate func otherTexts(besides text: String) -> [String] {
        switch self {
        case .bool(let value): return ["\(!value)"]
        case .int(let number): return ["\(number == .max ? 0 : number + 1)", "\(number == .min ? 0 : number - 1)"]
        case .decimal(let number): return ["\(number + 1)", "\(number - 1)"]
        case .double(let number): return number + 1 == number ? ["0"] : ["\(number + 1)", "\(number - 1)"]
        case .date: return ["1970-01-01T00:00:00Z", "2001-01-01T00:00:00Z"]
        case .uuid: return ["00000000-0000-0000-0000-000000000000"]
        case .string, .url: return [text + "x"]
        default: return []
        }
    }
}
