import ApusSchema

/// Rows of a prepared join table that an expression makes: one for each older object, or for each element of a list that it has.
struct MadePairs: Hashable, Sendable {
    /// The older rows.
    enum Rows: Hashable, Sendable {
        /// The older objects that the origin takes.
        case objects
        /// The elements of a list that these objects have, by their entity.
        case elements(String)
    }

    /// The prepared entity of the objects that have the relationship.
    let entity: String

    /// The index of the origin that makes them.
    let origin: Int

    /// The prepared relationship.
    let path: ElementPath

    /// The side of it that holds the join table: the relationship itself, or its inverse.
    let holder: ElementPath

    /// The older rows.
    let rows: Rows

    /// The object at the other end.
    let value: ReferenceValue
}

extension MadePairs {
    /// A list, and the object that each of its elements points to: `each(list, object)`, or a path through a to-many
    /// relationship, such as `$source.postTags.tag`.
    struct Listed {
        let list: ExpressionFormat
        let object: ExpressionFormat

        /// Returns the two parts of an expression; `nil` if it has no list.
        init?(_ format: ExpressionFormat, in scope: OlderScope) {
            let element = ExpressionFormat(.variable(OlderScope.each), at: format.offset)
            switch format.kind {
            case .call(PlainFunction.each.rawValue, let arguments) where arguments.count == 2:
                (list, object) = (arguments[0], arguments[1])
            case .keyPath(let base, let steps):
                let lists = steps.indices.lazy.map { end in
                    ExpressionFormat(.keyPath(base: base, Array(steps[...end])), at: format.offset)
                }
                let found = lists.firstIndex { list in
                    var compiler = OlderCompiler(scope)
                    guard case .reference(.objects)? = try? compiler.operand(list) else { return false }
                    return true
                }
                guard let found else { return nil }
                list = lists[found]
                let rest = Array(steps[(found + 1)...])
                object = rest.isEmpty ? element : ExpressionFormat(.keyPath(base: element, rest), at: format.offset)
            default: return nil
            }
        }
    }
}
