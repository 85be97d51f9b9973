package import ApusSchema

extension Field {
    /// The field as a plan prints it: `startDate`, `address.street`.
    package var text: String {
        switch self {
        case .identity: "identity"
        case .entity: "entity"
        case .attribute(let path): path.joined(separator: ".")
        case .key(let name): name
        case .orderKey(let name): "order key in \(name)"
        case .source: "source"
        case .target: "target"
        case .targetOrderKey: "order key of target"
        case .sourceOrderKey: "order key of source"
        }
    }
}

extension Extent.Name {
    /// The extent as a plan prints it: `Trip`, `Trip.tags`.
    package var text: String {
        switch self {
        case .objects(let entity): entity
        case .joinTable(let path): path.description
        }
    }
}

extension ExpressionGraph {
    /// Returns an expression as text for review: `rounded(nights)`, `code, else 'none'`.
    package func text(_ id: ID) -> String {
        // What several stages compute may have more parts than can be printed.
        if self[id].depth > Self.deepestText { return "a value of several steps" }
        switch self[id].value {
        case .field(let field): return field.text
        case .computed(let expression): return text(expression, self[id].type)
        case .required(let inner, _): return "\(text(inner)), which must not be null"
        case .stored(let inner, let type): return "\(text(inner)) as \(type.rawValue)"
        case .uuid: return "a new UUID"
        case .now: return "the moment of the migration"
        case .rowNumber: return "the number of the row"
        case .largest(let rows):
            return "the largest identity of \(Set(rows.map(\.extent.text)).sorted().joined(separator: " or "))"
        case .reference(let inner, let entities):
            return "\(text(inner)) if it refers to \(entities.joined(separator: " or "))"
        case .lookup(let lookup):
            let texts = Set(lookup.rows.map(\.extent.text)).sorted().joined(separator: " or ")
            if case .gathered(let function) = lookup.choice {
                guard let function, let value = lookup.rows.first?.value else {
                    return "the number of objects of \(texts)"
                }
                return "\(function)(\(text(value))) of \(texts)"
            }
            if self[id].type != .int64 || isAttribute(lookup.rows.first?.value) {
                return "\(lookup.rows.first.map { text($0.value) } ?? "") of \(texts)"
            }
            switch lookup.choice {
            case .known, .only, .onlyFound, .gathered: return "the object that \(texts) relates to the row"
            case .one(let duplicates): return "the \(duplicates.rawValue) object that \(texts) relates to the row"
            }
        case .derived: return "computed by the store"
        }
    }

    private func text(_ expression: TypedExpression<ID>, _ type: ScalarType) -> String {
        func text(_ inner: TypedExpression<ID>) -> String { self.text(inner, type) }
        switch expression {
        case .leaf(let id): return self.text(id)
        case .constant(let value): return Self.text(value, type)
        case .converted(let inner, let conversion):
            return "\(text(inner)) as \(conversion.to.rawValue) (\(conversion.name))"
        case .recoded(let inner, let recoding):
            let rows: [String] = recoding.rows.filter { $0.from != $0.to }.map {
                "\(Self.text($0.from)) → \(Self.text($0.to))"
            }
            return rows.isEmpty
                ? "\(text(inner)), limited to its cases" : "\(text(inner)) with \(rows.joined(separator: ", "))"
        case .coalesced(let values):
            return values.filter { !isNull($0) }.map(text).joined(separator: ", else ")
        case .conditional(.comparison(let one, .equal, let other, _), let value, .constant(.null)):
            return "\(text(value)) if \(text(other)) is \(text(one))"
        case .conditional(let condition, let value, .constant(.null)):
            let others: [String] = condition.leaves.map(self.text)
            return "\(text(value)) if there is \(others.joined(separator: " or "))"
        case .conditional(_, let value, let other): return "\(text(value)) or \(text(other))"
        case .call(let function, let values, _):
            let sign = ExpressionFormat.Arithmetic.allCases.first { $0.function == function }?.rawValue
            if let sign, values.count == 2 { return "(\(text(values[0])) \(sign) \(text(values[1])))" }
            return "\(function)(\(values.map(text).joined(separator: ", ")))"
        }
    }

    /// The maximum depth of an expression that is printed.
    private static let deepestText = 8

    /// Whether a value is one of an attribute, rather than an identity or an order key.
    private func isAttribute(_ id: ID?) -> Bool {
        if let id, case .field(.attribute) = self[id].value { true } else { false }
    }

    private func isNull(_ expression: TypedExpression<ID>) -> Bool {
        if case .leaf(let id) = expression { self[id].constant == .null } else { expression == .constant(.null) }
    }

    private static func text(_ value: StoredValue, _ type: ScalarType = .data) -> String {
        switch value {
        case .real(let seconds) where type == .date: Value.date(seconds).text
        case .integer(let number) where type == .bool: number == 0 ? "false" : "true"
        case .text(let digits) where type == .decimal: digits
        case .null: "no value"
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): "'\(text.count > 40 ? text.prefix(40) + "…" : text[...])'"
        case .blob(let data): "\(data.count) bytes"
        }
    }

    /// Returns the older extents from which an expression reads rows other than its own.
    package func otherExtents(_ id: ID) -> Set<String> { extents(readBy: id, isPrepared: false) }

    /// The extents that an expression reads besides its own row when rows are copied: the numbers of objects and their largest
    /// identity are known by then.
    package func extentsReadWhileCopying(_ id: ID) -> Set<String> { extents(readBy: id, isPrepared: true) }

    private func extents(readBy id: ID, isPrepared: Bool) -> Set<String> {
        var (extents, seen, waiting): (Set<String>, Set<ID>, [ID]) = ([], [], [id])
        while let next = waiting.popLast() {
            // Stages that are composed share values.
            guard self[next].readsOtherRows, seen.insert(next).inserted else { continue }
            switch self[next].value {
            case .field, .now, .derived: break
            case .uuid(_, let identity): waiting.append(identity)
            case .computed(let expression): waiting += expression.leaves
            case .required(let inner, _), .stored(let inner, _): waiting.append(inner)
            case .rowNumber(let identity, _) where isPrepared: waiting.append(identity)
            case .largest where isPrepared: break
            case .rowNumber(let identity, let rows):
                extents.formUnion(rows.map(\.extent.text))
                waiting += [identity] + rows.flatMap(\.parts)
            case .largest(let rows):
                extents.formUnion(rows.map(\.extent.text))
                waiting += rows.flatMap(\.parts)
            case .reference(let inner, let entities):
                extents.formUnion(entities)
                waiting.append(inner)
            case .lookup(let lookup):
                extents.formUnion(lookup.rows.map(\.extent.text))
                waiting += lookup.parts
            }
        }
        return extents
    }
}
