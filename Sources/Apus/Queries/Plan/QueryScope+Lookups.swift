import ApusSchema

extension QueryScope {
    /// Whether an encrypted value, which a store looks up, equals a given one or that of another object; `nil` for other operands.
    ///
    /// In memory, the values themselves are compared.
    func lookUp(
        _ left: Operand,
        _ right: Operand,
        _ comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) -> QueryCondition? {
        switch (left, right) {
        case (.reference(.lookedUp), .literal(.null)), (.literal(.null), .reference(.lookedUp)): return nil
        case (.reference(.lookedUp(let one, let column, let type)), .reference(.lookedUp(let other, let further, _))):
            try checkOptions(of: comparison, type)
            guard lookup(of: one, column) == lookup(of: other, further) else {
                throw QueryCompiler.problem(
                    "the encrypted values of '\(comparison.left.text)' and '\(comparison.right.text)' are of two attributes, which a "
                        + "store cannot compare: filter the objects in memory",
                    comparison.left
                )
            }
            return .equal(.leaf(.lookup(one, column)), .leaf(.lookup(other, further)))
        case (.reference(.lookedUp(let object, let column, let type)), _):
            return try lookUp(object, column, type, comparison.left, right, comparison.right, comparison)
        case (_, .reference(.lookedUp(let object, let column, let type))):
            return try lookUp(object, column, type, comparison.right, left, comparison.left, comparison)
        default: return nil
        }
    }

    private func lookUp(
        _ object: QueryObject,
        _ column: Int,
        _ type: ScalarType,
        _ path: ExpressionFormat,
        _ given: Operand,
        _ format: ExpressionFormat,
        _ comparison: PredicateFormat.Comparison
    ) throws(PredicateProblem) -> QueryCondition {
        try checkOptions(of: comparison, type)
        let compiler = QueryCompiler(self)
        let (value, known) = try compiler.value(of: given, as: type, format)
        // Without values of rows, it is a constant.
        guard !value.containsLeaf(where: { _ in true }), let found = try? value.value(of: { (_: QueryLeaf) in .null })
        else {
            throw QueryCompiler.problem(
                "the encrypted values of '\(path.text)' can only be compared with given values, not with '\(format.text)': filter the "
                    + "objects in memory",
                format
            )
        }
        let constant = found.looked(upAs: type)
        // Of the same column as the other values of a list, so that they stay one list.
        let nothing = QueryCondition.equal(.leaf(.lookup(object, column)), .constant(.real(.nan)))
        // It equals nothing, not even nil, for which SQLite takes it.
        if case .real(let number) = constant, number.isNaN { return nothing }
        // Its rounded value would equal others.
        if case .integer = constant, type.storage == .real { return nothing }
        guard constant == .null || ValueFamily.areAlike(type, known ?? constant.writtenType) else {
            throw QueryCompiler.problem(
                "'\(path.text)' is \(type.rawValue) and '\(format.text)' is \(known?.rawValue ?? "a value"), which "
                    + "\(comparison.operator.rawValue) cannot compare",
                path
            )
        }
        guard let lookup = lookup(of: object, column) else { throw Self.problem(.lookedUp(object, column, type), path) }
        if constant == .null { return .isNull(.leaf(.lookup(object, column))) }
        return .equal(.leaf(.lookup(object, column)), .leaf(.lookedUp(constant, lookup)))
    }

    private func lookup(of object: QueryObject, _ column: Int) -> Column.Lookup? {
        coordinator.tables[object.table].lookups[column]?.lookup
    }

    /// Texts that differ in what a comparison ignores have other lookups.
    private func checkOptions(
        of comparison: PredicateFormat.Comparison,
        _ type: ScalarType
    ) throws(PredicateProblem) {
        let isText = type == .string || type == .url
        if !isText || comparison.options.subtracting(.normalized).isEmpty { return }
        throw QueryCompiler.problem(
            "the values of a comparison that ignores case or diacritics are encrypted, and a store only looks up equal ones",
            comparison.left
        )
    }
}

extension StoredValue {
    /// The value as one of another type is stored that is equal to it; the value itself if there is none, which equals no other.
    fileprivate func looked(upAs type: ScalarType) -> StoredValue {
        switch (self, type.storage) {
        case (.integer(let number), .real): Double(exactly: number).map { .real($0) } ?? self
        case (.real(let number), .integer): Int64(exactly: number).map { .integer($0) } ?? self
        case (.integer, .text) where type == .decimal, (.real, .text) where type == .decimal:
            asDecimal.map { .text($0.canonicalText) } ?? self
        default: self
        }
    }
}
