package import ApusSchema

extension Field {
    /// The field as a plan prints it: `startDate`, `address.street`.
    package var text: String {
        switch self {
        case .identity: "identity"
        case .entity: "entity"
        case .attribute(let path), .lookup(let path): path.joined(separator: ".")
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
        case .conditional(let condition, let value, let other):
            let rest = isNull(other) ? "" : ", else \(text(other))"
            return "\(text(value)) if \(self.text(condition))\(rest)"
        case .call(let function, let values, _):
            let sign = ExpressionFormat.Arithmetic.allCases.first { $0.function == function }?.rawValue
            if let sign, values.count == 2 { return "(\(text(values[0])) \(sign) \(text(values[1])))" }
            return "\(function)(\(values.map(text).joined(separator: ", ")))"
        case .applied(let function, let values):
            let arguments = zip(function.takes, values).map { self.text($1, $0.type) }
            return "\(function.name)(\(arguments.joined(separator: ", ")))"
        }
    }

    private func text(_ condition: TypedCondition<ID>) -> String {
        func text(_ value: TypedExpression<ID>) -> String {
            self.text(value, value.leaves.first.map { self[$0].type } ?? .data)
        }
        func text(_ parts: [TypedCondition<ID>], joinedBy word: String) -> String {
            parts.map { part in
                switch part {
                case .and, .or: "(\(self.text(part)))"
                default: self.text(part)
                }
            }.joined(separator: " \(word) ")
        }
        switch condition {
        case .constant(let holds): return holds ? "true" : "false"
        case .and(let parts): return text(parts, joinedBy: "and")
        case .or(let parts):
            let present = parts.compactMap(\.presentValue)
            if present.count < parts.count { return text(parts, joinedBy: "or") }
            return "there is \(present.map(text).joined(separator: " or "))"
        case .not(.comparison(let value, .equal, .constant(.null), _)): return "there is \(text(value))"
        case .not(let inner): return "not (\(self.text(inner)))"
        case .comparison(let value, .equal, .constant(.null), _): return "there is no \(text(value))"
        case .comparison(let value, .notEqual, .constant(.null), _): return "there is \(text(value))"
        case .comparison(let one, .equal, .leaf(let other), _): return "\(self.text(other)) is \(text(one))"
        case .comparison(let one, let comparison, let other, _):
            let type = (one.leaves + other.leaves).first.map { self[$0].type } ?? .data
            return "\(self.text(one, type)) \(comparison.rawValue) \(self.text(other, type))"
        case .isOne(let value, let others):
            return "\(text(value)) is one of \(others.map(text).joined(separator: ", "))"
        case .between(let value, let low, let high):
            return "\(text(value)) is between \(text(low)) and \(text(high))"
        case .text(let one, let comparison, let other):
            return "\(text(one)) \(comparison.operator.rawValue) \(text(other))"
        case .isTrue(let value): return text(value)
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

    /// Returns whether an expression converts a value, and is null or another value where that fails.
    package func converts(_ value: ID, in id: ID) -> Bool {
        switch self[id].value {
        case .computed(.converted(.leaf(value), let conversion)): conversion.isLenient
        case .computed(let expression): expression.leaves.contains { converts(value, in: $0) }
        case .required(let inner, _), .stored(let inner, _): converts(value, in: inner)
        default: false
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

extension TypedCondition {
    /// The value that is not null if the condition holds, and null otherwise; `nil` if the condition is another one.
    fileprivate var presentValue: TypedExpression<Leaf>? {
        switch self {
        case .not(.comparison(let value, .equal, .constant(.null), _)),
            .comparison(let value, .notEqual, .constant(.null), _):
            value
        default: nil
        }
    }
}
